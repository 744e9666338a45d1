/** AVR109, the part of it that the Leonardo's boot loader speaks on its USB port. */
import { BoardError, Loader, hexadecimal } from './wire.mjs';

const DONE = 0x0d;
const FLASH = 'F'.charCodeAt(0);
const bytesOf = (text) => [...text].map((char) => char.charCodeAt(0));

export class Avr109 extends Loader {
  async #ask(command, count, ms = 1000) {
    await this.wire.write(command);
    return this.wire.read(count, ms);
  }

  async #tell(command) {
    const answer = await this.#ask(command, 1);
    if (answer[0] !== DONE) throw new BoardError('flash.unexpected', { bytes: hexadecimal(answer) });
  }

  /** Seven letters: CATERIN is the Leonardo's own. No reset here: that would end it. */
  async start() {
    this.wire.drop();
    const name = await this.#ask(bytesOf('S'), 7).catch(() => {
      throw new BoardError(this.wire.gone ? 'flash.unplugged' : 'flash.noLoader8');
    });
    if (String.fromCharCode(...name) !== 'CATERIN')
      throw new BoardError('flash.unexpected', { bytes: hexadecimal(name) });
  }

  async signature() {
    return (await this.#ask(bytesOf('s'), 3)).reverse();
  }

  enter() {
    return this.#tell(bytesOf('P'));
  }

  address(address) {
    return this.#tell([...bytesOf('A'), address >> 9, (address >> 1) & 0xff]);
  }

  async write(page) {
    await this.#tell([...bytesOf('B'), page.length >> 8, page.length & 0xff, FLASH, ...page]);
  }

  async read(length) {
    return this.#ask([...bytesOf('g'), length >> 8, length & 0xff, FLASH], length);
  }

  /** The boot loader then starts the program. */
  async leave() {
    await this.#tell(bytesOf('L'));
    await this.#tell(bytesOf('E'));
  }
}
