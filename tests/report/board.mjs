/** Simulated boards on serial ports: in real time, or in their own. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SerialPort } from '../../sim/report/serial.mjs';
import { SteppedBoard } from '../support/stepped_board.mjs';

const HEX = 'build/uno/nqueens.hex';
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
  constructor(image = HEX, ...options) {
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

/** A port with a simulated board at its end, in simulated time; it stays when the board loses its power. */
export class SteppedPort {
  onText = () => {};
  onLost = () => {};

  constructor(image = HEX, hz = 16_000_000) {
    this.board = new SteppedBoard({ image, hz });
    this.board.onByte = (byte, time) => this.onText(String.fromCharCode(byte), time);
  }

  send(text) {
    this.board.send(Buffer.from(text, 'latin1'));
  }

  async reset(dropped) {
    await this.pause(0.3);
    dropped();
    this.board.reset();
  }

  now() {
    return this.board.now();
  }

  pause(seconds) {
    return this.board.pause(seconds);
  }

  reconnect() {
    throw new Error('the port was open all the time');
  }
}

/** It sends nothing at all: `rjmp .+0`, then `rjmp .-2`, as the simulator reports each jump to address 0. */
export function silentImage() {
  const path = join(folder, 'silent.hex');
  writeFileSync(path, ':0400000000C0FFCF6E\n:00000001FF\n');
  return path;
}
