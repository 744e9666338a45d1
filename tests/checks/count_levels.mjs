/**
 * The levels of the count from 2 on: a path from one cut to the next does not change what is to be counted.
 *
 * What a level still counts is a sum over its squares to try: for each, what the next level counts with all
 * its free squares.  So a path places the lowest queen of a level, and enters the next level with its free
 * squares, or finds that there are none; or it comes back to the level above with what was left there.
 * Level 0 is the one that is searched at the start of a path; 1 is below it, -1 above.
 */
import {
  NO, YES, add, all, and, bit, byte, choose, concat, constant, equal, extract, high, implies, less, low,
  lowered, not, or, product, shifted, sub, variable, wide, word, xor,
} from './bits.mjs';
import {
  AT_LEVEL, EMPTY, KIND, LEVEL1_OPEN, LEVEL1_OPEN_HIGH, PLACED, SLICE_MS, SPH, SPL, TIFR1, alike, byteOf,
  hasPlaced, isDistance, isEmpty, isQueen, isSome, isWithin, level1, lowest, pair, without,
} from './count_cuts.mjs';
import { CountPaths, byteAt, slotOf, wordAt } from './count_paths.mjs';

const IS_DEALT = 6, LAST_ENTRY = 19, STEP = 21, QUEEN = 20;

/* `of` is what a cut is about: a level with squares to try; a queen on the way down, or where no diagonals
 * are saved, on the way up; or only the levels above (none).  `next`: how far Y is from the next entry, or 0.
 * What `isEnd` or `isOther` begins other paths. */
const level = { of: 'level' }, down = { of: 'down' }, none = { of: 'none' }, isEnd = true, isOther = true;
const SAVED = {
  ...alike('level_low level_high level_high_on', { ...level, isSaved: true }),
  ...alike('low_again high_again', level),
  ...alike('level_enter enter_low enter_high', { ...level, next: -7 }),
  level_far: down, row: { ...down, isThere: true },
  up: none, up_last: { ...none, next: -7 }, last_up: { ...none, isLast: true },
  last_level: { ...level, isEnd, isLast: true }, stop: { ...level, isEnd }, level1_up: { ...none, isOther },
};
const SHIFTED = {
  ...alike('shifted_low shifted_high shifted_high_on shifted_enter_low shifted_enter_high', level),
  'cut.shifted_down': { ...down, next: 1 }, 'cut.shifted_up': { of: 'up' },
  shifted_up: none, shifted_last: { ...level, isLast: true, rows: ['', ' pair'] },
  last_up: { ...none, isLast: true, isDeep: true },
  shifted_up_last: { ...none, isLast: true, isDeep: true, rows: ['', ' pair'] },
  last_level: { ...level, isEnd, isLast: true, isDeep: true }, pair: { ...level, isEnd, isLast: true },
  shifted_to_level1: none, level1_up: { ...none, isLower: true, isTop: true, isOther },
  shifted_begin: { ...level, next: -7, isLower: true }, stop: { ...level, isEnd },
};
/** Level 1: its squares are in I/O registers while the search is below it.  T: it places a queen. */
const FIRST = {
  level1_up: { of: 'first', isOut: true }, level1_dead: { of: 'first' },
  level1: { of: 'any' }, level1_on: { ...level, T: YES, isClear: true }, 'cut.descend': { ...down, T: YES },
  deal: { ...down, isThere: true, isDealt: true, isOther },
  deal_done: { ...down, isThere: true, isDealt: true },
  ...alike('level_enter shifted_begin', { ...level, next: -7, isOther }),
  done: { ...none, isEnd }, stop_level1: { ...level, isEnd, T: YES },
};
const SETS = { saved: SAVED, shifted: SHIFTED, 'first saved': FIRST, 'first shifted': FIRST };
/** All to prove. */
export const LEVEL_CASES = Object.entries(SETS).flatMap(([set, cuts]) => Object.entries(cuts)
  .flatMap(([cut, { isEnd, isOther, rows = [''] }]) =>
    (isEnd || isOther ? [] : rows.map((each) => `${set} ${cut}${each}`))));

/** Rows from level 1 to the last level, at most: check_table of count_run.c. */
const MOST_ROWS = byte(17);

/** Diagonals of 16 bits, or with the bits that have left the board, of 32. */
export class Diagonals {
  constructor(l, r) {
    Object.assign(this, { l, r, width: l.width });
  }

