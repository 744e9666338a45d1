/** The paths of machine code from some states on to where they end: the longest of them, and its loops. */
import { declared } from './machine_code.mjs';
import { nameOf, step } from './execution.mjs';

const MOST_STATES = 200_000;

/**
 * Executes all paths from the first states.  `endOf(step)` is the text of an end ("sei", ...) or undefined
 * where the path continues; `returnsOf(instruction)` are the states after a return without a call.
 * The result is the graph: name of a state -> { state, out: [{ cycles, to: name, end }] }.
 */
export function explore(image, first, endOf, returnsOf) {
  const graph = new Map();
  const work = [];
  const enter = (state) => {
    const name = nameOf(state);
    if (graph.has(name)) return name;
    graph.set(name, { state, out: [] });
    work.push(name);
    return name;
  };
  first.forEach(enter);
  while (work.length && graph.size < MOST_STATES) {
    const node = graph.get(work.pop());
    for (const each of step(node.state, image)) {
      const end = endOf(node.state, each);
      if (end !== undefined) node.out.push({ cycles: each.cycles, end });
      else if (!each.returns) node.out.push({ cycles: each.cycles, to: enter(each.state) });
      else node.out.push(...returnsOf(node.state).map((to) => ({ cycles: each.cycles, to: enter(to) })));
    }
  }
  if (work.length) throw new PathError(image, graph.get(work.pop()).state, 'too many states for a proof');
  return graph;
}

/** A path that the proof refuses; the message names the place. */
export class PathError extends Error {
  constructor(image, { at }, text) {
    super(`${text} in ${image.functionOf(at)} at 0x${at.at.toString(16)}`);
  }
}

/** The names of a graph in an order in which each comes after all that it leads to. */
function ordered(image, graph) {
  const order = [];
  const entered = new Set(), left = new Set();
  for (const start of graph.keys()) {
    const stack = entered.has(start) ? [] : [[start, 0]];
    entered.add(start);
    while (stack.length) {
      const top = stack.at(-1);
      const { to } = graph.get(top[0]).out[top[1]++] ?? {};
      if (to === undefined && top[1] > graph.get(top[0]).out.length) {
        left.add(top[0]);
        order.push(stack.pop()[0]);
      } else if (to !== undefined && !entered.has(to)) {
        entered.add(to);
        stack.push([to, 0]);
      } else if (to !== undefined && !left.has(to)) {
        throw new PathError(image, graph.get(to).state, 'a loop that nothing bounds');
      }
    }
  }
  return order;
}

/**
 * The longest way from each state to an end that counts: name -> { cycles, next, end }.  `weight` may replace
 * the cycles.  States that reach no such end are not in the map.
 */
export function longest(image, graph, counts, weight = ({ cycles }) => cycles) {
  const best = new Map();
  for (const name of ordered(image, graph))
    for (const edge of graph.get(name).out) {
      if (edge.end !== undefined && !counts(edge.end)) continue;
      if (edge.end === undefined && !best.has(edge.to)) continue;
      const rest = edge.end === undefined ? best.get(edge.to).cycles : 0;
      const cycles = weight(edge, graph.get(name).state) + rest;
      if (!(best.get(name)?.cycles >= cycles)) best.set(name, { cycles, next: edge.to, end: edge.end });
    }
  return best;
}

/** Refuses a loop that its source does not declare, or that runs more often than declared. */
export function checkLoops(image, graph) {
  const most = new Map(declared(image, 'loop.most'));
  const label = new Map(declared(image, 'loop.at').map(([name, at]) => [at, name]));
  undeclaredLoop(image, graph, label);
  const found = new Map();
  for (const name of new Set(label.values())) {
    const passes = ({ end }, { at }) => Number(label.get(at.at) === name && end === undefined);
    const counts = [...longest(image, graph, () => true, passes).values()].map(({ cycles }) => cycles);
    const rounds = Math.max(0, ...counts);
    if (!rounds) continue;
    found.set(name, rounds);
    if (!(rounds <= most.get(name)))
      throw new Error(`loop ${name} runs up to ${rounds} times, and its source declares ${most.get(name)}`);
  }
  return found;
}

/** An instruction that a path runs twice within one call is in a loop: one without a label is refused. */
function undeclaredLoop(image, graph, label) {
  const place = ({ at, stack }) => `${at.at} ${stack.filter((each) => each?.to).map(({ to }) => to.at)}`;
  const following = new Map();
  for (const { state, out } of graph.values()) {
    if (label.has(state.at.at)) continue;
    const all = following.get(place(state)) ?? { state, out: new Set() };
    for (const { to } of out) if (to !== undefined) all.out.add(place(graph.get(to).state));
    following.set(place(state), all);
  }
  const done = new Set();
  for (const start of following.keys()) {
    const path = [[start, [...following.get(start).out]]];
    const within = new Set([start]);
    while (path.length) {
      const [here, rest] = path.at(-1);
      const next = rest.pop();
      if (next === undefined) {
        within.delete(here);
        done.add(path.pop()[0]);
      } else if (within.has(next)) {
        throw new PathError(image, following.get(next).state, 'a loop without a declared bound');
      } else if (following.has(next) && !done.has(next)) {
        within.add(next);
        path.push([next, [...following.get(next).out]]);
      }
    }
  }
}
