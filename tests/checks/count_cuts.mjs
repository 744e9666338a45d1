/**
 * The cuts of the count below its levels: what is still to be counted at each, and what is known there.
 *
 * Cuts are labels of firmware/count/*.S.  A completion places one queen in each row.  Rows below the levels
 * have letters: l the last level, u and w up to two rows above the window, e a b c d the window.  An entry is
 * a set of completions: of those that a row's squares to try begin.  The entries of a cut exclude each other.
 * `left` is a number of a row that never grows, and decreases with each of its queens: the row ends.
 */
import {
  NO, YES, add, all, and, any, bit, byte, choose, concat, constant, equal, extract, high, implies, less, low,
  lowered, not, or, product, shifted, sub, variable, wide, word, xor,
} from './bits.mjs';

export const ROOT = 'base', EMPTY = word(0);
const MIDDLE = word(0x80);

/* ---- sets of columns ---------------------------------------------------------------------------------- */

/** A queen in a column, as a set. */
export const queenOf = (column) => concat(...Array.from({ length: 16 }, (_, i) =>
  equal(column, constant(4, 15 - i))));
export const lowest = (set) => and(set, sub(EMPTY, set));
/** Whether a register has the byte of a queen. */
export const isQueen = (register, queen) => equal(register, or(low(queen), high(queen)));
export const isEmpty = (set) => equal(set, constant(set.width, 0));
export const without = (set, other) => and(set, not(other));
export const isWithin = (set, other) => isEmpty(without(set, other));
export const isSome = (set) => not(isEmpty(set));
/** The rows from one queen to the next, or those that she still moves. */
export const isDistance = (by) => and(isSome(by), less(by, constant(by.width, 32)));
/* So many rows further down: a number, or a term. */
const left = (set, by) => (by.width ? shifted(set, by) : by > 15 ? EMPTY : product(set, word(2 ** by)));
const right = (set, by) =>
  (by.width ? lowered(set, by) : by > 15 ? EMPTY : by ? wide(extract(set, 15, by), 16) : set);

/** The free columns so many rows further down, where the cross attacks more. */
const fallen = ({ l, r, cols }, by, mask = EMPTY) => without(cols, or(mask, or(left(l, by), right(r, by))));
const attacks = (queen, by) => or(queen, or(left(queen, by), right(queen, by)));

/** The rows below the levels, each below the one before; r to m are steps within a window. */
export const ROWS = 'lpxyuwseramb';

/* ---- entries ------------------------------------------------------------------------------------------ */

/**
 * The completions of rows with these sets; `attacked(queen, i, j)`: what a queen of row i attacks in row j;
 * `also`: what is required; `cols`: the free columns, as many as the rows, at least `when` there are squares.
 */
function entry(name, rows, sets, attacked, { terms = sets, also = () => YES, when = YES, cols, ...more }) {
  const has = (queens) => {
    const x = [...rows].map((row) => queens[row]);
    const pairs = x.flatMap((one, j) => x.slice(0, j)
      .map((other, i) => isEmpty(and(one, attacked(other, i, j)))));
    return all(...x.map((each, i) => isWithin(each, sets[i])), ...pairs, also(queens));
  };
  const count = { set: cols, of: rows.length, when };
  return { name, rows, sets, has, terms, cols, count, left: [name, sets[0]], ...more };
}

/**
 * The completions of the rows from one on: its squares to try, the diagonals and free columns in it, the
 * distance to the next row, and how many rows the diagonals have been moved down.
 */
function below(name, rows, { open, l, r, cols, when }, isFixed, gap = 1, moved = 0) {
  const sets = [open, ...[...rows].slice(1).map((_, i) => fallen({ l, r, cols }, gap + i - moved))];
  return entry(name, rows, sets, (queen, i, j) => attacks(queen, i ? j - i : gap + j - 1),
               { terms: [open, l, r, cols], cols, isFixed, when,
                 next: (queen) => nextRow({ l, r, cols }, queen, gap, moved) });
}

/** The next row after a queen: its free squares, the diagonals in it, the columns that are left. */
function nextRow({ l, r, cols }, queen, gap, moved) {
  const state = { l: or(left(l, gap - moved), left(queen, gap)),
                  r: or(right(r, gap - moved), right(queen, gap)), cols: without(cols, queen) };
  return [fallen(state, 0), state.l, state.r, state.cols];
}

