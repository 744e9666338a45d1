#!/usr/bin/env -S node --test-reporter=tap
/**
 * The count and the comparison image on avr8js and on simavr, simulators of different people: the same
 * numbers in the same time, but for where the slices of a count end.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { CLOCK, Uno } from '../../../sim/avr8js/uno.mjs';

const require = createRequire(new URL('../../../sim/avr8js/', import.meta.url));
const { AVRTimer, CPU, avrInstruction, timer1Config } = require('avr8js');

const IMAGE = 'build/chip/count.elf';
const BINARY = 'build/chip/count.bin';
const MARK = 0x7f; /* DIDR1: 1 in a slice */
const TASK_COUNT = 1;
const BOARDS = [8, 9, 10, 11, 12, 13]; // 14 takes four times as long as all of these, in the same code

const tool = (...words) => execFileSync(words[0], words.slice(1), { maxBuffer: 1 << 20 });
const symbols = new Map(
  tool('avr-nm', IMAGE)
    .toString()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([address, , name]) => [name, parseInt(address, 16) & 0xffff]),
);

function step(cpu) {
  avrInstruction(cpu);
  cpu.tick();
}

/** The chip, waiting for a task. */
function powered() {
  const flash = new Uint8Array(32768).fill(0xff);
  tool('avr-objcopy', '-O', 'binary', IMAGE, BINARY);
  flash.set(readFileSync(BINARY));
  const cpu = new CPU(new Uint16Array(flash.buffer), 2048);
  new AVRTimer(cpu, timer1Config); // its flag ends the slices
  while (cpu.cycles < 16000) step(cpu);
  return cpu;
}

/** Solutions, and cycles in slices. */
function counted(cpu, n) {
  const task = symbols.get('task');
  let cycles = 0;
  cpu.data[symbols.get('size')] = n;
  cpu.data[task] = TASK_COUNT;
  while (cpu.data[task] !== 0) {
    const before = cpu.cycles;
    const isSlice = cpu.data[MARK] === 1;
    step(cpu);
    if (isSlice) cycles += cpu.cycles - before;
  }
  return { n, cycles, solutions: cpu.dataView.getUint32(symbols.get('count'), true) };
}

/* The timer that ends the slices begins at another cycle here, so a count may have one slice more: at most
 * so many cycles for a return and the way down again. */
const SLICE = 700;

test('counts of 8 to 13 rows are the same on avr8js as on simavr, as fast to 0.1 % and one slice', (t) => {
  const cpu = powered();
  const found = BOARDS.map((n) => counted(cpu, n));
  for (const { n, cycles } of found) t.diagnostic(`n = ${n}: ${cycles} cycles`);
  const report = tool('build/simulator/count', 'only', 'a_count_takes_no_more_than_it_may').toString();
  const simavr = [...report.matchAll(/^# n = (\d+): (\d+) cycles/gm)].slice(0, BOARDS.length);
  for (const [i, [, n, cycles]] of simavr.entries()) {
    assert.equal(found[i].n, Number(n));
    const error = Math.abs(found[i].cycles - cycles);
    assert.ok(error < SLICE + cycles / 1000, `n = ${n}: ${found[i].cycles}, not ${cycles}`);
  }
  assert.equal(simavr.length, BOARDS.length);
  assert.deepEqual(found.map(({ solutions }) => solutions), [92, 352, 724, 2680, 14200, 73712]);
});

/* ---- the comparison image ---- */

const SECONDS = 1.5; /* all programs up to n = 7 */

const tableOf = (text) => text.split('\r\n').filter((line) => /^[a-z]+ +[4-7] .*right$/.test(line));

test('cycles and bytes of every program up to n = 7 are the same on avr8js as on simavr', () => {
  const uno = new Uno(readFileSync('build/uno/bench.hex', 'latin1'));
  let text = '';
  uno.onByte = (byte) => (text += String.fromCharCode(byte));
  uno.run(SECONDS * CLOCK);
  const options = ['--headless', `--seconds=${SECONDS}`];
  const simavr = execFileSync('build/sim/uno', [...options, 'build/uno/bench.elf'], {
    encoding: 'latin1',
    input: '',
  });
  assert.equal(tableOf(text).length, 28);
  assert.deepEqual(tableOf(text), tableOf(simavr));
});
