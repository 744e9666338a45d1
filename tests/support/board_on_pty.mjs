/** A simulated board on a pseudo-terminal, which resets when that is opened, as DTR does it. */
import { spawn } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReadStream } from 'node:tty';
import assert from 'node:assert/strict';

const folder = mkdtempSync(join(tmpdir(), 'nqueens-flash-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const HANG = 300_000; /* ms: keeps a test from hanging, and is no measure */
export const GREETING = /nqueens \d+\.\d+\.\d+ \(ATmega\w+, 16 MHz\)\r\n/;

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
