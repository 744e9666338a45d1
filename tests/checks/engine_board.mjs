/**
 * The model of the search against the contract of queens_step: for each way from a cut to the next, what is
 * assumed at its start is true at its end, and the way is a sequence of steps, which have no choice
 * (tests/prove/choice.c).
 *
 * The board has 32 rows (16 for sets of 2 bytes), each with a variable.  What a set contains is proved of one
 * arbitrary bit, peace of one arbitrary pair of rows, and so on; what is needed of it, such as the neighbour
 * of the bit, is assumed of the start.  So there are no quantifiers.
 *
 * The board of the contract is that in memory, but for its row and the column tried there (`stepsFrom`), and
 * rows below without a given queen may differ.
 */
import {
  NO, YES, add, all, and, any, atMost, bit, byte, choose, equal, extract, implies, less, not, or,
  selected, sub, variable, wide, word,
} from './bits.mjs';
import { MODEL, firstFree, isGiven, rowOf, setOf } from './engine_model.mjs';
import { NO_SETS, byteFact, factAt, facts, stateAt } from './engine_paths.mjs';
import { Refused, drawn } from './paths.mjs';

const BASE = 0x100, BUDGET = 0x40;

/** Whether a set has the bit at a position. */
const contains = (set, position) =>
  selected(Array.from({ length: set.width }, (_, i) => bit(set, i)), position);

/** A board of 32 rows as memory. */
class Cells {
  constructor(cells, writes = []) {
    Object.assign(this, { cells, writes });
  }

  row(row) {
    const first = row.value === undefined ? selected(this.cells, row) : this.cells[Number(row.value) % 32];
    return this.writes.reduce((value, each) => choose(equal(row, each.row), each.value, value), first);
  }

  load(address) {
    const row = sub(address, word(BASE));
    return choose(equal(row, word(0xffff)), byte(0xc0), this.row(row));
  }

  with(address, value) {
    if (address.value !== undefined && address.value < BASE) return this; // row and budget
    return new Cells(this.cells, [...this.writes, { row: sub(address, word(BASE)), value }]);
  }
}

/* ---- predicates of a board ---------------------------------------------------------------------------- */

const ROWS = Array.from({ length: 32 }, (_, r) => word(r));
const cellOf = (state, row) => state.memory.row(row);
const queenOf = (state, row) => and(cellOf(state, row), byte(31));
const givenIn = (state, row) => and(less(row, rowOf(state.n)), isGiven(cellOf(state, row)));

/** Whether queens in these rows and columns attack each other. */
export function meet(row, column, other, otherColumn) {
  const down = extract(sub(row, other), 7, 0), right = sub(column, otherColumn);
  return any(equal(right, byte(0)), equal(right, down), equal(add(right, down), byte(0)));
}

/** Whether a row has a queen that counts, while rows above `row` are filled. */
const counts = (state, r, row) => and(less(r, rowOf(state.n)), or(less(r, row), isGiven(cellOf(state, r))));

/** The rows whose queens are in the sets, and the row from which the diagonals are seen. */
function entered(cut, state) {
  const { w, x, stop, turns, n } = state;
  if (cut === 'board') return { has: () => NO, y: word(0) };
  if (cut === 'given') return { has: (r) => counts(state, r, x), y: choose(state.given, x, sub(x, word(1))) };
  if (cut !== 'rebuild') return { has: (r) => counts(state, r, x), y: x };
  const isRest = (r) => and(givenIn(state, r), atMost(stop, r));
  const second = (r) => and(less(r, rowOf(n)), or(less(r, x), isRest(r)));
  if (w === 2) return { has: second, y: x };
  const isFirst = less(byte(0), turns);
  return {
    has: (r) => choose(isFirst, and(isRest(r), less(r, x)), second(r)),
    y: choose(isFirst, wide(sub(byte(65), turns), 16), x),
  };
}

/**
 * What each set contains at a column, a falling diagonal (column - row) and a rising one (column + row).  So
 * a statement about the queens does not depend on the row from which the diagonals are seen.
 */
function setsAt(cut, state, { column, falling, rising }) {
  const { w, columns, higher, lower, n, turns } = state;
  const { has, y } = entered(cut, state);
  const rows = ROWS.slice(0, 8 * w);
  const modulo = (number) => extract(number, w === 4 ? 5 : 4, 0);
  const some = (isAt) => any(...rows.map((r) => and(has(r), isAt(extract(r, 7, 0), queenOf(state, r)))));
  const here = extract(y, 7, 0);
  const beyond = cut === 'board' ? atMost(sub(n, turns), column) : atMost(n, column);
  return {
    columns: implies(less(column, byte(8 * w)),
                     equal(contains(columns, column), or(beyond, some((r, c) => equal(c, column))))),
    higher: equal(contains(higher, add(falling, here)),
                  some((r, c) => equal(modulo(sub(c, r)), modulo(falling)))),
    lower: equal(contains(lower, add(sub(rising, here), byte(8 * w))),
                 some((r, c) => equal(modulo(add(c, r)), modulo(rising)))),
  };
}

