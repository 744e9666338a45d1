/**
 * The machine code of the search against its model: each path from a cut of engine.S to the next.
 *
 * A path is executed with unknown registers, flags and memory.  At its start the relation below gives the
 * registers that are in use as terms of the model's state.  Proved is at its end: the model takes this way,
 * the relation is true again, memory is equal at one arbitrary address, each access was to the board or to
 * the budget; and at `ret` the event, the registers that C expects, and the stack.
 */
import {
  NO, YES, add, all, and, any, atMost, bit, byte, choose, constant, equal, extract, high, implies, less, low,
  not, or, selected, sub, variable, word,
} from './bits.mjs';
import { EVENTS, MODEL, isGiven, rowOf } from './engine_model.mjs';
import { stateAt as machineAt } from './flow.mjs';
import { Paths, Refused } from './paths.mjs';

/** The cuts, each with the bytes of a set. */
export const CUTS = 'given4 lift4 scan4 rebuild2 lift2 scan2 rebuild4 board4 board2 run4 done4'.split(' ')
  .map((name) => [name.slice(0, -1), Number(name.at(-1))]);
export const SAVED = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29];
const saved = (r) => variable(8, `saved r${r}`);

/* ---- memory ------------------------------------------------------------------------------------------- */

/**
 * Memory: what was written on a path, over what was there at its start, where each address that is read has a
 * variable.  All states of a path share `start`: { reads, facts, factOf(address, value), page(number) }.
 */
class Memory {
  constructor(start, writes = []) {
    Object.assign(this, { start, writes });
  }

  at(address) {
    return this.writes.reduce((value, each) => choose(equal(address, each.address), each.value, value),
                              this.initial(address));
  }

  initial(address) {
    const { reads, facts, factOf } = this.start;
    const known = reads.find((each) => each.address === address);
    if (known) return known.value;
    const value = variable(8, `memory ${address.id}`);
    for (const each of reads) facts.push(implies(equal(each.address, address), equal(each.value, value)));
    reads.push({ address, value });
    facts.push(factOf(address, value));
    return value;
  }

  with(address, value) {
    return new Memory(this.start, [...this.writes, { address, value }]);
  }

  /* As instructions.mjs accesses it. */
  load(address, state) {
    if (state) state.accesses = [...state.accesses, address];
    return this.at(address);
  }

  store(address, value, state) {
    state.accesses = [...state.accesses, address];
    state.memory = this.with(address, value);
  }

  flash(address) {
    if (high(address).value === undefined) throw new Error('lpm from an unknown page');
    return selected([...this.start.page(Number(high(address).value))].map(byte), low(address));
  }
}

/* ---- the relation of registers and model -------------------------------------------------------------- */

/** The registers from `first` on that contain a term, as [number, term of a byte]. */
const bytesOf = (term, first) =>
  Array.from({ length: term.width / 8 }, (_, j) => [first + j, extract(term, 8 * j + 7, 8 * j)]);

/** The bytes on the stack, the oldest first, at each cut. */
const stackOf = ({ base, budget_at }) => {
  const board = sub(base, word(2));
  return [high(board), low(board), high(budget_at), low(budget_at), ...SAVED.map(saved)];
};

/** The registers and flags in use at a cut, as [number or name, term]. */
function relation(cut, state) {
  const { w, n, base, x, stop, columns, higher, lower, turns, left, u, given, rows, budget_at } = state;
  if (cut === 'run')
    return [[1, byte(0)], ...bytesOf(sub(base, word(2)), 24), ...bytesOf(budget_at, 22),
            ...SAVED.map((r) => [r, saved(r)])];
  const common = [...bytesOf(sub(left, word(1)), 24), [29, add(low(base), n)]];
  if (cut === 'done')
    return [...common, ...bytesOf(add(base, sub(u, word(1))), 26), [30, sub(n, byte(1))]];
  const searching = [...common, ...bytesOf(add(base, x), 26), [23, byte(0)],
                     ...bytesOf(columns, 2), ...bytesOf(higher, 2 + w), ...bytesOf(lower, 22 - 2 * w)];
  const stopped = [1, low(add(base, stop))];
  const wide = (...pairs) => (w === 4 ? pairs : []);
  switch (cut) {
    case 'board': return [...searching, stopped, [22, turns], ...wide(['T', given], [30, low(stop)])];
    case 'rebuild': return [...searching, stopped, ['T', YES], ...wide([28, rows], [22, turns])];
    case 'given': return [...searching, [28, rows], ...bytesOf(add(base, u), 30), ['T', given]];
    default: return [...searching, stopped, ['T', NO], ...wide([28, rows])];
  }
}

