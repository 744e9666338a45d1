/**
 * The boot loaders, as far as the boards speak their protocols. Each has start(), signature(), enter(),
 * address() before each write() and read() of a page, leave(); each throws a BoardError.
 */
import { BoardError, hexadecimal, synchronise } from './wire.mjs';

const FLASH = 'F'.charCodeAt(0);
const sized = (command, length) => [command, length >> 8, length & 0xff];
const unexpected = (bytes) => new BoardError('flash.unexpected', { bytes: hexadecimal(bytes) });

class Loader {
  constructor(wire) {
    this.wire = wire;
  }
}

/* ---- STK500 version 1: Uno and Nano ---- */

const V1 = {
  OK: 0x10, IN_SYNC: 0x14, SYNC_END: 0x20, GET_SYNC: 0x30, ENTER: 0x50, LEAVE: 0x51,
  ADDRESS: 0x55, WRITE: 0x64, READ: 0x74, SIGNATURE: 0x75,
};

/*
 * Optiboot blinks for 375 ms before it reads. The chip buffers one call until then, and would lose a byte of
 * a second one, which ends the boot loader.
 */
const V1_CALL = 500; /* ms to wait for the answer */
const V1_CALLS = 2; /* after each reset */

export class Stk500 extends Loader {
  /** A command and its answer of `count` bytes; throws when the board is out of step. */
  async #ask(command, count = 0, ms = 1000) {
    await this.wire.write([...command, V1.SYNC_END]);
    const answer = await this.wire.read(count + 2, ms);
    if (answer[0] !== V1.IN_SYNC || answer.at(-1) !== V1.OK) throw unexpected(answer);
    return answer.slice(1, -1);
  }

  async start(port, attempts) {
    await synchronise(port, this.wire, () => this.#ask([V1.GET_SYNC], 0, V1_CALL), V1_CALLS, attempts);
  }

  /** The chip's signature. Late answers to earlier calls come before it: what follows is in step. */
  async signature() {
    await this.wire.write([V1.SIGNATURE, V1.SYNC_END]);
    let answer = await this.wire.read(5, 1000);
    while (answer[0] === V1.IN_SYNC && answer[1] === V1.OK)
      answer = [...answer.slice(2), ...(await this.wire.read(2, 1000))];
    return answer.slice(1, 4);
  }

  enter() {
    return this.#ask([V1.ENTER]);
  }

  address(address) {
    return this.#ask([V1.ADDRESS, (address >> 1) & 0xff, address >> 9]);
  }

  write(page) {
    return this.#ask([...sized(V1.WRITE, page.length), FLASH, ...page]);
  }

  read(length) {
    return this.#ask([...sized(V1.READ, length), FLASH], length);
  }

  leave() {
    return this.#ask([V1.LEAVE]);
  }
}

/* ---- STK500 version 2: Mega ---- */

const V2 = {
  OK: 0x00, SIGN_ON: 0x01, ADDRESS: 0x06, TOKEN: 0x0e, ENTER: 0x10, LEAVE: 0x11,
  WRITE: 0x13, READ: 0x14, SIGNATURE: 0x1b, START: 0x1b,
};
/* Set in an address: load the extended address too (AVR068). */
const EXTENDED = 0x80;
const MOST_ANSWER = 300;
const V2_CALLS = 5; /* after each reset */

export class Stk500v2 extends Loader {
  #number = 0;

  /**
   * A command and its answer; both in a frame with a number and a sum. Frames that answer something older are
   * passed over.
   */
  async #ask(body, ms = 1000) {
    this.#number = (this.#number + 1) & 0xff;
    const size = [body.length >> 8, body.length & 0xff];
    const frame = [V2.START, this.#number, ...size, V2.TOKEN, ...body];
    await this.wire.write([...frame, frame.reduce((sum, byte) => sum ^ byte, 0)]);
    for (;;) {
      const answer = await this.#frame(ms);
      if (answer.number !== this.#number || answer.body[0] !== body[0]) continue;
      if (answer.body[1] !== V2.OK) throw unexpected(answer.body.slice(0, 2));
      return answer.body.slice(2);
    }
  }

  async #frame(ms) {
    while ((await this.wire.read(1, ms))[0] !== V2.START);
    const [number, high, low, token] = await this.wire.read(4, ms);
    const length = high * 256 + low;
    if (token !== V2.TOKEN || length > MOST_ANSWER) throw new BoardError('flash.corrupted');
    const rest = await this.wire.read(length + 1, ms);
    const sum = [V2.START, number, high, low, token, ...rest].reduce((a, b) => a ^ b, 0);
    if (sum !== 0) throw new BoardError('flash.corrupted');
    return { number, body: rest.slice(0, -1) };
  }

  async start(port, attempts) {
    await synchronise(port, this.wire, () => this.#ask([V2.SIGN_ON], 200), V2_CALLS, attempts);
  }

  async signature() {
    const bytes = [];
    for (const i of [0, 1, 2]) bytes.push((await this.#ask([V2.SIGNATURE, 4, 0x30, 0, i, 0]))[0]);
    return bytes;
  }

  enter() {
    return this.#ask([V2.ENTER, 200, 100, 25, 32, 0, 0x53, 3, 0xac, 0x53, 0, 0]);
  }

  address(address) {
    const word = address >> 1;
    return this.#ask([V2.ADDRESS, EXTENDED, (word >> 16) & 0xff, (word >> 8) & 0xff, word & 0xff]);
  }

  write(page) {
    const mode = [0xc1, 10, 0x40, 0x4c, 0x20, 0, 0];
    return this.#ask([...sized(V2.WRITE, page.length), ...mode, ...page]);
  }

  /** The answer closes with a second status. */
  async read(length) {
    return (await this.#ask([...sized(V2.READ, length), 0x20])).slice(0, length);
  }

  leave() {
    return this.#ask([V2.LEAVE, 1, 1]);
  }
}

/* ---- AVR109: Leonardo, on its USB port; each command is a letter ---- */

const DONE = 0x0d;
const codeOf = (letter) => letter.charCodeAt(0);

export class Avr109 extends Loader {
  async #ask(command, count) {
    await this.wire.write(command);
    return this.wire.read(count, 1000);
  }

  async #tell(command) {
    const answer = await this.#ask(command, 1);
    if (answer[0] !== DONE) throw unexpected(answer);
  }

  /** Seven letters: CATERIN is the Leonardo's own. No reset here: that would end it. */
  async start() {
    this.wire.drop();
    const name = await this.#ask([codeOf('S')], 7).catch(() => {
      throw new BoardError(this.wire.gone ? 'flash.unplugged' : 'flash.noLoader8');
    });
    if (String.fromCharCode(...name) !== 'CATERIN') throw unexpected(name);
  }

  async signature() {
    return (await this.#ask([codeOf('s')], 3)).reverse();
  }

  enter() {
    return this.#tell([codeOf('P')]);
  }

  address(address) {
    return this.#tell(sized(codeOf('A'), address >> 1));
  }

  write(page) {
    return this.#tell([...sized(codeOf('B'), page.length), FLASH, ...page]);
  }

  read(length) {
    return this.#ask([...sized(codeOf('g'), length), FLASH], length);
  }

  /** The boot loader then starts the program. */
  async leave() {
    await this.#tell([codeOf('L')]);
    await this.#tell([codeOf('E')]);
  }
}
