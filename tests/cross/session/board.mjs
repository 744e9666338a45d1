/** One way to talk to the firmware, wherever it runs: send text, wait for an answer. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { CLOCK, Uno } from '../../../sim/avr8js/uno.mjs';

const ANSWER = /^(ok|error: .*)\r\n> /m;

/** What every board has in common; a kind of board adds wait(), which lets text come in. */
class Board {
  text = '';
  #seen = 0;

  /** The text since the last call, up to where the pattern ends; throws when it does not come in time. */
  async until(pattern, seconds = 20) {
    const deadline = this.clock() + seconds;
    for (;;) {
      const rest = this.text.slice(this.#seen);
      const match = rest.match(pattern);
      if (match) {
        const end = match.index + match[0].length;
        this.#seen += end;
        return rest.slice(0, end);
      }
      if (this.clock() > deadline) {
        const last = JSON.stringify(rest.slice(-400));
        throw new Error(`no ${pattern} within ${seconds} s, but: ${last}`);
      }
      await this.wait();
    }
  }

  /** Types a line; the answer up to and with the next prompt. */
  async say(line, seconds) {
    this.send(`${line}\r`);
    return this.until(ANSWER, seconds);
  }

  /** After a reset: waits for the prompt, ends the demo, takes out all delays. */
  async wake() {
    const greeting = await this.until(/^> /m);
    await this.say('pace 0');
    return greeting;
  }
}

/** The firmware on avr8js; its clock is the chip's. */
export class Avr8jsBoard extends Board {
  constructor(hexFile) {
    super();
    this.uno = new Uno(readFileSync(hexFile, 'latin1'));
    this.uno.onByte = (byte) => (this.text += String.fromCharCode(byte));
  }

  clock() {
    return this.uno.cycles / CLOCK;
  }

  wait() {
    this.uno.run(CLOCK / 1000);
  }

  send(text) {
    this.uno.send(text);
  }

  async close() {}
}

/** The firmware in a simulator that is a program with the serial line on stdin and stdout. */
export class ProcessBoard extends Board {
  constructor(command, args) {
    super();
    this.child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    /* QEMU never ends by itself: it must not outlive a test that was given up, or that failed elsewhere. */
    process.on('exit', () => this.child.kill('SIGKILL'));
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => process.exit(1));
    this.child.stdin.on('error', () => {}); /* it ended before it read everything: until() reports that */
    this.child.stdout.setEncoding('latin1');
    this.child.stdout.on('data', (text) => (this.text += text));
    this.ended = new Promise((resolve) => this.child.on('error', resolve).on('close', resolve));
    this.ended.then((why) => {
      this.end = why instanceof Error ? why : new Error(`${command} has ended: ${why}`);
    });
  }

  /* A tenth of real time: here a limit only keeps a test from hanging, also on a busy computer. */
  clock() {
    return performance.now() / 10_000;
  }

  /* What is not in the text by the end of the program does not come any more. */
  async wait() {
    if (this.end) throw this.end;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }

  send(text) {
    this.child.stdin.write(text);
  }

  async close() {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

/** QEMU's Uno: no SPI, no EEPROM, no Timer0 and 2; it never ends by itself. */
export const qemuBoard = (elfFile) =>
  new ProcessBoard('qemu-system-avr', [
    ...['-M', 'uno', '-bios', elfFile],
    ...['-display', 'none', '-monitor', 'none', '-serial', 'stdio'],
  ]);

/** The project's own simulated Uno (libsimavr), without a terminal. */
export const simavrBoard = (program, elfFile) => new ProcessBoard(program, [elfFile]);
