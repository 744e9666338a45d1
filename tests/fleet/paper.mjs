#!/usr/bin/env -S node --test-reporter=tap
/** Parts of large counts: their sums, and how long those of n = 19, which were run, take on many boards. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const HZ = 16e6;
const HOUR = 3600;
const BOARDS = [1, 4, 16, 20, 32, 64];

const measured = readFileSync('tests/checks/measurements/parts.tsv', 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split('\t').map(Number))
  .map(([n, parts, part, queens, solutions, cycles]) => ({ n, parts, part, queens, solutions, cycles }));
const rowsOf = (size, cut) => measured.filter(({ n, parts }) => n === size && parts === cut);
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

/** The next board that is free takes the next part; when the last one has ended. */
function schedule(times, boards) {
  const free = new Array(boards).fill(0);
  for (const time of times) free[free.indexOf(Math.min(...free))] += time;
  return Math.max(...free);
}

test("the README's table is what the 64 parts of n = 19 take on so many boards", () => {
  const times = rowsOf(19, 64).map(({ cycles }) => cycles / HZ);
  const rows = BOARDS.map((boards) => {
    const all = schedule(times, boards);
    const time = all < 2 * HOUR ? `${(all / 60).toFixed(0)} min` : `${(all / HOUR).toFixed(1)} h`;
    const tail = `${(100 * (all / (sum(times) / boards) - 1)).toFixed(1)} %`;
    return `| ${boards} | ${time} | ${tail} |\n`;
  });
  const text = readFileSync('sim/fleet/README.md', 'utf8');
  assert.ok(text.includes(rows.join('')), `sim/fleet/README.md does not hold\n${rows.join('')}`);
});

test('the 64 parts of n = 19, which the simulated Uno has counted, add up to the known number', () =>
  assert.equal(sum(rowsOf(19, 64).map(({ solutions }) => solutions)), 4_968_057_848));

test('the parts of a sample add up to what the whole count places', () => {
  for (const [n, parts, cut] of [[18, 1, 1024], [19, 64, 4096], [20, 1, 4096]]) {
    const whole = sum(rowsOf(n, parts).map(({ queens }) => queens));
    const own = rowsOf(n, cut).map(({ queens }) => queens);
    const all = (sum(own) / own.length) * cut;
    assert.ok(Math.abs(all / whole - 1) < 0.01, `${all} queens, not ${whole}`);
  }
});