export const pair = ({ r }, first) => concat(r[first + 1], r[first]);
/** The squares to try of level 1, while the search is below it. */
export const level1 = (s) => concat(port(s, LEVEL1_OPEN_HIGH), port(s, LEVEL1_OPEN));
/** A row that is searched: its squares to try, the diagonals in it, the free columns. */
const searched = (s) => ({ open: pair(s, 8), l: pair(s, 2), r: pair(s, 4), cols: pair(s, 6) });
const areSquares = ({ open, cols }) => ['the squares', and(isSome(open), isWithin(open, cols))];
const at = ({ memory }, slot) => memory.at(`${ROOT}:${slot}`);
const port = ({ memory }, slot) => memory.at(`:${slot}`);
const stored = (s, first) => concat(at(s, first + 1), at(s, first));
const diagonals = (s, first) => ({ l: stored(s, first), r: stored(s, first + 2) });
export const found = (s) => pair(s, 24);
/** Whether this many more queens have been placed since another state. */
export const hasPlaced = (s, before, more) => {
  const [now, then] = [s, before].map((each) => concat(port(each, PLACED), each.r[11]));
  return ['the queens placed', equal(now, add(then, wide(more, 16)))];
};

/* The workspace and the registers: count_rows_avr.h. */
const PAIR = 39, STRIDE = 3;
const LOWER = 1, UPPER = 5, SHIFT = 39, CROSS = 40, LAST_DIAGONALS = 44;
export const KIND = 0x3e, LAST_OPEN = 0x4b, LAST_OPEN_HIGH = 0x47, HASH = 0x48, SLICE_MS = 0x6c;
export const PLACED = 0xb3, AT_LEVEL = 0xb4, CHECK = 0x6b, RETURN = 0xbd;
export const LEVEL1_OPEN = 0xba, LEVEL1_OPEN_HIGH = 0xb8;
export const TIFR1 = 0x36, SPL = 0x5d, SPH = 0x5e;
/** The I/O registers that a path may read, beside TIFR1. */
export const OWN = [KIND, LAST_OPEN, LAST_OPEN_HIGH, HASH, SLICE_MS, PLACED, AT_LEVEL, CHECK, RETURN,
                    LEVEL1_OPEN, LEVEL1_OPEN_HIGH, SPL, SPH];

/** What a path below the levels may write: what entries are about, and what they are not. */
const ENTRIES = [
  ...Array.from({ length: 10 }, (_, i) => `${ROOT}:${LOWER + i}`),
  ...Array.from({ length: 4 }, (_, i) => `${ROOT}:${LAST_DIAGONALS + i}`),
  ...[LAST_OPEN, LAST_OPEN_HIGH].map((each) => `:${each}`),
];
export const SCRATCH = [...ENTRIES, ...[HASH, SLICE_MS, PLACED, TIFR1].map((each) => `:${each}`)];

/** Squares to try of the rows above the one that is searched; the lowest one has its queen. */
const OPEN = {
  w: (s) => pair(s, 28),
  u: (s) => concat(at(s, UPPER + 4), at(s, UPPER + 5)),
  l: (s) => concat(port(s, LAST_OPEN_HIGH), port(s, LAST_OPEN)),
};
const DIAGONALS = { w: LOWER, u: UPPER, l: LAST_DIAGONALS };

/** Row l, u or w, with those below it. */
const rowOf = (name, { rows, distance }, state, isFixed) =>
  (name === 'l' ? below(name, rows, state, isFixed, distance, distance)
    : below(name, rows.slice(rows.indexOf(name)), state, isFixed));

const ALL_ABOVE = 'luw';
const rowsAbove = (row) => ALL_ABOVE.split(row)[0];

