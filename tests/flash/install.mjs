#!/usr/bin/env -S node --test-reporter=tap
/**
 * The flasher through real boot loaders on simulated boards, without a browser: it finds out which board it
 * is; the cable is pulled at random bytes, and every board can be written again. TRIES=100: so often, and the
 * whole firmware is written once to each.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { parseHex, usedBytes } from '../../sim/avr8js/hex.mjs';
import { install } from '../../sim/web/flash/program.mjs';
import { TEXTS } from '../../sim/web/flash/texts.mjs';
import { BoardError } from '../../sim/web/flash/wire.mjs';
import { reasonOf } from '../../sim/web/flash/words.mjs';
import { Board, LOADERS } from './board.mjs';

const TRIES = Number(process.env.TRIES ?? 4);
const IS_WHOLE = TRIES >= 100;

function imageOf(chip, name) {
  const board = name.replace('-old', '');
  const flash = parseHex(readFileSync(`build/${board}/nqueens.hex`, 'latin1'), 0x40000);
  return flash.subarray(0, usedBytes(flash));
}

/**
 * So short that many tries take little time; its last page is not full. It loops at once (`rjmp .-2`): half
 * of a program would run into the boot loader again and again, because the simulated chip stays powered.
 */
const smallOf = () => Uint8Array.from({ length: 1000 }, (_, i) => [0xff, 0xcf][i] ?? (i * 37) & 0xff);

/**
 * A port of Web Serial, with a simulated board at its end. Bytes at another rate than the boot loader's are
 * noise. After `left` bytes, of both directions, the cable is pulled.
 */
class Port {
  readable = null;
  writable = null;
  bytes = 0;

  constructor(board, name, left = Infinity) {
    Object.assign(this, { board, rate: LOADERS[name][1], isBootLoader: name === 'leonardo', left });
  }

  getInfo() {
    return this.isBootLoader ? { usbProductId: 0x36 } : {};
  }

  async open({ baudRate }) {
    this.isClear = this.isBootLoader || baudRate === this.rate;
    this.readable = new ReadableStream({ start: (controller) => (this.controller = controller) });
    this.writable = new WritableStream({ write: (bytes) => this.#write(bytes) });
    if (this.isBootLoader) this.#connect();
  }

  #connect() {
    this.board.open((bytes) => this.#count(bytes) && this.isClear && this.#enqueue(bytes));
  }

  #enqueue(bytes) {
    try {
      this.controller.enqueue(Uint8Array.from(bytes));
    } catch {
      /* It was closed before the last bytes came. */
    }
  }

  /** False once the cable was pulled. */
  #count({ length }) {
    if (this.isPulled) return false;
    this.bytes += length;
    this.isPulled = this.bytes > this.left;
    if (!this.isPulled) return true;
    this.board.close();
    this.controller.error(new DOMException('The device has been lost.', 'NetworkError'));
    return false;
  }

  #write(bytes) {
    if (!this.#count(bytes)) throw new DOMException('The device has been lost.', 'NetworkError');
    if (this.isClear) this.board.write(bytes);
  }

  async setSignals({ dataTerminalReady }) {
    if (this.isPulled) throw new DOMException('The device has been lost.', 'NetworkError');
    this.board.close();
    if (dataTerminalReady) this.#connect();
  }

  async close() {
    if (this.readable?.locked || this.writable?.locked) throw new TypeError('the port is still in use');
    this.board.close();
  }
}

const boards = {};
for (const [name, parts] of Object.entries(LOADERS)) boards[name] = new Board(...parts);
after(() => Object.values(boards).forEach((board) => board.stop()));
for (const [name, board] of Object.entries(boards))
  test(`the boot loader that answers is found, and the program written: ${name}`, async (t) => {
    const seen = [];
    const programOf = IS_WHOLE ? imageOf : smallOf;
    const found = await patiently(t, () =>
      install(new Port(board, name), programOf, (what) => seen.push(what)),
    );
    assert.equal(found, name);
    assert.deepEqual([...new Set(seen)], ['calling', 'writing', 'verifying']);
    if (!IS_WHOLE) return;
    board.text = '';
    board.open();
    await board.greets();
    board.close();
  });

/** The flasher's limits are of real time, so a busy computer tries again. */
async function patiently(t, act) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act();
    } catch (error) {
      t.diagnostic(`attempt ${attempt}: ${error.message}`);
      if (attempt === 6 || !(error instanceof BoardError)) throw error;
    }
  }
}

/** Park and Miller's generator: the same places in every run. */
function randomFrom(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

for (const [name, board] of Object.entries(boards))
  test(`a cable that is pulled at any byte leaves a board that can be written again: ${name}`, async (t) => {
    let whole;
    await patiently(t, () => install((whole = new Port(board, name)), smallOf));
    const random = randomFrom(name.length);
    const reasons = {};
    for (let i = 0; i < Math.ceil(TRIES / 4); i++) {
      const left = Math.floor(random() * whole.bytes);
      await install(new Port(board, name, left), smallOf).then(
        () => assert.fail(`written though the cable was pulled after ${left} bytes`),
        (error) => {
          const [key] = reasonOf(error);
          assert.ok(TEXTS[key], key);
          reasons[key] = (reasons[key] ?? 0) + 1;
        },
      );
      await patiently(t, () => install(new Port(board, name), smallOf, () => {}, name));
    }
    t.diagnostic(JSON.stringify(reasons));
  });

test('every failure has a text', () => {
  for (const file of ['avr109', 'program', 'stk500', 'stk500v2', 'wire', 'words'])
    for (const [key] of readFileSync(`sim/web/flash/${file}.mjs`, 'utf8').matchAll(/(?<=')flash\.\w+(?=')/g))
      assert.ok(TEXTS[key], key);
});

test('a chip that the manifest does not have is refused before anything is written', async () => {
  const nothing = () => null;
  await assert.rejects(install(new Port(boards.uno, 'uno'), nothing), { key: 'flash.noImage' });
});
