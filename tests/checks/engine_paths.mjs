/**
 * The machine code of the search against its model: each path from a cut of engine.S to the next.
 *
 * A path is executed with unknown registers, flags and memory.  At its start the relation below gives the
 * registers that are in use as terms of the model's state.  Proved is at its end: the model takes this way,
 * the relation is true again, memory is equal at one arbitrary address, each access was to the board or to
 * the budget; and at `ret` the event, the registers that C expects, and the stack.
 */
import {
  NO, YES, add, all, and, any, atMost, bit, byte, choose, constant, equal, extract, implies, less, not, or,
  sub, variable, word,
} from './bits.mjs';
import { EVENTS, MODEL, isGiven, rowOf } from './engine_model.mjs';
import { FLAGS, step } from './instructions.mjs';

const MOST_STEPS = 400, MOST_BRANCHES = 60;
const low = (a) => extract(a, 7, 0), high = (a) => extract(a, 15, 8);
const SAVED = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29];
const saved = (r) => variable(8, `saved r${r}`);

/* ---- memory ------------------------------------------------------------------------------------------- */

/** What is unknown of a path's start: a variable for each address that is read. */
class World {
  reads = [];
  facts = [];

  constructor(factOf) {
    this.factOf = factOf;
  }

  initial(address) {
    const known = this.reads.find((each) => each.address === address);
    if (known) return known.value;
    const value = variable(8, `memory ${address.id}`);
    for (const each of this.reads)
      this.facts.push(implies(equal(each.address, address), equal(each.value, value)));
    this.reads.push({ address, value });
    this.facts.push(this.factOf(address, value));
    return value;
  }
}

class Memory {
  constructor(world, page, writes = []) {
    Object.assign(this, { world, page, writes });
  }

  at(address) {
    return this.writes.reduce((value, each) => choose(equal(address, each.address), each.value, value),
                              this.world.initial(address));
  }

  with(address, value) {
    return new Memory(this.world, this.page, [...this.writes, { address, value }]);
  }

  /* As semantics.mjs accesses it. */
  load(address, state) {
    if (state) state.accesses = [...state.accesses, address];
    return this.at(address);
  }

  store(address, value, state) {
    state.accesses = [...state.accesses, address];
    state.memory = this.with(address, value);
  }

  pop({ stack }) {
    if (!stack.length) throw new Error('pops what it has not pushed');
    return stack.pop();
  }

  flash(address) {
    if (high(address).value === undefined) throw new Error('lpm from an unknown page');
    const index = low(address);
    const bytes = this.page(Number(high(address).value));
    const tree = (from, size) =>
      size === 1 ? byte(bytes[from]) : choose(bit(index, Math.log2(size) - 1), tree(from + size / 2,
          size / 2),
                                               tree(from, size / 2));
    return tree(0, 256);
  }

  pointer() {
    throw new Error('the stack pointer is not followed');
  }
}

/* ---- the relation of registers and model -------------------------------------------------------------- */

const bytesOf = (set, first) =>
  Array.from({ length: set.width / 8 }, (_, j) => [first + j, extract(set, 8 * j + 7, 8 * j)]);

/** The bytes on the stack, the oldest first, at each cut. */
const stackOf = ({ base, budget_at }) => {
  const board = sub(base, word(2));
  return [high(board), low(board), high(budget_at), low(budget_at), ...SAVED.map(saved)];
};

