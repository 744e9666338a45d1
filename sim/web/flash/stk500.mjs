/** STK500 version 1, the part of it that the boot loaders of Uno and Nano speak. */
import { BoardError, Loader, hexadecimal, synchronise } from './wire.mjs';

const SYNC_END = 0x20;
const IN_SYNC = 0x14;
const OK = 0x10;
const GET_SYNC = 0x30;
const ENTER_PROGRAMMING = 0x50;
const LEAVE_PROGRAMMING = 0x51;
const LOAD_ADDRESS = 0x55;
const PROGRAM_PAGE = 0x64;
const READ_PAGE = 0x74;
const READ_SIGNATURE = 0x75;
const FLASH = 'F'.charCodeAt(0);

/*
 * Optiboot blinks for 375 ms before it reads. The chip buffers one call until then, and would lose a byte of
 * a second one, which ends the boot loader.
 */
const CALL = 500; /* ms to wait for the answer */
const CALLS = 2; /* after each reset */

/** A command and its answer of `count` bytes; throws when the board is out of step. */
async function ask(wire, command, count = 0, ms = 1000) {
  await wire.write([...command, SYNC_END]);
  const answer = await wire.read(count + 2, ms);
  if (answer[0] !== IN_SYNC || answer.at(-1) !== OK)
    throw new BoardError('flash.unexpected', { bytes: hexadecimal(answer) });
  return answer.slice(1, -1);
}

export class Stk500 extends Loader {
  async start(port, attempts) {
    await synchronise(port, this.wire, () => ask(this.wire, [GET_SYNC], 0, CALL), CALLS, attempts);
  }

  /** The chip's signature. Late answers to earlier calls come before it: what follows is in step. */
  async signature() {
    await this.wire.write([READ_SIGNATURE, SYNC_END]);
    let answer = await this.wire.read(5, 1000);
    while (answer[0] === IN_SYNC && answer[1] === OK)
      answer = [...answer.slice(2), ...(await this.wire.read(2, 1000))];
    return answer.slice(1, 4);
  }

  enter() {
    return ask(this.wire, [ENTER_PROGRAMMING]);
  }

  address(address) {
    return ask(this.wire, [LOAD_ADDRESS, (address >> 1) & 0xff, address >> 9]);
  }

  async write(page) {
    await ask(this.wire, [PROGRAM_PAGE, page.length >> 8, page.length & 0xff, FLASH, ...page]);
  }

  async read(length) {
    return ask(this.wire, [READ_PAGE, length >> 8, length & 0xff, FLASH], length);
  }

  leave() {
    return ask(this.wire, [LEAVE_PROGRAMMING]);
  }
}
