/**
 * Slices of a count: how one ends and the next one begins, which squares of level 2 a part gets, and what is
 * added to the totals.  The position between two slices is the squares to try of each level, and the number
 * of the level that is searched.
 */
import {
  NO, YES, add, all, and, bit, byte, choose, concat, equal, extract, high, less, low, not, or, product, sub,
  variable, wide, word, xor,
} from './bits.mjs';
import {
  AT_LEVEL, CHECK, EMPTY, KIND, LEVEL1_OPEN, LEVEL1_OPEN_HIGH, PLACED, SPH, SPL, isEmpty, isSome, isWithin,
  level1, lowest, pair, without,
} from './count_cuts.mjs';
import { Diagonals } from './count_levels.mjs';
import { CountPaths, byteAt, wordAt } from './count_paths.mjs';
import { SAVED } from './engine_paths.mjs';
import { addressInJob, isCall } from './machine_code.mjs';

/* ---- from a position to the levels, and back ---------------------------------------------------------- */

const LAST_ENTRY = 19, SECOND = 20, STEP = 21, TARGET = 22, X = 26, Y = 28, ROWS = 4, MASK = 5;
const SOME_PAGE = byte(7), ROWS_DONE = byte(255);

/** At its end, a slice stores the squares that are in registers.  The next one goes down from level 1. */
class PositionPaths extends CountPaths {
  static cuts = ['descend_row', 'cut.descend', 'level_enter', 'shifted_begin', 'level1', 'stop',
                 'stop_level1', 'cut.stop_up', 'done', 'store_row'];
  kept = [10, 11, LAST_ENTRY, 24, 25, X + 1, Y + 1, 31];
  writes = ['x:0', 'x:1', 'x:254', 'x:255', 'y:7', 'y:8', 'y:9', 'y:10',
            `:${LEVEL1_OPEN}`, `:${LEVEL1_OPEN_HIGH}`];

  begin(cut, kind) {
    const isShifted = kind === 'shifted';
    const bits = concat(variable(3, 'kind 5'), isShifted ? YES : NO, variable(4, 'kind 0'));
    const known = [[X, variable(8, 'x')], [X + 1, byte(this.ram)], [Y, variable(8, 'y')], [Y + 1, SOME_PAGE],
                   [31, byte(this.page)], ['T', NO]];
    if (cut === 'descend_row') known.push([SECOND, variable(8, 'second')]);
    this.beginAt(cut, kind, known, [[`:${KIND}`, bits]],
                 { x: byte(this.ram), y: SOME_PAGE, second: SOME_PAGE });
    const { first } = this, cols = pair(first, 6), diagonals = Diagonals.of(first, isShifted);
    const free = without(cols, or(wordAt(first, 'y', MASK), diagonals.board));
    const open = and(wordAt(first, 'x', 0), free);
    const x = first.r[X], isFirst = equal(byteAt(first, 'y', ROWS), byte(0));
    Object.assign(this, { isShifted, isFirst, cols, diagonals, open,
                          before: [{ rows: '0', sets: [open], cols }] });
    this.solver.assert(all(less(byte(3), x), less(x, byte(250)), less(first.r[Y], byte(240))));
    // The position is one that was stored, or a new cross has no free square on level 1.
    if (cut === 'descend_row') this.solver.assert(or(isSome(open), isFirst));
  }

  goalsOf(state, cut) {
    const { first, diagonals } = this, by = (i, more) => equal(state.r[i], add(first.r[i], byte(more)));
    const same = (...list) => this.areSame(state, list);
    const above = wordAt(first, 'x', -2), goals = [];
    if (cut !== 'store_row' || this.cut === 'stop_level1')
      goals.push(['the level above', equal(wordAt(state, 'x', -2), above)]);
    switch (this.cut) {
      case 'descend_row': {
        const isThere = or(equal(first.r[TARGET], byte(1)), equal(first.r[Y], first.r[LAST_ENTRY]));
        goals.push(['the squares', equal(isEmpty(this.open), cut === 'done' ? YES : NO)]);
        if (cut === 'done') return [...goals, ['X', same(X)]];
        goals.push(['the level of the position', equal(isThere, cut === 'cut.descend' ? NO : YES)]);
        return [...goals, ...(cut === 'cut.descend' ? this.placed(state) : this.begun(state, cut))];
      }
      case 'cut.descend': return [...goals,
        ['the diagonals', Diagonals.of(state, this.isShifted).equals(diagonals.down(byte(1)))],
        ['the step', by(STEP, -1)],
        ['the row', equal(equal(state.r[STEP], byte(0)), cut === 'descend_row' ? YES : NO)],
        ['the rest', and(same(6, 7, X, Y, TARGET), equal(state.f.T, NO))]];
      case 'cut.stop_up': return [...goals, ['X', by(X, -2)], ['the level', by(TARGET, 1)],
        ['level 1', cut === 'store_row' ? and(isEmpty(above), equal(wordAt(state, 'x', -2), level1(first)))
          : isSome(above)],
        ['the level below', equal(wordAt(state, 'x', 0), wordAt(first, 'x', 0))]];
      case 'done': return [...goals, ['X', same(X)], ['the level', equal(state.r[TARGET], ROWS_DONE)]];
      default: return [...goals, ['the squares', equal(wordAt(state, 'x', 0), pair(first, 8))],
        ['X', same(X)], ['the level', equal(state.r[TARGET], byte(1))]];
    }
  }