  static of = (s, isShifted) => (isShifted
    ? new Diagonals(concat(pair(s, 12), pair(s, 2)), concat(pair(s, 4), pair(s, 14)))
    : new Diagonals(pair(s, 2), pair(s, 4)));

  get board() {
    return or(extract(this.l, 15, 0), extract(this.r, this.width - 1, this.width - 16));
  }

  with(operation, queen) {
    const right = this.width === 16 ? queen : concat(queen, EMPTY);
    return new Diagonals(operation(this.l, wide(queen, this.width)), operation(this.r, right));
  }

  down(by) {
    const far = wide(by, this.width);
    return new Diagonals(shifted(this.l, far), lowered(this.r, far));
  }

  up(by) {
    const far = wide(by, this.width);
    return new Diagonals(lowered(this.l, far), shifted(this.r, far));
  }

  /**
   * Of 32 bits, `since` rows below level 1, one beyond the board may differ: that of level 1's queen in
   * column 15 or 0.  In the 17th row it leaves the 32 bits.  It never comes back: level 1 clears its
   * diagonals.
   */
  equals(other, since) {
    const l = xor(this.l, other.l), r = xor(this.r, other.r);
    if (this.width === 16 || !since) return and(isEmpty(l), isEmpty(r));
    const far = wide(since, 32), high = constant(32, 0xffff0000);
    return and(isEmpty(without(l, and(high, shifted(constant(32, 0x8000), far)))),
               isEmpty(without(r, without(lowered(constant(32, 0x10000), far), high))));
  }

  /** No queen is above level 1, so in each row one more bit is in use. */
  isWithin(since) {
    const far = add(wide(since, 32), constant(32, 16));
    return and(isEmpty(lowered(this.l, far)), isEmpty(shifted(this.r, far)));
  }
}

/** What is still to be counted in a state at a cut of the levels. */
class Levels {
  constructor(s, { of, isStored, isThere, isDealt, isDeep, isOut }, { isShifted, isFirst, deep }, offset) {
    Object.assign(this, { s, isShifted, isFirst, stride: isShifted ? 3 : 7, rest: new Map() });
    this.top = offset ?? this.offsetOf(s);
    const registers = isDeep && deep ? this.deep() : Diagonals.of(s, isShifted);
    const cols = pair(s, 6), open = isOut ? level1(s) : pair(s, 8), queen = lowest(open);
    const step = isThere ? byte(0) : s.r[STEP];
    const { rows } = this.entry(this.top + 1), since = this.since(this.top);
    const moved = { down: add(since, sub(rows, step)), up: add(since, step) }[of] ?? since;
    Object.assign(this, { registers, queen, moved });
    if (of === 'down') {
      const below = this.reached(this.top + 1, registers, cols, step);
      this.rest.set(this.top + 1, isDealt ? { ...below, free: below.open, open: pair(s, 16) } : below);
    }
    const top = /down|up|first/.test(of) ? { open: xor(open, queen), cols: or(cols, queen) }
      : { open: of === 'none' ? EMPTY : open, cols };
    if (of === 'first' || (isFirst && (of === 'down' || this.top === 0))) top.diagonals = this.none();
    else if (isStored || (of === 'down' && !isShifted)) top.diagonals = this.saved(this.top);
    else if (of === 'down') top.diagonals = registers.up(sub(rows, step)).with(xor, queen);
    else top.diagonals = of === 'up' ? registers.up(step).with(xor, queen) : registers;
    const highest = isFirst ? 0 : -2;
    for (let at = this.top, one = top; at >= highest; one = this.above(--at, one)) this.rest.set(at, one);
  }

  /** The level of X: the squares to try of a level are two bytes. */
  offsetOf(s) {
    const [name, at] = slotOf(pair(s, 26), s.memory.start.pages).split(':');
    if (name !== 'x' || at % 2) throw new Error('X is not at the squares of a level');
    return (Number(at) << 24 >> 24) / 2;
  }

  word(name, offset) {
    return wordAt(this.s, name, offset);
  }
  entry(of) {
    const at = this.stride * of + (this.isShifted ? 0 : 4);
    return { rows: byteAt(this.s, 'y', at), mask: this.word('y', at + 1) };
  }
  /** A level that a queen comes to, after so many rows more: all its free squares. */
  reached(of, from, cols, by) {
    const diagonals = from.down(by), { mask } = this.entry(of);
    return { open: without(cols, or(mask, diagonals.board)), cols, diagonals };
  }
  /** How many rows a level is below level 1. */
  since(of) {
    if (of === 0) return this.isFirst ? byte(0) : SINCE;
    return of > 0 ? add(this.since(of - 1), this.entry(of).rows)
      : sub(this.since(of + 1), this.entry(of + 1).rows);
  }
  saved(of) {
    return new Diagonals(this.word('y', 7 * (of + 1)), this.word('y', 7 * (of + 1) + 2));
  }

