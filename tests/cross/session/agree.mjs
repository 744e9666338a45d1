#!/usr/bin/env -S node --test-reporter=tap
/** The firmware on other simulators: the same answers, byte for byte; on avr8js the times of wires, too. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseImage } from '../../../sim/avr8js/hex.mjs';
import { CLOCK, FLASH_SIZE, Uno } from '../../../sim/avr8js/uno.mjs';
import { Line, Port } from '../../../sim/report/line.mjs';
import { playJob, playLine } from '../../../sim/report/session.mjs';

const HEX = 'build/uno/nqueens.hex';
const unoWith = (hex) => new Uno(parseImage(readFileSync(hex, 'latin1')));
const LIMIT = 600; /* only to end a simulator that hangs */

/** The firmware on avr8js. Time passes only while the line waits, and only until text comes. */
class Avr8jsPort {
  constructor() {
    this.uno = unoWith(HEX);
    this.uno.onByte = (byte, cycle) => {
      this.hasText = true;
      this.onText(String.fromCharCode(byte), cycle / CLOCK);
    };
  }

  now() {
    return this.uno.cycles / CLOCK;
  }

  async pause(seconds) {
    this.hasText = false;
    for (const end = this.now() + seconds; !this.hasText && this.now() < end;) this.uno.run(CLOCK / 1000);
  }

  send(text) {
    this.uno.send(text);
  }
}

/** QEMU's Uno: no SPI, no EEPROM, no Timer0 and 2; it runs in real time and never ends by itself. */
class QemuPort extends Port {
  constructor() {
    super();
    const args = '-M uno -bios build/uno/nqueens.elf -display none -monitor none -serial stdio'.split(' ');
    this.child = spawn('qemu-system-avr', args, { stdio: ['pipe', 'pipe', 'inherit'] });
    process.on('exit', () => this.child.kill('SIGKILL'));
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => process.exit(1));
    this.child.stdin.on('error', () => {}); /* it ended: the line reports that */
    this.child.stdout.on('data', (text) => this.onText(text.toString('latin1'), this.now()));
    this.child.on('error', () => this.onLost()).on('close', () => this.onLost());
  }

  send(text) {
    this.child.stdin.write(text);
  }
}

/** After the reset; the demo has ended, and nothing is delayed. */
async function awake(port) {
  const line = new Line(port, { patience: LIMIT });
  await line.until(/^> /m, 3, true);
  await line.say('pace 0');
  return line;
}

/* ---- the same session on each ---- */

/* What simavr answers to the lines of everything.txt: the board report expects the same of a real board. */
const { clock, session } = JSON.parse(readFileSync('build/report/uno.json', 'utf8'));

async function answers(port) {
  const line = await awake(port);
  const played = [];
  for (const { send } of session) played.push({ send, answer: await playLine(line, send) });
  return played;
}

/* QEMU lacks registers with which the count is fast: from n = 9 it counts there in the plain way. */
const withoutPlaced = ({ send, answer }) =>
  [send, /^(count|usaco) (9|\d\d)/.test(send) ? answer.replace(/\d+ queens placed/, 'SOME') : answer];

/* It has no EEPROM either: what is read back after a save is not what was written. */
const WORN = 'error: not saved: the EEPROM is worn';
const withoutEeprom = ({ send, answer }) =>
  ({ send, answer: /^(save|defaults)$/.test(send) ? answer.replace('ok', WORN) : answer });

test('avr8js answers a long session as simavr does', async () =>
  assert.deepEqual(await answers(new Avr8jsPort()), session));

test('QEMU answers a long session as simavr does', async () => {
  const port = new QemuPort();
  const seen = await answers(port).finally(() => port.child.kill('SIGKILL'));
  assert.deepEqual(seen.map(withoutPlaced), session.map(withoutEeprom).map(withoutPlaced));
});

test('the session types every command and every format that help lists, and the manual has each', () => {
  const help = session.find(({ send }) => send === 'help').answer;
  const commands = [...help.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name]) => name);
  commands.splice(commands.indexOf('test'), 1); // it takes too long in QEMU, which runs in real time
  const formats = help.match(/^ {2}format \[?([a-z|]+)/m)[1].split('|');
  const wanted = [...commands, ...formats.map((name) => `format ${name}`)];
  const missing = wanted.filter((words) => !session.some(({ send }) => `${send} `.startsWith(`${words} `)));
  assert.ok(commands.length > 10 && formats.length > 4, help);
  assert.deepEqual(missing, []);
  const manual = readFileSync('firmware/COMMANDS.md', 'utf8').match(/^\| `.*/gm).join();
  assert.deepEqual([...commands, ...formats].filter((name) => !manual.includes(`\`${name}`)), []);
});

test('what the session types in error is refused, all else is done', () => {
  const lines = session.map(({ send }) => send);
  const [begin, end] = [lines.indexOf('foo'), lines.lastIndexOf('solve 5')];
  for (const [i, { send, answer }] of session.entries())
    assert.equal(/^error: /m.test(answer), i >= begin && i < end, send);
});

/* ---- times, which QEMU does not have ---- */

