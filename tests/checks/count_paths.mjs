/**
 * The machine code of the count, from each cut (count_cuts.mjs) to the next: a path does not change
 * found + 3 x (completions that are still to be counted).
 *
 * Entries that are the same before and after it cancel out.  Of the others is proved, for an arbitrary
 * completion, that as many contain it after the path as before; or, where the last two rows are counted, that
 * `found` grows by three for each that is gone.
 */
import {
  NO, YES, add, all, and, any, byte, concat, equal, high, implies, less, low, not, or, product, sub, variable,
  wide, word, xor,
} from './bits.mjs';
import {
  AT_LEVEL, CUTS, EMPTY, OWN, ROOT, ROWS, SCRATCH, SPH, SPL, TIFR1, found, hasPlaced, isEmpty, isOfKind,
  kindOf, knownAt, lowest, queenOf, stateOf, without,
} from './count_cuts.mjs';
import { SREG, UNKNOWN, stateAt as machineAt } from './flow.mjs';
import { besideOf, text as textOf } from './machine_code.mjs';
import { Paths, Refused } from './paths.mjs';

/* ---- memory ------------------------------------------------------------------------------------------- */

/**
 * An address as a name and a distance from it: "base:39", or ":62"; of -1 it has 255.  `pages` has the high
 * byte of each name that is a low byte.
 */
export function slotOf(address, pages) {
  if (address.value !== undefined) return `:${address.value}`;
  let at = 0n, term = address, page;
  for (; term.op !== 'variable'; term = term.op === 'concat' ? term.args[1] : term.args[0]) {
    const isSum = term.op === 'bvadd' && term.args[1].value !== undefined;
    if (isSum) at += BigInt.asIntN(term.width, term.args[1].value);
    else if (term.op === 'concat' ? !isPage(term) : term.op !== 'extract' || term.more)
      throw new Error('an access to an unknown address');
    if (term.op === 'concat') page = term.args[0].value;
  }
  if (page !== undefined && page !== pages[term.more]?.value) throw new Error('another page of RAM');
  if (at !== BigInt.asIntN(8, at)) throw new Error('an access to an unknown address');
  return `${term.more}:${BigInt.asUintN(8, at)}`;
}

/** Whether the high byte of a word is constant, or that of the word whose low byte is in it. */
function isPage({ args: [page, at] }) {
  while (at.op === 'bvadd') [at] = at.args;
  return page.value !== undefined || (at.op === 'extract' && page === high(at.args[0]));
}

/** What memory has in a slot, and in the next one above it. */
export const byteAt = ({ memory }, name, at) => memory.at(`${name}:${at & 0xff}`);
export const wordAt = (state, name, at) => concat(byteAt(state, name, at + 1), byteAt(state, name, at));

const OCF1B = byte(4);
let reads = 0;

/** Memory by slots, I/O registers included.  All states of a path share `start`. */
class Memory {
  constructor(start, bytes = start.bytes) {
    Object.assign(this, { start, bytes });
  }

  at(slot) {
    return this.bytes.get(slot) ?? variable(8, slot);
  }

  load = (address) => {
    const { volatile, own, pages } = this.start, slot = slotOf(address, pages);
    if (slot[0] === ':' && !volatile.has(slot) && !own.has(slot)) throw new Error(`it reads ${slot}`);
    return volatile.has(slot) ? variable(8, `read ${reads++}`) : this.at(slot);
  };

  store = (address, value, state) => {
    const slot = slotOf(address, this.start.pages);
    if (slot === `:${TIFR1}` && value !== OCF1B) throw new Error('it clears other flags of the timer');
    state.written = new Set(state.written).add(slot);
    state.memory = new Memory(this.start, new Map(this.bytes).set(slot, value));
  };

  input = (state, port) => (port === SREG ? UNKNOWN.input(state, port) : this.load(word(port + 0x20)));
  output = (state, port, value) => {
    if (port === SREG) UNKNOWN.output(state, port, value);
    else this.store(word(port + 0x20), value, state);
  };

  /** SP has the address below that of the newest byte. */
  pop = (state) => {
    const top = add(concat(this.at(`:${SPH}`), this.at(`:${SPL}`)), word(1));
    this.store(word(SPL), low(top), state);
    state.memory.store(word(SPH), high(top), state);
    return state.memory.load(top);
  };

  /** The table `beside` at the bits of a byte; what is elsewhere is unknown. */
  flash = (address) => {
    const { page, table, facts } = this.start;
    if (high(address).value !== BigInt(page)) throw new Error('lpm from an unknown page');
    const value = variable(8, `flash ${address.id}`);
    for (const [at, content] of table)
      facts.push(implies(equal(low(address), byte(at)), equal(value, byte(content))));
    return value;
  };
}