/** Entries and facts, and those of rows above the one that is searched: each has a queen. */
function above(kind, s, rows, cols, entries = [], facts = []) {
  if (kind === ANY) {
    const terms = ENTRIES.map((slot) => s.memory.at(slot));
    return { entries: [...entries, { name: 'above', terms: [...terms, cols], isFixed: true }],
             facts: [...facts, ['columns', isBoard(cols)]] };
  }
  for (const name of [...'wul'].filter((each) => rows.includes(each) && kind.rows.includes(each))) {
    const open = OPEN[name](s), queen = lowest(open);
    facts.push([`the queen of row ${name}`, and(isSome(open), isEmpty(and(queen, cols)))]);
    cols = or(cols, queen);
    facts.push([`the squares of row ${name}`, isWithin(open, cols)]);
    entries.push(rowOf(name, kind, { open: xor(open, queen), ...diagonals(s, DIAGONALS[name]), cols }, true));
  }
  return { entries: [...entries, { name: 'levels', terms: [cols], isFixed: true }],
           facts: [...facts, ['columns', isBoard(cols, kind)]] };
}

/** Column 8, and 6 and 7 together, are never free: the cross has them.  Three rows in a window: n is even. */
const isBoard = (cols, kind) =>
  not(any(bit(cols, 8), and(bit(cols, 6), bit(cols, 7)), kind?.rows === 'lbcd' ? bit(cols, 7) : NO));

/* ---- cuts --------------------------------------------------------------------------------------------- */

/** Entries and facts, and those of row e and of the rows above it. */
function withE(s, kind, top, facts) {
  const state = searched(s), { open, cols } = state;
  const e = below('e', 'eabcd', { ...state, when: isSome(open) }, top.length > 0);
  return above(kind, s, ALL_ABOVE, cols, [...top, e],
               [...facts, ['the squares of row e', isWithin(open, cols)]]);
}

/** A queen of row e is placed: her diagonals are in r20 to r23, the columns that are left in r26 and r27. */
function rowsBelow(s, kind) {
  const state = { open: EMPTY, l: pair(s, 20), r: pair(s, 22), cols: pair(s, 26) }, { cols } = state;
  const [, ...sets] = below('r', 'eabcd', state).sets;
  return withE(s, kind, [entry('r', 'abcd', sets, near, { cols })], [['columns', isBoard(cols)]]);
}

const SETS = { a: 16, b: 14, c: 12, d: 18 };
/** The sets of rows a to d; without the mark in row a. */
function windowOf(s) {
  const [a, b, c, d] = [...'abcd'].map((row) => pair(s, SETS[row]));
  return { sets: [without(a, word(0x100)), b, c, d], mark: bit(a, 8) };
}
const near = (queen, i, j) => attacks(queen, j - i);

function rowA(s, kind, { C4 }, { isHigh, isMiddle }) {
  const { sets, mark } = windowOf(s), [a] = sets;
  const when = isMiddle ? YES : isSome(a);
  const columns = isMiddle ? all(bit(C4, 7), isBoard(C4)) : isEmpty(and(C4, word(0x180)));
  const within = all(columns, ...sets.map((set) => isWithin(set, C4)));
  const facts = [['the sets', and(not(mark), implies(when, within))],
                 ['the low byte of row a', byteOf(a, { isHigh })]];
  const left = isMiddle ? undefined : ['a', concat(s.f.T, bit(sets[2], 7), bit(sets[3], 7), a)];
  return withE(s, kind, [entry('a', 'abcd', sets, near, { cols: C4, when, left })], facts);
}

/** Of rows a to d: what row a has not tried, or the rows that may yet have the queen of the middle column. */
function rest(s, { C3, C4 }) {
  const { sets, mark } = windowOf(s), { T } = s.f, when = or(mark, isSome(sets[0]));
  const isMiddle = (x) => equal(x, MIDDLE);
  const also = ({ a, b, c, d }) =>
    choose(T, and(not(isMiddle(b)), any(...[a, c, d].map(isMiddle))), isMiddle(d));
  const [, , c, d] = sets;
  const of = entry('m', 'abcd', sets, near, { terms: [...sets, mark, T], cols: C4, when,
                                              left: ['a', concat(T, bit(c, 7), bit(d, 7), sets[0])],
                                              also: (x) => implies(mark, also(x)) });
  const facts = [
    ['the sets', implies(when, all(...sets.map((set) => isWithin(set, C4)), isBoard(C4)))],
    ['the mark', all(implies(T, mark), implies(mark, and(bit(C4, 7), equal(C3, without(C4, MIDDLE)))),
                     implies(and(not(mark), isSome(sets[0])), isEmpty(and(C4, word(0x180)))))],
  ];
  return { of, facts, mark };
}