/** The registers and flags in use at a cut, as [number or name, term]. */
function relation(cut, state) {
  const { w, n, base, x, stop, columns, higher, lower, turns, left, u, given, rows } = state;
  if (cut === 'run') {
    const board = sub(base, word(2)), at = state.budget_at;
    return [[1, byte(0)], [24, low(board)], [25, high(board)], [22, low(at)], [23, high(at)],
            ...SAVED.map((r) => [r, saved(r)])];
  }
  const remaining = sub(left, word(1));
  const pointer = (row, r) => [[r, low(add(base, row))], [r + 1, high(add(base, row))]];
  const common = [[24, low(remaining)], [25, high(remaining)], [29, add(low(base), n)]];
  if (cut === 'done') return [...common, ...pointer(sub(u, word(1)), 26), [30, sub(n, byte(1))]];
  const sets = [...bytesOf(columns, 2), ...bytesOf(higher, 2 + w), ...bytesOf(lower, 22 - 2 * w)];
  const searching = [...common, ...pointer(x, 26), ...sets, [23, byte(0)]];
  const stopped = [1, low(add(base, stop))];
  const T = (value) => ['T', constant(1, value)];
  const givenRows = w === 4 ? [[28, rows]] : [];
  switch (cut) {
    case 'board': return [...searching, stopped, [22, turns],
                          ...(w === 4 ? [['T', given], [30, low(stop)]] : [])];
    case 'rebuild': return [...searching, stopped, ...givenRows, T(1), ...(w === 4 ? [[22, turns]] : [])];
    case 'given': return [...searching, ...givenRows, ...pointer(u, 30), ['T', given]];
    default: return [...searching, stopped, ...givenRows, T(0)];
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
export const isColumn = (value, n, w) =>
  any(equal(value, byte(255)), less(value, n),
      all(w === 4 ? isGiven(value) : NO, less(and(value, byte(0x3f)), n)));

/** What is known of a byte at the start: see INV in engine_board.mjs. */
export function byteFact(cut, { base, n, w, x, stop, left, budget_at }, address, value) {
  const row = sub(address, base);
  const filled = cut === 'board' || cut === 'rebuild' ? stop : x;
  const header = cut === 'run' ? low(stop) : byte(0xc0);
  const isRow = less(row, rowOf(n)), isSearch = !NO_SETS.includes(cut);
  const known = [
    implies(isRow, isColumn(value, n, isSearch ? w : 4)),
    implies(equal(row, word(0xffff)), equal(value, header)), implies(equal(row, word(0xfffe)), equal(value,
        n)),
  ];
  if (isSearch) known.push(implies(and(isRow, less(row, filled)), not(bit(value, 7))));
  if (cut === 'run')
    known.push(implies(equal(address, budget_at), equal(value, low(left))),
               implies(equal(address, add(budget_at, word(1))), equal(value, high(left))));
  return all(...known);
}

const within = (address, from, size) => less(sub(address, from), size);
const isAllowed = ({ base, n, budget_at }, address) =>
  or(within(address, sub(base, word(2)), add(rowOf(n), word(2))), within(address, budget_at, word(2)));

/** What is known of the state at the start. */
export function facts(cut, state) {
  const { memory, base, n, w, x, stop, left, budget_at, u, turns, given } = state;
  const rows = rowOf(n), none = equal(state.rows, byte(0)), allRows = equal(state.rows, n);
  const wide4 = NO_SETS.includes(cut) ? 4 : w;
  const known = [
    less(byte(0), n), atMost(n, byte(8 * wide4)), atMost(word(0x20), base), atMost(base, word(0xff00)),
    atMost(word(0x20), budget_at), atMost(budget_at, word(0xff00)),
    not(within(budget_at, sub(base, word(3)), add(rows, word(3)))),
    atMost(stop, rows), atMost(cut === 'done' ? word(0) : x, rows),
  ];
  if (w === 4 && ['rebuild', 'given', 'scan', 'lift'].includes(cut))
    known.push(cut === 'given' ? allRows : or(allRows, none));
  if (w === 4 && (cut === 'scan' || cut === 'lift')) known.push(implies(none, equal(stop, rows)));
  if (w === 4 && cut === 'rebuild') known.push(implies(less(byte(0), turns), allRows));
  if (cut !== 'run') known.push(less(word(0), left));
  if (cut === 'board') known.push(less(byte(0), turns), atMost(turns, n));
  if (cut === 'board' && w === 2) known.push(not(given));
  if (cut === 'rebuild' && w === 4)
    known.push(atMost(turns, byte(65)), implies(equal(turns, byte(1)), equal(x, rows)));
  if (cut === 'given')
    known.push(atMost(u, rows), atMost(x, u),
               implies(and(given, less(x, rows)), not(isGiven(memory.at(add(base, x))))));
  if (cut === 'scan') known.push(less(x, stop));
  if (cut === 'lift') known.push(atMost(x, stop));
  if (w === 2 && (cut === 'scan' || cut === 'lift')) known.push(equal(stop, rows));
  if (cut === 'rebuild' && w === 2) known.push(atMost(x, stop));
  if (cut === 'rebuild' && w === 4)
    known.push(choose(equal(turns, byte(0)), atMost(x, stop), atMost(stop, x)));
  if (cut === 'done') known.push(less(u, rows));
  return all(...known);
}

/* ---- one path ----------------------------------------------------------------------------------------- */

/** A path that is refused: the message names it. */
export class Refused extends Error {}

const placeOf = (image, at) => `${image.nameAt(image.ownerOf(at))}+${at - image.ownerOf(at)}`;

class Paths {
  constructor(image, flash, cut, w, solver) {
    Object.assign(this, { image, cut, w, solver, paths: 0, goals: 0, asserted: 0, visited: new Set() });
    this.world = new World((address, value) => byteFact(cut, this.first, address, value));
    const page = (number) => flash.subarray(number * 256, number * 256 + 256);
    this.first = stateAt(cut, w, new Memory(this.world, page));
    this.cuts = new Map(image.symbols.filter(({ name }) => name.startsWith('cut.'))
      .map(({ name, value }) => [value, name.split('.').slice(1)]));
  }

  /** All paths from an address. */
  async prove(entry) {
    const { image, solver, first } = this;
    const r = Array.from({ length: 32 }, (_, i) => variable(8, `r${i}`));
    const f = Object.fromEntries(FLAGS.map((name) => [name, variable(1, name)]));
    for (const [where, value] of relation(this.cut, first))
      (typeof where === 'string' ? f : r)[where] = value;
    solver.forget();
    solver.assert(facts(this.cut, first));
    const stack = this.cut === 'run' ? [] : stackOf(first);
    const state = { at: image.code.get(entry), r, f, stack, memory: first.memory, accesses: [] };
    this.ways = MODEL[this.cut](first);
    const work = [{ state, path: YES, taken: [] }];
    while (work.length) await this.follow(work, work.pop());
    if (!this.paths) throw new Refused(`from ${this.cut} no path leads on`);
  }

  /** Whether a fact may be true; each new fact of memory is asserted once. */
  async may(fact, shown) {
    for (; this.asserted < this.world.facts.length; this.asserted++)
      this.solver.assert(this.world.facts[this.asserted]);
    return this.solver.model(fact, shown);
  }

  async follow(work, { state, path, taken }) {
    for (let steps = 0; ; steps++) {
      if (steps > MOST_STEPS || taken.length > MOST_BRANCHES)
        throw new Refused(`${this.named(taken)}: a loop without a cut`);
      this.visited.add(state.at.at);
      let next;
      try {
        next = step(state, this.image);
      } catch (error) {
        throw new Refused(`${this.named(taken)} at ${placeOf(this.image, state.at.at)}: ${error.message}`);
      }
      if (next.length > 1) {
        for (const each of next) {
          const longer = and(path, each.condition);
          if (!(await this.may(longer))) continue;
          const way = [...taken, each.state.at.at];
          if (this.cuts.has(each.state.at.at)) await this.finish(each.state, longer, way);
          else work.push({ state: each.state, path: longer, taken: way });
        }
        return;
      }
      const [{ state: after, returns }] = next;
      if (returns) return this.finish({ ...after, at: state.at }, path, taken, true);
      if (!after.at) throw new Refused(`${this.named(taken)}: leaves the code`);
      if (this.cuts.has(after.at.at)) return this.finish(after, path, taken);
      state = after;
    }
  }

  named(taken) {
    const branches = taken.map((at) => placeOf(this.image, at)).join(' ') || 'no branch';
    return `from ${this.cut}, ${this.w} bytes, by ${branches}`;
  }

  /** The goals at the end of a path. */
  async finish(state, path, taken, returned = false) {
    this.paths++;
    const [cut, width] = returned ? [] : this.cuts.get(state.at.at);
    const w = Number(width ?? this.w);
    const name = `${this.named(taken)} to ${cut ?? 'ret'}`;
    const isCut = (each) => each.cut === cut && (cut === 'done' || each.state.w === w);
    const isWay = returned ? ({ event }) => event : isCut;
    for (const way of this.ways.filter(isWay)) {
      const here = and(path, way.when);
      if (!(await this.may(here))) continue;
      for (const [what, goal] of this.goalsOf(state, way)) await this.check(name, what, here, goal);
    }
    const whens = this.ways.filter(isWay).map(({ when }) => when);
    await this.check(name, 'the model takes this way', path, any(...whens));
  }

  /** [what, goal] of an end, for a way of the model. */
  goalsOf(state, { cut, event, state: model }) {
    const q = variable(16, 'any address');
    const goals = [['memory', equal(state.memory.at(q), model.memory.at(q))]];
    for (const address of new Set(state.accesses)) goals.push(['an access', isAllowed(this.first, address)]);
    const expected = cut ? relation(cut, model)
      : [...SAVED.map((r) => [r, saved(r)]), [1, byte(0)], [24, byte(EVENTS[event])]];
    for (const [where, value] of expected) {
      const is = typeof where === 'string' ? state.f[where] : state.r[where];
      goals.push([typeof where === 'string' ? where : `r${where}`, equal(is, value)]);
    }
    const stack = cut ? stackOf(this.first) : [];
    goals.push(['bytes on the stack', constant(1, state.stack.length === stack.length ? 1 : 0)]);
    if (state.stack.length === stack.length)
      stack.forEach((value, i) => goals.push(['stack', equal(state.stack[i], value)]));
    return goals;
  }

  async check(name, what, path, goal) {
    this.goals++;
    const wrong = and(path, not(goal));
    if (!(await this.may(wrong))) return;
    const { n, base, x, stop, left, memory } = this.first;
    const shown = { n, x, stop, left };
    for (let row = 0; row < 8 * this.w; row++) shown[row] = memory.at(add(base, word(row)));
    const model = await this.may(wrong, shown);
    throw new Refused(`${name}: ${what} differs\n${drawn(model ?? {})}`);
  }
}

/** A counterexample as a board: Q a queen, G a given one. */
export function drawn({ n, x, stop, left, ...columns }) {
  const lines = [`# n = ${n}, X at row ${x}, stop ${stop}, budget ${left}`];
  for (let row = 0; row < n; row++) {
    const column = columns[row] << 24 >> 24;
    const squares = Array.from({ length: n }, (_, i) => (i === column ? 'Q' : i === column - 64 ? 'G' : '.'));
    lines.push(`#   ${row === x ? '>' : ' '} ${squares.join(' ')}   ${column}`);
  }
  return lines.join('\n');
}

/** Proves all paths from the given starts [cut, w], with the solvers side by side. */
export async function provePaths(image, flash, starts, solvers) {
  const rest = [...starts];
  const done = [];
  const worker = async (solver) => {
    while (rest.length) {
      const [cut, w] = rest.shift();
      const paths = new Paths(image, flash, cut, w, solver);
      const entries = cut === 'run' ? ['queens_run', 'queens_complete'].map((name) => image.addressOf(name))
        : image.symbols.filter(({ name }) => name === `cut.${cut}.${w}` ||
            name === `cut.${cut}`).map(({ value }) => value);
      done.push(paths);
      const began = Date.now(), before = solver.queries;
      try {
        if (!entries.length) throw new Refused(`there is no label cut.${cut}.${w}`);
        if (cut === 'run')
          for (const [i, entry] of entries.entries()) {
            paths.first.given = constant(1, i);
            paths.asserted = 0;
            await paths.prove(entry);
          }
        else await paths.prove(entries[0]);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        paths.failure = error.message;
      }
      paths.seconds = (Date.now() - began) / 1000;
      paths.queries = solver.queries - before;
    }
  };
  await Promise.all(solvers.map(worker));
  return done;
}