/** Peace of a pair of rows. */
const peace = (state, p, q, row) =>
  implies(all(counts(state, p, row), counts(state, q, row)),
          not(meet(p, queenOf(state, p), q, queenOf(state, q))));

/**
 * The board of the contract at a cut: its row, and what was tried there.  At `lift` and `done` all squares of
 * `row` have been tried.  At `given`, if `given` is clear, the queen in `row` has been placed, and the step
 * ends in the next row without a given queen.
 */
function stepsFrom(cut, state) {
  const { stop, x, row, n } = state;
  if (cut === 'scan') return { row: x, tried: byte(255) };
  if (cut === 'given') return { row: choose(state.given, x, row), tried: cellOf(state, x) };
  if (cut === 'lift' || cut === 'done') return { row, tried: sub(n, byte(1)) };
  return { row: stop, tried: cellOf(state, stop) };
}

/** INV that is about one row r, and about all of the state. */
function ofRow(cut, state, r) {
  const { w, base, x, stop, u, n, row, given, free } = state;
  const at = factAt(cut);
  const isIn = (from, to) => all(atMost(from, r), less(r, to));
  const here = givenIn(state, r);
  const noneGiven = cut === 'run' || cut === 'board' ? not(given) : equal(state.rows, byte(0));
  return all(
    byteFact(cut, state, add(base, r), cellOf(state, r)), not(and(equal(r, free), here)),
    at('scan lift', implies(isIn(x, stop), not(here))), at('lift', implies(isIn(x, row), here)),
    at('given', implies(isIn(x, u), not(here))), at('done', implies(less(r, row), here)),
    at('given', implies(all(not(given), less(row, r), less(r, x)), here)),
    w === 4 && cut !== 'done' ? implies(noneGiven, not(here)) : YES,
    at('run', implies(less(r, stop), not(bit(cellOf(state, r), 7)))),
  );
}

function ofState(cut, state) {
  const { w, n, x, stop, row, given, free, turns, u } = state;
  const rows = rowOf(n), y = wide(sub(byte(65), turns), 16);
  const at = factAt(cut);
  const isFree = (r) => not(givenIn(state, r));
  return all(
    facts(cut, state), less(free, rows),
    at('run board rebuild', isFree(stop)), at('scan lift', or(equal(stop, rows), not(isFree(stop)))),
    at('given', implies(not(given), all(less(row, x), isFree(row)))),
    at('lift done', all(atMost(row, rows), isFree(row))), at('lift', atMost(x, row)),
    at('done', all(less(row, rows), atMost(u, row))),
    w === 2 ? YES : at('rebuild', implies(less(byte(0), turns),
      all(atMost(stop, y), equal(x, choose(less(y, rows), y, rows))))),
  );
}

/** The row above which queens are filled in, for peace. */
const filledTo = (cut, { stop, x, row }) =>
  (['run', 'board', 'rebuild'].includes(cut) ? stop : cut === 'done' ? row : x);

/* ---- the ways from a cut to the next ------------------------------------------------------------------ */

const ANY = {
  r: and(variable(16, 'any row'), word(31)),
  p: and(variable(16, 'one row'), word(31)), q: and(variable(16, 'another row'), word(31)),
  falling: variable(8, 'any falling'), rising: variable(8, 'any rising'),
  column: variable(8, 'any column'), queen: variable(8, 'its column'),
};

/** The state at a cut: as in the proof of the paths, with the rows as cells and the row of the contract. */
function boardAt(cut, w) {
  const cells = ROWS.map((_, r) => (r < 8 * w ? variable(8, `row ${r}`) : byte(0)));
  const state = stateAt(cut, w, new Cells(cells));
  const row = variable(16, 'row'), free = variable(16, 'free');
  return { ...state, base: word(BASE), budget_at: word(BUDGET), row, free };
}

/** INV at the start of a way, without the sets, where a proof needs it. */
function assumed(cut, state) {
  const rows = ROWS.slice(0, 8 * state.w);
  const filled = filledTo(cut, state);
  const above = sub(state.x, word(1));
  const known = [ofState(cut, state), ...rows.map((r) => ofRow(cut, state, r)),
                 ofRow(cut, state, ANY.r), less(ANY.p, ANY.q), peace(state, ANY.p, ANY.q, filled)];
  if (cut === 'lift')
    known.push(...rows.map((r) => or(equal(above, r), peace(state, above, r, filled))));
  return all(...known);
}

