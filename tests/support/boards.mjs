/** Simulated boards: with boot loaders, whose time passes while a test talks to them; in real time. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SerialPort } from '../../sim/report/serial.mjs';
import { SteppedBoard } from '../../sim/report/stepped.mjs';

/* ---- boot loaders: time passes while somebody talks to the board ---- */

const DEBIAN = '/usr/share/arduino/hardware/arduino/avr/bootloaders';
export const GREETING = /nqueens \d+\.\d+\.\d+ \(ATmega\w+, 16 MHz\)\r\n/;
/* s. The most impatient boot loader waits for 1 s; it writes a page within 10 ms. */
const ANSWER = 0.7;
const REST_OF_ANSWER = 0.025;

/** The boards by their keys in sim/web/flash/program.mjs. */
export const LOADERS = {
  uno: { mcu: 'atmega328p', baud: 115200, bootloader: 'build/sim/optiboot.hex' },
  mega: { mcu: 'atmega2560', baud: 115200, bootloader: `${DEBIAN}/stk500v2/stk500boot_v2_mega2560.hex` },
  'nano-old': { mcu: 'atmega328p', baud: 57600, bootloader: `${DEBIAN}/atmega/ATmegaBOOT_168_atmega328.hex` },
  leonardo: { mcu: 'atmega32u4', baud: 115200, bootloader: 'build/sim/caterina.hex' },
};

/** After each command time passes until the chip has answered. */
export class Board {
  text = '';
  #board;
  #push = null;
  #sent = [];
  #end = 0; /* s: time passes until then */
  #isRunning = false;
  #timer = null;

  /** @param {object} options one of LOADERS */
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
    this.#board.restart();
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

/* ---- in real time ---- */

const SIMULATOR = 'build/sim/uno';

export const folder = mkdtempSync(join(tmpdir(), 'nqueens-report-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/**
 * A simulated board on a pseudo-terminal, in real time; opening it resets the board, as DTR does. A boot
 * loader starts a program by a watchdog reset: no fault here.
 */
export class BoardOnTerminal {
  text = '';

  /** @param {string} image '': the flash is empty. @param {string[]} options of build/sim/uno. */
  constructor(image = 'build/uno/nqueens.hex', ...options) {
    const name = join(folder, `board-${Math.random().toString(36).slice(2)}`);
    this.link = `${name}.pty`;
    this.args = ['--headless', '--keep-going', '--no-flow', '--speed=4', `--pty=${this.link}`];
    this.args.push(`--eeprom=${name}.eeprom`, ...options, ...(image ? [image] : []));
    this.port = new SerialPort(this.link);
  }

  async plug() {
    this.hasEnded = false;
    this.child = spawn(SIMULATOR, this.args, { stdio: ['ignore', 'ignore', 'ignore'] });
    this.ended = new Promise((done) => this.child.on('exit', done));
    this.child.on('exit', () => (this.hasEnded = true));
    while (!existsSync(this.link) && !this.hasEnded) await sleep(20);
    return this;
  }

  /** SIGTERM lets the EEPROM be kept; the port goes. */
  async unplug(signal = 'SIGTERM') {
    this.child.kill(signal);
    await this.ended;
    rmSync(this.link, { force: true });
  }

  async stop() {
    this.port.close();
    await this.unplug('SIGKILL');
  }

  /* As fake_serial.mjs uses a board: with bytes. */
  open(push = () => {}) {
    this.close();
    this.port.onText = (text) => {
      this.text += text;
      push([...Buffer.from(text, 'latin1')]);
    };
    this.port.open();
  }

  close() {
    this.port.close();
  }

  write(bytes) {
    this.port.send(Buffer.from(bytes).toString('latin1'));
  }
}

/** It sends nothing at all: `rjmp .+0`, then `rjmp .-2`, as the simulator reports each jump to address 0. */
export function silentImage() {
  const path = join(folder, 'silent.hex');
  writeFileSync(path, ':0400000000C0FFCF6E\n:00000001FF\n');
  return path;
}
