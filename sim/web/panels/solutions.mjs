/** The solutions in what the terminal shows, in every format that has numbers. */
import { attackingPairs } from './puzzle.mjs';

const SIGNS = '123456789abcdefghijklmnopqrstuvw';

const isSolution = (columns) =>
  columns.length > 0 &&
  columns.every((column) => column >= 0 && column < columns.length) &&
  attackingPairs(columns).length === 0;

/** The boards in a line, each a list of columns from 0. A line with anything else has none. */
function boardsIn(line) {
  const coordinates = [...line.matchAll(/\((\d+), \d+\)/g)].map(([, x]) => x - 1);
  if (isSolution(coordinates)) return [coordinates];
  if (/^\[?\d+( \d+)*\]?$/.test(line)) {
    const first = line.startsWith('[') ? 0 : 1;
    const numbers = line.match(/\d+/g).map((number) => number - first);
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
