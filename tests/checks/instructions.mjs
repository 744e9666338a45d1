/**
 * What an instruction of an AVR does to registers, flags, stack and memory, in terms (bits.mjs): with numbers
 * or with unknown values; and its cycles (AVR instruction set manual, AVRe).  semantics.mjs compares it with
 * simavr's instructions.
 *
 * A state is { at, r, f, stack, memory }: the next instruction, 32 terms of a byte, flags as terms of a bit,
 * and the stack, the newest last: terms of bytes, and return addresses as { to }.  `memory` has load, store
 * and flash.  It may have input, output, other, and pop for what is below `stack`: an instruction that needs
 * one of these has no meaning without it, and is refused.
 */
import {
  NO, YES, add, and, bit, byte, concat, constant, equal, extract, not, or, product, sub, variable, wide, word,
  xor,
} from './bits.mjs';
import { isCall, isReturn, isSkip, number, register } from './machine_code.mjs';

export const FLAGS = ['C', 'Z', 'N', 'V', 'S', 'H', 'T', 'I'];
const widened = (flag) => concat(constant(7, 0), flag);

/* ---- registers and flags ------------------------------------------------------------------------------ */

/** The flags that a result of a byte or a word determines, with those that the operation has changed. */
function withResult(f, result, changes) {
  const N = bit(result, result.width - 1);
  const V = changes.V ?? f.V;
  return { ...f, Z: equal(result, constant(result.width, 0)), N, S: xor(N, V), ...changes };
}

function sum(a, b, carry, f) {
  const result = a === b ? concat(extract(a, 6, 0), carry) : add(add(a, b), widened(carry));
  const carries = or(and(a, b), and(or(a, b), not(result)));
  const V = bit(and(xor(a, result), xor(b, result)), 7);
  return [result, withResult(f, result, { C: bit(carries, 7), H: bit(carries, 3), V })];
}

/** a - b - borrow; of a chain the result is zero only if the results before it were, too. */
function difference(a, b, borrow, f, chained = YES) {
  const result = sub(sub(a, b), widened(borrow));
  const borrows = or(and(not(a), b), and(or(not(a), b), result));
  const V = bit(and(xor(a, b), xor(a, result)), 7);
  const Z = and(equal(result, byte(0)), chained);
  return [result, withResult(f, result, { C: bit(borrows, 7), H: bit(borrows, 3), V, Z })];
}

const logic = (result, f) => [result, withResult(f, result, { V: NO })];

function shift(a, high, f) {
  const result = concat(high, extract(a, 7, 1));
  return [result, withResult(f, result, { C: bit(a, 0), V: xor(high, bit(a, 0)) })];
}

/** inc and dec: the carry and the half carry stay. */
const counted = (result, f, edge) => [result, withResult(f, result, { V: equal(result, byte(edge)) })];

/** Each takes two operands and the flags, and returns the result and the flags after it. */
const OPERATIONS = {
  add: (a, b, f) => sum(a, b, NO, f),
  adc: (a, b, f) => sum(a, b, f.C, f),
  sub: (a, b, f) => difference(a, b, NO, f),
  sbc: (a, b, f) => difference(a, b, f.C, f, f.Z),
  cp: (a, b, f) => [a, difference(a, b, NO, f)[1]],
  cpc: (a, b, f) => [a, difference(a, b, f.C, f, f.Z)[1]],
  and: (a, b, f) => logic(and(a, b), f),
  or: (a, b, f) => logic(or(a, b), f),
  eor: (a, b, f) => logic(xor(a, b), f),
  com: (a, b, f) => logic(not(a), { ...f, C: YES }),
  neg: (a, b, f) => difference(byte(0), a, NO, f),
  inc: (a, b, f) => counted(add(a, byte(1)), f, 0x80),
  dec: (a, b, f) => counted(sub(a, byte(1)), f, 0x7f),
  lsr: (a, b, f) => shift(a, NO, f),
  ror: (a, b, f) => shift(a, f.C, f),
  asr: (a, b, f) => shift(a, bit(a, 7), f),
  swap: (a, b, f) => [concat(extract(a, 3, 0), extract(a, 7, 4)), f],
  mov: (a, b, f) => [b, f],
};
Object.assign(OPERATIONS, {
  subi: OPERATIONS.sub, sbci: OPERATIONS.sbc, cpi: OPERATIONS.cp, andi: OPERATIONS.and, ori: OPERATIONS.or,
  ldi: OPERATIONS.mov,
});

