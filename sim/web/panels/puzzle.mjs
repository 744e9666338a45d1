/** The puzzle of the day: two given queens on a board of 8 that exactly one solution contains. */

const N = 8;
const MS_PER_DAY = 86_400_000;
/* Has no factor in common with the number of puzzles, so a step of this size reaches every puzzle. */
const STRIDE = 101;

const attacks = (r1, c1, r2, c2) => c1 === c2 || Math.abs(r1 - r2) === Math.abs(c1 - c2);

/**
 * Each pair of queens of a board that attack each other: [row, column, row, column] from 0; null: no queen.
 */
export function attackingPairs(columns) {
  const pairs = [];
  for (let r1 = 0; r1 < columns.length; r1++)
    for (let r2 = r1 + 1; r2 < columns.length; r2++)
      if (columns[r1] !== null && columns[r2] !== null && attacks(r1, columns[r1], r2, columns[r2]))
        pairs.push([r1, columns[r1], r2, columns[r2]]);
  return pairs;
}

/** All boards of n, each a list of columns from 0. */
export function solutions(n, columns = []) {
  if (columns.length === n) return [columns];
  const free = (column) => columns.every((other, row) => !attacks(row, other, columns.length, column));
  return Array.from({ length: n }, (_, column) => column)
    .filter(free)
    .flatMap((column) => solutions(n, [...columns, column]));
}

/** How many solutions contain both queens, for each pair of queens that at least one solution contains. */
export function completablePairs() {
  const counts = new Map();
  for (const columns of solutions(N))
    for (let r1 = 0; r1 < N; r1++)
      for (let r2 = r1 + 1; r2 < N; r2++) {
        const key = [r1, columns[r1], r2, columns[r2]].join();
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
  return counts;
}

/** The puzzles in a fixed order: [row, column, row, column] of two queens, from 0. */
export const puzzles = () =>
  [...completablePairs()]
    .filter(([, count]) => count === 1)
    .map(([key]) => key.split(',').map(Number))
    .sort((a, b) => (a.join() < b.join() ? -1 : 1));

/** @param {Date} date in local time. @returns {(number|null)[]} the column of each row's given queen. */
export function puzzleOf(date) {
  const all = puzzles();
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / MS_PER_DAY);
  const [r1, c1, r2, c2] = all[(day * STRIDE) % all.length];
  const columns = Array(N).fill(null);
  columns[r1] = c1;
  columns[r2] = c2;
  return columns;
}
