/**
 * What the search does from each cut of engine.S to the next: the model that its machine code is compared
 * with, and that is compared with the contract of queens_step.
 *
 * A state has
 *   w                bytes of a set: 2, or 4, also with given queens
 *   n, base, budget_at   rows; addresses of column 0 and of the budget, of which `left` queens are left
 *   memory           load(address), with(address, byte)
 *   x                the row of X; columns, higher, lower: the sets, as seen from there (engine.S)
 *   stop             the next row with a given queen, or n; while the sets are computed, the row to continue
 * in
 *   turns, u         rotations until row 0; the row that a loop looks at
 *   given            one bit, T: there may be given queens; at cut `given`: the sets have been computed
 *   rows             n, or 0 if no queen is given
 * A function returns what can come next: { when, cut, state } or { when, event, state }.
 */
import {
  NO, YES, add, all, and, bit, byte, choose, concat, constant, equal, extract, less, lowered, not, or,
  rotated, shifted, sub, wide, word, xor,
} from './bits.mjs';

export const EVENTS = { SOLVED: 3, DONE: 4, SLICED: 5 };
const WALL = byte(0xc0);

export const rowOf = (n) => wide(n, 16);
const load = ({ memory, base }, row) => memory.load(add(base, row));
const stored = (state, row, byte) =>
  ({ ...state, memory: state.memory.with(add(state.base, row), byte) });
export const isGiven = (column) => and(bit(column, 6), not(bit(column, 7)));
const ZERO = byte(0), ONE = word(1);

/** The set of one column. */
export const setOf = ({ w }, column) =>
  shifted(constant(8 * w, 1), wide(and(column, byte(8 * w - 1)), 8 * w));

/** The first free square of the row X, or the first one after a column, its column and set, if one exists. */
export function firstFree({ w, columns, higher, lower }, from) {
  const none = constant(8 * w, 0);
  const taken = or(or(columns, extract(higher, 8 * w - 1, 0)), extract(lower, 16 * w - 1, 8 * w));
  const last = from ? setOf({ w }, from) : none;
  const passed = from ? sub(add(last, last), constant(8 * w, 1)) : none;
  const free = not(or(taken, passed));
  let column = byte(8 * w - 1);
  for (let i = 8 * w - 2; i >= 0; i--) column = choose(bit(free, i), byte(i), column);
  return { exists: not(equal(free, none)), column, set: and(free, sub(none, free)) };
}

const changed = (operation, state, set) => ({
  ...state,
  columns: operation(state.columns, set),
  higher: operation(state.higher, wide(set, 2 * set.width)),
  lower: operation(state.lower, concat(set, constant(set.width, 0))),
});
/** The sets in the next row, or in the row before: those of 2 bytes are shifted. */
const toLeft = ({ w }, set) => (w === 4 ? rotated(set, 1) : shifted(set, constant(16 * w, 1)));
const toRight = ({ w }, set) => (w === 4 ? rotated(set, 16 * w - 1) : lowered(set, constant(16 * w, 1)));
const down = (state) =>
  ({ ...state, higher: toLeft(state, state.higher), lower: toRight(state, state.lower) });
const up = (state) =>
  ({ ...state, higher: toRight(state, state.higher), lower: toLeft(state, state.lower) });

/** All ways of these: [condition, way or ways], each if no condition before it is true. */
function cases(...list) {
  let before = YES;
  return list.flatMap(([condition, ways]) => {
    const when = and(before, condition);
    before = and(before, not(condition));
    return [ways].flat().map((way) => ({ ...way, when: and(when, way.when ?? YES) }));
  });
}
const otherwise = YES;

/** The end of a run: the row and the budget are stored. */
function end(event, state, row, left) {
  const { memory, base, budget_at } = state;
  const after = memory.with(sub(base, ONE), extract(row, 7, 0)).with(budget_at, extract(left, 7, 0))
    .with(add(budget_at, ONE), extract(left, 15, 8));
  return { event, state: { ...state, memory: after, row, left } };
}

/** A queen was placed or a given one passed, and X is one row down. */
function arrived(state) {
  const { x, n, stop, left } = state;
  const next = add(x, ONE);
  const passed = { cut: 'given', state: { ...state, x: next, u: next, given: NO } };
  return cases(
    [and(equal(x, stop), equal(x, rowOf(n))), end('SOLVED', state, x, sub(left, ONE))],
    [equal(x, stop), state.w === 4 ? passed : []],
    [equal(left, ONE), end('SLICED', stored(state, x, byte(0xff)), x, word(0))],
    [otherwise, { cut: 'scan', state: { ...state, left: sub(left, ONE) } }],
  );
}