  /** The last level of a window that saves none stores its diagonals. */
  deep() {
    const at = (first) => this.word('y', 3 + first);
    return new Diagonals(concat(at(4), at(0)), concat(at(2), at(6)));
  }
  none() {
    const empty = constant(this.isShifted ? 32 : 16, 0);
    return new Diagonals(empty, empty);
  }

  /** What is left on a level above another one, where its lowest square has a queen. */
  above(of, below) {
    const open = this.isFirst ? level1(this.s) : this.word('x', 2 * of), queen = lowest(open);
    const { rows } = this.entry(of + 1);
    const diagonals = this.isFirst ? this.none()
      : this.isShifted ? below.diagonals.up(rows).with(xor, queen) : this.saved(of);
    return { open: xor(open, queen), cols: or(below.cols, queen), diagonals, queen, below };
  }

  /** The squares of a level are free; its queen's column is not. */
  isSound(of) {
    const { open, cols, diagonals, queen, below } = this.rest.get(of);
    return all(isWithin(open, cols), this.isShifted ? isEmpty(and(open, diagonals.board)) : YES,
               queen ? isEmpty(and(queen, below.cols)) : YES);
  }
}

/** The entry of level 0, how far it is below level 1, and the levels that are left until the last one. */
const Y = variable(16, 'y'), SINCE = variable(8, 'rows since level 1');
const LEFT = variable(8, 'levels left');

/** What is known at a cut. */
function factsOf(levels, cut, s, isFirst) {
  const { top, queen, isShifted } = levels;
  const { of, next, isSaved, isEnd, isLast, isThere, isClear, isDealt } = cut;
  const open = pair(s, 8), cols = pair(s, 6), facts = [];
  if (of === 'level') {
    facts.push(['the squares', isSome(open)], ['the byte', byteOf(open, cut)]);
    if (isSaved) facts.push(['the saved diagonals', levels.saved(top).equals(Diagonals.of(s, false))]);
  }
  const { open: dealt, free } = levels.rest.get(top + 1) ?? {};
  if (isDealt) facts.push(['the squares of level 2', isWithin(dealt, free)]);
  if (isClear) facts.push(['the diagonals', Diagonals.of(s, isShifted).equals(levels.none())]);
  if (/down|up|first/.test(of)) facts.push(['the queen', isEmpty(and(queen, cols))]);
  if (/down|first/.test(of)) facts.push(['the squares', isSome(queen)]);
  if (of === 'down' && !levels.isFirst) facts.push(['the register of the queen', isQueen(s.r[QUEEN], queen)]);
  if (/down|up/.test(of) && !isThere)
    facts.push(['the step', and(isDistance(s.r[STEP]), not(less(levels.entry(top + 1).rows, s.r[STEP])))]);
  for (let at = top; at >= 0; at--) facts.push([`level ${at}`, levels.isSound(at)]);
  if (isShifted && (!levels.isFirst || /level|down/.test(of)))
    facts.push(['the rows', levels.registers.isWithin(levels.moved)]);
  if (of !== 'none' && next !== -7 && !isEnd && !isLast)
    facts.push(['a level below', not(equal(sub(LEFT, byte(top)), byte(0)))]);
  if (!isFirst) return facts;
  if (!levels.isFirst) {
    // While the search is below level 1, its squares in memory are 0: one with squares to try is below it.
    const isBelow = isSome(levels.rest.get(-1).open), { rows } = levels.entry(0);
    facts.push(['level -1', levels.isSound(-1)], ['level -2', implies(isBelow, levels.isSound(-2))],
               ['level 1', choose(isBelow, less(rows, SINCE), not(less(SINCE, rows)))]);
  }
  // Of the table.
  for (const at of [0, 1]) facts.push(['a distance', isDistance(levels.entry(at).rows)]);
  const below = isLast ? NO : not(equal(sub(LEFT, byte(top)), byte(0)));
  for (const [at, isThere] of [[0, YES], [1, below]])
    facts.push(['the last row', implies(isThere, not(less(MOST_ROWS, levels.since(at))))]);
  facts.push(['levels', less(LEFT, byte(12))]);
  return facts;
}