/* ---- paths -------------------------------------------------------------------------------------------- */

const sum = (bits) => bits.reduce((total, each) => add(total, wide(each, 8)), byte(0));
const isSame = (one, other) =>
  one.name === other.name && one.terms.every((each, i) => each === other.terms[i]);
const isOneLess = (before, after) => {
  const gone = without(before, after);
  return all(isEmpty(without(after, before)), not(isEmpty(gone)), isEmpty(and(gone, sub(gone, word(1)))));
};

/** All orders of a list. */
const orders = (list) => (list.length < 2 ? [list]
  : list.flatMap((each, i) => orders(list.filter((_, j) => j !== i)).map((rest) => [each, ...rest])));

/** If the middle column gets its queen in a row, the rows that rows b, c and d stand for. */
const MIDDLE_ROWS = { b: 'cda', c: 'bad', a: 'bcd', d: 'cba' };

/**
 * Paths between some cuts.  A subclass has `cuts`, their names; `begin`, the state at one of them; `goalsOf`,
 * what must be true at the end of a path; `kept`, registers that no path changes; `writes`, the slots that a
 * path may write.  It may have `waysTo` (things of which one must be true), `lessOf` (the rows that have less
 * to try), and `returns`: a path may end in a return.
 */
export class CountPaths extends Paths {
  kept = [];
  edges = [];
  before = [{}];

  constructor(image, flash, solver, cuts = new.target.cuts) {
    super(image, solver, new Map(cuts.map((name) => [image.addressOf(name), name])));
    const slots = (...names) => names.map((name) => `:${image.addressOf(name) & 0xffff}`);
    Object.assign(this, { page: image.addressOf('beside') >> 8, table: besideOf(image, flash),
                          ram: (image.addressOf('__DATA_REGION_ORIGIN__') >> 8) & 0xff,
                          volatile: new Set([`:${TIFR1}`, ...slots('uart_rx_head', 'uart_rx_tail')]),
                          own: new Set([...OWN.map((each) => `:${each}`), ...slots('residue')]) });
  }

  /** All paths from a cut, on a board of this kind. */
  async prove(cut, kind) {
    if (this.image.addressOf(cut) === undefined) throw new Refused(`the label ${cut} is missing`);
    this.solver.forget();
    this.begin(cut, kind);
    await this.followAll(this.first, this.start.facts);
    return this;
  }

  /** The state at a cut, with what is known of registers and memory. */
  beginAt(cut, kind, known, bytes, pages = {}) {
    const { image, page, table, volatile, own } = this;
    const at = image.code.get(image.addressOf(cut)), registers = Object.fromEntries(known);
    this.start = { page, table, volatile, own, pages, bytes: new Map(bytes), facts: [] };
    const state = machineAt(at, registers, new Memory(this.start));
    Object.assign(this, { cut, kind, first: { ...state, written: new Set(), cycles: 0, counted: 0 } });
  }

  /** Whether registers are the same as at the cut. */
  areSame({ r }, list) {
    return all(...list.map((i) => equal(r[i], this.first.r[i])));
  }

  waysOf(state) {
    const ways = super.waysOf(state), counted = textOf(state.at) === 'adiw r24, 0x03';
    for (const { cycles, state: after } of ways)
      Object.assign(after, { cycles: after.cycles + cycles, counted: after.counted + counted });
    return ways;
  }

  shown() {
    const [{ rows = '', sets, cols = word(0) }] = this.before;
    return { columns: cols, ...Object.fromEntries([...rows].map((row, i) => [`row ${row}`, sets[i]])) };
  }

  /** A counterexample as a board: o a square of a row's set, Q a queen of the completion. */
  drawn({ columns = 0, ...model }) {
    const squares = (set, queen, mark) =>
      Array.from({ length: 16 }, (_, i) => (queen >> i & 1 ? 'Q' : set >> i & 1 ? mark : '.')).join(' ');
    const names = [...new Set(Object.keys(model).map((name) => name.split(' ')[1]))];
    const row = (name) => `#   ${name} ${squares(model[`row ${name}`], model[`queen ${name}`], 'o')}`;
    return ['# n = 16 or less; free columns and the rows that are left',
            `#     ${squares(columns, 0, '|')}`, ...names.map(row)].join('\n');
  }

