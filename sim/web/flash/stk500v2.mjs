/** STK500 version 2, the part of it that the boot loader of the Mega speaks. */
import { BoardError, Loader, hexadecimal, synchronise } from './wire.mjs';

const MESSAGE_START = 0x1b;
const TOKEN = 0x0e;
const OK = 0;
const SIGN_ON = 0x01;
const LOAD_ADDRESS = 0x06;
const ENTER_PROGRAMMING = 0x10;
const LEAVE_PROGRAMMING = 0x11;
const PROGRAM_FLASH = 0x13;
const READ_FLASH = 0x14;
const READ_SIGNATURE = 0x1b;
/* Set in an address: load the extended address too (AVR068). */
const EXTENDED = 0x80;
const MOST_ANSWER = 300;
const CALLS = 5; /* after each reset */

export class Stk500v2 extends Loader {
  #number = 0;

  /**
   * A command and its answer; both in a frame with a number and a sum. Frames that answer something older are
   * passed over.
   */
  async #ask(body, ms = 1000) {
    this.#number = (this.#number + 1) & 0xff;
    const frame = [MESSAGE_START, this.#number, body.length >> 8, body.length & 0xff, TOKEN, ...body];
    await this.wire.write([...frame, frame.reduce((sum, byte) => sum ^ byte, 0)]);
    for (;;) {
      const answer = await this.#frame(ms);
      if (answer.number !== this.#number || answer.body[0] !== body[0]) continue;
      if (answer.body[1] !== OK)
        throw new BoardError('flash.unexpected', { bytes: hexadecimal(answer.body.slice(0, 2)) });
      return answer.body.slice(2);
    }
  }

  async #frame(ms) {
    while ((await this.wire.read(1, ms))[0] !== MESSAGE_START);
    const [number, high, low, token] = await this.wire.read(4, ms);
    const length = high * 256 + low;
    if (token !== TOKEN || length > MOST_ANSWER) throw new BoardError('flash.corrupted');
    const rest = await this.wire.read(length + 1, ms);
    const sum = [MESSAGE_START, number, high, low, token, ...rest].reduce((a, b) => a ^ b, 0);
    if (sum !== 0) throw new BoardError('flash.corrupted');
    return { number, body: rest.slice(0, -1) };
  }

  async start(port, attempts) {
    await synchronise(port, this.wire, () => this.#ask([SIGN_ON], 200), CALLS, attempts);
  }

  async signature() {
    const bytes = [];
    for (const i of [0, 1, 2]) bytes.push((await this.#ask([READ_SIGNATURE, 4, 0x30, 0, i, 0]))[0]);
    return bytes;
  }

  enter() {
    return this.#ask([ENTER_PROGRAMMING, 200, 100, 25, 32, 0, 0x53, 3, 0xac, 0x53, 0, 0]);
  }

  address(address) {
    const word = address >> 1;
    return this.#ask([LOAD_ADDRESS, EXTENDED, (word >> 16) & 0xff, (word >> 8) & 0xff, word & 0xff]);
  }

  async write(page) {
    const mode = [0xc1, 10, 0x40, 0x4c, 0x20, 0, 0];
    await this.#ask([PROGRAM_FLASH, page.length >> 8, page.length & 0xff, ...mode, ...page]);
  }

  /** The answer closes with a second status. */
  async read(length) {
    return (await this.#ask([READ_FLASH, length >> 8, length & 0xff, 0x20])).slice(0, length);
  }

  leave() {
    return this.#ask([LEAVE_PROGRAMMING, 1, 1]);
  }
}