class LevelPaths extends CountPaths {
  kept = [10, 24, 25, 29, 31];
  waysTo = () => [{}, { isPlaced: true }];

  constructor(image, flash, solver, set, isPair) {
    super(image, flash, solver, Object.keys(SETS[set]));
    const isShifted = set.endsWith('shifted'), isFirst = set.startsWith('first');
    Object.assign(this, { isShifted, isFirst, isPair, ofCut: SETS[set], stride: isShifted ? 3 : 7 });
    this.deep = isShifted && !isPair;
  }

  begin(cut, kind) {
    const { isShifted, isPair } = this, { isLast, T = NO } = this.ofCut[cut];
    const x = variable(8, 'x'), y = low(Y), left = isLast ? byte(0) : LEFT;
    // The base of the workspace: only the last level and what is below use it.
    const base = isLast ? sub(y, byte(isPair ? 36 : isShifted ? 28 : 32)) : variable(8, 'base');
    const kindBits = concat(variable(3, 'kind 5'), isShifted ? YES : NO,
                            isLast ? (isPair ? YES : NO) : variable(1, 'kind 3'), variable(3, 'kind'));
    const isBase = isLast && cut !== 'shifted_last';
    const known = [[28, isBase ? base : this.nextOf(cut, 0)], [29, high(Y)], ['T', T], [31, byte(this.page)]];
    if (!this.isBelow(cut)) known.push([26, x], [27, byte(this.ram)]);
    if (!isBase) known.push([LAST_ENTRY, this.lastEntry(cut, left)]);
    this.beginAt(cut, kind, known, [[`:${SPL}`, base], [`:${SPH}`, high(Y)], [`:${KIND}`, kindBits],
                                    [`:${AT_LEVEL}`, add(x, product(left, byte(2)))]], { x: byte(this.ram) });
    this.levels = this.levelsAt(this.first, cut);
    const { open, cols } = this.levels.rest.get(0);
    this.before = [{ rows: '0', sets: [open], cols }];
    this.solver.assert(all(...factsOf(this.levels, this.ofCut[cut], this.first, true).map(([, fact]) => fact),
                           this.isApart(y, base)));
  }

  /** Below the last level, X has other values. */
  isBelow(cut) {
    return this.ofCut[cut].isLast && this.ofCut[cut].of === 'none';
  }
  levelsAt(state, cut) {
    return new Levels(state, this.ofCut[cut], this, this.isBelow(cut) ? 0 : undefined);
  }

  /** Y at a cut that is about a level.  Level 1 has it four bytes lower if none are saved. */
  nextOf(cut, top) {
    const { isShifted, isFirst, stride } = this, { next = 0, isLower } = this.ofCut[cut];
    const lower = isShifted && (isFirst || isLower) ? -4 : 0, own = isShifted && next === -7 ? -3 : next;
    return add(low(Y), byte(stride * (top + 1) + own + lower));
  }
  lastEntry(cut, left) {
    const { isShifted, isFirst, stride } = this, lower = isFirst || this.ofCut[cut].isLower ? 7 : 0;
    return add(low(Y), add(product(left, byte(stride)), byte(isShifted ? 3 - lower : 0)));
  }

  /** The entries are within the workspace, above its base; and so are the squares to try in a page of RAM. */
  isApart(y, base) {
    const far = sub(y, base), x = variable(8, 'x');
    return all(less(byte(0), far), less(far, byte(40)), less(y, byte(240)),
               less(byte(3), x), less(x, byte(250)));
  }

  get writes() {
    const { isShifted, isFirst, cut } = this, some = (first, size) =>
      Array.from({ length: size }, (_, i) => `y:${first + i}`);
    const saved = isShifted || isFirst ? [] : [...some(7, 4), ...some(14, 4)];
    const opens = isFirst ? [LEVEL1_OPEN, LEVEL1_OPEN_HIGH] : [];
    return [...saved, ...(cut === 'shifted_last' ? some(3, 8) : []), 'x:0', 'x:1',
            ...[PLACED, SLICE_MS, TIFR1, ...opens].map((each) => `:${each}`)];
  }