/** A number that decreases on a way without a step. */
function rank(cut, { n, x, stop, turns, u, w }) {
  const tier = { run: 7, board: 6, rebuild: 5, given: 4, scan: 3, lift: 2, done: 1 }[cut];
  const left = sub(rowOf(n), u), turnsLeft = wide(turns, 16);
  const isFirst = w === 2 ? NO : less(byte(0), turns);
  const rebuild = choose(isFirst, add(turnsLeft, word(64)), sub(stop, x));
  const rest = { board: turnsLeft, rebuild, given: left, lift: x, done: left }[cut] ?? word(0);
  return add(word(tier * 4096), rest);
}

/** What is known at the start of the bit of a set that the goal is about. */
function bitKnown(cut, before, set) {
  if (NO_SETS.includes(cut)) return YES;
  const here = setsAt(cut, before, ANY)[set];
  if (cut !== 'board') return here;
  // The columns are shifted, and the diagonals are empty, from whatever row they are seen.
  const stop = extract(before.stop, 7, 0);
  const [falling, rising] = [add(ANY.falling, stop), sub(ANY.rising, stop)];
  return and(here, setsAt(cut, before, { column: sub(ANY.column, byte(1)), falling, rising })[set]);
}

/**
 * What must be true of the choice of a square on the way from a cut: all squares before it are attacked, it
 * is not, and its set is that of its column.  So the ways themselves may assume any column that is `chosen`.
 */
function squareGoals(cut, before, { x, from, state }) {
  const { w, n } = before;
  const first = firstFree(state, from);
  const isTaken = (column) => any(contains(state.columns, column), contains(state.higher, column),
    contains(state.lower, add(column, byte(8 * w))));
  const meets = (column, r) => meet(x, column, r, queenOf(before, r));
  const isAttacked = (column) => any(...ROWS.slice(0, 8 * w).map((r) =>
    all(not(equal(r, x)), counts(before, r, x), meets(column, r))));
  const here = extract(x, 7, 0);
  const diagonals = (column) => ({ column, falling: sub(column, here), rising: add(column, here) });
  const known = (column) =>
    all(less(column, byte(8 * w)), ...Object.values(setsAt(cut, before, diagonals(column))));
  const { column: any1, queen, r } = ANY;
  const passed = (to) => implies(all(less(any1, to), from ? less(from, any1) : YES), isTaken(any1));
  return [
    ['a taken square is attacked', implies(and(isTaken(any1), less(any1, n)), isAttacked(any1)), known(any1)],
    ['a free square is on the board', or(isTaken(queen), less(queen, n)), known(queen)],
    ['a free square is not attacked',
     any(isTaken(queen), not(counts(before, r, x)), not(meets(queen, r))), known(queen)],
    ['squares that are passed are taken', passed(choose(first.exists, first.column, n))],
    ['the square is free', implies(first.exists, all(
      less(first.column, byte(8 * w)), from ? less(from, first.column) : YES, not(isTaken(first.column))))],
    ['the set is that of the square', implies(first.exists, equal(first.set, setOf(state, first.column)))],
  ];
}

