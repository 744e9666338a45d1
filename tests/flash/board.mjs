/** A simulated board whose time passes while somebody talks to it. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { SteppedBoard } from '../support/stepped_board.mjs';

const DEBIAN = '/usr/share/arduino/hardware/arduino/avr/bootloaders';
export const GREETING = /nqueens \d+\.\d+\.\d+ \(ATmega\w+, 16 MHz\)\r\n/;
const HANG = 120_000; /* ms; no measure of anything */
/* s. The most impatient boot loader waits for 1 s; it writes a page within 10 ms. */
const ANSWER = 0.7;
const REST_OF_ANSWER = 0.025;

/** The boards by their keys in sim/web/flash/boards.mjs. */
export const LOADERS = {
  uno: { mcu: 'atmega328p', baud: 115200, bootloader: 'build/sim/optiboot.hex' },
  mega: { mcu: 'atmega2560', baud: 115200, bootloader: `${DEBIAN}/stk500v2/stk500boot_v2_mega2560.hex` },
  'nano-old': { mcu: 'atmega328p', baud: 57600, bootloader: `${DEBIAN}/atmega/ATmegaBOOT_168_atmega328.hex` },
  leonardo: { mcu: 'atmega32u4', baud: 115200, bootloader: 'build/sim/caterina.hex' },
};

/** Waits until the firmware of a board has started. */
export async function greets(board) {
  const deadline = performance.now() + HANG;
  while (!GREETING.test(board.text) && performance.now() < deadline) await sleep(20);
  assert.match(board.text, GREETING);
}

/** After each command time passes until the chip has answered. */
export class Board {
  text = '';
  #board;
  #push = null;
  #sent = [];
  #end = 0; /* s: time passes until then */
  #isRunning = false;
  #timer = null;

  /** @param {object} options one of LOADERS, or an image */
  constructor(options) {
    this.#board = new SteppedBoard(options);
    this.#board.onByte = (byte) => {
      this.#sent.push(byte);
      this.#end = this.#board.now() + REST_OF_ANSWER;
    };
  }

  /** Lets so much time pass from now on, and passes on what the chip sends meanwhile. */
  async #letPass(seconds) {
    this.#end = this.#board.now() + seconds;
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#board.now() < this.#end) {
      await this.#board.pause(Math.min(REST_OF_ANSWER, this.#end - this.#board.now()));
      const bytes = this.#sent.splice(0);
      this.text += String.fromCharCode(...bytes);
      if (bytes.length) this.#push?.(bytes);
    }
    this.#isRunning = false;
  }

  /** Opens the port, which resets the board as DTR does. */
  open(push = () => {}) {
    this.#push = push;
    this.#board.reset();
    this.#letPass(ANSWER);
  }

  close() {
    this.#push = null;
  }

  write(bytes) {
    this.#board.send(bytes);
    this.#letPass(ANSWER);
  }

  /** From now on time passes by itself, as the firmware needs it and a boot loader does not. */
  passTime() {
    this.#timer ??= setInterval(() => this.#letPass(0.1), 50);
  }

  stop() {
    clearInterval(this.#timer);
    this.close();
    this.#board.stop();
  }
}
