/**
 * What a slice adds to the totals of a count: the machine code of cross_add and of sum_add.
 *
 * sum_add adds a number of 16 bits to a total of 64.  cross_add calls it for the queens placed, and for the
 * completions found times the images of the cross.  What cross_images returns is compared by running it.
 */
import { readFileSync } from 'node:fs';
import {
  NO, add, all, and, bit, byte, choose, concat, equal, high, less, low, not, or, product, variable,
  wide, word,
} from './bits.mjs';
import { pair } from './count_cuts.mjs';
import { CountPaths } from './count_paths.mjs';
import { SAVED } from './engine_paths.mjs';
import { isCall } from './machine_code.mjs';

const [OFFSET] = readFileSync('build/support/offsets.h', 'utf8').match(/(?<=JOB_TOTAL )\d+/);
const IMAGES = variable(8, 'images'), CALLED = /^(cross_mark|cross_images|sum_add)\b/;

class SumPaths extends CountPaths {
  constructor(image, flash, solver, name) {
    super(image, flash, solver, []);
    this.returns = true;
    this.labels.set(name, image.addressOf(name));
  }

  begin(name) {
    const sum = variable(16, 'sum');
    const known = name === 'sum_add' ? [[24, low(sum)], [25, high(sum)]] : [];
    this.beginAt(name, 'any total', [[1, byte(0)], ...known], []);
    this.before = [{}];
    const overflows = less(this.grown(), this.total(this.first));
    this.solver.assert(not(or(overflows, less(byte(8), IMAGES))));
  }

  total({ memory }) {
    return concat(...Array.from({ length: 8 }, (_, i) => memory.at(`sum:${7 - i}`)));
  }

  grown() {
    return add(this.total(this.first), wide(pair(this.first, 22), 64));
  }

  mayWrite(slot) {
    const residue = `:${this.image.addressOf('residue') & 0xffff}`;
    return this.cut === 'sum_add' && (slot === residue || /^sum:[0-7]$/.test(slot));
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

  goalsOf(state, cut) {
    const { first } = this, same = SAVED.map((i) => equal(state.r[i], first.r[i]));
    const goals = [['the registers of the caller', all(...same, equal(state.r[1], byte(0)))]];
    if (this.cut === 'sum_add') return [...goals, ['the total', equal(this.total(state), this.grown())]];
    goals.push(['r1', all(...state.calls.map(({ zero }) => equal(zero, byte(0))))]);
    const calls = state.calls.filter(({ name }) => name !== 'cross_mark');
    const names = calls.map(({ name }) => name).join(' '), [placed, , found] = calls;
    if (names !== 'sum_add cross_images sum_add' || state.stack.length)
      return [...goals, [`calls: ${names}`, NO]];
    const at = (this.image.addressOf('job') & 0xffff) + Number(OFFSET);
    // Eight images at most.
    const completions = [0, 1, 2, 3].map((i) =>
      choose(bit(IMAGES, i), product(pair(first, 24), word(2 ** i)), word(0))).reduce(add);
    return [...goals,
            ['queens', and(equal(placed.to, word(at + 8)), equal(placed.more, pair(first, 22)))],
            ['solutions', and(equal(found.to, word(at)), equal(found.more, completions))]];
  }
}

/** Proves "sum_add" or "cross_add". */
export const proveSums = (image, flash, name, solver) =>
  new SumPaths(image, flash, solver, name).prove(name);
