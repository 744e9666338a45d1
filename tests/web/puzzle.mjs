#!/usr/bin/env -S node --test-reporter=tap
/** The puzzles of the page: two given queens that exactly one solution contains. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { attackingPairs, completablePairs, puzzleOf, puzzles } from '../../sim/web/panels/puzzle.mjs';

const BOARDS = readFileSync('tests/vectors/solutions-8.txt', 'latin1').trim().split('\n');
const containing = (queens) => BOARDS.filter((board) => queens.every(([r, c]) => board[r] === `${c + 1}`));

test('1,052 pairs of queens can be completed, 308 of them in one way', () => {
  assert.equal(completablePairs().size, 1052);
  assert.equal(puzzles().length, 308);
  for (const [r1, c1, r2, c2] of puzzles()) {
    const queens = [
      [r1, c1],
      [r2, c2],
    ];
    assert.equal(containing(queens).length, 1);
  }
});

test('308 days in a row have 308 different puzzles, and one day has one puzzle at any hour', () => {
  const days = Array.from({ length: 308 }, (_, i) => new Date(2026, 10, 22 + i, 12));
  assert.equal(new Set(days.map((day) => puzzleOf(day).join())).size, 308);
  const queens = [...puzzleOf(days[0]).entries()].filter(([, column]) => column !== null);
  assert.equal(queens.length, 2);
  assert.equal(containing(queens).length, 1);
  const at = (hour) => puzzleOf(new Date(2026, 10, 22, hour)).join();
  assert.equal(at(0), at(23));
});

test('attacks are marked on rows, columns and both diagonals, and nowhere else', () => {
  for (const board of BOARDS) assert.deepEqual(attackingPairs([...board].map((c) => c - 1)), []);
  assert.deepEqual(attackingPairs([0, null, 0, null]), [[0, 0, 2, 0]]);
  assert.deepEqual(attackingPairs([1, null, 3, null]), [[0, 1, 2, 3]]);
  assert.deepEqual(attackingPairs([3, null, null, 0]), [[0, 3, 3, 0]]);
  assert.deepEqual(attackingPairs([null, null]), []);
});
