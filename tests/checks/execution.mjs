/**
 * Executes machine code of an AVR with what is known of it: registers and flags that are constants.  All else
 * is unknown: memory, ports, registers at the start.  A branch that depends on it goes both ways.
 *
 * A state is { at, registers, flags, stack }: the next instruction, 32 numbers (undefined: unknown), flags
 * C, Z, N, V, S, H, T, I as 0 or 1, and what was pushed since the start: numbers, and return addresses as
 * { to }.  A copy of SREG in a register or on the stack is { sreg: its flag I }.
 */
import { number, register, written } from './machine_code.mjs';

const FLAGS = ['C', 'Z', 'N', 'V', 'S', 'H', 'T', 'I'];
const SREG = 0x3f;

const BRANCHES = {
  brcs: ['C', 1], brlo: ['C', 1], brcc: ['C', 0], brsh: ['C', 0], breq: ['Z', 1], brne: ['Z', 0],
  brmi: ['N', 1], brpl: ['N', 0], brvs: ['V', 1], brvc: ['V', 0], brlt: ['S', 1], brge: ['S', 0],
  brhs: ['H', 1], brhc: ['H', 0], brts: ['T', 1], brtc: ['T', 0], brie: ['I', 1], brid: ['I', 0],
};

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
const bit7 = (value) => (value >> 7) & 1;

/** The flags that a result alone decides; C, H and V come from the operation. */
function withResult(flags, result, changes) {
  const next = { ...flags, Z: Number(result === 0), N: bit7(result), ...changes };
  next.S = next.V === undefined ? undefined : next.N ^ next.V;
  return next;
}

const unknownFlags = (flags, names) => {
  const next = { ...flags };
  for (const name of names) next[name] = undefined;
  return next;
};

function add(a, b, carry, flags) {
  if (!isKnown(a, b, carry)) return [undefined, unknownFlags(flags, 'CZNVSH')];
  const result = (a + b + carry) & 0xff;
  const V = bit7((a ^ result) & (b ^ result));
  const H = Number((a & 15) + (b & 15) + carry > 15);
  return [result, withResult(flags, result, { C: Number(a + b + carry > 255), V, H })];
}

/** a - b - borrow; with `chained` the result is zero only if those before it were. */
function subtract(a, b, borrow, flags, chained = false) {
  if (!isKnown(a, b, borrow)) {
    const next = unknownFlags(flags, 'CZNVSH');
    if (chained && flags.Z === 0) next.Z = 0;
    return [undefined, next];
  }
  const result = (a - b - borrow) & 0xff;
  const V = bit7((a ^ b) & (a ^ result));
  const H = Number((a & 15) - (b & 15) - borrow < 0);
  const next = withResult(flags, result, { C: Number(a - b - borrow < 0), V, H });
  if (chained && result === 0) next.Z = flags.Z;
  return [result, next];
}

function logic(result, flags) {
  if (!isKnown(result)) return [undefined, { ...unknownFlags(flags, 'ZNS'), V: 0 }];
  return [result, withResult(flags, result, { V: 0 })];
}

function shift(a, high, flags) {
  if (!isKnown(a, high)) return [undefined, unknownFlags(flags, 'CZNVS')];
  const result = (a >> 1) | (high << 7);
  return [result, withResult(flags, result, { C: a & 1, V: bit7(result) ^ (a & 1) })];
}

function addWord(low, high, value, flags) {
  if (!isKnown(low, high)) return [undefined, undefined, unknownFlags(flags, 'CZNVS')];
  const sum = (high << 8 | low) + value;
  const result = sum & 0xffff;
  const next = { ...flags, C: Number(sum < 0 || sum > 0xffff), Z: Number(result === 0), N: result >> 15 };
  next.V = undefined;
  next.S = undefined;
  return [result & 0xff, result >> 8, next];
}

const withoutCarry = ([result, next], { C, H }) => [result, { ...next, C, H }];

