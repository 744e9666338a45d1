/** Simulated boards for the report, with faults. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseHex, usedBytes } from '../../sim/avr8js/hex.mjs';
import { SerialPort } from '../../sim/report/serial.mjs';
import { SteppedBoard } from '../support/stepped_board.mjs';

const HEX = 'build/uno/nqueens.hex';
const SIMULATOR = 'build/sim/uno';
const FLASH = 0x8000;
const NOP = 0x0000;

export const folder = mkdtempSync(join(tmpdir(), 'nqueens-report-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A simulated board on a pseudo-terminal, in real time. */
export class BoardOnTerminal {
  constructor(image = HEX, ...options) {
    const name = join(folder, `board-${Math.random().toString(36).slice(2)}`);
    this.link = `${name}.pty`;
    this.args = ['--headless', '--keep-going', '--no-flow', '--speed=4', `--pty=${this.link}`];
    this.args.push(`--eeprom=${name}.eeprom`, ...options, image);
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
}

/** A port with a simulated board at its end, in simulated time; it stays when the board loses its power. */
export class SteppedPort {
  onText = () => {};
  onLost = () => {};

  constructor(image, hz = 16_000_000) {
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

const image = () => parseHex(readFileSync(HEX, 'latin1'), FLASH);
const wordAt = (flash, i) => flash[i] | (flash[i + 1] << 8);

function save(name, flash) {
  const hex = (byte) => byte.toString(16).padStart(2, '0').toUpperCase();
  const record = (fields) => `:${[...fields, -fields.reduce((a, b) => a + b, 0) & 0xff].map(hex).join('')}\n`;
  let text = '';
  for (let at = 0; at < usedBytes(flash); at += 16) {
    const data = flash.subarray(at, at + 16);
    text += record([data.length, at >> 8, at & 0xff, 0, ...data]);
  }
  const path = join(folder, `${name}.hex`);
  writeFileSync(path, `${text}:00000001FF\n`);
  return path;
}

/** The image with each instruction that is chosen replaced. */
function patched(name, choose, put) {
  const flash = image();
  const before = image();
  let count = 0;
  for (let i = 0; i < usedBytes(flash) - 1; i += 2) {
    if (!choose(wordAt(before, i), before, i)) continue;
    count++;
    const word = put(wordAt(before, i));
    flash[i] = word & 0xff;
    flash[i + 1] = word >> 8;
  }
  if (!count) throw new Error(`no instruction to change for ${name}`);
  return save(name, flash);
}

export const rightImage = HEX;

/** A version that does not exist, in the same number of characters. */
export function otherVersion() {
  const flash = image();
  const at = Buffer.from(flash).indexOf('nqueens ') + 'nqueens '.length;
  flash[at] = '9'.charCodeAt(0);
  return save('version', flash);
}

/** It sends nothing at all: `rjmp .+0`, then `rjmp .-2`, as the simulator reports each jump to address 0. */
export const silentImage = () => save('silent', Uint8Array.of(0x00, 0xc0, 0xff, 0xcf));

/** The watchdog is not reset: `wdr` becomes `nop`. */
export const resettingImage = () => patched('resetting', (word) => word === 0x95a8, () => NOP);

/** EEPE is never set: the second of two writes to EECR that follow one another becomes `nop`. */
export function deadEepromImage() {
  const isEecr = (word) => (word & 0xfe0f) === 0xba0f || (word & 0xfff8) === 0x9af8;
  const follows = (word, flash, i) =>
    isEecr(word) && [2, 4, 6].some((back) => i >= back && isEecr(wordAt(flash, i - back)));
  return patched('eeprom', follows, () => NOP);
}

const answer = (path, input) =>
  spawnSync(SIMULATOR, ['--keep-going', '--idle=1', '--seconds=60', path], { input, encoding: 'latin1' })
    .stdout;

/**
 * One instruction is another, so that the class of one solution is printed wrong: of all `cpi r, 9` the one
 * that makes column 8 no digit there.
 */
export function wrongImage() {
  const boards = ['15863724', '15863725', '2413', '11', '13579bdf2468aceg'].map((board) => `check ${board}`);
  const others = ['solve 8', 'usaco 10', 'images 15863724', 'images 35281746', 'fundamental 9', 'bright 9'];
  const input = ['pace 0', ...boards, ...others, ''].join('\n');
  const right = answer(HEX, input).replace('class 15863724', '');
  const flash = image();
  for (let i = 0; i < usedBytes(flash) - 1; i += 2) {
    const word = wordAt(flash, i);
    if ((word & 0xff0f) !== 0x3009) continue;
    const other = flash.slice();
    other[i] = (word & 0xf0) | 7;
    const path = save('wrong', other);
    const seen = answer(path, input);
    const without = seen.replace(/class [^,]*(?=, size 8)/, '');
    if (!seen.includes('class 15863724') && without === right) return path;
  }
  throw new Error('no instruction to change for a wrong class');
}
