/**
 * Executes machine code of an AVR with what is known of it: registers and flags that are constants.  All else
 * is unknown: memory, ports, registers at the start.  A branch that depends on it goes both ways.
 *
 * A state is { at, registers, flags, stack }: the next instruction, 32 numbers (undefined: unknown), flags
 * C, Z, N, V, S, H, T, I as 0 or 1, and what was pushed since the start: numbers, and return addresses as
 * { to }.  A copy of SREG in a register or on the stack is { sreg: its flag I }.
 */
import { constant, variable } from './bits.mjs';
import { BRANCHES, FLAGS, compute, isComputed } from './instructions.mjs';
import { number, register, written } from './machine_code.mjs';

const SREG = 0x3f;

/* ---- cycles (AVR instruction set manual, AVRe) ---- */

const TWO = /^(adiw|sbiw|f?mul(s|su)?|rjmp|ijmp|eijmp|ldd?|lds|std?|sts|push|pop|[sc]bi)$/;

/** Cycles of an instruction, without what a taken branch or a skip adds. */
export function cyclesOf({ op }, pcBytes) {
  const long = pcBytes - 2; // a return address of three bytes takes a cycle more
  if (/^(ret|reti|call)$/.test(op)) return 4 + long;
  if (/^(rcall|icall|eicall)$/.test(op)) return 3 + long;
  if (/^(jmp|e?lpm)$/.test(op)) return 3;
  return TWO.test(op) ? 2 : 1;
}

const words = ({ op }) => (/^(jmp|call|lds|sts)$/.test(op) ? 2 : 1);

/* ---- arithmetic ---- */

const isKnown = (...values) => values.every((value) => typeof value === 'number');

/** A number as a term; what is unknown is a variable, so that a register is equal to itself. */
const termOf = (width, value, name) => (isKnown(value) ? constant(width, value) : variable(width, name));
const valueOf = ({ value }) => (value === undefined ? undefined : Number(value));

/** Computes with terms, and keeps of their values what is constant. */
function calculate(next, instruction) {
  const f = Object.fromEntries(FLAGS.map((name) => [name, termOf(1, next.flags[name], name)]));
  const r = next.registers.map((value, i) => termOf(8, value, `r${i}`));
  const state = { r, f };
  compute(state, instruction);
  for (const each of written(instruction)) next.registers[each] = valueOf(state.r[each]);
  next.flags = Object.fromEntries(FLAGS.map((name) => [name, valueOf(state.f[name])]));
}

const unknownFlags = (flags, names) => {
  const next = { ...flags };
  for (const name of names) next[name] = undefined;
  return next;
};

/* ---- one instruction ---- */

const copied = (state) => ({
  at: state.at, registers: [...state.registers], flags: state.flags, stack: [...state.stack],
});

/** The registers that an instruction changes in a way that is not followed: they become unknown. */
function forget(next, instruction) {
  for (const each of written(instruction)) next.registers[each] = undefined;
  if (/^f?mul/.test(instruction.op)) next.flags = unknownFlags(next.flags, 'CZ');
}

/** The effect on registers, flags and stack of an instruction that does not jump, call or return. */
function execute(next, instruction) {
  const { op, a, b } = instruction;
  const { registers } = next;
  const r = register(a);
  if (op === 'mov') registers[r] = registers[register(b)];
  else if (op === 'in' && number(b) === SREG) registers[r] = { sreg: next.flags.I };
  else if (op === 'push') next.stack.push(registers[r]);
  else if (op === 'pop') registers[r] = next.stack.pop();
  else if (isComputed(op)) calculate(next, instruction);
  else forget(next, instruction);
}

/** Whether a skip skips; undefined: unknown. */
function skips({ op, a, b }, registers) {
  const value = registers[register(a)];
  const other = registers[register(b)];
  if (op === 'cpse') return isKnown(value, other) ? value === other : undefined;
  if (/^sbr/.test(op) && isKnown(value)) return Boolean((value >> number(b)) & 1) === (op === 'sbrs');
  return undefined;
}

/** An `out` to SREG: its flag I is that of the copy, unknown copies leave it as it is. */
function restoreFlags(next, value) {
  const I = typeof value === 'object' ? value.sreg : next.flags.I;
  next.flags = { ...unknownFlags(next.flags, 'CZNVSHT'), I };
}

/** The state in front of the first instruction of a path. */
export function stateAt(instruction, flags = {}, registers = {}) {
  const all = new Array(32).fill(undefined);
  for (const [r, value] of Object.entries(registers)) all[r] = value;
  return { at: instruction, registers: all, flags: { ...flags }, stack: [] };
}

/** A name for a state: two states with the same name run on in the same way. */
export function nameOf({ at, registers, flags, stack }) {
  const value = (each) => (typeof each === 'object' ? `${each.sreg}${each.to?.at}s` : each ?? '');
  return [at.at, registers.map(value), FLAGS.map((name) => value(flags[name])), stack.map(value)].join(' ');
}

/**
 * What can run next: a list of { cycles, state }.  A return without a call on the stack has `returns`, an
 * indirect jump `unknown`, in place of `state`.
 */
export function step(state, image) {
  const instruction = state.at;
  const { op, next, target } = instruction;
  const cycles = cyclesOf(instruction, image.pcBytes);
  const then = (at, more, change = () => {}) => {
    const after = copied(state);
    after.at = at;
    change(after);
    return { cycles: cycles + more, state: after };
  };
  if (op === 'ret' || op === 'reti') {
    const to = state.stack.at(-1)?.to;
    return to ? [then(to, 0, ({ stack }) => stack.pop())] : [{ cycles, returns: true }];
  }
  if (op === 'jmp' || op === 'rjmp') return [then(image.code.get(target), 0)];
  if (/^e?i(jmp|call)$/.test(op)) return [{ cycles, unknown: true }];
  if (/^r?call$/.test(op) && target === next?.at)
    return [then(next, 0, ({ stack }) => stack.push(...new Array(image.pcBytes).fill(undefined)))];
  if (/^r?call$/.test(op))
    return [then(image.code.get(target), 0, ({ stack }) => stack.push({ to: next }))];
  if (op.startsWith('br')) {
    const [flag, value] = BRANCHES[op];
    const set = (result) => (after) => (after.flags = { ...after.flags, [flag]: result });
    const taken = then(image.code.get(target), 1, set(value));
    const passed = then(next, 0, set(1 - value));
    if (state.flags[flag] === undefined) return [taken, passed];
    return state.flags[flag] === value ? [taken] : [passed];
  }
  if (/^(cpse|sb[ri][cs])$/.test(op)) {
    const skipped = then(next.next, words(next));
    const does = skips(instruction, state.registers);
    return does === undefined ? [skipped, then(next, 0)] : [does ? skipped : then(next, 0)];
  }
  if (op === 'out' && number(instruction.a) === SREG)
    return [then(next, 0, (after) => restoreFlags(after, state.registers[register(instruction.b)]))];
  return [then(next, 0, (after) => execute(after, instruction))];
}