/* ---- the start of the paths from a cut ---------------------------------------------------------------- */

export const NO_SETS = ['run', 'done'];

/** The model's state at a cut, all of it unknown. */
export function stateAt(cut, w, memory) {
  const some = (width, ...names) => Object.fromEntries(names.map((name) => [name, variable(width, name)]));
  const state = { w, memory, ...some(16, 'base', 'budget_at', 'left', 'x', 'stop', 'u'),
                  ...some(8, 'n', 'turns', 'rows'), ...some(1, 'given') };
  if (!NO_SETS.includes(cut)) Object.assign(state, some(8 * w, 'columns'), some(16 * w, 'higher', 'lower'));
  if (cut === 'board') state.x = word(0);
  return state;
}

/** Whether a byte is the column of a row: -1, on the board, or given. */
const isColumn = (value, n, w) =>
  any(equal(value, byte(255)), less(value, n),
      all(w === 4 ? isGiven(value) : NO, less(and(value, byte(0x3f)), n)));

/** A fact at some cuts only: ('scan lift', fact). */
export const factAt = (cut) => (cuts, fact) => (cuts.split(' ').includes(cut) ? fact : YES);

/** What is known of a byte at the start: see INV in engine_board.mjs. */
export function byteFact(cut, { base, n, w, x, stop, left, budget_at }, address, value) {
  const at = factAt(cut);
  const row = sub(address, base), isRow = less(row, rowOf(n));
  const has = (where, byte) => implies(equal(address, where), equal(value, byte));
  const isFilled = (end) => implies(and(isRow, less(row, end)), not(bit(value, 7)));
  return all(
    implies(isRow, isColumn(value, n, NO_SETS.includes(cut) ? 4 : w)),
    has(sub(base, word(1)), cut === 'run' ? low(stop) : byte(0xc0)), has(sub(base, word(2)), n),
    at('board rebuild', isFilled(stop)), at('given scan lift', isFilled(x)),
    at('run', and(has(budget_at, low(left)), has(add(budget_at, word(1)), high(left)))),
  );
}

const within = (address, from, size) => less(sub(address, from), size);
const isAllowed = ({ base, n, budget_at }, address) =>
  or(within(address, sub(base, word(2)), add(rowOf(n), word(2))), within(address, budget_at, word(2)));

/** What is known of the state at the start. */
export function facts(cut, state) {
  const { memory, base, n, w, x, stop, left, budget_at, u, turns, given } = state;
  const rows = rowOf(n), none = equal(state.rows, byte(0)), all4 = equal(state.rows, n);
  const at = factAt(cut);
  const at2 = (cuts, fact) => (w === 2 ? at(cuts, fact) : YES);
  const at4 = (cuts, fact) => (w === 4 ? at(cuts, fact) : YES);
  return all(
    less(byte(0), n), atMost(n, byte(NO_SETS.includes(cut) ? 32 : 8 * w)),
    atMost(word(0x20), base), atMost(base, word(0xff00)),
    atMost(word(0x20), budget_at), atMost(budget_at, word(0xff00)),
    not(within(budget_at, sub(base, word(3)), add(rows, word(3)))),
    atMost(stop, rows), cut === 'done' ? less(u, rows) : atMost(x, rows),
    cut === 'run' ? YES : less(word(0), left),
    at('board', and(less(byte(0), turns), atMost(turns, n))), at2('board', not(given)),
    at4('rebuild scan lift', or(all4, none)), at4('given', all4),
    at4('rebuild', all(atMost(turns, byte(65)), implies(less(byte(0), turns), all4),
                       implies(equal(turns, byte(1)), equal(x, rows)),
                       choose(equal(turns, byte(0)), atMost(x, stop), atMost(stop, x)))),
    at2('rebuild', atMost(x, stop)),
    at('given', all(atMost(u, rows), atMost(x, u),
                    implies(and(given, less(x, rows)), not(isGiven(memory.load(add(base, x))))))),
    at('scan', less(x, stop)), at('lift', atMost(x, stop)),
    at4('scan lift', implies(none, equal(stop, rows))), at2('scan lift', equal(stop, rows)),
  );
}

