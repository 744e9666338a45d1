#!/usr/bin/env -S node --test-reporter=tap
/**
 * `solve 8` on avr8js: the solutions, the pictures, and the times on the wires that only this simulator has
 * right.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { CLOCK } from '../../../sim/avr8js/uno.mjs';
import { Avr8jsBoard } from '../session/board.mjs';

const HEX = process.env.NQUEENS_HEX ?? 'build/uno/nqueens.hex';
const VECTORS = readFileSync('tests/vectors/solutions-8.txt', 'latin1');
const SOLUTIONS = VECTORS.trim().split('\n');

/* Limits of cycles a byte on the line, cycles for eight rows, share of sleep at pace 500. */
const LINE_CYCLES = 1400;
const ROWS_CYCLES = 400;
const SLEEP_SHARE = 0.96;

const picture = (solution) => solution.split('').map((column) => 0x80 >> (column - 1));
const shown = (rows) => Array.from(rows, (row) => 8 - Math.log2(row)).join('');

let greeting;
let answer;
let matrixAtStart;
const sent = []; /* a byte's value and the cycle in which it began */
const frames = []; /* the picture after each write of row 8, and the cycles from row 1 to it */
const board = new Avr8jsBoard(HEX);
const { uno } = board;

/** Notes all that goes over both wires while the function runs. */
async function watch(run) {
  sent.length = 0;
  frames.length = 0;
  const toText = uno.onByte;
  uno.onByte = (byte, cycle) => {
    toText(byte);
    sent.push({ byte, cycle });
  };
  let next = 1;
  let begin = 0;
  uno.matrix.onLatch = ({ register, from, to }) => {
    if (register === 1) [next, begin] = [1, from];
    if (register !== next++ || register !== 8) return;
    frames.push({ rows: uno.matrix.rows(), cycles: to - begin });
  };
  const result = await run();
  uno.onByte = toText;
  uno.matrix.onLatch = null;
  return result;
}

before(async () => {
  matrixAtStart = uno.matrix.rows();
  greeting = await board.wake();
  await board.say('echo off');
  answer = (await watch(() => board.say('solve 8'))).trimStart();
});

test('the display is dark at power-up', () => {
  assert.deepEqual(Array.from(matrixAtStart), Array(8).fill(0));
});

test('the first line after the reset names the firmware, the chip and its clock', () => {
  assert.match(greeting, /^nqueens \d+\.\d+\.\d+ \(ATmega328P, 16 MHz\)\r\n/);
});

test('solve 8 prints the 92 solutions byte for byte', () => {
  assert.equal(answer.slice(0, 92 * 10), VECTORS.replaceAll('\n', '\r\n'));
});

test('solve 8 closes with its count, ok and the prompt', () => {
  assert.match(answer.slice(92 * 10), /^92 solutions, 2056 queens placed, \d+\.\d{3} s\r\nok\r\n> $/);
});

test('the matrix shows each of the 92 boards, in order, and nothing else', () => {
  const pictures = frames.map(({ rows }) => shown(rows)).filter((text, i, all) => text !== all[i - 1]);
  assert.deepEqual(pictures.slice(-92), SOLUTIONS);
});

test(`from the first solution to the last, a byte takes at most ${LINE_CYCLES} cycles of the line`, (t) => {
  const line = sent.slice(sent.findIndex(({ byte }) => byte > 0x20));
  const cycles = (line[919].cycle - line[0].cycle) / 919;
  t.diagnostic(`${cycles.toFixed(1)} cycles a byte`);
  assert.ok(cycles <= LINE_CYCLES, `${cycles} cycles`);
  assert.ok(cycles >= 1360, `${cycles} cycles: faster than the line can be`);
});

test(`eight rows go to the matrix within ${ROWS_CYCLES} cycles`, (t) => {
  const worst = Math.max(...frames.map(({ cycles }) => cycles));
  const best = Math.min(...frames.map(({ cycles }) => cycles));
  t.diagnostic(`${best} to ${worst} cycles`);
  assert.ok(best >= 304, `${best} cycles: faster than the wire can be`);
  assert.ok(best <= ROWS_CYCLES, `${best} cycles`);
});

test('as each solution is printed, the matrix shows it', async () => {
  await board.say('pace 20');
  board.send('solve 8\r');
  for (const solution of SOLUTIONS) {
    await board.until(new RegExp(`${solution}\r\n`));
    uno.run(CLOCK / 200);
    assert.deepEqual(Array.from(uno.matrix.rows()), picture(solution));
  }
  await board.until(/ok\r\n> /);
});

test(`at pace 500 the chip sleeps more than ${SLEEP_SHARE * 100} % of the time`, async (t) => {
  await board.say('pace 500');
  board.send('solve 8\r');
  await board.until(/15863724/);
  const [asleep, cycles] = [uno.asleep, uno.cycles];
  uno.run(CLOCK * 4);
  const share = (uno.asleep - asleep) / (uno.cycles - cycles);
  t.diagnostic(`asleep ${(share * 100).toFixed(2)} %`);
  board.send('\x03');
  await board.until(/ok\r\n> /);
  assert.ok(share > SLEEP_SHARE, `${share}`);
});

test('a short press of the button pauses, another one resumes', async () => {
  const press = () => {
    uno.press(true);
    uno.run(CLOCK / 10);
    uno.press(false);
    uno.run(CLOCK / 10);
  };
  await board.say('pace 50');
  board.send('solve 8\r');
  await board.until(/17468253\r\n/);
  press();
  const { length } = board.text;
  const rows = uno.matrix.rows();
  uno.run(CLOCK);
  assert.equal(board.text.length, length);
  assert.deepEqual(uno.matrix.rows(), rows);
  press();
  uno.run(CLOCK);
  assert.ok(board.text.length > length + 100);
  board.send('\x03');
  await board.until(/ok\r\n> /);
});

test('every transfer to the matrix had 16 bits', (t) => {
  t.diagnostic(`${uno.matrix.latches} transfers`);
  assert.ok(uno.matrix.latches > 92 * 8);
  assert.equal(uno.matrix.malformed, 0);
});
