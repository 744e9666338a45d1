/** A simulated board for the report, behind a pseudo-terminal, with faults. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseHex, usedBytes } from '../../sim/avr8js/hex.mjs';
import { SerialPort } from '../../sim/report/serial.mjs';

const HEX = 'build/uno/nqueens.hex';
const SIMULATOR = 'build/sim/uno';
const FLASH = 0x8000;
const NOP = 0x0000;

export const folder = mkdtempSync(join(tmpdir(), 'nqueens-report-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The port of a simulated board. Its times are those of the chip: no load of this computer counts. */
export class SimulatedPort extends SerialPort {
  #stamps;
  #hz;
  #row = ''; /* of text, that has not ended */

  constructor(link, stamps, hz) {
    super(link);
    this.#stamps = stamps;
    this.#hz = hz;
  }

  received(text) {
    for (const piece of text.split(/(?<=\n)/)) {
      this.#row += piece;
      const hasStamp = /^(> (count|solve)|ok\r)[^]*\n$/.test(this.#row);
      this.onText(piece, hasStamp ? this.#stampOf(this.#row) : this.now());
      if (piece.endsWith('\n')) this.#row = '';
    }
  }

  /* Of lines that begin alike, the last one: the board waits for the report after each. */
  #stampOf(row) {
    const begin = row.slice(0, 7).trim();
    const stamps = readFileSync(this.#stamps, 'latin1').trim().split('\n');
    return parseInt(stamps.findLast((line) => line.split('\t')[1]?.slice(0, 7) === begin), 10) / this.#hz;
  }
}

/** A board that is powered; `pulled` counts how often its plug was pulled. */
export class SimulatedBoard {
  constructor(image, { options = [], hz = 16_000_000, speed = 4, eeprom = true } = {}) {
    const name = join(folder, `board-${Math.random().toString(36).slice(2)}`);
    this.link = `${name}.pty`;
    this.args = [
      ...['--headless', '--keep-going', '--no-flow', `--speed=${speed}`, `--clock=${hz}`],
      ...[`--pty=${this.link}`, `--stamps=${name}.stamps`],
      ...(eeprom ? [`--eeprom=${name}.eeprom`] : []),
      ...options,
      image,
    ];
    this.port = new SimulatedPort(this.link, `${name}.stamps`, hz);
  }

  async plug() {
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

/** It says nothing at all: `rjmp .-2`. */
export const silentImage = () => save('silent', Uint8Array.of(0xff, 0xcf));

/** The watchdog is not reset: `wdr` becomes `nop`. */
export const resettingImage = () => patched('resetting', (word) => word === 0x95a8, () => NOP);

/** The button is down since the reset: the pins of port D read as low (`in r, PIND` becomes `eor r, r`). */
export function stuckButtonImage() {
  const isRead = (word) => (word & 0xfe0f) === 0xb009;
  return patched('button', isRead, (word) => {
    const register = (word >> 4) & 0x1f;
    return 0x2400 | (register << 4) | ((register & 0x10) << 5) | (register & 0x0f);
  });
}

/** EEPE is never set: the second of two writes to EECR that follow one another becomes `nop`. */
export function deadEepromImage() {
  const isEecr = (word) => (word & 0xfe0f) === 0xba0f || (word & 0xfff8) === 0x9af8;
  const follows = (word, flash, i) =>
    isEecr(word) && [2, 4, 6].some((back) => i >= back && isEecr(wordAt(flash, i - back)));
  return patched('eeprom', follows, () => NOP);
}

const answer = (path, input) =>
  spawnSync(SIMULATOR, ['--ask', '--keep-going', '--idle=1', path], { input, encoding: 'latin1' }).stdout;

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