/* ---- one path ----------------------------------------------------------------------------------------- */

class SearchPaths extends Paths {
  constructor(image, flash, cut, w, solver) {
    const cuts = image.symbols.filter(({ name }) => name.startsWith('cut.'));
    super(image, solver, new Map(cuts.map(({ name, value }) => [value, name.slice(4)])));
    Object.assign(this, { cut, w, kind: `${w} bytes` });
    this.start = { reads: [], facts: [], page: (number) => flash.subarray(number * 256, number * 256 + 256),
                   factOf: (address, value) => byteFact(cut, this.first, address, value) };
    this.first = stateAt(cut, w, new Memory(this.start));
  }

  /** All paths from an address. */
  async prove(entry) {
    const { image, solver, first } = this;
    solver.forget();
    solver.assert(facts(this.cut, first));
    const stack = this.cut === 'run' ? [] : stackOf(first);
    const known = Object.fromEntries(relation(this.cut, first));
    const state = { ...machineAt(image.code.get(entry), known, first.memory), stack, accesses: [] };
    this.ways = MODEL[this.cut](first);
    await this.followAll(state, this.start.facts);
  }

  /** The model must take one of its ways to the cut, and come to the same state. */
  async finish(state, path, taken, to) {
    this.paths++;
    const name = `${this.named(taken)} to ${to}`, [cut, width = this.w] = to.split('.');
    const isTo = (way) => way.cut === cut && (cut === 'done' || way.state.w === Number(width));
    const ways = this.ways.filter((way) => (to === 'ret' ? way.event : isTo(way)));
    const ends = [[path, [['the model takes this way', any(...ways.map(({ when }) => when))]]]];
    for (const way of ways) ends.push([and(path, way.when), this.goalsOf(state, way)]);
    for (const [here, goals] of ends) {
      if (!(await this.may(here))) continue;
      const [what, goal] = await this.failureOf(here, goals) ?? [];
      if (what) await this.refuse(`${name}: ${what} differs`, and(here, not(goal)));
    }
  }

  /** [what, goal] of an end, for a way of the model. */
  goalsOf(state, { cut, event, state: model }) {
    const q = variable(16, 'any address');
    const goals = [['memory', equal(state.memory.at(q), model.memory.at(q))]];
    for (const address of new Set(state.accesses)) goals.push(['an access', isAllowed(this.first, address)]);
    const expected = cut ? relation(cut, model)
      : [...SAVED.map((r) => [r, saved(r)]), [1, byte(0)], [24, byte(EVENTS[event])]];
    for (const [where, value] of [['I', variable(1, 'I')], ...expected])
      goals.push([where in state.f ? `flag ${where}` : `r${where}`,
                  equal({ ...state.f, ...state.r }[where], value)]);
    const stack = cut ? stackOf(this.first) : [];
    goals.push(['bytes on the stack', state.stack.length === stack.length ? YES : NO]);
    state.stack.slice(0, stack.length).forEach((each, i) => goals.push(['stack', equal(each, stack[i])]));
    return goals;
  }

  shown() {
    const { n, base, x, stop, left, memory } = this.first;
    const rows = Array.from({ length: 8 * this.w }, (_, row) => memory.at(add(base, word(row))));
    return { n, x, stop, left, ...rows };
  }
}

/** Proves all paths from a cut; those from `run` have two entries, the second one for given queens. */
export async function provePaths(image, flash, [cut, w], solver) {
  const paths = new SearchPaths(image, flash, cut, w, solver);
  const labels = cut === 'run' ? ['queens_run', 'queens_complete'] : [`cut.${cut}.${w}`, `cut.${cut}`];
  const entries = labels.map(image.addressOf).filter((at) => at !== undefined);
  if (entries.length !== (cut === 'run' ? 2 : 1)) throw new Refused(`a label is missing: ${labels}`);
  for (const [i, entry] of entries.entries()) {
    if (cut === 'run') paths.first.given = constant(1, i);
    await paths.prove(entry);
  }
  return paths;
}
