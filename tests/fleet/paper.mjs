#!/usr/bin/env -S node --test-reporter=tap
/**
 * The time of a count on many boards: parts.tsv, distributed to boards as GNU parallel does it.  It is run if
 * the simulated Uno has counted each of these parts, else calculated.
 *
 *   node tests/fleet/paper.mjs --table [n]   the table for all n, or one (sim/fleet/README.md has that of 19)
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/*
 * Measured on the simulated chip: the seconds in which a part goes over the placements of the others, and the
 * cycles for each queen that it places.  One core of a PC: the queens that the same C places in a second.
 */
const SIZES = {
  18: { walkSeconds: 4.2, cycles: 135.3, core: 41e6 },
  19: { walkSeconds: 44, cycles: 116.2, core: 50e6 },
  20: { walkSeconds: 536, cycles: 111.6, core: 50e6 },
};
const HZ = 16e6;
const OPENING = 2; // s: opening a port resets the Uno, and its boot loader waits
const WATTS = 0.25; // 50 mA at 5 V
const BOARDS = [1, 16, 20, 64, 256];
const MOST = 4096; // parts
const TAIL = 0.05;
const RUNS = 20;

const measured = readFileSync('tests/checks/measurements/parts.tsv', 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split('\t').map(Number))
  .map(([n, parts, part, queens, solutions, cycles]) => ({ n, parts, part, queens, solutions, cycles }));

