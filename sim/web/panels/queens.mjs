/** Boards as the page knows them without the chip: attacks, the puzzle of the day, solutions in a text. */

/** The sign of each column from 1, as the firmware reads and prints it. */
export const SIGNS = '123456789abcdefghijklmnopqrstuvw';
const N = 8;
const MS_PER_DAY = 86_400_000;
/* Has no factor in common with the number of puzzles, so a step of this size reaches every puzzle. */
const STRIDE = 101;

const attacks = ([r1, c1, r2, c2]) => c1 === c2 || Math.abs(r1 - r2) === Math.abs(c1 - c2);

/** Each pair of queens of a board: [row, column, row, column] from 0; null: no queen in that row. */
function pairsOf(columns) {
  const queens = [...columns.entries()].filter(([, column]) => column !== null);
  return queens.flatMap((queen, i) => queens.slice(i + 1).map((other) => [...queen, ...other]));
}

export const attackingPairs = (columns) => pairsOf(columns).filter(attacks);

/* ---- the puzzle of the day: two given queens on a board of 8 that exactly one solution contains ---- */

/** All boards of n, each a list of columns from 0. */
function solutions(n, columns = []) {
  if (columns.length === n) return [columns];
  const free = (column) => columns.every((other, row) => !attacks([row, other, columns.length, column]));
  return Array.from({ length: n }, (_, column) => column)
    .filter(free)
    .flatMap((column) => solutions(n, [...columns, column]));
}

/** How many solutions contain both queens, for each pair of queens that at least one solution contains. */
export function completablePairs() {
  const counts = new Map();
  for (const key of solutions(N).flatMap(pairsOf).map(String)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

let all = null;

/** The puzzles in a fixed order: [row, column, row, column] of two queens, from 0. */
export const puzzles = () =>
  (all ??= [...completablePairs()]
    .filter(([, count]) => count === 1)
    .map(([key]) => key.split(',').map(Number))
    .sort());

/** @param {Date} date in local time. @returns {(number|null)[]} the column of each row's given queen. */
export function puzzleOf(date) {
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / MS_PER_DAY);
  const [r1, c1, r2, c2] = puzzles()[(day * STRIDE) % puzzles().length];
  return Array(N).fill(null).with(r1, c1).with(r2, c2);
}

/* ---- the solutions in what the terminal shows, in every format that has numbers ---- */

const isSolution = (columns) =>
  columns.length > 0 &&
  columns.every((column) => column >= 0 && column < columns.length) &&
  attackingPairs(columns).length === 0;

/** The boards in a line, each a list of columns from 0. A line with anything else has none. */
function boardsIn(line) {
  const list = line.replaceAll(/\((\d+), \d+\)/g, '$1 ').trim();
  if (/^\[?\d+( \d+)*\]?$/.test(list)) {
    const first = list.startsWith('[') ? 0 : 1;
    const numbers = list.match(/\d+/g).map((number) => number - first);
    if (isSolution(numbers)) return [numbers];
  }
  if (!/^[1-9a-w]+( [1-9a-w]+)*$/.test(line)) return [];
  /* The size of its class may follow a board. */
  const boards = line.split(' ').map((digits) => [...digits].map((sign) => SIGNS.indexOf(sign)));
  return isSolution(boards[0]) ? boards.filter(isSolution) : [];
}

/** @returns {string} each solution once, in the order of the text: a row of columns from 1, with commas. */
export function solutionsAsCsv(text) {
  const boards = text.split('\n').flatMap((line) => boardsIn(line.trim()));
  const rows = boards.map((columns) => `${columns.map((column) => column + 1).join()}\n`);
  return [...new Set(rows)].join('');
}
