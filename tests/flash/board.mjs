/**
 * Simulated boards for the tests of flashing: one whose time passes only while it is used (board.c), and
 * one on a pseudo-terminal, in real time, which resets when that is opened, as DTR does it.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReadStream } from 'node:tty';

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

  /** Waits until the firmware has started. */
  async greets() {
    this.passTime();
    const deadline = performance.now() + HANG;
    while (!GREETING.test(this.text) && performance.now() < deadline) await sleep(20);
    assert.match(this.text, GREETING);
  }

  stop() {
    clearInterval(this.#timer);
    this.close();
    this.#child.kill('SIGKILL');
  }
}

/* ---- on a pseudo-terminal ---- */

const folder = mkdtempSync(join(tmpdir(), 'nqueens-flash-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/**
 * With nothing but its boot loader in it, or with an image. A boot loader starts a program by a watchdog
 * reset: no fault here.
 */
export class BoardOnPty {
  link = join(folder, `uno-${Math.random().toString(36).slice(2)}`);
  text = '';
  ended = null;

  /** @param {string[]} options of build/sim/uno. */
  async start(...options) {
    this.child = spawn(
      'build/sim/uno',
      ['--headless', `--pty=${this.link}`, '--speed=1', '--keep-going', ...options],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    this.child.on(
      'exit',
      (status, signal) => (this.ended = `the simulated board has ended: ${signal ?? status}`),
    );
    await this.until(() => existsSync(this.link));
    return this;
  }

  /** Waits until it is so; gives up at once when there is nobody left to wait for. */
  async until(isSo) {
    for (const end = performance.now() + HANG; !isSo() && performance.now() < end; await sleep(20))
      if (this.ended) throw new Error(this.ended);
  }

  open(onData = () => {}) {
    this.close();
    this.fd = openSync(this.link, constants.O_RDWR | constants.O_NOCTTY);
    this.line = new ReadStream(this.fd);
    this.line.on('data', (bytes) => {
      this.text += bytes.toString('latin1');
      onData([...bytes]);
    });
    this.line.on('error', () => {}); /* the board was switched off */
  }

  /* A stream on a terminal has opened it again for itself. */
  close() {
    const { line, fd } = this;
    if (!line) return;
    this.line = null;
    line.destroy();
    closeSync(fd);
  }

  write(bytes) {
    if (this.line) writeSync(this.fd, Uint8Array.from(bytes));
  }

  async greets() {
    await this.until(() => GREETING.test(this.text));
    assert.match(this.text, GREETING);
  }

  /* The child first: while it lives, this program cannot end. */
  stop() {
    this.child.kill('SIGKILL');
    this.close();
  }
}
