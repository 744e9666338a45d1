/**
 * Terms of bit vectors, as an SMT solver reads them, and the solver.  A term of constants is a constant at
 * once, so the same code computes with numbers and with unknown values.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const terms = new Map();
let made = 0;

/** A term { id, width, op, args, value }: equal terms are the same object; value is a BigInt or undefined. */
function term(op, width, args, more = '') {
  const key = `${op} ${width} ${more} ${args.map(({ id }) => id).join(' ')}`;
  let known = terms.get(key);
  if (!known) terms.set(key, (known = { id: made++, width, op, args, more }));
  return known;
}

const masks = [];
const mask = (width) => (masks[width] ??= (1n << BigInt(width)) - 1n);

export function constant(width, value) {
  const bits = BigInt(value) & mask(width);
  return Object.assign(term('constant', width, [], bits), { value: bits });
}
export const byte = (value) => constant(8, value);
export const word = (value) => constant(16, value);
export const variable = (width, name) => term('variable', width, [], name);

const isZero = ({ value }) => value === 0n;
const isOnes = ({ value, width }) => value === mask(width);
const known = (...args) => args.every(({ value }) => value !== undefined);
const ordered = (args) => [...args].sort((one, other) => one.id - other.id);

export function not(a) {
  if (known(a)) return constant(a.width, ~a.value);
  return a.op === 'bvnot' ? a.args[0] : term('bvnot', a.width, [a]);
}
export function and(a, b) {
  if (known(a, b)) return constant(a.width, a.value & b.value);
  if (isZero(a) || isOnes(b) || a === b) return a;
  return isZero(b) || isOnes(a) ? b : term('bvand', a.width, ordered([a, b]));
}
export const or = (a, b) => not(and(not(a), not(b)));
export function xor(a, b) {
  if (known(a, b)) return constant(a.width, a.value ^ b.value);
  if (a === b) return constant(a.width, 0);
  if (isZero(a)) return b;
  return isZero(b) ? a : term('bvxor', a.width, ordered([a, b]));
}
export function add(a, b) {
  if (a === b) return concat(extract(a, a.width - 2, 0), constant(1, 0));
  if (known(a, b)) return constant(a.width, a.value + b.value);
  if (isZero(b)) return a;
  if (known(b) && a.op === 'bvadd' && known(a.args[1])) return add(a.args[0], add(a.args[1], b));
  return known(a) ? add(b, a) : term('bvadd', a.width, [a, b]);
}
export function sub(a, b) {
  return known(b) ? add(a, constant(b.width, -b.value)) : term('bvsub', a.width, [a, b]);
}
/** Comparisons are terms of one bit. */
export function equal(a, b) {
  if (known(a, b)) return constant(1, a.value === b.value ? 1 : 0);
  if (a.width === 1) return not(xor(a, b));
  return a === b ? constant(1, 1) : term('bvcomp', 1, ordered([a, b]));
}
export function less(a, b) {
  if (known(a, b)) return constant(1, a.value < b.value ? 1 : 0);
  return a === b ? constant(1, 0) : term('bvult', 1, [a, b]);
}
export function choose(condition, a, b) {
  if (known(condition)) return isZero(condition) ? b : a;
  return a === b ? a : term('ite', a.width, [condition, a, b]);
}
/** Bits `high` to `low` of a term. */
export function extract(a, high, low) {
  const width = high - low + 1;
  if (width === a.width) return a;
  if (known(a)) return constant(width, a.value >> BigInt(low));
  if (a.op === 'extract') return extract(a.args[0], high + a.more, low + a.more);
  if (a.op === 'concat') {
    const rest = a.args[1].width;
    if (high < rest) return extract(a.args[1], high, low);
    if (low >= rest) return extract(a.args[0], high - rest, low - rest);
    return concat(extract(a.args[0], high - rest, 0), extract(a.args[1], rest - 1, low));
  }
  const bitwise = { bvnot: not, bvand: and, bvxor: xor }[a.op];
  if (bitwise) return bitwise(...a.args.map((each) => extract(each, high, low)));
  return term('extract', width, [a], low);
}
/** The bits of `a` above those of `b`. */
export function concat(a, b, ...more) {
  if (more.length) return concat(concat(a, b), ...more);
  const width = a.width + b.width;
  if (known(a, b)) return constant(width, (a.value << BigInt(b.width)) | b.value);
  if (a.op === 'extract' && b.op === 'extract' && a.args[0] === b.args[0] && a.more === b.more + b.width)
    return extract(a.args[0], a.more + a.width - 1, b.more);
  if (b.op === 'concat') return concat(concat(a, b.args[0]), b.args[1]);
  return term('concat', width, [a, b]);
}
/** The element at a position, of a power of two of terms. */
export function selected(all, position) {
  const tree = (from, size) => (size === 1 ? all[from]
    : choose(bit(position, Math.log2(size) - 1), tree(from + size / 2, size / 2), tree(from, size / 2)));
  return tree(0, all.length);
}
export const wide = (a, width) => (a.width === width ? a : concat(constant(width - a.width, 0), a));
export const bit = (a, n) => extract(a, n, n);
export const low = (a) => extract(a, 7, 0), high = (a) => extract(a, 15, 8);
export const all = (...bits) => bits.reduce(and, constant(1, 1));
export const any = (...bits) => bits.reduce(or, constant(1, 0));
export const YES = constant(1, 1), NO = constant(1, 0);
export const atMost = (a, most) => not(less(most, a));
export const implies = (a, b) => or(not(a), b);
export const shifted = (a, by) =>
  known(a, by) ? constant(a.width, a.value << by.value) : term('bvshl', a.width, [a, by]);
