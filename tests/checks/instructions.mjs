/**
 * What an instruction of an AVR does to registers, flags, stack and memory, in terms (bits.mjs): with numbers
 * or with unknown values.  semantics.mjs compares it with simavr's instructions.
 *
 * A state is { at, r, f, memory, stack }: the next instruction, 32 terms of a byte, flags as terms of a bit,
 * memory with load(address) and store(address, byte), and the bytes on the stack, the newest last.
 */
import { NO, YES, add, and, bit, byte, concat, constant, equal, extract, not, or, sub,
    xor } from './bits.mjs';
import { number, register } from './machine_code.mjs';

export const FLAGS = ['C', 'Z', 'N', 'V', 'S', 'H', 'T', 'I'];
const widened = (flag) => concat(constant(7, 0), flag);

/** The flags that a result of a byte or a word determines, with those that the operation has changed. */
function withResult(f, result, changes) {
  const N = bit(result, result.width - 1);
  const V = changes.V ?? f.V;
  return { ...f, Z: equal(result, constant(result.width, 0)), N, S: xor(N, V), ...changes };
}

function sum(a, b, carry, f) {
  const result = add(add(a, b), widened(carry));
  if (a === b) {
    const V = xor(bit(a, 7), bit(a, 6));
    return [result, withResult(f, result, { C: bit(a, 7), H: bit(a, 3), V })];
  }
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

export const BRANCHES = {
  brcs: ['C', 1], brlo: ['C', 1], brcc: ['C', 0], brsh: ['C', 0], breq: ['Z', 1], brne: ['Z', 0],
  brmi: ['N', 1], brpl: ['N', 0], brvs: ['V', 1], brvc: ['V', 0], brlt: ['S', 1], brge: ['S', 0],
  brhs: ['H', 1], brhc: ['H', 0], brts: ['T', 1], brtc: ['T', 0], brie: ['I', 1], brid: ['I', 0],
};

const pair = (r, low) => concat(r[low + 1], r[low]);
const setPair = (r, low, word) => {
  r[low] = extract(word, 7, 0);
  r[low + 1] = extract(word, 15, 8);
};

/** The word operations adiw and sbiw. */
function words(state, op, low, value) {
  const a = pair(state.r, low);
  const result = op === 'adiw' ? add(a, constant(16, value)) : sub(a, constant(16, value));
  const rises = and(bit(result, 15), not(bit(a, 15))), falls = and(bit(a, 15), not(bit(result, 15)));
  const [V, C] = op === 'adiw' ? [rises, falls] : [falls, rises];
  state.f = withResult(state.f, result, { V, C });
  setPair(state.r, low, result);
}

/** The address of a load or a store, and the pointer after it: "X", "Y+", "-Z", "Z+3". */
function addressed({ r }, operand) {
  const [, minus, name, plus, offset] = operand.match(/^(-?)([XYZ])(\+?)(\d*)$/);
  const low = { X: 26, Y: 28, Z: 30 }[name];
  if (minus) setPair(r, low, sub(pair(r, low), constant(16, 1)));
  const address = pair(r, low);
  if (plus && !offset) setPair(r, low, add(address, constant(16, 1)));
  return add(address, constant(16, offset || 0));
}

/** Whether an instruction concerns registers and flags alone. */
export const isComputed = (op) =>
  Boolean(OPERATIONS[op]) || /^(movw|adiw|sbiw|bst|nop|se[cznvshti]|cl[cznvshti])$/.test(op);

/** Executes an instruction that neither jumps nor skips. */
export function compute(state, { op, a, b }) {
  const { r, memory, stack } = state;
  const to = register(a), from = register(b);
  const operand = from >= 0 ? r[from] : byte(number(b) || 0);
  if (OPERATIONS[op]) [r[to], state.f] = OPERATIONS[op](r[to], operand, state.f);
  else if (op === 'movw') setPair(r, to, pair(r, from));
  else if (op === 'adiw' || op === 'sbiw') words(state, op, to, number(b));
  else if (op === 'ld' || op === 'ldd') r[to] = memory.load(addressed(state, b), state);
  else if (op === 'st' || op === 'std') memory.store(addressed(state, a), r[from], state);
  else if (op === 'lpm' && b === 'Z') r[to] = memory.flash(pair(r, 30));
  else if (op === 'push') stack.push(r[to]);
  else if (op === 'pop') r[to] = memory.pop(state);
  else if (op === 'in' && /^0x3[de]$/.test(b)) r[to] = memory.pointer(state, number(b));
  else if (op === 'bst') state.f = { ...state.f, T: bit(r[to], number(b)) };
  else if (/^(se|cl)[cznvshti]$/.test(op))
    state.f = { ...state.f, [op[2].toUpperCase()]: op.startsWith('se') ? YES : NO };
  else if (op !== 'nop') throw new Error(`no meaning is known of ${op} ${a} ${b}`);
}

/** What can run next: a list of { condition, state, returns }; the conditions exclude each other. */
export function step(state, image) {
  const { at } = state;
  const { op, a, b, next, target } = at;
  const going = (to, condition = YES) =>
    ({ condition, state: { ...state, at: to, r: [...state.r], stack: [...state.stack] } });
  const either = (condition, yes, no) =>
    [going(yes, condition), going(no, not(condition))].filter((each) => each.condition !== NO);
  if (op === 'ret') return [{ ...going(at), returns: true }];
  if (op === 'rjmp' || op === 'jmp') return [going(image.code.get(target))];
  if (BRANCHES[op]) {
    const [flag, value] = BRANCHES[op];
    return either(xor(state.f[flag], constant(1, 1 - value)), image.code.get(target), next);
  }
  const one = state.r[register(a)];
  if (op === 'cpse') return either(equal(one, state.r[register(b)]), next.next, next);
  if (/^sbr[cs]$/.test(op))
    return either(xor(bit(one, number(b)), constant(1, op === 'sbrs' ? 0 : 1)), next.next, next);
  const after = going(next);
  compute(after.state, at);
  return [after];
}
