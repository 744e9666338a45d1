/**
 * The squares of level 2 that a part of a count gets: every M-th one of all, from its own on.
 *
 * `deal` takes one square after the other, from the lowest on.  `turn` is how many it still gives to other
 * parts.  If it is 0, the square stays and the turn is M - 1; else the square goes.  So of any M squares in
 * succession each part gets one, if the parts begin with the turns 0 to M - 1.
 */
import {
  YES, all, and, byte, choose, concat, equal, high, less, low, not, sub, variable, word, xor,
} from './bits.mjs';
import { CHECK, EMPTY, isEmpty, isWithin, lowest, pair } from './count_cuts.mjs';
import { CountPaths, wordAt } from './count_paths.mjs';

const PARTS = 24; // from the turn
/* The free squares of level 2. */
const FREE = variable(16, 'free');
const CHANGED = ['r0', 'r1', 'r16', 'r17', 'r18', 'r20', 'r21', 'r22', 'r30', 'r31'];

/** Of a state: the squares to deal out, those that stay, the turn. */
const of = ({ r }) => ({ rest: concat(r[20], r[21]), next: concat(r[17], r[16]), turn: concat(r[1], r[18]) });

class DealPaths extends CountPaths {
  constructor(image, flash, solver) {
    super(image, flash, solver, ['deal_next', 'deal_done']);
    this.check = `:${CHECK}`;
  }

  begin(cut) {
    const pointer = variable(16, cut === 'deal' ? 'x' : 'z'), first = cut === 'deal' ? 26 : 30;
    this.beginAt(cut, 'level 2', [[first, low(pointer)], [first + 1, high(pointer)]], []);
    const free = pair(this.first, 16);
    const { rest, next } = cut === 'deal' ? { rest: free, next: free } : of(this.first);
    this.before = [{ rows: '2', sets: [rest] }];
    this.solver.assert(and(isWithin(rest, next), isWithin(next, FREE)));
  }

  mayWrite(slot) {
    return [this.check, 'z:0', 'z:1'].includes(slot);
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
    const isSame = (term, i) => (CHANGED.includes(`r${i}`) ? YES : equal(term, this.first.r[i]));
    const isSound = isWithin(cut === 'deal_done' ? EMPTY : after.rest, after.next);
    const goals = [['the other registers', all(...state.r.map(isSame), equal(state.f.T, this.first.f.T))],
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
    return [...goals, ['a square', not(isEmpty(square))],
            ['the rest', equal(after.rest, xor(before.rest, square))],
            ['the squares', equal(after.next, choose(isOurs, before.next, xor(before.next, square)))],
            ['the turn', equal(after.turn, choose(isOurs, wordAt(this.first, 'z', PARTS),
                                                  sub(before.turn, word(1))))],
            ['the address', equal(pair(state, 30), pair(this.first, 30))]];
  }
}

/** Proves all paths of `deal`: "deal" or "deal_next". */
export const proveDeal = (image, flash, cut, solver) => new DealPaths(image, flash, solver).prove(cut);