  /** A level above that of the position: its queen is placed.  Level 1 has 0 rows in its entry. */
  placed(state) {
    const { first, cols, diagonals, open, isShifted, isFirst } = this, queen = lowest(open);
    const stride = isShifted ? 3 : 7;
    const stored = choose(isFirst, and(isEmpty(wordAt(state, 'x', 0)), equal(level1(state), open)),
                          equal(wordAt(state, 'x', 0), open));
    const saved = new Diagonals(wordAt(state, 'y', 7), wordAt(state, 'y', 9));
    const next = choose(isFirst, first.r[SECOND], add(first.r[Y], byte(stride)));
    const rows = choose(isFirst, byteAt(first, 'second', ROWS), byteAt(first, 'y', stride + ROWS));
    return [
      ['the diagonals', Diagonals.of(state, isShifted).equals(diagonals.with(or, queen))],
      ['the columns', equal(pair(state, 6), without(cols, queen))], ['the squares', stored],
      ['the saved diagonals', isShifted ? YES : or(isFirst, saved.equals(diagonals))],
      ['X', equal(state.r[X], add(first.r[X], byte(2)))], ['Y', equal(state.r[Y], next)],
      ['the step', equal(state.r[STEP], rows)], ['T', equal(state.f.T, NO)],
      ['the level', equal(state.r[TARGET], sub(first.r[TARGET], byte(1)))],
    ];
  }

  /** The level of the position: it is searched, or the slice only verifies its position. */
  begun(state, cut) {
    const { first, cols, diagonals, open, isShifted, isFirst } = this;
    const y = cut.endsWith('level1') ? SECOND : Y;
    const other = isShifted ? 'level_enter' : 'shifted_begin';
    return [['the level', cut === other ? NO : equal(isFirst, y === SECOND ? YES : NO)],
            ['the squares', equal(pair(state, 8), open)], ['the columns', equal(pair(state, 6), cols)],
            ['the diagonals', Diagonals.of(state, isShifted).equals(diagonals)],
            ['T', cut.startsWith('stop') ? YES : not(state.f.T)],
            ['X', equal(state.r[X], first.r[X])], ['Y', equal(state.r[Y], first.r[y])]];
  }
}

/* ---- what a slice returns ----------------------------------------------------------------------------- */

const ROW = 256 - 7; // from the squares of level 1
const WORKSPACE = 47;
/* What rows_run has stored above its workspace: the registers of its caller. */
const STORED = [[29, 1], [28, 2], [17, 3], [16, 4], [15, 5], [14, 6]];
/** Twice the number of levels below level 1 that are left. */
const isStep = (step) => and(not(equal(step, byte(0))), equal(extract(step, 0, 0), NO));

/** A third of `found`, the queens placed, its level in the board; and to whom it returns. */
class ReturnPaths extends CountPaths {
  static cuts = ['check_entry', 'leave'];
  returns = true;
  writes = [`x:${ROW}`, ...[CHECK, SPL, SPH].map((each) => `:${each}`)];

  begin(cut) {
    const base = variable(16, 'base'), x = variable(16, 'x'), z = variable(16, 'z');
    const third = variable(16, 'a third of found'), three = product(third, word(3));
    this.beginAt(cut, 'the end of a slice',
                 [[X, low(x)], [X + 1, high(x)], [30, low(z)], [31, high(z)],
                  [24, low(three)], [25, high(three)]],
                 [[`:${SPL}`, low(base)], [`:${SPH}`, high(base)]]);
    Object.assign(this, { base, third });
    const step = cut === 'check_entry' ? this.first.r[STEP]
      : sub(this.first.memory.at(`:${AT_LEVEL}`), low(x));
    this.solver.assert(all(isStep(step), not(less(word(0xffff / 3), third))));
  }

