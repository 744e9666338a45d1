#!/usr/bin/env -S node --test-reporter=tap
/** The displays on avr8js: solutions, pictures, and the times on the wires, which QEMU does not have. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { CLOCK } from '../../../sim/avr8js/uno.mjs';
import { onAvr8js } from '../session/board.mjs';

const VECTORS = readFileSync('tests/vectors/solutions-8.txt', 'latin1');
const SOLUTIONS = VECTORS.trim().split('\n');

/* Limits of cycles a byte on the line, cycles for eight rows, share of sleep at pace 500. */
const LINE_CYCLES = 1400;
const ROWS_CYCLES = 4000;
const SLEEP_SHARE = 0.96;

const shown = (rows) => Array.from(rows, (row) => 8 - Math.log2(row)).join('');

let answer;
const sent = []; /* a byte's value and the cycle in which it began */
const frames = []; /* the picture after each write of row 8, and the cycles from row 1 to it */
const { port, line } = await onAvr8js('build/uno/nqueens.hex');
const { uno } = port;

before(async () => {
  await line.say('echo off');
  const toText = uno.onByte;
  uno.onByte = (byte, cycle) => {
    toText(byte, cycle);
    sent.push({ byte, cycle });
  };
  let next = 1;
  let begin = 0;
  uno.matrix.onLatch = ({ register, from, to }) => {
    if (register === 1) [next, begin] = [1, from];
    if (register !== next++ || register !== 8) return;
    frames.push({ rows: uno.matrix.rows(), cycles: to - begin });
  };
  answer = (await line.say('solve 8')).trimStart();
  uno.onByte = toText;
  uno.matrix.onLatch = null;
});

test('solve 8 prints the 92 solutions byte for byte, its count and ok', () => {
  assert.equal(answer.slice(0, 92 * 10), VECTORS.replaceAll('\n', '\r\n'));
  assert.match(answer.slice(92 * 10), /^92 solutions, 2056 queens placed, \d+\.\d{3} s\r\nok\r\n$/);
});

test('the matrix shows each of the 92 boards, in order, and nothing else', () => {
  const pictures = frames.map(({ rows }) => shown(rows)).filter((text, i, all) => text !== all[i - 1]);
  assert.deepEqual(pictures.slice(-92), SOLUTIONS);
});

test(`from the first solution to the last, a byte takes at most ${LINE_CYCLES} cycles of the line`, (t) => {
  const bytes = sent.slice(sent.findIndex(({ byte }) => byte > 0x20));
  const cycles = (bytes[919].cycle - bytes[0].cycle) / 919;
  t.diagnostic(`${cycles.toFixed(1)} cycles a byte`);
  assert.ok(cycles <= LINE_CYCLES, `${cycles} cycles`);
  assert.ok(cycles >= 1360, `${cycles} cycles: faster than the line can be`);
});

test(`eight rows go to the matrix within ${ROWS_CYCLES} cycles`, (t) => {
  const best = Math.min(...frames.map(({ cycles }) => cycles));
  t.diagnostic(`${best} cycles`);
  assert.ok(best >= 304, `${best} cycles: faster than the wire can be`);
  assert.ok(best <= ROWS_CYCLES, `${best} cycles`);
});

test(`at pace 500 the chip sleeps more than ${SLEEP_SHARE * 100} % of the time`, async (t) => {
  await line.say('pace 500');
  line.send('solve 8\r');
  await line.until(/15863724/);
  const [asleep, cycles] = [uno.asleep, uno.cycles];
  uno.run(CLOCK * 4);
  const share = (uno.asleep - asleep) / (uno.cycles - cycles);
  t.diagnostic(`asleep ${(share * 100).toFixed(2)} %`);
  assert.ok(share > SLEEP_SHARE, `${share}`);
});