/** The same numbers each time: Mulberry32. */
function chance(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The queens of a sample of small parts, and into how many the board was cut for that. */
function sample(n) {
  const rows = measured.filter((row) => row.n === n);
  const cut = Math.max(...rows.map((row) => row.parts));
  return { cut, own: rows.filter((row) => row.parts === cut).map((row) => row.queens) };
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** The parts of this size, if the simulated Uno has counted all of them. */
function partsRun(n, parts) {
  const all = measured.filter((row) => row.n === n && row.parts === parts && row.cycles);
  return all.length === parts ? all : null;
}

/** Seconds of each of so many parts: of these if all were run, or of some that were, drawn by chance. */
function partTimes(n, parts, draw) {
  const { walkSeconds, cycles } = SIZES[n];
  const { cut, own } = sample(n);
  const drawn = Math.round(cut / parts);
  const all = partsRun(n, parts);
  if (all) return all.map(({ cycles: run }) => OPENING + run / HZ);
  return Array.from({ length: parts }, () => {
    let queens = 0;
    for (let i = 0; i < drawn; i++) queens += own[Math.floor(draw() * own.length)];
    queens = ((queens / drawn) * cut) / parts;
    return OPENING + walkSeconds + queens * (cycles / HZ);
  });
}

/** The next board that is free takes the next part; when the last one has ended. */
export function schedule(times, boards) {
  const free = new Float64Array(boards);
  for (const time of times) {
    let first = 0;
    for (let i = 1; i < boards; i++) if (free[i] < free[first]) first = i;
    free[first] += time;
  }
  return Math.max(...free);
}

/** On average: how long it takes, and what the boards that have nothing left to do add to that. */
function plan(n, parts, boards) {
  const draw = chance(n * 1e6 + parts * 1e3 + boards);
  const runs = Array.from({ length: RUNS }, () => {
    const times = partTimes(n, parts, draw);
    const all = schedule(times, boards);
    return { all, tail: all / ((mean(times) * parts) / boards) - 1 };
  });
  return { parts, all: mean(runs.map((run) => run.all)), tail: mean(runs.map((run) => run.tail)) };
}

function plans(n, boards) {
  const most = boards === 1 ? 1 : Math.min(MOST, sample(n).cut);
  const found = [];
  for (let parts = boards; parts <= most; parts *= 2) found.push(plan(n, parts, boards));
  return found;
}

/** The fewest parts from which on, doubled as often as they may be, the tail stays below its limit. */
function enough(all) {
  const long = all.findLastIndex((each) => each.tail >= TAIL);
  return long + 1 < all.length ? all[long + 1].parts : `more than ${all.at(-1).parts}`;
}

function span(seconds) {
  const units = [
    [86400 * 2, 86400, 'days'],
    [7200, 3600, 'h'],
    [120, 60, 'min'],
    [0, 1, 's'],
  ];
  const [, unit, name] = units.find(([from]) => seconds >= from);
  const number = seconds / unit;
  return `${number >= 10 ? Math.round(number) : number.toFixed(1)} ${name}`;
}

function row(n, boards) {
  const all = plans(n, boards);
  const best = all.reduce((one, other) => (other.all < one.all ? other : one));
  const hours = best.all / 3600;
  return [
    n,
    boards,
    best.parts,
    partsRun(n, best.parts) ? 'run' : 'calculated',
    span(best.all),
    boards > 1 ? `${(best.tail * 100).toFixed(1)} %` : '',
    boards > 1 ? enough(all) : '',
    ((hours * boards * WATTS) / 1000).toPrecision(2),
    span((mean(sample(n).own) * sample(n).cut) / SIZES[n].core),
  ];
}

function table(sizes = Object.keys(SIZES)) {
  const head = 'n,boards,parts,how,time,tail,tail below 5 % from,kWh,one core of a PC'.split(',');
  const rows = sizes.flatMap((n) => BOARDS.map((boards) => row(Number(n), boards)));
  const lines = [head, head.map((name) => (name === 'how' ? '---' : '---:')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

const [, , option, only] = process.argv;
if (option === '--table') {
  const known = !only || only in SIZES;
  if (known) process.stdout.write(table(only && [only]));
  else console.error(`fleet: parts were measured for n = ${Object.keys(SIZES).join(', ')}`);
  process.exitCode = known ? 0 : 1;
} else {
  test('parts of one size on boards that they divide evenly leave no tail', () => {
    assert.equal(schedule(new Array(64).fill(3), 16), 12);
    assert.equal(schedule(new Array(65).fill(3), 16), 15);
    assert.equal(schedule([5, 1, 1, 1, 1, 1], 2), 5);
  });
  test("the README's table is what the measured parts give", () => {
    const text = readFileSync('sim/fleet/README.md', 'utf8');
    assert.ok(text.includes(table([19])), `sim/fleet/README.md does not hold\n${table([19])}`);
  });
  test('a part of n = 19 takes on the chip what the table computes', () => {
    const queens = 440_479;
    const { walkSeconds, cycles } = SIZES[19];
    const input = 'auto off\necho off\ncount 19 5/65535\n';
    const options = { input, timeout: 300_000 };
    const { stdout } = spawnSync('build/sim/uno', ['build/uno/nqueens.elf'], options);
    const [, placed, seconds] = `${stdout}`.match(/count 19: \d+ solutions, (\d+) queens placed, ([\d.]+) s/);
    assert.equal(Number(placed), queens);
    const computed = walkSeconds + (queens * cycles) / HZ;
    assert.ok(Math.abs(computed / seconds - 1) < 0.03, `${computed} s were computed, it took ${seconds} s`);
  });
  test('the 64 parts of n = 19, which the simulated Uno has counted, add up to the known number', () => {
    const parts = partsRun(19, 64);
    assert.equal(parts.reduce((sum, row) => sum + row.solutions, 0), 4_968_057_848);
  });
  test('the parts of a sample add up to what the whole count places', () => {
    for (const [n, parts] of [[18, 1], [19, 64], [20, 1]]) {
      const rows = measured.filter((row) => row.n === n && row.parts === parts);
      const whole = rows.reduce((sum, row) => sum + row.queens, 0);
      const { cut, own } = sample(n);
      assert.ok(Math.abs((mean(own) * cut) / whole - 1) < 0.01, `${mean(own) * cut} queens, not ${whole}`);
    }
  });
}
