#!/usr/bin/env -S node --test-reporter=tap
/** The firmware through the real Optiboot onto a simulated Uno: by the real avrdude, and by the browser page. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { constants, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReadStream } from 'node:tty';
import { PAGE, launch, skip } from '../cross/session/browser.mjs';

const HEX = process.env.NQUEENS_HEX ?? 'build/uno/nqueens.hex';
const OPTIBOOT = process.env.OPTIBOOT ?? 'build/sim/optiboot.hex';
const folder = mkdtempSync(join(tmpdir(), 'nqueens-flash-'));
after(() => rmSync(folder, { recursive: true }));

const GREETING = /nqueens \d+\.\d+\.\d+ \(ATmega328P, 16 MHz\)\r\n/;

/** An Uno with nothing but its boot loader (which starts a program by a watchdog reset: no fault here), on a pseudo-terminal; opening that resets it, as DTR does. */
class EmptyUno {
  link = join(folder, `uno-${Math.random().toString(36).slice(2)}`);
  text = '';
  ended = null;

  async start(bootloader = OPTIBOOT) {
    const options = ['--headless', `--bootloader=${bootloader}`, `--pty=${this.link}`, '--speed=1', '--keep-going'];
    this.child = spawn('build/sim/uno', options, { stdio: ['ignore', 'ignore', 'inherit'] });
    this.child.on('exit', (status, signal) => (this.ended = `the simulated Uno has ended: ${signal ?? status}`));
    await this.until(() => existsSync(this.link), 20);
    return this;
  }

  /** Waits until it is so, or for so many seconds; gives up at once when there is nobody left to wait for. */
  async until(isSo, seconds) {
    for (const end = performance.now() + 1000 * seconds; !isSo() && performance.now() < end; await sleep(20))
      if (this.ended) throw new Error(this.ended);
  }

  open(onData = () => {}) {
    this.fd = openSync(this.link, constants.O_RDWR | constants.O_NOCTTY);
    this.line = new ReadStream(this.fd);
    this.line.on('data', (bytes) => {
      this.text += bytes.toString('latin1');
      onData([...bytes]);
    });
    this.line.on('error', () => {}); /* the Uno was switched off */
  }

  close() {
    this.line?.destroy();
    this.line = null;
  }

  write(bytes) {
    writeSync(this.fd, Uint8Array.from(bytes));
  }

  async greets() {
    await this.until(() => GREETING.test(this.text), 10);
    assert.match(this.text, GREETING);
  }

  stop() {
    this.close();
    this.child.kill('SIGKILL');
  }
}

test('a simulated Uno that ends is not waited for', async () => {
  const start = performance.now();
  await assert.rejects(new EmptyUno().start(join(folder, 'missing.hex')), /has ended: 1/);
  assert.ok(performance.now() - start < 5000);
});

test('avrdude writes and verifies the firmware through Optiboot, and it starts', async (t) => {
  const uno = await new EmptyUno().start();
  t.after(() => uno.stop());
  const options = ['-c', 'arduino', '-p', 'm328p', '-b', '115200', '-P', uno.link, '-D', '-U', `flash:w:${HEX}:i`];
  const avrdude = spawnSync('avrdude', options, { encoding: 'latin1', timeout: 60000 });
  assert.match(avrdude.stderr, /\d+ bytes of flash verified/);
  uno.open();
  await uno.greets();
});

/* A Web Serial port whose other end is the pseudo-terminal: DTR going on opens it. */
const FAKE_SERIAL = () => {
  let push;
  globalThis.fromUno = (bytes) => push?.(Uint8Array.from(bytes));
  const port = {
    async open({ baudRate }) {
      if (baudRate !== 115200) throw new Error(`${baudRate} baud is not Optiboot's rate`);
      this.readable = new ReadableStream({ start: (controller) => (push = (bytes) => controller.enqueue(bytes)), cancel: () => (push = null) });
      this.writable = new WritableStream({ write: (bytes) => globalThis.toUno([...bytes]) });
    },
    setSignals: ({ dataTerminalReady }) => globalThis.setDtr(dataTerminalReady),
    async close() {
      if (this.readable.locked || this.writable.locked) throw new TypeError('the port is still in use');
    },
  };
  Object.defineProperty(navigator, 'serial', { value: { requestPort: async () => port } });
};

async function openPage(t, uno) {
  const browser = await launch();
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.addInitScript(FAKE_SERIAL);
  const waiting = []; /* a call into the page takes longer than many bytes do */
  const forward = (bytes) => {
    if (waiting.push(...bytes) === bytes.length)
      setTimeout(() => page.evaluate((data) => globalThis.fromUno(data), waiting.splice(0)).catch(() => {}), 4);
  };
  await page.exposeFunction('toUno', (bytes) => uno.write(bytes));
  await page.exposeFunction('setDtr', (on) => {
    uno.close();
    if (on) uno.open(forward);
  });
  await page.goto(PAGE);
  await page.locator('#pause').click(); /* the simulated chip in the page needs no time now */
  await page.locator('#flash-start').click();
  return page;
}

const verdict = async (page) => {
  const status = page.locator('#flash-status');
  for (let i = 0; i < 2400 && !/^(Written|Not written)/.test(await status.textContent()); i++) await sleep(50);
  return status.textContent();
};

/* Optiboot gives up when it hears nothing for a second; on a machine too busy for that, try again. */
test('the page writes and verifies the firmware through Optiboot, and it starts', { skip }, async (t) => {
  for (let attempt = 1; ; attempt++) {
    const uno = await new EmptyUno().start();
    t.after(() => uno.stop());
    const text = await verdict(await openPage(t, uno));
    t.diagnostic(text);
    if (attempt < 3 && !text.startsWith('Written')) continue;
    assert.match(text, /^Written and verified in /);
    await uno.greets();
    return;
  }
});

test('the page says so when no boot loader answers', { skip }, async (t) => {
  const silent = { open() {}, close() {}, write() {} };
  const page = await openPage(t, silent);
  assert.match(await verdict(page), /^Not written: no boot loader answers/);
  assert.ok(await page.locator('#flash-start').isEnabled());
});