/** Row b, and the rest of rows a to d; `order` is which rows b, c and d stand for. */
function rowB(s, kind, ghosts, { isHigh }, order = 'bcd') {
  const { C3 } = ghosts, { T } = s.f, { of, facts } = rest(s, ghosts);
  const next = [20, 22, 26].map((first) => pair(s, first));
  // With T, the last two of the three rows are three rows apart.
  const attacked = (queen, i, j) =>
    (i ? choose(T, attacks(queen, 3), attacks(queen, 1)) : attacks(queen, j));
  const top = entry('b', order, next, attacked, { terms: [...next, T], cols: C3, isCounted: true });
  return withE(s, kind, [top, of], [...facts,
    ['the sets of three rows', all(isEmpty(and(C3, word(0x180))), ...next.map((set) => isWithin(set, C3)))],
    ['the low byte of row b', byteOf(next[0], { isHigh })],
  ]);
}

/** The next row for the queen of the middle column. */
function middleNext(s, kind, ghosts) {
  const { of, facts, mark } = rest(s, ghosts);
  return withE(s, kind, [of], [...facts, ['the mark', mark]]);
}

/* ---- the pair ----------------------------------------------------------------------------------------- */

/** Rows x and y of a pair: what the cross attacks there, and how far they are from the row before. */
const pairRows = (s) => [PAIR, PAIR + STRIDE].map((first) =>
  ({ by: wide(at(s, first), 16), mask: stored(s, first + 1) }));

/** The last level, p: squares to try, without that of the queen that is placed there. */
function pairLevel(s, open, cols, isFixed) {
  const state = { ...searched(s), cols }, [x, y] = pairRows(s), far = add(x.by, y.by);
  const sets = [open, fallen(state, x.by, x.mask), fallen(state, far, y.mask)];
  const attacked = (queen, i, j) => attacks(queen, i ? y.by : j > 1 ? far : x.by);
  return entry('p', 'pxy', sets, attacked, { terms: [...sets, cols], cols, isFixed });
}

/** What stays below the levels with a pair: the diagonals of the last level, with the bits that left them. */
const pairAbove = (s, cols) => ({ name: 'levels', isFixed: true,
                                  terms: [cols, pair(s, 2), pair(s, 4), pair(s, 12), pair(s, 14)] });
const distances = (s) => ['distances', all(...pairRows(s).map(({ by }) => isDistance(by)))];

/** The last level has squares to try, and none of them a queen. */
function pairSearched(s, _, __, bytes) {
  const { open, cols } = searched(s);
  const facts = [distances(s), ['the squares', isWithin(open, cols)],
                 ['the byte', and(isSome(open), byteOf(open, bytes))]];
  return { entries: [pairLevel(s, open, cols), pairAbove(s, cols)], facts };
}

/** The last level has a queen; and what is below her. */
function pairPlaced(s, top, facts) {
  const { open, cols: left } = searched(s), queen = lowest(open), cols = or(left, queen);
  const known = [distances(s), areSquares({ open, cols }),
                 ['the queen', and(isEmpty(and(queen, left)), isQueen(s.r[20], queen))]];
  return { entries: [...top, pairLevel(s, xor(open, queen), cols, true), pairAbove(s, cols)],
           facts: [...known, ...facts] };
}

/** The diagonals in row x, or in row y, are moved by so many rows less than r21 says. */
function pairMoved(s, row, setsOf, attacked, facts) {
  const state = { l: pair(s, 16), r: pair(s, 18), cols: pair(s, 6) }, by = wide(s.r[21], 16);
  const top = entry('x', 'xy', setsOf(state, by), attacked,
                    { cols: state.cols, isCounted: true, left: [row, s.r[21]] });
  return pairPlaced(s, [top], [['step', isDistance(by)], ...facts]);
}

function pairUpper(s) {
  const [{ mask }, y] = pairRows(s);
  return pairMoved(s, 'x', (state, by) => [fallen(state, by, mask), fallen(state, add(by, y.by), y.mask)],
                   (queen) => attacks(queen, y.by), []);
}