const pair = (r, low) => concat(r[low + 1], r[low]);
const setPair = (r, low, value) => {
  r[low] = extract(value, 7, 0);
  r[low + 1] = extract(value, 15, 8);
};

/** adiw; with a negative value it is sbiw. */
function addWord(state, low, value) {
  const a = pair(state.r, low), result = add(a, word(value));
  const rises = and(bit(result, 15), not(bit(a, 15))), falls = and(bit(a, 15), not(bit(result, 15)));
  const [V, C] = value < 0 ? [falls, rises] : [rises, falls];
  state.f = withResult(state.f, result, { V, C });
  setPair(state.r, low, result);
}

function multiply(state, a, b) {
  const result = product(wide(state.r[register(a)], 16), wide(state.r[register(b)], 16));
  state.f = { ...state.f, C: bit(result, 15), Z: equal(result, word(0)) };
  setPair(state.r, 0, result);
}

/* ---- memory and stack --------------------------------------------------------------------------------- */

/**
 * The address of a load or a store of a register, and the pointer after it: "X", "Y+", "-Z", "Z+3".  What
 * `ld r30, Z+` does is undefined: the pointer changes, and the register is half of it.
 */
function addressed(state, operand, transferred) {
  const { r } = state;
  const [, minus, name, plus, offset] = operand.match(/^(-?)([XYZ])(\+?)(\d*)$/);
  const low = { X: 26, Y: 28, Z: 30 }[name];
  if ((minus || (plus && !offset)) && (register(transferred) & ~1) === low) refuse(state);
  if (minus) setPair(r, low, sub(pair(r, low), word(1)));
  const address = pair(r, low);
  if (plus && !offset) setPair(r, low, add(address, word(1)));
  return add(address, word(offset || 0));
}

function refuse({ at: { op, a, b } }) {
  throw new Error(`no meaning is known of ${op} ${a} ${b}`);
}
/** What memory says of an instruction that not every memory knows. */
const ask = (s, name, ...values) => (s.memory[name] ?? refuse)(s, ...values);

const load = (s, a, b) => (s.r[register(a)] = s.memory.load(addressed(s, b, a), s));
const store = (s, a, b) => s.memory.store(addressed(s, a, b), s.r[register(b)], s);
const other = (s) => ask(s, 'other');
const set = (flag, value) => [1, (s) => (s.f = { ...s.f, [flag]: value })];

/** Others that neither jump nor skip: cycles, and what they do with a state and their operands. */
const OTHERS = {
  nop: [1, () => {}],
  movw: [1, (s, a, b) => setPair(s.r, register(a), pair(s.r, register(b)))],
  mul: [2, multiply],
  adiw: [2, (s, a, b) => addWord(s, register(a), number(b))],
  sbiw: [2, (s, a, b) => addWord(s, register(a), -number(b))],
  bst: [1, (s, a, b) => (s.f = { ...s.f, T: bit(s.r[register(a)], number(b)) })],
  ld: [2, load], ldd: [2, load], st: [2, store], std: [2, store],
  lds: [2, (s, a, b) => (s.r[register(a)] = s.memory.load(word(number(b)), s))],
  sts: [2, (s, a, b) => s.memory.store(word(number(a)), s.r[register(b)], s)],
  lpm: [3, (s, a, b) => (s.r[a ? register(a) : 0] = s.memory.flash(addressed(s, b || 'Z', a)))],
  push: [2, (s, a) => s.stack.push(s.r[register(a)])],
  pop: [2, (s, a) => (s.r[register(a)] = s.stack.length ? s.stack.pop() : ask(s, 'pop'))],
  in: [1, (s, a, b) => (s.r[register(a)] = ask(s, 'input', number(b)))],
  out: [1, (s, a, b) => ask(s, 'output', number(a), s.r[register(b)])],
  elpm: [3, other], bld: [1, other], muls: [2, other], mulsu: [2, other],
  fmul: [2, other], sbi: [2, other], cbi: [2, other], sleep: [1, other], wdr: [1, other],
};
for (const flag of FLAGS) {
  OTHERS[`se${flag.toLowerCase()}`] = set(flag, YES);
  OTHERS[`cl${flag.toLowerCase()}`] = set(flag, NO);
}

