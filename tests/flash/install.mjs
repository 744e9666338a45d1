#!/usr/bin/env -S node --test-reporter=tap
/**
 * The flasher through real boot loaders on simulated boards, without a browser and in simulated time: it
 * finds out which board it is; the cable is pulled at random bytes, and every board can be written again.
 * TRIES=100: so often, the whole firmware is written once to each, and a large program to a Mega.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { parseImage } from '../../sim/avr8js/hex.mjs';
import { install } from '../../sim/web/flash/program.mjs';
import { clock, reasonOf } from '../../sim/web/flash/wire.mjs';
import { SteppedBoard } from '../../sim/report/stepped.mjs';
import { GREETING, LOADERS } from '../support/boards.mjs';

const TRIES = Number(process.env.TRIES ?? 12);
const IS_WHOLE = TRIES >= 100;

function imageOf(chip, name) {
  const board = name.replace('-old', '');
  return parseImage(readFileSync(`build/${board}/nqueens.hex`, 'latin1'));
}

/**
 * So short that many tries take little time; its last page is not full. It jumps to its second word, sends a
 * byte and loops: a program that ran into the boot loader would start it again and again.
 */
const SEND = '00c0 88e0 8093c100 8093c600 8093c900 8093ce00 ffcf'; /* by UCSR0B and UDR0, or UCSR1B, UDR1 */
const CODE = Buffer.from(SEND.replaceAll(' ', ''), 'hex');
const smallOf = () => Uint8Array.from({ length: 1000 }, (_, i) => CODE[i] ?? (i * 37) & 0xff);

/**
 * A port of Web Serial, with a simulated board at its end. Bytes at another rate than the boot loader's are
 * noise. After `left` bytes, of both directions, the cable is pulled, and the board loses its power.
 */
class Port {
  readable = null;
  writable = null;
  bytes = 0;
  isPulled = false;
  heard = (byte) => byte;

  constructor(name, left = Infinity) {
    const { board, baud } = boards[name];
    Object.assign(this, { board, baud, isBootLoader: name === 'leonardo', left });
    clock.now = () => 1000 * board.now();
    clock.pause = (ms) => board.pause(ms / 1000);
  }

  getInfo() {
    return this.isBootLoader ? { usbProductId: 0x36 } : {};
  }

  async open({ baudRate }) {
    this.isClear = this.isBootLoader || baudRate === this.baud;
    this.readable = new ReadableStream({ start: (controller) => (this.controller = controller) });
    this.writable = new WritableStream({ write: (bytes) => this.#write(bytes) });
    if (this.isBootLoader) this.#connect();
  }

  #connect() {
    this.board.onByte = (byte) => {
      if (!this.#count(1)) this.controller.error(this.#pull());
      else if (this.isClear) this.controller.enqueue(Uint8Array.of(this.heard(byte)));
    };
    this.board.restart();
  }

  #disconnect() {
    this.board.onByte = () => {};
  }

  /** How many of so many bytes still pass. */
  #count(bytes) {
    const passed = Math.min(bytes, this.left - this.bytes);
    this.bytes += passed;
    return passed;
  }

  #pull() {
    this.isPulled = true;
    this.readable = null;
    this.#disconnect();
    this.board.cutPower();
    return new DOMException('The device has been lost.', 'NetworkError');
  }

  #write(bytes) {
    const passed = this.isPulled ? 0 : this.#count(bytes.length);
    if (this.isClear) this.board.send(bytes.slice(0, passed));
    if (passed === bytes.length) return;
    const gone = this.#pull();
    this.controller.error(gone);
    throw gone;
  }

  async setSignals({ dataTerminalReady }) {
    if (this.isPulled) throw new DOMException('The device has been lost.', 'NetworkError');
    this.#disconnect();
    if (dataTerminalReady) this.#connect();
  }

  async close() {
    if (this.readable?.locked || this.writable?.locked) throw new TypeError('the port is still in use');
    this.#disconnect();
  }
}

const boards = {};
for (const [name, options] of Object.entries(LOADERS))
  boards[name] = { baud: options.baud, board: new SteppedBoard(options) };
after(() => Object.values(boards).forEach(({ board }) => board.stop()));

const names = Object.keys(LOADERS);
for (const name of names)
  test(`the boot loader that answers is found, and the program written and started: ${name}`, async () => {
    const seen = [];
    const programOf = IS_WHOLE ? imageOf : smallOf;
    const found = await install(new Port(name), programOf, (what) => seen.push(what));
    assert.equal(found, name);
    assert.deepEqual([...new Set(seen)], ['calling', 'writing', 'verifying']);
    let text = '';
    const { board } = boards[name];
    board.onByte = (byte) => (text += String.fromCharCode(byte));
    /* The old boot loader of a Nano starts the program by no command: it waits for a second. */
    await board.pause(name === 'nano-old' ? 2 : 0.8);
    assert.match(text, IS_WHOLE ? GREETING : /\x08/, 'the program does not start');
  });

if (IS_WHOLE)
  test('a Mega gets a program beyond 64 K words', () =>
    install(new Port('mega'), () => Uint8Array.from({ length: 0x20100 }, (_, i) => CODE[i] ?? i >> 8)));

const SPREAD = 0.618034; /* what follows the point in its multiples is spread like random numbers */

for (const name of names)
  test(`a cable that is pulled at any byte leaves a board that can be written again: ${name}`, async (t) => {
    const whole = new Port(name);
    await install(whole, smallOf);
    const reasons = {};
    for (let [pulled, i] = [0, 1]; pulled < Math.ceil(TRIES / names.length); i++) {
      const port = new Port(name, Math.floor(((i * SPREAD) % 1) * whole.bytes));
      const error = await install(port, smallOf).then(
        () => null,
        (reason) => reason,
      );
      assert.equal(Boolean(error), port.isPulled, `after ${port.left} of ${whole.bytes} bytes`);
      if (!error) continue; /* this run ended before that byte */
      const [key] = reasonOf(error);
      reasons[key] = (reasons[key] ?? 0) + 1;
      pulled++;
      await install(new Port(name), smallOf, () => {}, name);
    }
    t.diagnostic(JSON.stringify(reasons));
  });

test('a byte of the flash that differs is reported', async () => {
  const port = new Port('uno');
  const hear = (what) => what === 'verifying' && (port.heard = (byte) => (byte === 0x77 ? 0x76 : byte));
  await assert.rejects(install(port, smallOf, hear), { key: 'flash.differs' });
});
