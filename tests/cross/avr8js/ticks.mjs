#!/usr/bin/env -S node --test-reporter=tap
/** The fast loop of the Uno on avr8js does what avr8js does with a tick after every instruction. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CLOCK, FLASH_SIZE, Uno } from '../../../sim/avr8js/uno.mjs';

const HEX = readFileSync('build/uno/nqueens.hex', 'latin1');
const LINES = 'pace 0,solve 6,count 10,format board,solve 5,save,info,search 4,count 12'.split(',');

/** An Uno to which lines are typed after `start` cycles. With a profile, every instruction has a tick. */
function typed(isTickedAlways, start, lines, cycles, log) {
  const uno = new Uno(HEX);
  uno.onByte = (byte, cycle) => log.push(`byte ${byte} at ${cycle}`);
  uno.matrix.onLatch = ({ register, value, to }) => log.push(`register ${register} = ${value} at ${to}`);
  uno.onReset = (cause) => log.push(`reset ${cause}`);
  if (isTickedAlways) uno.profile = new Float64Array(FLASH_SIZE / 2);
  uno.run(start);
  for (const line of lines) {
    uno.send(`${line}\r`);
    uno.run(cycles);
  }
  return uno;
}

/** Bytes, frames, resets and ends of runs with their cycles. */
function session(isTickedAlways) {
  const log = [];
  const uno = typed(isTickedAlways, CLOCK / 4, LINES, CLOCK * 0.4, log);
  uno.press(true);
  uno.run(CLOCK / 5);
  uno.press(false);
  uno.reset();
  /* Callbacks that stop the run in the middle of a byte. */
  let bytes = 0;
  const { onByte } = uno;
  uno.onByte = (...values) => {
    onByte(...values);
    if (++bytes % 3 === 0) uno.stop();
  };
  for (let i = 0; i < 30; i++) {
    uno.run(CLOCK / 50);
    log.push(`run ends at ${uno.cycles}, ${uno.asleep} asleep`);
  }
  return log;
}

test('bytes, frames, sleep and ends of runs come at the cycles of a tick at every instruction', () => {
  const [fast, plain] = [session(false), session(true)];
  assert.ok(plain.length > 1500, `${plain.length} events`);
  const at = plain.findIndex((event, i) => event !== fast[i]);
  assert.equal(at, -1, `${plain[at]}, but: ${fast[at]}`);
  assert.equal(fast.length, plain.length);
});

/** The same of a short session that begins at this cycle. */
function shortSession(isTickedAlways, start) {
  const log = [];
  typed(isTickedAlways, start, ['pace 0', 'format board', 'solve 5', 'search 4'], CLOCK * 0.15, log);
  return log;
}

/* Events of the timer and of the serial line then come in the same cycle, or while the chip falls asleep. */
test('so they do wherever the input falls between two ticks', () => {
  for (let i = 0; i < 20; i++) {
    const start = CLOCK / 10 + 37 * i;
    assert.deepEqual(shortSession(false, start), shortSession(true, start), `from cycle ${start} on`);
  }
});
