/**
 * The machine code of verify_solution against its contract (tests/prove/queens.acsl).
 *
 * What has been tested when it returns 1 is a list of conditions.  Those of the same rows are compared with
 * what a solution requires of these rows: that a column is on the board, that two queens do not attack each
 * other.
 */
import {
  NO, YES, all, and, any, byte, choose, equal, less, not, sub, variable, word, xor,
} from './bits.mjs';
import { meet } from './engine_board.mjs';
import { SAVED } from './engine_paths.mjs';
import { stateAt } from './flow.mjs';
import { FLAGS, step } from './instructions.mjs';
import { addressInJob } from './machine_code.mjs';
import { Paths } from './paths.mjs';

const FILLED = variable(8, 'rows filled');
const CELLS = Array.from({ length: 32 }, (_, row) => variable(8, `row ${row}`));

class VerifierPaths extends Paths {
  cut = 'verify_solution';
  mostSteps = 20_000;
  ends = [];

  /** The two ways at a branch over one instruction are one, whose values depend on it. */
  waysOf(state) {
    const ways = super.waysOf(state);
    if (ways.length < 2) return ways;
    const [{ condition, state: one }, { state: longer }] = ways;
    if (!one.at || !longer.at) return ways;
    const [{ state: other } = ways[1], more] = step(longer, this.image);
    if (more || one.at !== other.at || one.stack.length !== other.stack.length) return ways;
    this.visited.add(longer.at.at);
    const either = (a, b) => choose(condition, a, b);
    const r = one.r.map((each, i) => either(each, other.r[i]));
    const f = Object.fromEntries(FLAGS.map((name) => [name, either(one.f[name], other.f[name])]));
    return [{ condition: YES, state: { ...one, r, f } }];
  }

  /** What cannot be is found at the end, from the conditions of all paths. */
  isPath() {
    return true;
  }

  async finish(state, path) {
    this.paths++;
    this.ends.push({ ...state, path });
  }

  async refuse(text, path) {
    if (await this.may(path)) await super.refuse(text, path);
  }

  shown() {
    return { n: this.n, filled: FILLED, given: this.has_given, ...CELLS.slice(0, Number(this.n.value)) };
  }
}

/** The facts of which a fact consists. */
const factsOf = (fact) => (fact.op === 'bvand' ? fact.args.flatMap(factsOf) : [fact]);

/** The conditions on each set of unknown bytes, as one: names -> condition. */
function byNames(conditions) {
  const namesOf = (term) => (term.names ??= term.op === 'variable' ? [term.more]
    : [...new Set(term.args.flatMap(namesOf))].sort());
  const found = new Map();
  for (const each of conditions) {
    const names = namesOf(each).join();
    found.set(names, and(found.get(names) ?? YES, each));
  }
  return found;
}

/** Proves a board of n rows; with `has_given`, queens may be given. */
export async function proveVerifier(image, [n, has_given], solver) {
  const board = addressInJob(image, 'JOB_BOARD');
  const memory = {
    load(address) {
      const value = [byte(n), FILLED, ...CELLS][Number(address.value) - board];
      if (!value) throw new Error('an access beside the board');
      return value;
    },
    store() {
      throw new Error('it writes to memory');
    },
  };
  const entry = image.code.get(image.addressOf('verify_solution'));
  const before = stateAt(entry, { 1: byte(0), 24: byte(has_given) }, memory);
  const paths = new VerifierPaths(image, solver, new Map());
  Object.assign(paths, { n: byte(n), has_given: byte(has_given), kind: `n = ${n}` });
  solver.forget();
  await paths.followAll(before, []);
  for (const { r, f, stack, path } of paths.ends) {
    const isRight = !stack.length && r[24].value < 2n && [...SAVED, 1].every((i) => r[i] === before.r[i]);
    if (!isRight) await paths.refuse('verify_solution: the stack, a register or the result is wrong', path);
    if (f.I !== before.f.I) await paths.refuse('verify_solution: flag I differs', path);
  }
  const tested = any(...paths.ends.filter(({ r }) => r[24].value === 1n).map(({ path }) => path));

  const columns = CELLS.slice(0, n <= 32 ? n : 0).map((cell) =>
    (has_given ? choose(less(cell, byte(0x40)), cell, sub(cell, byte(0x40))) : cell));
  const required = [
    columns.length ? equal(FILLED, byte(n)) : NO, ...columns.map((column) => less(column, byte(n))),
    ...columns.flatMap((column, row) => columns.slice(0, row).map((other, above) =>
      not(meet(word(row), column, word(above), other)))),
  ];
  const isOn = new Map(columns.map((column, row) => [`row ${row}`, less(column, byte(32))]));
  const [some, others] = [factsOf(tested), required].map(byNames);
  for (const names of new Set([...some.keys(), ...others.keys()])) {
    paths.goals++;
    const rows = names.split(',');
    const known = rows.length > 1 ? all(...rows.map((name) => isOn.get(name) ?? YES)) : YES;
    const differs = and(known, xor(some.get(names) ?? YES, others.get(names) ?? YES));
    differs.isNever ||= !(await solver.model(differs));
    if (!differs.isNever)
      await paths.refuse('verify_solution: it is wrong about it', xor(tested, all(...required)));
  }
  return paths;
}