/**
 * Places a queen on the first free square after a column; without one, the next cut lifts a queen.  With
 * `chosen` it is in that column, wherever the first free square is: see engine_board.mjs.  `scanned` is the
 * row, the column before its first square, and the column of the queen.
 */
function placedOrLifted(state, from) {
  const { x, chosen } = state;
  const first = firstFree(state, from);
  const { column, set } = chosen ? { column: chosen, set: setOf(state, chosen) } : first;
  const after = arrived(down({ ...changed(or, stored(state, x, column), set), x: add(x, ONE) }));
  return cases(
    [first.exists, after.map((way) => ({ ...way, scanned: { x, from, column, state } }))],
    [otherwise, { cut: 'lift', state, scanned: { x, from, state } }],
  );
}

function continued(state) {
  const { x, n } = state;
  const column = load(state, x);
  return cases(
    [equal(x, rowOf(n)), { cut: 'lift', state }],
    [bit(column, 7), { cut: 'scan', state }],
    [otherwise, placedOrLifted(state, column)],
  );
}

/** The sets of the rows above the row to continue in. */
function above(state) {
  const { x, n, stop, w, rows } = state;
  const column = load(state, x);
  const computed = { ...state, u: x, given: YES };
  const queen = down(changed(or, { ...state, x: add(x, ONE) }, setOf(state, column)));
  const unbroken = continued({ ...state, stop: rowOf(n) });
  return cases(
    [and(equal(x, stop), w === 4 ? equal(rows, ZERO) : otherwise), unbroken],
    [equal(x, stop), { cut: 'given', state: computed }],
    [otherwise, { cut: 'rebuild', state: queen }],
  );
}

export const MODEL = {
  run(state) {
    const { memory, base, n, left, given } = state;
    const walled = { ...state, memory: memory.with(sub(base, ONE), WALL), turns: n, x: word(0) };
    const sets = (w) => ({ cut: 'board', state: { ...walled, w,
      columns: constant(8 * w, -1), higher: constant(16 * w, 0), lower: constant(16 * w, 0) } });
    return cases(
      [equal(left, word(0)), { event: 'SLICED', state: { ...state, row: state.stop } }],
      [or(given, less(byte(16), n)), sets(4)],
      [otherwise, sets(2)],
    );
  },

  board(state) {
    const { n, turns, columns, w, given, stop } = state;
    const shorter = { ...state, turns: sub(turns, byte(1)), columns: shifted(columns, constant(8 * w, 1)) };
    const turns4 = choose(given, sub(byte(65), extract(stop, 7, 0)), ZERO);
    const x = choose(given, stop, word(0));
    const started = { ...shorter, rows: choose(given, n, ZERO), turns: turns4, x };
    return cases(
      [equal(turns, byte(1)), { cut: 'rebuild', state: w === 4 ? started : { ...shorter, x: word(0) } }],
      [otherwise, { cut: 'board', state: shorter }],
    );
  },

  rebuild(state) {
    const { w, turns, x, n, rows } = state;
    if (w === 2) return above(state);
    const less = { ...state, turns: sub(turns, byte(1)) };
    const column = load(state, x);
    const next = { ...less, x: add(x, ONE) };
    return cases(
      [equal(turns, ZERO), above(state)],
      [equal(turns, byte(1)), above({ ...less, x: sub(x, rowOf(rows)) })],
      [equal(x, rowOf(n)), { cut: 'rebuild', state: down(less) }],
      [isGiven(column), { cut: 'rebuild', state: down(changed(or, next, setOf(state, column))) }],
      [otherwise, { cut: 'rebuild', state: down(next) }],
    );
  },

  /** Finds the next given queen. */
  given(state) {
    const { u, n, given } = state;
    const found = { ...state, stop: u };
    return cases(
      [not(or(equal(u, rowOf(n)), isGiven(load(state, u)))),
       { cut: 'given', state: { ...state, u: add(u, ONE) } }],
      [given, continued(found)],
      [otherwise, arrived(down(found))],
    );
  },

  scan: (state) => placedOrLifted(state),

  lift(state) {
    const x = sub(state.x, ONE);
    const column = load(state, x);
    const lifted = up({ ...state, x });
    const queenLifted = placedOrLifted(changed(xor, lifted, setOf(state, column)), column)
      .map((way) => ({ ...way, isLifted: true }));
    return cases(
      [all(bit(column, 6), bit(column, 7)), { cut: 'done', state: { ...lifted, u: state.x } }],
      [bit(column, 6), { cut: 'lift', state: { ...lifted, stop: x } }],
      [otherwise, queenLifted],
    );
  },

  done(state) {
    const { u, n, left } = state;
    return cases(
      [isGiven(load(state, u)), { cut: 'done', state: { ...state, u: add(u, ONE) } }],
      [otherwise, end('DONE', stored(state, u, sub(n, byte(1))), u, left)],
    );
  },
};
