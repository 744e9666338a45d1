/**
 * The end of a slice and the begin of the next one: the position in between is the squares to try of each
 * level, and the number of the level that is searched.
 *
 * At its end, a slice stores the squares that are in registers.  The next one goes down from level 1.  On
 * each level it has the squares that are stored and free, places the queen of the lowest one, and moves her
 * diagonals down with the others, as the levels did when they were searched.  So on the level of the
 * position, squares, columns and diagonals are what they were.  Then the slice returns what it has counted.
 */
import {
  NO, YES, add, all, and, byte, choose, concat, equal, extract, high, less, low, not, or, product, sub,
  variable, word,
} from './bits.mjs';
import {
  AT_LEVEL, CHECK, KIND, LEVEL1_OPEN, LEVEL1_OPEN_HIGH, PLACED, SPH, SPL, isEmpty, isSome, lowest, pair,
  without,
} from './count_cuts.mjs';
import { Diagonals } from './count_levels.mjs';
import { CountPaths, byteAt, wordAt } from './count_paths.mjs';

const LAST_ENTRY = 19, SECOND = 20, STEP = 21, TARGET = 22, X = 26, Y = 28, ROWS = 4, MASK = 5;
const SOME_PAGE = byte(7);
const CUTS = ['descend_row', 'cut.descend', 'level_enter', 'shifted_begin', 'level1', 'stop', 'stop_level1',
              'cut.stop_up', 'store_row'];

const level1 = ({ memory }) => concat(memory.at(`:${LEVEL1_OPEN_HIGH}`), memory.at(`:${LEVEL1_OPEN}`));

class SlicePaths extends CountPaths {
  constructor(image, flash, solver, isShifted) {
    super(image, flash, solver, CUTS);
    Object.assign(this, { isShifted, stride: isShifted ? 3 : 7 });
  }

  begin(cut) {
    const { isShifted } = this, name = isShifted ? 'shifted' : 'saved';
    const kind = concat(variable(3, 'kind 5'), isShifted ? YES : NO, variable(4, 'kind 0'));
    const known = [[X, variable(8, 'x')], [X + 1, byte(this.ram)], [Y, variable(8, 'y')], [Y + 1, SOME_PAGE],
                   [31, byte(this.page)], ['T', NO]];
    if (cut === 'descend_row') known.push([SECOND, variable(8, 'second')]);
    this.beginAt(cut, name, known, [[`:${KIND}`, kind]]);
    const { first } = this, cols = pair(first, 6), diagonals = Diagonals.of(first, isShifted);
    const free = without(cols, or(wordAt(first, 'y', MASK), diagonals.board));
    const open = and(wordAt(first, 'x', 0), free);
    Object.assign(this, { cols, diagonals, open, before: [{ rows: '0', sets: [open], cols }] });
    const x = first.r[X];
    this.solver.assert(all(less(byte(3), x), less(x, byte(250)), less(first.r[Y], byte(240))));
    if (cut === 'descend_row') this.solver.assert(isSome(open)); // the position is one that was stored
  }

  mayWrite(slot) {
    return ['x:0', 'x:1', 'x:254', 'x:255', 'y:7', 'y:8', 'y:9', 'y:10',
            `:${LEVEL1_OPEN}`, `:${LEVEL1_OPEN_HIGH}`].includes(slot);
  }

  goalsOf(state, cut) {
    const { first, cols, diagonals } = this, by = (i, more) => equal(state.r[i], add(first.r[i], byte(more)));
    const same = (...list) => all(...list.map((i) => by(i, 0))), now = Diagonals.of(state, this.isShifted);
    const above = wordAt(first, 'x', -2), goals = [['pages', same(X + 1, Y + 1, 31)]];
    if (cut !== 'store_row' || this.cut === 'stop_level1')
      goals.push(['the level above', equal(wordAt(state, 'x', -2), above)]);
    switch (this.cut) {
      case 'descend_row': {
        const isThere = or(equal(first.r[TARGET], byte(1)), equal(first.r[Y], first.r[LAST_ENTRY]));
        goals.push(['the level of the position', equal(isThere, cut === 'cut.descend' ? NO : YES)]);
        return [...goals, ...(cut === 'cut.descend' ? this.placed(state) : this.begun(state, cut))];
      }
      case 'cut.descend': return [...goals,
        ['the diagonals', now.equals(diagonals.down(byte(1)))], ['the step', by(STEP, -1)],
        ['the row', equal(equal(state.r[STEP], byte(0)), cut === 'descend_row' ? YES : NO)],
        ['the rest', and(same(6, 7, X, Y, TARGET), equal(state.f.T, NO))]];
      case 'cut.stop_up': return [...goals, ['X', by(X, -2)], ['the level', by(TARGET, 1)],
        ['level 1', cut === 'store_row' ? and(isEmpty(above), equal(wordAt(state, 'x', -2), level1(first)))
          : isSome(above)],
        ['the level below', equal(wordAt(state, 'x', 0), wordAt(first, 'x', 0))]];
      default: return [...goals, ['the squares', equal(wordAt(state, 'x', 0), pair(first, 8))],
        ['X', same(X)], ['the level', equal(state.r[TARGET], byte(1))]];
    }
  }