/** Shifted to the right by an unknown number of bits. */
export const lowered = (a, by) =>
  known(a, by) ? constant(a.width, a.value >> by.value) : term('bvlshr', a.width, [a, by]);
/** A multiplication by a power of two is a shift by a known number of bits. */
export function product(a, b) {
  if (known(a, b)) return constant(a.width, a.value * b.value);
  if (known(a)) return product(b, a);
  const by = known(b) && (b.value & (b.value - 1n)) === 0n ? b.value.toString(2).length - 1 : undefined;
  if (by === undefined || isZero(b)) return isZero(b) ? b : term('bvmul', a.width, [a, b]);
  return by ? concat(extract(a, a.width - by - 1, 0), constant(by, 0)) : a;
}
export const rotated = (a, left) =>
  concat(extract(a, a.width - left - 1, 0), extract(a, a.width - 1, a.width - left));

/* ---- the solver --------------------------------------------------------------------------------------- */

function text({ op, args, more, width, value }) {
  const names = args.map(({ id }) => `t${id}`).join(' ');
  if (op === 'constant') return `(_ bv${value} ${width})`;
  if (op === 'extract') return `((_ extract ${more + width - 1} ${more}) ${names})`;
  if (op === 'ite') return `(ite (= t${args[0].id} #b1) t${args[1].id} t${args[2].id})`;
  return op === 'bvult' ? `(ite (bvult ${names}) #b1 #b0)` : `(${op} ${names})`;
}

/** A solver that is asked one question after the other.  Any answer but sat and unsat is an error. */
export class Solver {
  constructor() {
    this.z3 = spawn('z3', ['-in', '-smt2'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.lines = createInterface({ input: this.z3.stdout })[Symbol.asyncIterator]();
    this.forget();
  }

  /** Starts again, with no term defined and nothing asserted. */
  forget() {
    this.defined = new Set();
    this.z3.stdin.write('(reset)\n(set-logic QF_BV)\n(set-option :produce-models true)\n');
  }

  define(defined) {
    if (this.defined.has(defined)) return;
    this.defined.add(defined);
    defined.args.forEach((each) => this.define(each));
    const { id, op, width, more } = defined;
    this.z3.stdin.write(op === 'variable' ? `(declare-const t${id} (_ BitVec ${width})) ; ${more}\n`
      : `(define-fun t${id} () (_ BitVec ${width}) ${text(defined)})\n`);
  }

  assert(fact) {
    this.define(fact);
    this.z3.stdin.write(`(assert (= t${fact.id} #b1))\n`);
  }

  /** A model in which the fact is true, as the values of `shown` by name; undefined if there is none. */
  async model(fact, shown = {}) {
    if (isZero(fact)) return undefined;
    const entries = Object.entries(shown);
    [fact, ...entries.map(([, each]) => each)].forEach((each) => this.define(each));
    this.z3.stdin.write(`(push)\n(assert (= t${fact.id} #b1))\n(check-sat)\n`);
    const answer = (await this.lines.next()).value;
    if (answer !== 'sat' && answer !== 'unsat') throw new Error(`the solver answers ${answer}`);
    const values = {};
    for (const [name, { id }] of answer === 'sat' ? entries : []) {
      this.z3.stdin.write(`(eval t${id} :completion true)\n`);
      const [, base, digits] = (await this.lines.next()).value.match(/^#([xb])(\w+)$/);
      values[name] = parseInt(digits, base === 'x' ? 16 : 2);
    }
    this.z3.stdin.write('(pop)\n');
    return answer === 'sat' ? values : undefined;
  }

  end() {
    this.z3.stdin.end('(exit)\n');
  }
}
