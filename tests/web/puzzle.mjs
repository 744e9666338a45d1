#!/usr/bin/env -S node --test-reporter=tap
/** The puzzles of the page: two given queens that exactly one solution contains. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { attackingPairs, completablePairs, puzzleOf, puzzles } from '../../sim/web/panels/puzzle.mjs';

const BOARDS = readFileSync('tests/vectors/solutions-8.txt', 'latin1').trim().split('\n');

const containing = (queens) => BOARDS.filter((board) => queens.every(([r, c]) => board[r] === `${c + 1}`));
const queensOf = (columns) => [...columns.entries()].filter(([, column]) => column !== null);

test('1,052 pairs of queens can be completed, 308 of them in one way', () => {
  assert.equal(completablePairs().size, 1052);
  assert.equal(puzzles().length, 308);
});

test('exactly one of the 92 solutions contains the queens of each puzzle', () => {
  for (const [r1, c1, r2, c2] of puzzles())
    assert.equal(
      containing([
        [r1, c1],
        [r2, c2],
      ]).length,
      1,
    );
});

test('308 days in a row have 308 different puzzles, and one day has one puzzle at any hour', () => {
  const days = Array.from({ length: 308 }, (_, i) => new Date(2026, 10, 22 + i, 12));
  assert.equal(new Set(days.map((day) => puzzleOf(day).join())).size, 308);
  for (const day of days.slice(0, 30)) {
    const queens = queensOf(puzzleOf(day));
    assert.equal(queens.length, 2);
    assert.equal(containing(queens).length, 1);
  }
  const at = (hour) => puzzleOf(new Date(2026, 10, 22, hour)).join();
  assert.equal(at(0), at(23));
});

test('two queens determine 84 of the 92 boards, three are needed for the other 8', () => {
  const pairs = puzzles();
  const has = (board, [r1, c1, r2, c2]) => board[r1] === `${c1 + 1}` && board[r2] === `${c2 + 1}`;
  const rest = BOARDS.filter((board) => !pairs.some((pair) => has(board, pair)));
  assert.equal(BOARDS.length - rest.length, 84);
  for (const board of rest) {
    const queens = [...board].map((column, row) => [row, column - 1]);
    const triples = queens.flatMap((a, i) =>
      queens.slice(i + 1).flatMap((b, j) => queens.slice(i + j + 2).map((c) => [a, b, c])),
    );
    assert.ok(
      triples.some((triple) => containing(triple).length === 1),
      board,
    );
  }
});

test('attacks are marked on rows, columns and both diagonals, and nowhere else', () => {
  for (const board of BOARDS) assert.deepEqual(attackingPairs([...board].map((c) => c - 1)), []);
  assert.deepEqual(attackingPairs([0, null, 0, null]), [[0, 0, 2, 0]]);
  assert.deepEqual(attackingPairs([1, null, 3, null]), [[0, 1, 2, 3]]);
  assert.deepEqual(attackingPairs([3, null, null, 0]), [[0, 3, 3, 0]]);
  assert.deepEqual(attackingPairs([null, null]), []);
});