  /** A return address that has changed is no end: the watchdog resets the chip. */
  async follow(state, path, ...way) {
    const { at, r } = state, isSame = and(path, equal(r[0], r[18]));
    if (at.target !== at.at) await super.follow(state, path, ...way);
    else if (await this.may(isSame)) await this.refuse('leave: it does not return', isSame);
  }

  goalsOf(state, cut) {
    const { first, third, base } = this, sp = concat(state.memory.at(`:${SPH}`), state.memory.at(`:${SPL}`));
    if (cut !== 'ret')
      return [['the results', this.areSame(state, [11, 22, 24, 25, X, X + 1])],
              ['the workspace', equal(sp, base)],
              ['a level less', cut === 'leave' ? YES : and(isStep(state.r[STEP]),
                this.cut === cut ? less(state.r[STEP], first.r[STEP]) : YES)]];
    const saved = STORED.map(([i, from]) => equal(state.r[i], first.memory.at(`base:${WORKSPACE + from}`)));
    return [['the registers of the caller', all(...saved, equal(state.r[1], byte(0)))],
            ['the stack', equal(sp, add(base, word(WORKSPACE + STORED.length)))],
            ['found', equal(pair(state, 24), third)],
            ['placed', equal(pair(state, 22), concat(first.memory.at(`:${PLACED}`), first.r[11]))],
            ['the level', equal(state.memory.at(`x:${ROW}`), first.r[TARGET])]];
  }
}

/* ---- the squares of a part ---------------------------------------------------------------------------- */

const PARTS = 24; // from the turn
/* The free squares of level 2. */
const FREE = variable(16, 'free');
const CHANGED = [0, 1, 16, 17, 18, 20, 21, 22, 30, 31];

/** Of a state: the squares to deal out, those that stay, the turn. */
const of = ({ r }) => ({ rest: concat(r[20], r[21]), next: concat(r[17], r[16]), turn: concat(r[1], r[18]) });

/**
 * Every M-th square of all, from the part's own on.  `deal` takes one square after the other, from the lowest
 * on.  `turn` is how many it still gives to other parts.  If it is 0, the square stays and the turn is M - 1;
 * else the square goes.  So of any M squares in succession each part gets one, if the parts begin with the
 * turns 0 to M - 1.
 */
class DealPaths extends CountPaths {
  static cuts = ['deal_next', 'deal_done'];
  kept = Array.from({ length: 32 }, (_, i) => i).filter((i) => !CHANGED.includes(i));
  writes = [`:${CHECK}`, 'z:0', 'z:1'];

  begin(cut) {
    const pointer = variable(16, cut === 'deal' ? 'x' : 'z'), first = cut === 'deal' ? 26 : 30;
    this.beginAt(cut, 'level 2', [[first, low(pointer)], [first + 1, high(pointer)]], []);
    const free = pair(this.first, 16);
    const { rest, next } = cut === 'deal' ? { rest: free, next: free } : of(this.first);
    this.before = [{ rows: '2', sets: [rest] }];
    this.solver.assert(and(isWithin(rest, next), isWithin(next, FREE)));
  }

  /** There is a square less to deal out. */
  async lessOf(state, path, cut) {
    const isLess = less(of(state).rest, of(this.first).rest);
    const loops = this.cut === cut && (await this.may(and(path, not(isLess))));
    if (loops) await this.refuse(`from ${cut}: no square less to deal out`, path);
    return ['deal'];
  }

  goalsOf(state, cut) {
    const before = of(this.first), after = of(state), isBegin = this.cut === 'deal';
    const isSound = isWithin(cut === 'deal_done' ? EMPTY : after.rest, after.next);
    const goals = [['T', equal(state.f.T, this.first.f.T)],
                   ['the free squares', and(isSound, isWithin(after.next, FREE))]];
    if (isBegin) {
      const at = sub(pair(this.first, 26), word(2)), turn = wordAt(this.first, 'x', -2);
      return [...goals,
              ['the squares', and(equal(after.rest, before.next), equal(after.next, before.next))],
              ['the turn', equal(after.turn, turn)], ['its address', equal(pair(state, 30), at)]];
    }
    if (cut === 'deal_done')
      return [...goals, ['all squares', isEmpty(before.rest)],
              ['the squares', equal(after.next, before.next)],
              ['the turn', equal(wordAt(state, 'z', 0), before.turn)],
              ['r31', equal(state.r[31], byte(this.page))]];
    const square = lowest(before.rest), isOurs = equal(before.turn, EMPTY);
    return [...goals, ['a square', isSome(square)],
            ['the rest', equal(after.rest, xor(before.rest, square))],
            ['the squares', equal(after.next, choose(isOurs, before.next, xor(before.next, square)))],
            ['the turn', equal(after.turn, choose(isOurs, wordAt(this.first, 'z', PARTS),
                                                  sub(before.turn, word(1))))],
            ['the address', equal(pair(state, 30), pair(this.first, 30))]];
  }
}

