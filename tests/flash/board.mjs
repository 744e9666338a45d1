/** A simulated board whose time passes only while somebody talks to it (board.c). */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const PROGRAM = 'build/support/board';
const DEBIAN = '/usr/share/arduino/hardware/arduino/avr/bootloaders';
export const GREETING = /nqueens \d+\.\d+\.\d+ \(ATmega\w+, 16 MHz\)\r\n/;
const HANG = 120_000; /* ms; no measure of anything */

/** The boards by their keys in sim/web/flash/boards.mjs: chip, baud rate, boot loader. */
export const LOADERS = {
  uno: ['atmega328p', 115200, 'build/sim/optiboot.hex'],
  mega: ['atmega2560', 115200, `${DEBIAN}/stk500v2/stk500boot_v2_mega2560.hex`],
  'nano-old': ['atmega328p', 57600, `${DEBIAN}/atmega/ATmegaBOOT_168_atmega328.hex`],
  leonardo: ['atmega32u4', 115200, 'build/sim/caterina.hex'],
};

/** Waits until the firmware of a board has started. */
export async function greets(board) {
  const deadline = performance.now() + HANG;
  while (!GREETING.test(board.text) && performance.now() < deadline) await sleep(20);
  assert.match(board.text, GREETING);
}

export class Board {
  text = '';
  #push = null;
  #timer = null;
  #child;

  /** @param {string[]} parts of LOADERS, and an image if one is in its flash already */
  constructor(...parts) {
    this.#child = spawn(PROGRAM, parts.map(String), { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.stdin.on('error', () => {}); /* it was stopped */
    this.#child.stdout.on('data', (bytes) => {
      this.text += bytes.toString('latin1');
      this.#push?.([...bytes]);
    });
  }

  #command(letter, number = 0, bytes = []) {
    this.#child.stdin.write(Uint8Array.of(letter.charCodeAt(0), number & 0xff, number >> 8, ...bytes));
  }

  /** Opens the port, which resets the board as DTR does. */
  open(push = () => {}) {
    this.#push = push;
    this.#command('r');
  }

  close() {
    this.#push = null;
  }

  write(bytes) {
    this.#command('s', bytes.length, bytes);
  }

  /** From now on time passes by itself, as the firmware needs it and a boot loader does not. */
  passTime() {
    this.#timer ??= setInterval(() => this.#command('t', 100), 50);
  }

  stop() {
    clearInterval(this.#timer);
    this.close();
    this.#child.kill('SIGKILL');
  }
}