/** Executes an instruction that neither jumps nor skips, and returns its cycles. */
export function compute(state) {
  const { at: { op, a, b }, r } = state;
  const operation = OPERATIONS[op];
  const [cycles, execute] = operation ? [1] : OTHERS[op] ?? refuse(state);
  const operand = register(b) >= 0 ? r[register(b)] : byte(number(b) || 0);
  if (operation) [r[register(a)], state.f] = operation(r[register(a)], operand, state.f);
  else execute(state, a, b);
  return cycles;
}

/* ---- what runs next ----------------------------------------------------------------------------------- */

const BRANCHES = {
  brcs: ['C', YES], brlo: ['C', YES], brcc: ['C', NO], brsh: ['C', NO], breq: ['Z', YES], brne: ['Z', NO],
  brmi: ['N', YES], brpl: ['N', NO], brvs: ['V', YES], brvc: ['V', NO], brlt: ['S', YES], brge: ['S', NO],
  brhs: ['H', YES], brhc: ['H', NO], brts: ['T', YES], brtc: ['T', NO], brie: ['I', YES], brid: ['I', NO],
};
/** Cycles, with a return address of two bytes. */
const JUMPS = { rjmp: 2, jmp: 3, rcall: 3, call: 4, ret: 4, reti: 4 };

/**
 * What can run next: a list of { condition, state, cycles, returns }; the conditions exclude each other.
 * `returns`: without a return address on the stack.  What an indirect jump leads to is not known: none.
 * Where the code ends, the state has no `at`.
 */
export function step(state, image) {
  const { at } = state;
  const { op, a, b, next, target } = at;
  const going = (to, cycles, condition = YES, f = state.f) =>
    ({ condition, cycles, state: { ...state, at: to, f, r: [...state.r], stack: [...state.stack] } });
  const either = (...ways) => ways.filter(({ condition }) => condition !== NO);
  if (/^e?i(jmp|call)$/.test(op)) return [];
  if (BRANCHES[op]) {
    const [flag, value] = BRANCHES[op];
    const does = equal(state.f[flag], value);
    return either(going(image.code.get(target), 2, does, { ...state.f, [flag]: value }),
                  going(next, 1, not(does), { ...state.f, [flag]: not(value) }));
  }
  if (isSkip(at)) {
    const one = op.startsWith('sbi') ? ask(state, 'input', number(a)) : state.r[register(a)];
    const does = op === 'cpse' ? equal(one, state.r[register(b)])
      : equal(bit(one, number(b)), op.endsWith('s') ? YES : NO);
    return either(going(next?.next, 1 + next?.size / 2, does), going(next, 1, not(does)));
  }
  if (JUMPS[op]) {
    const returns = isReturn(at) && !state.stack.at(-1)?.to;
    const to = isReturn(at) ? state.stack.at(-1)?.to : image.code.get(target);
    const f = op === 'reti' ? { ...state.f, I: YES } : state.f;
    const way = going(to, JUMPS[op] + (op.endsWith('jmp') ? 0 : image.pcBytes - 2), YES, f);
    const { stack } = way.state;
    if (isReturn(at) && !returns) stack.pop();
    else if (isCall(at)) stack.push({ to: next });
    else if (op === 'rcall') stack.push(...new Array(image.pcBytes).fill(variable(8, 'rcall'))); // a frame
    return [{ ...way, returns }];
  }
  const after = { ...state, r: [...state.r], stack: [...state.stack] };
  const cycles = compute(after);
  return [{ condition: YES, cycles, state: { ...after, at: next } }];
}