/** Each takes two operands and the flags, and returns the result and the flags after it. */
const OPERATIONS = {
  add: (a, b, flags) => add(a, b, 0, flags),
  adc: (a, b, flags) => add(a, b, flags.C, flags),
  sub: (a, b, flags) => subtract(a, b, 0, flags),
  sbc: (a, b, flags) => subtract(a, b, flags.C, flags, true),
  cp: (a, b, flags) => [a, subtract(a, b, 0, flags)[1]],
  cpc: (a, b, flags) => [a, subtract(a, b, flags.C, flags, true)[1]],
  and: (a, b, flags) => logic(a === 0 || b === 0 ? 0 : isKnown(a, b) ? a & b : undefined, flags),
  or: (a, b, flags) => logic(isKnown(a, b) ? a | b : undefined, flags),
  eor: (a, b, flags) => logic(isKnown(a, b) ? a ^ b : undefined, flags),
  com: (a, b, flags) => {
    const [result, next] = logic(isKnown(a) ? a ^ 0xff : undefined, flags);
    return [result, { ...next, C: 1 }];
  },
  neg: (a, b, flags) => subtract(0, a, 0, flags),
  inc: (a, b, flags) => withoutCarry(add(a, 1, 0, flags), flags),
  dec: (a, b, flags) => withoutCarry(subtract(a, 1, 0, flags), flags),
  lsr: (a, b, flags) => shift(a, 0, flags),
  ror: (a, b, flags) => shift(a, flags.C, flags),
  asr: (a, b, flags) => shift(a, isKnown(a) ? bit7(a) : undefined, flags),
  swap: (a, b, flags) => [isKnown(a) ? ((a << 4) | (a >> 4)) & 0xff : undefined, flags],
  mov: (a, b, flags) => [b, flags],
  ldi: (a, b, flags) => [b, flags],
};
Object.assign(OPERATIONS, {
  subi: OPERATIONS.sub, sbci: OPERATIONS.sbc, cpi: OPERATIONS.cp, andi: OPERATIONS.and, ori: OPERATIONS.or,
});

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
function compute(next, instruction) {
  const { op, a, b } = instruction;
  const { registers } = next;
  const r = register(a), s = register(b);
  const operand = s >= 0 ? registers[s] : number(b) & 0xff;
  if (/^(eor|sub|cp)$/.test(op) && r === s) {
    // Equal operands: the result is 0, known or not.
    const [result, flags] = OPERATIONS[op](0, 0, next.flags);
    if (op !== 'cp') registers[r] = result;
    next.flags = flags;
  } else if (op === 'mov') {
    registers[r] = registers[s];
  } else if (OPERATIONS[op]) {
    [registers[r], next.flags] = OPERATIONS[op](registers[r], operand, next.flags);
  } else if (op === 'movw') {
    [registers[r], registers[r + 1]] = [registers[s], registers[s + 1]];
  } else if (op === 'adiw' || op === 'sbiw') {
    const value = op === 'adiw' ? number(b) : -number(b);
    [registers[r], registers[r + 1], next.flags] = addWord(registers[r], registers[r + 1], value, next.flags);
  } else if (op === 'in' && number(b) === SREG) {
    registers[r] = { sreg: next.flags.I };
  } else if (op === 'push') {
    next.stack.push(registers[r]);
  } else if (op === 'pop') {
    registers[r] = next.stack.pop();
  } else if (op === 'bst') {
    next.flags = { ...next.flags, T: isKnown(registers[r]) ? (registers[r] >> number(b)) & 1 : undefined };
  } else if (/^(se|cl)[cznvshti]$/.test(op)) {
    next.flags = { ...next.flags, [op[2].toUpperCase()]: Number(op.startsWith('se')) };
  } else {
    forget(next, instruction);
  }
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
  return [then(next, 0, (after) => compute(after, instruction))];
}
