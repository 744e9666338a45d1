/**
 * The flow of machine code of which little is known: which states a path has, how long paths are, and loops.
 * The proofs of the stack and of latencies use it.
 */
import { bit, concat, variable } from './bits.mjs';
import { FLAGS } from './instructions.mjs';
import { register } from './machine_code.mjs';

export const SREG = 0x3f;
const SPL = 0x5d; // and SPH, SREG
const MOST_STATES = 200_000;
export const SOME = variable(8, 'unknown');

/** Memory and ports of which nothing is known; but the flags of SREG are those of the state. */
export const UNKNOWN = {
  load: () => SOME, flash: () => SOME, pop: () => SOME,
  store({ value }) {
    if (value >= SPL && value < SPL + 3) throw new Error('a store to SP or SREG, which has no meaning here');
  },
  input: ({ f }, port) => (port === SREG ? concat(...FLAGS.map((name) => f[name]).reverse()) : SOME),
  output(state, port, value) {
    if (port === SREG) state.f = Object.fromEntries(FLAGS.map((name, i) => [name, bit(value, i)]));
  },
  other(state) {
    const { op, a } = state.at;
    if (/mul/.test(op)) Object.assign(state, { f: { ...state.f, C: bit(SOME, 0), Z: bit(SOME, 1) } });
    const changed = /mul/.test(op) ? [0, 1] : op === 'elpm' ? [register(a), 30, 31] : [register(a)];
    for (const each of changed) if (each >= 0) state.r[each] = SOME;
  },
};

/** A term with the constants of another one and its bit 7, if it is one: so a copy of SREG keeps flag I. */
function known(term, name) {
  if (term.value !== undefined) return term;
  if (term.width === 1) return variable(1, name);
  return concat(known(bit(term, 7), `${name}.7`), variable(7, name));
}

/** Whether a term is a register or a flag as it was at the start of a path, or has several of them: SREG. */
const isFirst = ({ op, more, args, value }) => value !== undefined ||
  (op === 'variable' ? /^(r\d+|[A-Z])$/.test(more) : op === 'concat' && args.every(isFirst));

/**
 * A state that follows `before`, with its new unknown terms named by position: so two states are equal if
 * the same is known of them.
 */
export function forgotten(before, state) {
  const named = (term, old, name) =>
    (term === old || term.to || isFirst(term) ? term : known(term, `new ${name}`));
  return {
    ...state,
    r: state.r.map((each, i) => named(each, before.r[i], `r${i}`)),
    f: Object.fromEntries(FLAGS.map((name) => [name, named(state.f[name], before.f[name], name)])),
    stack: state.stack.map((each, i) => named(each, before.stack[i], `stack ${i}`)),
  };
}

/** The state at the start of a path; `known` has terms by a register's number or a flag's name. */
export function stateAt(at, known = {}, memory = UNKNOWN) {
  const f = Object.fromEntries(FLAGS.map((name) => [name, known[name] ?? variable(1, name)]));
  const r = Array.from({ length: 32 }, (_, i) => known[i] ?? variable(8, `r${i}`));
  return { at, f, r, stack: [], memory };
}

/** A name for a state: two states with the same name run on in the same way. */
export function nameOf({ at, r, f, stack }) {
  const terms = [...r, ...FLAGS.map((name) => f[name]), ...stack];
  return [at.at, ...terms.map(({ id, to }) => (to ? `to ${to.at}` : id))].join(' ');
}

/**
 * All states that the first ones lead to, as a graph: name -> { state, out: [{ cycles, to: name, end }] }.
 * `follow(state)` returns what comes next, [{ cycles, state }] or, at the end of a path, [{ cycles, end }].
 * States of the same name are joined: `join(one, other)` returns `one` if the other adds nothing.
 */
export function explore(image, first, follow, name = nameOf, join = (one) => one) {
  const graph = new Map();
  const work = [];
  const enter = (state) => {
    const key = name(state), node = graph.get(key) ?? { out: [] };
    const joined = node.state ? join(node.state, state) : state;
    if (joined !== node.state) work.push(key);
    graph.set(key, Object.assign(node, { state: joined }));
    return key;
  };
  first.forEach(enter);
  while (work.length) {
    const node = graph.get(work.pop());
    if (graph.size > MOST_STATES) throw refusal(image, node.state, 'too many states for a proof');
    node.out = follow(node.state).map(({ state, ...way }) => ({ ...way, to: state && enter(state) }));
  }
  return graph;
}

/** The error of a path that a proof refuses: the message names where. */
export const refusal = (image, { at }, text) =>
  new Error(`${text} in ${image.functionOf(at)} at 0x${at.at.toString(16)}`);

/**
 * The longest way from the first state to an end that counts, in cycles; `weight` may replace them.  Without
 * such an end it is undefined.  A loop of states is refused: nothing bounds it.
 */
export function longest(image, graph, counts, weight = ({ cycles }) => cycles) {
  const best = new Map(), isLeft = new Map();
  const enter = (name) => {
    const { state, out } = graph.get(name);
    if (isLeft.get(name) === false) throw refusal(image, state, 'a loop that nothing bounds');
    if (isLeft.has(name)) return;
    isLeft.set(name, false);
    for (const way of out) {
      if (way.to !== undefined) enter(way.to);
      const rest = way.to !== undefined ? best.get(way.to) : counts(way.end) ? 0 : undefined;
      const cycles = weight(way) + rest;
      if (rest !== undefined && !(best.get(name) >= cycles)) best.set(name, cycles);
    }
    isLeft.set(name, true);
  };
  const [start] = graph.keys();
  enter(start);
  return best.get(start);
}
