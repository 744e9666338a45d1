/**
 * The boot loaders, as far as the boards speak their protocols. Each has start(), which resolves to true if
 * it answers, signature(), enter(), address() before each write() and read() of a page, leave(); each throws
 * a BoardError.
 */
import { BoardError, clock, hexadecimal, resetByDtr } from './wire.mjs';

const codeOf = (letter) => letter.charCodeAt(0);
const FLASH = codeOf('F');
const sized = ({ length }) => [length >> 8, length & 0xff];
const unexpected = (bytes) => new BoardError('flash.unexpected', { bytes: hexadecimal(bytes) });

class Loader {
  constructor(wire) {
    this.wire = wire;
  }

  /** Resets the board, whose boot loader then listens for about a second, and calls it until it answers. */
  async start(attempts) {
    const { wire } = this;
    for (let attempt = 0; attempt < attempts; attempt++) {
      await resetByDtr(wire.port).catch(() => {
        throw new BoardError('flash.unplugged');
      });
      await clock.pause(100);
      for (let i = 0; i < this.calls && !wire.gone; i++) {
        wire.drop();
        if (await this.call().then(() => true, () => false)) return true;
      }
    }
    if (wire.gone) throw new BoardError('flash.unplugged');
    return false;
  }
}

/* ---- STK500 version 1: Uno and Nano ---- */

const IN_SYNC = 0x14;
const OK = 0x10;
const SYNC_END = 0x20;

export class Stk500 extends Loader {
  /*
   * Optiboot blinks for 375 ms before it reads. The chip buffers one call until then, and would lose a byte
   * of a second one, which ends the boot loader.
   */
  calls = 2;
  call = () => this.#ask([0x30], 0, 500);
  enter = () => this.#ask([0x50]);
  address = (address) => this.#ask([0x55, (address >> 1) & 0xff, address >> 9]);
  write = (page) => this.#ask([0x64, ...sized(page), FLASH, ...page]);
  read = (length) => this.#ask([0x74, ...sized({ length }), FLASH], length);
  leave = () => this.#ask([0x51]);

  /** A command and its answer of `count` bytes; throws when the board is out of step. */
  async #ask(command, count = 0, ms = 1000) {
    await this.wire.write([...command, SYNC_END]);
    const answer = await this.wire.read(count + 2, ms);
    if (answer[0] !== IN_SYNC || answer.at(-1) !== OK) throw unexpected(answer);
    return answer.slice(1, -1);
  }

  /** The chip's signature. Late answers to earlier calls come before it: what follows is in step. */
  async signature() {
    await this.wire.write([0x75, SYNC_END]);
    let answer = await this.wire.read(5, 1000);
    while (answer[0] === IN_SYNC && answer[1] === OK)
      answer = [...answer.slice(2), ...(await this.wire.read(2, 1000))];
    return answer.slice(1, 4);
  }
}

/* ---- STK500 version 2: Mega ---- */

const START = 0x1b;
const TOKEN = 0x0e;
const MOST_ANSWER = 300;
const sumOf = (bytes) => bytes.reduce((sum, byte) => sum ^ byte, 0);

export class Stk500v2 extends Loader {
  #number = 0;

  calls = 5;
  call = () => this.#ask([0x01], 200);
  enter = () => this.#ask([0x10, 200, 100, 25, 32, 0, 0x53, 3, 0xac, 0x53, 0, 0]);
  address = (address) => this.#ask([0x06, 0, address >> 17, (address >> 9) & 0xff, (address >> 1) & 0xff]);
  write = (page) => this.#ask([0x13, ...sized(page), 0xc1, 10, 0x40, 0x4c, 0x20, 0, 0, ...page]);
  /* The answer closes with a second status. */
  read = async (length) => (await this.#ask([0x14, ...sized({ length }), 0x20])).slice(0, length);
  leave = () => this.#ask([0x11, 1, 1]);

  async signature() {
    const bytes = [];
    for (const i of [0, 1, 2]) bytes.push((await this.#ask([0x1b, 4, 0x30, 0, i, 0]))[0]);
    return bytes;
  }

  /**
   * A command and its answer; both in a frame with a number and a sum. Frames that answer something older are
   * passed over.
   */
  async #ask(body, ms = 1000) {
    this.#number = (this.#number + 1) & 0xff;
    const frame = [START, this.#number, ...sized(body), TOKEN, ...body];
    await this.wire.write([...frame, sumOf(frame)]);
    for (;;) {
      const answer = await this.#frame(ms);
      if (answer.number !== this.#number || answer.body[0] !== body[0]) continue;
      if (answer.body[1] !== 0) throw unexpected(answer.body.slice(0, 2));
      return answer.body.slice(2);
    }
  }

  async #frame(ms) {
    while ((await this.wire.read(1, ms))[0] !== START);
    const head = await this.wire.read(4, ms);
    const length = head[1] * 256 + head[2];
    if (head[3] !== TOKEN || length > MOST_ANSWER) throw unexpected(head);
    const rest = await this.wire.read(length + 1, ms);
    if (sumOf([START, ...head, ...rest]) !== 0) throw unexpected(rest);
    return { number: head[0], body: rest.slice(0, -1) };
  }
}

/* ---- AVR109: Leonardo, on its USB port; each command is a letter ---- */

const DONE = 0x0d;

export class Avr109 extends Loader {
  signature = async () => (await this.#ask('s', 3)).reverse();
  enter = () => this.#tell('P');
  address = (address) => this.#tell('A', address >> 9, (address >> 1) & 0xff);
  write = (page) => this.#tell('B', ...sized(page), FLASH, ...page);
  read = (length) => this.#ask('g', length, ...sized({ length }), FLASH);

  /** Seven letters: CATERIN is the Leonardo's own. No reset here: that would end it. */
  async start() {
    this.wire.drop();
    const name = await this.#ask('S', 7).catch(() => []);
    if (this.wire.gone) throw new BoardError('flash.unplugged');
    return String.fromCharCode(...name) === 'CATERIN';
  }

  /** The boot loader then starts the program. */
  async leave() {
    await this.#tell('L');
    await this.#tell('E');
  }

  async #ask(letter, count, ...values) {
    await this.wire.write([codeOf(letter), ...values]);
    return this.wire.read(count, 1000);
  }

  async #tell(letter, ...values) {
    const answer = await this.#ask(letter, 1, ...values);
    if (answer[0] !== DONE) throw unexpected(answer);
  }
}
