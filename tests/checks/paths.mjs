/**
 * Paths through machine code of unknown registers, flags and memory: they are followed from one cut to the
 * next, and what must be true at their ends is proved.
 */
import { readFileSync } from 'node:fs';
import { Solver, YES, and, not } from './bits.mjs';
import { step } from './instructions.mjs';
import { bytesOf, readImage } from './machine_code.mjs';
import { check, done } from '../support/tap.mjs';

/** What is not proved: the message names it. */
export class Refused extends Error {}

/**
 * Paths between cuts, a map of addresses to names.  A subclass has `cut`, the name of the one where the paths
 * begin; `kind`, that of the board; `finish`, for the end of a path; `shown`, the terms of a board.
 */
export class Paths {
  paths = 0;
  goals = 0;
  visited = new Set();
  mostSteps = 400;

  constructor(image, solver, cuts) {
    Object.assign(this, { image, solver, cuts });
  }

  /** Follows all paths from a state; `facts` becomes longer while memory is read. */
  async followAll(state, facts) {
    Object.assign(this, { facts, asserted: 0 });
    const before = this.paths;
    if (await this.may(YES)) await this.follow(state, YES, [], 0);
    if (this.paths === before) throw new Refused(`from ${this.cut} no path leads on`);
  }

  /** Whether a fact may be true; each new fact of memory is asserted once. */
  async may(fact, shown) {
    for (; this.asserted < this.facts.length; this.asserted++) this.solver.assert(this.facts[this.asserted]);
    return this.solver.model(fact, shown);
  }

  /** Whether a path is one of the paths to follow. */
  isPath(path) {
    return this.may(path);
  }

  waysOf(state) {
    return step(state, this.image);
  }

  /** Follows all paths from a state to the next cuts; `taken` are the points after branches. */
  async follow(state, path, taken, steps) {
    const refuse = (why) => this.refuse(`${this.named(taken)} at ${this.pointOf(state.at.at)}: ${why}`, path);
    if (steps > this.mostSteps) return refuse('a loop without a cut');
    this.visited.add(state.at.at);
    let ways;
    try {
      ways = await this.waysOf(state);
    } catch ({ message }) {
      return refuse(message);
    }
    if (!ways.length) return refuse('an indirect jump or call');
    for (const { condition, state: after, returns } of ways) {
      const longer = and(path, condition);
      if (ways.length > 1 && !(await this.isPath(longer))) continue;
      if (!returns && !after.at) return refuse('it leaves the code');
      const way = ways.length > 1 ? [...taken, after.at?.at ?? 0] : taken;
      const cut = returns ? 'ret' : this.cuts.get(after.at.at);
      await (cut ? this.finish(after, longer, way, cut) : this.follow(after, longer, way, steps + 1));
    }
    return undefined;
  }

  pointOf(at) {
    const owner = this.image.ownerOf(at);
    return `${this.image.nameAt(owner)}+${at - owner}`;
  }

  named(taken) {
    const branches = taken.slice(-8).map((at) => this.pointOf(at)).join(' ');
    return `from ${this.cut}, ${this.kind}, by ${branches || 'no branch'}`;
  }

  /** The first of the goals, [what, goal, terms to show], that is not true. */
  async failureOf(path, goals) {
    this.goals += goals.length;
    for (const each of goals) if (await this.may(and(path, not(each[1])))) return each;
    return undefined;
  }

  drawn(model) {
    return drawn(model);
  }

  /** Refuses with a board on which this may be true. */
  async refuse(text, fact, more = []) {
    const model = await this.may(fact, { ...this.shown(), ...Object.fromEntries(more) });
    throw new Refused(`${text}\n${this.drawn(model ?? {})}`);
  }
}

/** A counterexample as a board: Q a queen, G a given one. */
export function drawn(model) {
  const { n, x } = model;
  const named = Object.entries(model).filter(([name]) => !(name >= 0)).map((each) => each.join(' = '));
  const lines = [`# ${named.join(', ')}`];
  for (let row = 0; row < n; row++) {
    const column = model[row] << 24 >> 24;
    const squares = Array.from({ length: n }, (_, i) => (i === column ? 'Q' : i === column - 64 ? 'G' : '.'));
    lines.push(`#   ${row === x ? '>' : ' '} ${squares.join(' ')}   ${column}`);
  }
  return lines.join('\n');
}

/* ---- programs that prove ------------------------------------------------------------------------------ */

/** What a program proves: without a flag a sample of one image. */
export const [flag, ...files] = process.argv.slice(2), isSample = !flag;
const IMAGES = isSample ? ['build/uno/nqueens.elf'] : files;
/** The image that is broken, too. */
export const isFirst = (file) => file === (IMAGES[0] ?? 'build/uno/nqueens.elf');

/** Side by side. */
const solvers = [new Solver(), new Solver()];

/** The results of jobs, functions of a solver.  That of one that is refused has a `failure`. */
async function results(jobs) {
  const rest = jobs.entries(), all = [];
  const worker = async (solver) => {
    for (const [i, job] of rest)
      all[i] = await job(solver).catch((error) => {
        if (error instanceof Refused) return { failure: error.message };
        throw error;
      });
  };
  await Promise.all(solvers.map(worker));
  return all;
}

const sumOf = (all) => (key) => all.reduce((total, each) => total + (each[key] ?? 0), 0);

/** Checks that no job is refused; `sentence` makes a sentence of the sums of their results. */
export async function prove(jobs, sentence) {
  const began = Date.now(), all = await results(jobs), sum = sumOf(all);
  const failure = all.find((each) => each.failure)?.failure;
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  check(!failure, `${sentence(sum)}: ${sum('goals')} goals are proved, ${seconds} s`, failure);
  return all;
}

/** Checks that tests/PROOF.md has a text, on any lines, which `sentence` makes of the sums of all results. */
export function checkDocumented(all, sentence) {
  const text = sentence((key) => sumOf(all)(key).toLocaleString('en'));
  const words = readFileSync('tests/PROOF.md', 'utf8').replace(/\s+/g, ' ');
  check(words.includes(text), `tests/PROOF.md has these ${text}`);
}

/** Checks that something is refused, in words that `says` accepts: by default with a board. */
export async function checkRefused(name, jobs, says = /\n# n = /) {
  const failure = (await results(jobs)).find((each) => each.failure)?.failure ?? 'nothing is refused';
  check(says.test(failure), `${name} is refused`, failure.split('\n').slice(0, 12).join('\n'));
}

/**
 * Proves the images: `proofsOf(file, image, flash)` is a list of [what is proved, its machine code as text, a
 * function that proves it].  The same code is proved once.
 */
export async function proveImages(proofsOf) {
  const proved = new Map(); // machine code -> the first image that has it
  for (const file of IMAGES)
    for (const [what, code, proveIt] of proofsOf(file, readImage(file), bytesOf(file))) {
      const known = proved.get(code);
      if (known) check(true, `${file}: the machine code of its ${what} is that of ${known}`);
      else await proveIt();
      proved.set(code, known ?? file);
    }
}

export function end() {
  solvers.forEach((each) => each.end());
  done();
}