  /** The goals at the end of a path. */
  async finish(state, path, taken, cut) {
    this.paths++;
    const name = `${this.named(taken)} to ${cut}`;
    if (cut === 'ret' && !this.returns) await this.refuse(`${name}: it leaves the count`, path);
    const allowed = new Set(this.writes);
    for (const slot of state.written)
      if (!allowed.has(slot)) await this.refuse(`${name}: it writes ${slot}`, path);
    const kept = [['flag I', equal(state.f.I, this.first.f.I)], ['the stack', state.stack.length ? NO : YES],
                  ...this.kept.map((i) => [`r${i}`, this.areSame(state, [i])])];
    const goalsOf = (way) => {
      try {
        return this.goalsOf(state, cut, way);
      } catch ({ message }) {
        return [[message, NO]];
      }
    };
    let failure;
    for (const way of this.waysTo?.(cut, state) ?? [{}]) {
      const failed = await this.failureOf(path, [...kept, ...goalsOf(way)]);
      if (!failed) {
        const less = await this.lessOf?.(state, path, cut, way);
        if (less) this.edges.push([this.cut, cut, state.cycles, state.counted, less]);
        return;
      }
      failure ??= failed;
    }
    const [what, goal, shown] = failure;
    await this.refuse(`${name}: ${what}`, and(path, not(goal)), shown);
  }
}

/** The paths below the levels. */
class RowPaths extends CountPaths {
  static cuts = Object.keys(CUTS);
  writes = SCRATCH;

  begin(cut, board) {
    const base = variable(16, ROOT);
    Object.assign(this, { board, ghosts: { C4: variable(16, 'C4'), C3: variable(16, 'C3') } });
    this.beginAt(cut, board.name, knownAt(cut, board, this.page),
                 [[`:${SPL}`, low(base)], [`:${SPH}`, high(base)], ...board.memory]);
    const { entries, facts } = stateOf(cut, this.first, board, this.ghosts);
    this.before = entries;
    this.solver.assert(all(...facts.map(([, fact]) => fact)));
    this.nameColumns(entries[0].count);
  }

  /** The free columns of the row that is searched, each by its number: so it is known how many they are. */
  nameColumns(count) {
    const named = Array.from({ length: count?.of <= 5 ? count.of : 0 }, (_, i) => variable(4, `column ${i}`));
    this.columns = named.map(queenOf);
    if (!named.length) return;
    const ordered = named.slice(1).map((each, i) => less(named[i], each));
    this.solver.assert(implies(count.when, all(equal(count.set, this.columns.reduce(or)), ...ordered)));
  }

  /** The rows that have less to try at the end of a path; none has more. */
  async lessOf(state, path, cut, { ghosts, order }) {
    const rows = [], before = new Map(this.before.flatMap(({ left }) => (left ? [left] : [])));
    for (const { left: [row, now] = [] } of stateOf(cut, state, this.board, ghosts, order).entries) {
      const was = before.get(row);
      if (!was || now === was) continue;
      const isMore = and(path, less(was, now));
      this.goals++;
      if (!(await this.may(and(path, not(less(now, was)))))) rows.push(row);
      else if (await this.may(isMore)) await this.refuse(`to ${cut}: row ${row} has more to try`, isMore);
    }
    return rows;
  }

  /**
   * What a new entry at a cut may be: the completions with a queen in a row, `tag`; for rows b, c and d also
   * which rows these are, `order`; and the columns that are free then.  A path has one of them.
   */
  waysTo(cut, state) {
    const [top] = this.before, { C4 } = this.ghosts, { row } = CUTS[cut];
    const middle = Object.entries(MIDDLE_ROWS).map(([of, order]) =>
      ({ order, tag: [of, word(0x80)], ghosts: { C4, C3: without(C4, word(0x80)) } }));
    if (row === 'b' && this.cut.startsWith('middle')) return middle;
    if (row === 'm' && this.cut === 'middle') return [{ ghosts: { C4, C3: without(C4, word(0x80)) } }];
    if (top.name === 'm' && row !== 'b') return [{ ghosts: this.ghosts, isMoved: true }];
    if ('rs'.includes(top.name)) return [{ ghosts: { C4: top.cols, C3: top.cols } }];
    if (row === 'b' && top.name === 'b') return [{ ghosts: this.ghosts }, ...middle];
    if (!top.sets || top.isFixed || !isBelow(row, top.name)) return [{ ghosts: this.ghosts }];
    const queen = lowest(top.sets[0]), rest = without(top.cols, queen);
    return [{ tag: [top.name, queen], ghosts: { C4: top.name === 'a' ? C4 : rest, C3: rest } }];
  }