  /** The levels that a path may change: what one counts stays, or it is nothing.  A queen may be placed. */
  goalsOf(state, cut, { isPlaced }) {
    const before = this.levels, after = this.levelsAt(state, cut), { isDealt, isTop } = this.ofCut[cut];
    const goals = [...factsOf(after, this.ofCut[cut], state, false), ...this.pointers(state, cut, after.top),
                   ['the way', this.isWay(before, cut, after.top)],
                   hasPlaced(state, this.first, isPlaced ? YES : NO)];
    const expected = new Map(before.rest);
    if (isPlaced) {
      const { open, cols, diagonals } = before.rest.get(0), queen = lowest(open);
      const below = [1, diagonals.with(or, queen), without(cols, queen), before.entry(1).rows];
      expected.set(0, { open: xor(open, queen), cols, diagonals }).set(1, before.reached(...below));
      if (before.rest.has(1)) goals.push(['two queens', NO]);
    }
    for (const at of this.isFirst || isTop ? [0, 1, 2] : [-1, 0, 1, 2]) {
      const one = expected.get(at), other = after.rest.get(at), since = before.since(at);
      if (!one || !other) goals.push([`level ${at}`, one ? isEmpty(one.open) : other ? NO : YES]);
      else goals.push([`the squares of level ${at}`, equal(one.open, other.open)],
                      [`the columns of level ${at}`, equal(one.cols, other.cols)],
                      [`the diagonals of level ${at}`,
                       implies(isSome(one.open), one.diagonals.equals(other.diagonals, since))]);
    }
    const isDeal = equal(bit(this.first.memory.at(`:${KIND}`), IS_DEALT), cut === 'deal' ? YES : NO);
    return isDealt ? [...goals, ['whether squares are dealt out', isDeal]] : goals;
  }

  /** Whether a path may lead to a cut: to level 1 if its squares in memory are 0; as the board is. */
  isWay(before, cut, top) {
    const { isShifted, isFirst, isPair } = this, isUp = this.ofCut[this.cut].of === 'up';
    const others = [isShifted ? 'level_enter' : 'shifted_begin', isPair ? 'last_level' : 'pair'];
    if (others.includes(cut)) return NO;
    if (isFirst || cut === 'cut.shifted_up' || this.cut === 'shifted_to_level1') return YES;
    const above = isUp ? pair(before.s, 8) : before.word('x', -2);
    return /level1/.test(cut) ? isEmpty(above) : isUp || top < 0 ? isSome(above) : YES;
  }

  /** Level 0 is left, or has less to try: a queen is placed, or she moves by a row on her way down or up. */
  async lessOf(state, path, cut, { isPlaced }) {
    if (isPlaced || this.levelsAt(state, cut).top !== 0) return ['level'];
    const isFlight = [this.cut, cut].every((at) => /down|up/.test(this.ofCut[at].of));
    const isStep = less(state.r[STEP], this.first.r[STEP]);
    return isFlight && !(await this.may(and(path, not(isStep)))) ? ['level'] : [];
  }

  /** X and Y belong together, and the last level is where they say. */
  pointers(state, cut, top) {
    const { isEnd, isLast, isDeep, T = NO } = this.ofCut[cut], { isFirst } = this;
    const begun = this.ofCut[this.cut], isBegun = begun.isLast && this.cut !== 'shifted_last';
    const goals = [['T', equal(state.f.T, T)],
                   ['r27', this.isBelow(cut) ? YES : equal(state.r[27], byte(this.ram))]];
    if (isLast && cut !== 'last_up' && cut !== 'shifted_up_last')
      goals.push(['the last level', equal(state.r[26], state.memory.at(`:${AT_LEVEL}`))]);
    if (!isEnd && !isLast) {
      const left = isBegun ? byte(0) : LEFT;
      goals.push(['Y', equal(state.r[28], this.nextOf(cut, top))],
                 ['last_entry', equal(state.r[LAST_ENTRY], this.lastEntry(cut, left))]);
    }
    if (this.cut === 'shifted_last') {
      goals.push(['the base', equal(state.r[28], state.memory.at(`:${SPL}`))]);
      const levels = new Levels(state, level, this);
      if (isDeep) goals.push(['the stored diagonals', levels.deep().equals(levels.registers)]);
    }
    if (isFirst && top > 0) goals.push(['the squares of level 1', isEmpty(wordAt(state, 'x', 0))]);
    return goals;
  }
}

/** Proves all paths from a cut of the levels: "saved CUT", "shifted CUT", "first saved CUT" ... */
export function proveLevels(image, flash, what, solver) {
  const isPair = what.endsWith(' pair'), words = what.replace(/ pair$/, '').split(' ');
  const cut = words.pop(), set = words.join(' ');
  return new LevelPaths(image, flash, solver, set, isPair).prove(cut, set);
}