/** The diagonals of both columns have been added in row x. */
function pairLower(s) {
  const [, { mask }] = pairRows(s), upper = pair(s, 30);
  return pairMoved(s, 'y', (state, by) => [upper, fallen(state, by, mask)], (queen) => queen,
                   [['row x', and(isSome(upper), isWithin(upper, pair(s, 6)))]]);
}

/** Which byte of the squares is searched. */
export function byteOf(open, { isLow, isHigh }) {
  const isEmptyLow = equal(low(open), byte(0));
  return isLow ? not(isEmptyLow) : isHigh ? isEmptyLow : YES;
}

/** Row l, u or w is searched: its diagonals are in registers, or stored. */
function rowTop(s, kind, _, { row, isStored, isKept, ...bytes }) {
  const state = searched(s), saved = diagonals(s, DIAGONALS[row]);
  const kept = and(equal(saved.l, state.l), equal(saved.r, state.r));
  return above(kind, s, rowsAbove(row), state.cols,
               [rowOf(row, kind, isStored ? { ...state, ...saved } : state)],
               [areSquares(state), ['the byte', byteOf(state.open, bytes)],
                ['the stored diagonals', isKept ? kept : YES]]);
}

/** A window of four or three rows, from its first row on. */
function shortWindow(s, kind) {
  const state = searched(s);
  return above(kind, s, ALL_ABOVE, state.cols, [below('s', kind.rows.slice(1), state)], [areSquares(state)]);
}

/** The last level before its diagonals are moved past the last rows of the cross. */
function lastLevel(s, kind) {
  const state = searched(s), cross = diagonals(s, CROSS), by = kind.distance;
  const moved = { ...state, l: or(left(state.l, by), cross.l), r: or(right(state.r, by), cross.r) };
  return above(kind, s, '', state.cols, [rowOf('l', kind, moved)], [areSquares(state)]);
}

/** Row e has squares to try. */
const searchedE = (s, kind, _, bytes) =>
  withE(s, kind, [], [['row e', and(isSome(pair(s, 8)), byteOf(pair(s, 8), bytes))]]);
/** Only rows above have squares to try. */
const onlyAbove = (s, kind, _, { row }) => above(kind, s, rowsAbove(row) + row, pair(s, 6));

/* Rows below the last level, from the first one of a window on. */
const WINDOWS = ['uweabcd', 'weabcd', 'eabcd', 'abcd', 'bcd'];
const DISTANCES = WINDOWS.flatMap((rows) => [1, 2, 3, 4, 5, 6, 7].map((distance) => `${rows} ${distance}`));
const inY = { isY: true };
const ofLast = { row: 'l', ...inY, boards: DISTANCES }, last = { of: rowTop, ...ofLast };

/** Cuts that are alike.  A name tells which byte of the squares is searched, and whether after a queen. */
export const alike = (names, cut) => Object.fromEntries(names.split(' ').map((name) =>
  [name, { isLow: /(^|_)low(_|$)/.test(name), isHigh: /(^|_)high(_|$)/.test(name),
           isStored: name.endsWith('_again'), ...cut }]));
const rowCuts = (name, row, more) => ({
  ...alike(`${name} ${name}_low_again ${name}_high_again`, { of: rowTop, row, ...more }),
  [`${name}_back`]: { of: onlyAbove, row, ...more, isY: row !== 'w' },
});

const ofPair = { isY: true, isPair: true, row: 'p', boards: ['xy'] };
/**
 * What is known of registers is in `isY`: Y is the base of the workspace; T is 0 but where `isAnyT`.  Where a
 * cut looks at the kind of board, `boards` has each, as rows and distance.
 */