  /** A level above that of the position: its queen is placed.  Level 1 has 0 rows in its entry. */
  placed(state) {
    const { first, cols, diagonals, open, stride } = this, queen = lowest(open);
    const isFirst = equal(byteAt(first, 'y', ROWS), byte(0));
    const stored = choose(isFirst, and(isEmpty(wordAt(state, 'x', 0)), equal(level1(state), open)),
                          equal(wordAt(state, 'x', 0), open));
    const saved = new Diagonals(wordAt(state, 'y', 7), wordAt(state, 'y', 9));
    const next = choose(isFirst, first.r[SECOND], add(first.r[Y], byte(stride)));
    const rows = choose(isFirst, byteAt(first, 'second', ROWS), byteAt(first, 'y', stride + ROWS));
    return [
      ['the diagonals', Diagonals.of(state, this.isShifted).equals(diagonals.with(or, queen))],
      ['the columns', equal(pair(state, 6), without(cols, queen))], ['the squares', stored],
      ['the saved diagonals', this.isShifted ? YES : or(isFirst, saved.equals(diagonals))],
      ['X', equal(state.r[X], add(first.r[X], byte(2)))], ['Y', equal(state.r[Y], next)],
      ['the step', equal(state.r[STEP], rows)], ['T', equal(state.f.T, NO)],
      ['the level', equal(state.r[TARGET], sub(first.r[TARGET], byte(1)))],
    ];
  }

  /** The level of the position: it is searched, or the slice only verifies its position. */
  begun(state, cut) {
    const { first, cols, diagonals, open, isShifted } = this, y = cut.endsWith('level1') ? SECOND : Y;
    const isFirst = equal(byteAt(first, 'y', ROWS), byte(0));
    const other = isShifted ? 'level_enter' : 'shifted_begin';
    return [['the level', cut === other ? NO : equal(isFirst, y === SECOND ? YES : NO)],
            ['the squares', equal(pair(state, 8), open)], ['the columns', equal(pair(state, 6), cols)],
            ['the diagonals', Diagonals.of(state, this.isShifted).equals(diagonals)],
            ['X', equal(state.r[X], first.r[X])], ['Y', equal(state.r[Y], first.r[y])]];
  }
}

const ROW = 256 - 7; // from the squares of level 1
const WORKSPACE = 47;
/* What rows_run has stored above its workspace: the registers of its caller. */
const SAVED = [[29, 1], [28, 2], [17, 3], [16, 4], [15, 5], [14, 6]];

/** What a slice returns: a third of `found`, the queens placed, its level in the board; and to whom. */
class ReturnPaths extends CountPaths {
  constructor(image, flash, solver) {
    super(image, flash, solver, ['check_entry', 'leave']);
    this.returns = true;
  }

  begin(cut) {
    const base = variable(16, 'base'), x = variable(16, 'x'), z = variable(16, 'z');
    this.third = variable(16, 'a third of found');
    this.beginAt(cut, 'the end of a slice',
                 [[X, low(x)], [X + 1, high(x)], [30, low(z)], [31, high(z)],
                  [24, low(product(this.third, word(3)))], [25, high(product(this.third, word(3)))]],
                 [[`:${SPL}`, low(base)], [`:${SPH}`, high(base)]]);
    this.before = [{}];
    const step = cut === 'check_entry' ? this.first.r[STEP]
      : sub(this.first.memory.at(`:${AT_LEVEL}`), low(x));
    this.solver.assert(all(isStep(step), not(less(word(0xffff / 3), this.third))));
  }

  mayWrite(slot) {
    return [`x:${ROW}`, ...[CHECK, SPL, SPH].map((each) => `:${each}`)].includes(slot);
  }

  /** A return address that has changed is no end: the watchdog resets the chip. */
  async follow(state, ...path) {
    if (state.at.target !== state.at.at) await super.follow(state, ...path);
  }

  goalsOf(state, cut) {
    const { first, third } = this, same = (...list) => all(...list.map((i) => equal(state.r[i], first.r[i])));
    const goals = [['flag I', equal(state.f.I, first.f.I)]], base = variable(16, 'base');
    const sp = concat(state.memory.at(`:${SPH}`), state.memory.at(`:${SPL}`));
    if (cut !== 'ret')
      return [...goals, ['the results', same(11, 22, 24, 25, X, X + 1)], ['the workspace', equal(sp, base)],
              ['a level less', cut === 'leave' ? YES : and(isStep(state.r[STEP]),
                this.cut === cut ? less(state.r[STEP], first.r[STEP]) : YES)]];
    const saved = SAVED.map(([i, from]) => equal(state.r[i], first.memory.at(`base:${WORKSPACE + from}`)));
    return [...goals, ['the registers of the caller', all(...saved, equal(state.r[1], byte(0)))],
            ['the stack', equal(sp, add(base, word(WORKSPACE + SAVED.length)))],
            ['found', equal(pair(state, 24), third)],
            ['placed', equal(pair(state, 22), concat(first.memory.at(`:${PLACED}`), first.r[11]))],
            ['the level', equal(state.memory.at(`x:${ROW}`), first.r[TARGET])]];
  }
}
/** Twice the number of levels below level 1 that are left. */
const isStep = (step) => and(not(equal(step, byte(0))), equal(extract(step, 0, 0), NO));

/** All to prove. */
export const SLICE_CASES = [
  ...['descend_row', 'cut.descend', 'stop', 'cut.stop_up', 'stop_level1']
    .flatMap((cut) => [`slice saved ${cut}`, `slice shifted ${cut}`]),
  ...['store_row', 'check_entry', 'leave'].map((cut) => `slice end ${cut}`),
];

/** Proves all paths from a cut: "slice saved CUT", "slice shifted CUT", "slice end CUT". */
export function proveSlices(image, flash, what, solver) {
  const [, set, cut] = what.split(' ');
  return (set === 'end' ? new ReturnPaths(image, flash, solver)
    : new SlicePaths(image, flash, solver, set === 'shifted')).prove(cut);
}