test('usaco 14 takes as much longer than usaco 12 on avr8js as on simavr, to 0.1 %', async (t) => {
  const line = await awake(new Avr8jsPort());
  await line.say('count 11'); /* meanwhile the matrix has shown what came before: drawing takes time */
  const [short, long] = [await playJob(line, 'usaco 12', 60), await playJob(line, 'usaco 14', 60)]
    .map(({ start, end }) => Math.round((end - start) * CLOCK));
  t.diagnostic(`${short} and ${long} cycles, on simavr ${clock.short} and ${clock.long}`);
  assert.ok(Math.abs((long - short) / (clock.long - clock.short) - 1) < 0.001);
});

const SECONDS = 1.5; /* all programs of the comparison image up to n = 7 */
const tableOf = (text) => text.split('\r\n').filter((line) => /^[a-z]+ +[4-7] .*right$/.test(line));

test('cycles and bytes of every program up to n = 7 are the same on avr8js as on simavr', () => {
  const uno = unoWith('build/uno/bench.hex');
  let text = '';
  uno.onByte = (byte) => (text += String.fromCharCode(byte));
  uno.run(SECONDS * CLOCK);
  const options = { encoding: 'latin1', input: '' };
  const simavr = execFileSync('build/sim/uno', [`--seconds=${SECONDS}`, 'build/uno/bench.elf'], options);
  assert.equal(tableOf(text).length, 28);
  assert.deepEqual(tableOf(text), tableOf(simavr));
});

/* Limits of cycles a byte on the line, cycles for eight rows, share of sleep at pace 500. */
const LINE_CYCLES = [1360, 1400];
const ROWS_CYCLES = [304, 4000];
const SLEEP_SHARE = 0.96;

test('avr8js has the times of the line and of the matrix, and a chip that sleeps at pace 500', async (t) => {
  const port = new Avr8jsPort();
  const { uno } = port;
  const line = await awake(port);
  await line.say('echo off');
  const sent = []; /* the cycle in which a byte of solutions began */
  const rows = []; /* the cycles from row 1 to row 8 */
  const { onByte } = uno;
  uno.onByte = (byte, cycle) => {
    onByte(byte, cycle);
    if (byte > 0x20 || sent.length) sent.push(cycle);
  };
  let [next, begin] = [1, 0];
  uno.matrix.onLatch = ({ register, from, to }) => {
    if (register === 1) [next, begin] = [1, from];
    if (register === next++ && register === 8) rows.push(to - begin);
  };
  await line.say('solve 8');
  uno.matrix.onLatch = null;
  const perByte = (sent[919] - sent[0]) / 919;
  const perFrame = Math.min(...rows);
  t.diagnostic(`${perByte.toFixed(1)} cycles a byte, ${perFrame} for eight rows`);
  assert.ok(perByte >= LINE_CYCLES[0] && perByte <= LINE_CYCLES[1]);
  assert.ok(perFrame >= ROWS_CYCLES[0] && perFrame <= ROWS_CYCLES[1]);

  await line.say('pace 500');
  line.send('solve 8\r');
  await line.until(/15863724/);
  const [asleep, cycles] = [uno.asleep, uno.cycles];
  uno.run(CLOCK * 4);
  const share = (uno.asleep - asleep) / (uno.cycles - cycles);
  t.diagnostic(`asleep ${(share * 100).toFixed(2)} %`);
  assert.ok(share > SLEEP_SHARE, `${share}`);
});

/* ---- the fast loop of sim/avr8js/uno.mjs does what avr8js does with a tick after every instruction ---- */

const LINES = 'pace 0,solve 6,count 10,format board,solve 5,save,info,search 4,count 12'.split(',');

/** An Uno to which lines are typed after `start` cycles. With a profile, every instruction has a tick. */
function typed(isTickedAlways, start, lines, cycles, log) {
  const uno = unoWith(HEX);
  uno.onByte = (byte, cycle) => log.push(`byte ${byte} at ${cycle}`);
  uno.matrix.onLatch = ({ register, value, to }) => log.push(`register ${register} = ${value} at ${to}`);
  if (isTickedAlways) uno.profile = new Float64Array(FLASH_SIZE / 2);
  uno.run(start);
  for (const line of lines) {
    uno.send(`${line}\r`);
    uno.run(cycles);
  }
  return uno;
}

function longSession(isTickedAlways) {
  const log = [];
  const uno = typed(isTickedAlways, CLOCK / 4, LINES, CLOCK * 0.4, log);
  uno.press(true);
  uno.run(CLOCK / 5);
  uno.press(false);
  uno.reset();
  for (let i = 0; i < 30; i++) {
    uno.run(CLOCK / 50);
    log.push(`run ends at ${uno.cycles}, ${uno.asleep} asleep`);
  }
  return log;
}

test('bytes, frames, sleep and ends of runs come at the cycles of a tick at every instruction', () => {
  const [fast, plain] = [longSession(false), longSession(true)];
  assert.ok(plain.length > 1500, `${plain.length} events`);
  const at = plain.findIndex((event, i) => event !== fast[i]);
  assert.equal(at, -1, `${plain[at]}, but: ${fast[at]}`);
  assert.equal(fast.length, plain.length);
});

/* Events of the timer and of the serial line then come in the same cycle, or while the chip falls asleep. */
test('so they do wherever the input falls between two ticks', () => {
  const lines = ['pace 0', 'format board', 'solve 5', 'search 4'], logs = [[], []];
  for (let i = 0; i < 20; i++)
    for (const [way, log] of logs.entries()) typed(way === 1, CLOCK / 10 + 37 * i, lines, CLOCK * 0.15, log);
  assert.deepEqual(...logs);
});