/** What a way must fulfil, as [what, goal]. */
function goalsOf(cut, before, way) {
  const { cut: next, event, scanned, isLifted, state } = way;
  const { n } = before, rows = rowOf(n);
  const goals = [];
  const want = (what, goal, known = YES) => goals.push([what, goal, known]);
  let { row, tried } = stepsFrom(cut, before);
  let safe = YES; // what was proved of any row, for the pair of rows
  const pending = cut === 'given' ? not(before.given) : NO;
  const r = ANY.r;
  if (isLifted) {
    const above = sub(before.x, word(1));
    want('the lift is to a row without a given queen', and(less(above, rows), not(givenIn(before, above))));
    want('the lift passes given queens only',
         implies(all(less(above, r), less(r, row)), givenIn(before, r)));
    [row, tried] = [above, cellOf(before, above)];
  }
  if (scanned) {
    const { x, from, column } = scanned;
    want('the row of the step', and(equal(row, x), less(x, rows)));
    want('the column tried before', from ? and(equal(from, tried), less(tried, n)) : equal(tried, byte(255)));
    const isSafe = (p) => implies(counts(before, p, x), not(meet(x, column, p, queenOf(before, p))));
    if (column) want('the queen is stored', equal(cellOf(state, x), column));
    if (column) safe = and(isSafe(ANY.p), isSafe(ANY.q)); // proved of any row: see squareGoals
    [row, tried] = [x, sub(n, byte(1))];
  }
  const after = { ...state, row: next === 'given' || next === 'lift' || next === 'done' ? row : state.row };
  if (next === 'lift' && !scanned && cut !== 'lift') want('the board is full', equal(row, rows));
  const moves = scanned ? YES : pending;
  const placedInto = (to) => {
    const isBetween = all(moves, less(row, r), less(r, to));
    want('the step passes given queens only', implies(isBetween, givenIn(before, r)));
    want('the row after the step', implies(moves, all(less(row, to), not(givenIn(before, to)))));
  };
  if (next === 'scan' && (scanned?.column || cut === 'given')) placedInto(state.x);
  if (next === 'scan' && !scanned)
    want('nothing is tried yet', or(pending, and(equal(row, state.x), equal(tried, byte(255)))));
  if (['board', 'rebuild', 'given'].includes(next) && !scanned)
    want('the row is the same', equal(stepsFrom(next, after).row, row));
  if (event === 'SOLVED') {
    placedInto(rows);
    want('the board is full', equal(state.row, rows));
  }
  if (event === 'SLICED' && cut !== 'run') {
    placedInto(state.row);
    want('nothing is tried yet', and(less(state.row, rows), equal(cellOf(state, state.row), byte(255))));
    want('the budget is used up', equal(state.left, word(0)));
  }
  if (event === 'DONE') {
    want('all rows above are given', implies(less(r, row), givenIn(before, r)));
    want('the row', and(equal(state.row, row), less(row, rows)));
    want('the last column was tried', equal(cellOf(state, row), sub(n, byte(1))));
  }
  const isScan = next === 'scan' && (scanned?.column ? YES : pending);
  const used = isScan || (event && event !== 'DONE' && cut !== 'run' ? YES : NO);
  want('the budget', equal(state.left, sub(before.left, wide(used, 16))));
  const seen = cellOf(before, r);
  want('given queens stay', implies(less(r, rows), equal(isGiven(seen), isGiven(cellOf(state, r)))));
  want('given queens stay', implies(givenIn(before, r), equal(seen, cellOf(state, r))));
  const above = scanned ? scanned.x : event ? state.row : state.x;
  if (event !== 'DONE') want('queens above stay', implies(less(r, above), equal(seen, cellOf(state, r))));
  if (event) {
    const address = add(state.base, r);
    want('columns are -1, on the board or given', byteFact('done', state, address, cellOf(state, r)));
    return goals;
  }
  want(`INV at ${next}`, ofState(next, after));
  want(`INV of a row at ${next}`, ofRow(next, after, r));
  want(`peace at ${next}`, peace(after, ANY.p, ANY.q, filledTo(next, after)), safe);
  if (!NO_SETS.includes(next))
    for (const set of ['columns', 'higher', 'lower'])
      want(`${set} at ${next}`, setsAt(next, after, ANY)[set], bitKnown(cut, before, set));
  const hasSteps = isLifted || scanned?.column || cut === 'scan';
  if (!hasSteps) want('the run ends', less(rank(next, after), rank(cut, before)));
  return goals;
}

/** Proves all ways from a cut; `change` breaks the model: it returns what else there is in the next state. */
export async function proveWays(cut, w, solver, change = () => ({})) {
  const before = boardAt(cut, w);
  const result = { ways: 0, goals: 0 };
  solver.forget();
  solver.assert(assumed(cut, before));
  const name = `${cut}, ${w} bytes`;
  if (!(await solver.model(YES))) throw new Refused(`${name}: what is assumed contradicts itself`);
  const { n, x, stop, left, memory } = before;
  const shown = { n, x, stop, left, ...memory.cells };
  const check = async (where, [what, goal, known = YES], when) => {
    result.goals++;
    const model = await solver.model(all(when, known, not(goal)), shown);
    if (model) throw new Refused(`${name}${where}: ${what}: not so\n${drawn(model)}`);
  };
  const changed = (way) => ({ ...way, state: { ...way.state, ...change(way.state, before) } });
  const ways = MODEL[cut]({ ...before, chosen: ANY.queen }).map(changed);
  const scans = ways.filter(({ scanned }) => scanned);
  const isReached = any(...scans.map(({ when }) => when));
  const squares = scans.length ? squareGoals(cut, before, scans[0].scanned) : [];
  for (const goal of squares) await check('', goal, isReached);
  for (const way of ways) {
    const { column, from } = way.scanned ?? {};
    const when = all(way.when, column ? and(less(column, before.n), from ? less(from, column) : YES) : YES);
    if (!(await solver.model(when))) continue;
    result.ways++;
    for (const goal of goalsOf(cut, before, way)) await check(`, to ${way.cut ?? way.event}`, goal, when);
  }
  return result;
}