export const CUTS = {
  last_level: { of: lastLevel, row: 'l', isPage: true, boards: DISTANCES },
  ...alike('pair pair_low pair_high', { of: pairSearched, ...ofPair }),
  pair_next: { of: (s) => pairPlaced(s, [], []), ...ofPair },
  'cut.pair_upper': { of: pairUpper, ...ofPair, row: 'x' },
  'cut.pair_lower': { of: pairLower, ...ofPair, row: 'x', depth: 'y' },
  shifted_up_last: { of: (s) => ({ entries: [pairAbove(s, pair(s, 6))], facts: [] }), ...ofPair, row: '',
                     boards: [] },
  last_back: { of: onlyAbove, ...ofLast },
  ...alike('last_low last_low_on last_high last_high_on', { ...last, isKept: true }),
  ...alike('last_low_again last_high_again', last),
  stop: { ...last, isStored: true, boards: [] },
  last_up: { of: (s, kind) => above(kind, s, '', pair(s, 6)), row: '', ...inY, boards: [] },
  ...rowCuts('upper', 'u', { ...inY, boards: WINDOWS.slice(0, 1) }),
  ...rowCuts('lower', 'w', { ...inY, boards: WINDOWS.slice(0, 2) }),
  ...alike('window e_low e_high', { of: searchedE, row: 'e' }),
  'cut.short': { of: shortWindow, row: 's', boards: WINDOWS.slice(3) },
  e_rows: { of: rowsBelow, row: 'r' },
  e_next: { of: (s, kind) => withE(s, kind, [], []), row: 'e' },
  window_up: { of: (s, kind) => above(kind, s, ALL_ABOVE, pair(s, 6)), row: '', depth: 'e', boards: WINDOWS },
  ...alike('a_next a_high_next', { of: rowA, row: 'a' }),
  middle: { of: rowA, row: 'a', depth: 'r', isMiddle: true },
  middle_next: { of: middleNext, row: 'm', depth: 'a', isAnyT: true },
  ...alike('b b_next b_high', { of: rowB, row: 'b', isAnyT: true }),
};

/** All to prove: "CUT", "CUT ROWS" or "CUT ROWS DISTANCE". */
export const ROW_CASES = Object.entries(CUTS)
  .flatMap(([cut, { boards = [''] }]) => boards.map((board) => `${cut} ${board}`.trim()));

/** Whether boards of a kind have the row that a cut is about. */
export function isOfKind(cut, { rows }) {
  const kinds = [[/^upper/, /u/], [/^lower/, /w/], [/^(window|e_low|e_high)$/, /e/], [/pair/, /xy/],
                 [/^cut.short$/, /^la?bcd$/]];
  return (kinds.find(([name]) => name.test(cut))?.[1] ?? /^/).test(rows);
}

/* ---- kinds of boards ---------------------------------------------------------------------------------- */

/** The bits of KIND: count_rows_avr.h. */
const BITS = { uweabcd: 3, weabcd: 2, eabcd: 0, abcd: 4, bcd: 0x84, xy: 8 };

/** A board with these rows below the last level, and so many rows from there to the next one. */
export function kindOf(rows, distance) {
  if (!rows) return ANY;
  const bits = byte(BITS[rows]), kind = concat(bit(bits, 7), variable(3, 'kind'), extract(bits, 3, 0));
  return {
    name: `rows ${rows}, distance ${distance ?? 'any'}`, rows: `l${rows}`, distance: distance ?? 1,
    factor: distance ? byte(1 << distance) : variable(8, 'r10'),
    memory: [[`:${KIND}`, kind], ...(distance ? [[`${ROOT}:${SHIFT}`, byte(1 << (8 - distance))]] : [])],
  };
}
/** Any of them: for the cuts that do not look at the kind. */
export const ANY = { name: 'any kind', rows: 'luweabcd', factor: variable(8, 'r10'), memory: [] };

/** The registers and flags that are known at a cut, as [number or name, term]. */
export function knownAt(cut, kind, page) {
  const { isY, isPage, isAnyT, isPair } = CUTS[cut], base = variable(16, ROOT);
  const isBase = isY || !kind.rows.includes('w');
  return [
    ...(isAnyT ? [] : [['T', NO]]), ...(isPair ? [] : [[31, byte(page)], [10, kind.factor]]),
    ...(isBase ? [[28, low(base)]] : []), ...(isBase || isPage ? [[29, high(base)]] : []),
    ...(kind === ANY ? [[28, variable(8, 'r28')], [29, variable(8, 'r29')]] : []),
  ];
}

/** { entries, facts } of a state at a cut; `order`: the rows of a to d that rows b, c and d stand for. */
export const stateOf = (cut, state, kind, ghosts, order) =>
  CUTS[cut].of(state, kind, ghosts, CUTS[cut], order);
