/** A simulated board whose time passes only while everything in this program waits for it. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';

const PROGRAM = 'build/sim/stepped'; /* stepped.c */
const TICK = 1e-4; /* s: of stepped.c */

/** As a port it is one of line.mjs; it stays when the board loses its power. */
export class SteppedBoard {
  onText = () => {};
  onLost = () => {};
  /** Called with each byte of the chip and its time in seconds; when it is called, that time has passed. */
  onByte = (byte, time) => this.onText(String.fromCharCode(byte), time);
  #child;
  #hz;
  #now = 0;
  #timers = []; /* in the order of their times */
  #isRunning = false;
  #hasEnded = false;
  #lines;

  /** @param {{mcu?: string, baud?: number, bootloader?: string, image?: string, hz?: number}} [board] */
  constructor({ mcu = 'atmega328p', baud = 115200, bootloader = '', image, hz = 16_000_000 } = {}) {
    if (!bootloader) image ??= 'build/uno/nqueens.hex';
    this.#hz = hz;
    const options = [hz, mcu, baud, bootloader, ...(image ? [image] : [])];
    this.#child = spawn(PROGRAM, options.map(String), { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.stdin.on('error', () => {}); /* it was stopped */
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  now() {
    return this.#now;
  }

  /** Resolves when so many seconds have passed on the board. */
  pause(seconds) {
    const at = this.#now + Math.max(seconds, 0);
    return new Promise((wake) => {
      const after = this.#timers.findIndex((timer) => timer.at > at);
      this.#timers.splice(after < 0 ? this.#timers.length : after, 0, { at, wake });
      if (!this.#isRunning) this.#run();
    });
  }

  /** The reset button. */
  restart() {
    this.#command('r');
  }

  async reset(dropped) {
    await this.pause(0.3);
    dropped();
    this.restart();
  }

  cutPower() {
    this.#command('p');
  }

  press(isDown) {
    this.#command('b', Number(isDown));
  }

  /** @param {string|Uint8Array} data */
  send(data) {
    for (const byte of Buffer.from(data, 'latin1')) this.#command('s', byte);
  }

  stop() {
    this.#child.kill('SIGKILL');
  }

  #command(letter, number = 0) {
    this.#child.stdin.write(`${letter}${number}\n`);
  }

  /* Two turns of the event loop: whatever can happen without time has then happened. */
  async #run() {
    this.#isRunning = true;
    for (; this.#timers.length && !this.#hasEnded; await turn(), await turn()) {
      if (this.#timers[0].at <= this.#now) this.#timers.shift().wake();
      else await this.#advance(this.#timers[0].at - this.#now);
    }
    this.#isRunning = false;
  }

  async #advance(seconds) {
    this.#command('t', Math.ceil(seconds / TICK));
    const { value, done } = await this.#lines.next();
    this.#hasEnded = done;
    if (done) return;
    const [cycle, ...bytes] = value.split(' ').map(Number);
    this.#now = cycle / this.#hz;
    for (let i = 0; i < bytes.length; i += 2) this.onByte(bytes[i + 1], bytes[i] / this.#hz);
  }
}