/* ---- the totals --------------------------------------------------------------------------------------- */

const IMAGES = variable(8, 'images'), CALLED = /^(cross_mark|cross_images|sum_add)\b/;

/**
 * sum_add adds a number of 16 bits to a total of 64.  cross_add calls it for the queens placed, and for the
 * completions found times the images of the cross.  What cross_images returns is compared by running it.
 */
class SumPaths extends CountPaths {
  static cuts = [];
  returns = true;

  begin(name) {
    const sum = variable(16, 'sum'), isAdd = name === 'sum_add';
    const residue = `:${this.image.addressOf('residue') & 0xffff}`;
    this.writes = isAdd ? [residue, ...Array.from({ length: 8 }, (_, i) => `sum:${i}`)] : [];
    this.beginAt(name, 'any total', [[1, byte(0)], ...(isAdd ? [[24, low(sum)], [25, high(sum)]] : [])], []);
    const overflows = less(this.grown(), this.total(this.first));
    this.solver.assert(not(or(overflows, less(byte(8), IMAGES))));
  }

  total({ memory }) {
    return concat(...Array.from({ length: 8 }, (_, i) => memory.at(`sum:${7 - i}`)));
  }

  grown() {
    return add(this.total(this.first), wide(pair(this.first, 22), 64));
  }

  /** A function that is called is known by its arguments; here also where the last call is a jump. */
  async follow(state, path, taken, steps) {
    const { at, r } = state, name = this.image.nameAt(at.target).match(CALLED)?.[0];
    if (!name || this.cut === 'sum_add') {
      await super.follow(state, path, taken, steps);
      return;
    }
    const calls = [...(state.calls ?? []), { name, to: pair(state, 24), more: pair(state, 22), zero: r[1] }];
    const result = { 1: byte(0), ...(name === 'cross_images' ? { 24: IMAGES } : {}) };
    const changed = (i) => result[i] ?? variable(8, `r${i} of ${name}`);
    const after = { ...state, calls, at: at.next,
                    r: r.map((term, i) => (SAVED.includes(i) ? term : changed(i))) };
    await (isCall(at) ? this.follow(after, path, taken, steps + 1) : this.finish(after, path, taken, 'ret'));
  }

  goalsOf(state) {
    const isZero = equal(state.r[1], byte(0));
    const goals = [['the registers of the caller', and(this.areSame(state, SAVED), isZero)]];
    if (this.cut === 'sum_add') return [...goals, ['the total', equal(this.total(state), this.grown())]];
    goals.push(['r1', all(...state.calls.map(({ zero }) => equal(zero, byte(0))))]);
    const calls = state.calls.filter(({ name }) => name !== 'cross_mark');
    const names = calls.map(({ name }) => name).join(' '), [placed, , found] = calls;
    if (names !== 'sum_add cross_images sum_add')
      return [...goals, [`calls: ${names}`, NO]];
    const at = addressInJob(this.image, 'JOB_TOTAL'), { first } = this;
    // Eight images at most.
    const completions = [0, 1, 2, 3].map((i) =>
      choose(bit(IMAGES, i), product(pair(first, 24), word(2 ** i)), word(0))).reduce(add);
    return [...goals,
            ['queens', and(equal(placed.to, word(at + 8)), equal(placed.more, pair(first, 22)))],
            ['solutions', and(equal(found.to, word(at)), equal(found.more, completions))]];
  }
}

/* ---- all to prove ------------------------------------------------------------------------------------- */

export const DEAL_CASES = ['deal', 'deal_next'], SUM_CASES = ['sum_add', 'cross_add'];
export const SLICE_CASES = [
  ...['descend_row', 'cut.descend', 'stop', 'cut.stop_up', 'stop_level1', 'done']
    .flatMap((cut) => [`slice saved ${cut}`, `slice shifted ${cut}`]),
  ...['store_row', 'check_entry', 'leave'].map((cut) => `slice end ${cut}`),
];

/** Proves all paths of a case: "slice saved CUT", "slice shifted CUT", "slice end CUT", "deal" ... */
export function proveSlices(image, flash, what, solver) {
  const [cut, kind] = what.split(' ').reverse();
  const Kind = DEAL_CASES.includes(cut) ? DealPaths : SUM_CASES.includes(cut) ? SumPaths
    : kind === 'end' ? ReturnPaths : PositionPaths;
  return new Kind(image, flash, solver).prove(cut, kind);
}