  /** [what, goal, terms to show] of an end. */
  goalsOf(state, cut, { ghosts, tag, order, isMoved = tag }) {
    const { entries: after, facts } = stateOf(cut, state, this.board, ghosts, order);
    const known = knownAt(cut, this.board, this.page)
      .map(([where, term]) => [`r${where}`, equal({ ...state.r, ...state.f }[where], term)]);
    const counts = after.filter(({ count }) => count)
      .map(({ name, count }) => [`the columns of row ${name}`, this.isCount(count)]);
    const fixed = this.before.flatMap((one) => after.filter((other) => isFixed(one, other, isMoved))
      .flatMap((other) => one.terms.map((term, i) => [`row ${one.name}`, equal(term, other.terms[i])])));
    const rest = (some, others) =>
      some.filter((one) => !others.some((other) => isFixed(one, other, isMoved) || isSame(one, other)));
    const sums = this.sums(rest(this.before, after), rest(after, this.before),
                           sub(found(state), found(this.first)), after[0], tag);
    if (cut === 'stop')
      known.push(['X', and(equal(state.r[26], state.memory.at(`:${AT_LEVEL}`)),
                           equal(state.r[27], byte(this.ram)))]);
    known.push(['the rows of the board', isOfKind(cut, this.board) ? YES : NO]);
    const [was, left] = [this.before, after].map((entries) =>
      entries.find(({ name }) => name === 'l' || name === 'p')?.left[1]);
    const placed = hasPlaced(state, this.first, was ? not(equal(was, left ?? EMPTY)) : NO);
    return [...known, ...facts, ...fixed, ...counts, ...sums, placed];
  }

  /** A number of columns is what it was, or one less, as one is removed. */
  isCount({ set, of, when }) {
    const ways = this.before.filter(({ count }) => count).map(({ count }) => and(count.when,
      count.of === of ? equal(count.set, set) : count.of === of + 1 ? isOneLess(count.set, set) : NO));
    return implies(when, any(...ways));
  }

  sums(before, after, more, top, tag) {
    if (!tag && before.length === 1 && before[0].isCounted && after.length < 2)
      return this.counted(before[0], after, more);
    if (before.length === 1 && 'luw'.includes(before[0].name) && after.every(({ next }) => next))
      return this.placed(before[0], after, more);
    const some = [...before, ...after].flatMap((each) => [...each.rows]);
    const rows = [...new Set(tag ? [...some, tag[0]] : some)];
    const x = Object.fromEntries(rows.map((row) => [row, queenOf(variable(4, `queen ${row}`))]));
    const has = (each) => and(each.has(x), tag && each === top ? equal(x[tag[0]], tag[1]) : YES);
    const goal = equal(sum(before.map((each) => each.has(x))), sum(after.map(has)));
    return [['a completion is lost or counted twice', goal, rows.map((row) => [`queen ${row}`, x[row]])],
            ['found', equal(more, word(0))]];
  }

  /**
   * A row is as it was; or its lowest square has had its queen, and the next row begins with the squares that
   * she leaves free, or has none.
   */
  placed({ name, terms, next }, after, more) {
    const queen = lowest(terms[0]), free = next(queen), empty = [word(0), ...terms.slice(1)];
    const rest = after.find((each) => each.name === name)?.terms ?? empty;
    const below = after.find((each) => each.name !== name)?.terms;
    const equals = (some, others) => all(...some.map((each, i) => equal(each, others[i])));
    const left = [xor(terms[0], queen), ...terms.slice(1)];
    const goal = below ? and(equals(left, rest), equals(free, below))
      : or(equals(terms, rest), and(equals(left, rest), isEmpty(free[0])));
    return [['a completion is lost or counted twice', goal], ['found', equal(more, word(0))]];
  }

  /** All ways to fill rows with the columns that are left. */
  counted({ rows, has }, after, more) {
    const gone = orders(this.columns).map((columns) => {
      const x = Object.fromEntries([...rows].map((row, i) => [row, columns[i]]));
      return [has(x), after.length ? after[0].has(x) : NO];
    });
    const number = sum(gone.map(([before, rest]) => and(before, not(rest))));
    return [['found', equal(more, product(wide(number, 16), word(3)))],
            ['a completion is counted twice', all(...gone.map(([before, rest]) => implies(rest, before)))]];
  }
}

/** Whether an entry is the same after a path, as its rows are not searched: this is a goal. */
const isFixed = (one, other, isMoved) =>
  one.name === other.name && (one.name === 'm' ? !isMoved : one.isFixed && other.isFixed);
const isBelow = (row, other) => row !== '' && ROWS.indexOf(row) > ROWS.indexOf(other);

/** Proves all paths from a cut, on a kind of board: "CUT", "CUT ROWS" or "CUT ROWS DISTANCE". */
export function proveRows(image, flash, what, solver) {
  const [cut, rows, distance] = what.split(' ');
  return new RowPaths(image, flash, solver).prove(cut, kindOf(rows, distance && Number(distance)));
}
