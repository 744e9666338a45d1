#!/usr/bin/env node
/**
 * Proves the deepest stack of firmware images from their machine code.
 *
 *   tests/checks/stack.mjs [FILE.elf...]      default: one image for each chip of its own, as below
 *
 * It follows every path of the disassembly from reset and from each interrupt vector, and the stack pointer
 * on it.  The worst case is the deepest path of the main program plus the deepest interrupt on top of it.
 * What cannot be followed is an error, and so is an interrupt that may use half a stack pointer: proofs.mjs
 * has both.
 *
 * The stack pointer is a term (bits.mjs): what it was at the entry of the function, less a number.  Registers
 * may have copies of it.  At an instruction that several paths lead to, the deepest stack counts, and what
 * the registers and flag I have in common: assembly may pop as marks on the stack require.
 */
import { readFileSync } from 'node:fs';
import { NO, concat, constant, high, low, sub, variable } from './bits.mjs';
import { SOME, UNKNOWN, explore, stateAt } from './flow.mjs';
import { compute } from './instructions.mjs';
import { isCall, isReturn, isSkip, readImage, register, successors, text } from './machine_code.mjs';
import { check, done } from '../support/tap.mjs';

const SPL = 0x3d, SPH = 0x3e;
const MOST_BYTES = 4096;

const IMAGES = [...['uno', 'mega', 'tiny13', 'tiny85'].map((folder) => `build/${folder}/nqueens.elf`),
                ...['uno', 'nano', 'uno-ht16k33'].map((folder) => `build/arduino/${folder}/nqueens.ino.elf`)];
const LIMITS = new Map(readFileSync('tests/checks/measurements/images.tsv', 'utf8').trim().split('\n')
  .map((line) => line.split('\t')).map(([, path, , ram]) => [path, Number(ram)]));
/** Static RAM and stack of an image, at most; one for a display has the limit of its board. */
export const limitOf = (elf) =>
  LIMITS.get(elf) ?? LIMITS.get(elf.replace(/-\w+(?=\/\w+\.)/, '')) ?? LIMITS.get('build/uno/nqueens.elf');

/** The registers at the entry of a function. */
const NOTHING = new Array(32).fill(SOME);
/** Flag I there, but for main; and after a call, and where paths meet that differ in it. */
const SOME_I = variable(1, 'I');
const ALU = /^(ad[dc]|su?b[ci]?i?|and|or|eor|andi|ori|com|neg|inc|dec|lsr|ror|asr|swap)$/;
/** Whether the result of an instruction is unknown, as an operand is: SOME is not always the same byte. */
const isOfUnknown = ({ op, a, b }, r) => ALU.test(op) && !(a === b && op === 'eor') &&
  (r[register(a)] === SOME || r[register(b)] === SOME);

class Stack {
  errors = new Set();
  deepest = new Map(); // entry -> { bytes, callee, before, enables: interrupts }
  walking = new Set();

  constructor(image) {
    this.image = image;
    // The stack pointer of a small chip has one byte.
    this.width = this.image.stackTop < 256 ? 8 : 16;
    this.top = variable(this.width, 'stack');
    this.memory = {
      ...UNKNOWN,
      input: (state, port) => (port === SPL ? low(state.sp)
        : port === SPH && this.width === 16 ? high(state.sp) : UNKNOWN.input(state, port)),
      // It moves when its low byte is written, after `high`; the startup code sets it to a constant.
      output: (state, port, value) => {
        UNKNOWN.output(state, port, value);
        if (port === SPH) {
          this.checkHalf(state);
          state.high = value;
        }
        if (port !== SPL) return;
        const sp = this.width === 8 ? value : concat(state.high ?? high(state.sp), value);
        const isFirst = sp.value !== undefined && image.ownerOf(state.at.at) === image.vectors[0].target;
        state.sp = isFirst ? sub(this.top, constant(this.width, image.stackTop - Number(sp.value))) : sp;
        state.high = undefined;
      },
    };
  }

  /** Interrupts are off; `out SREG` may enable them, which then wait for one instruction: SPL is the next. */
  checkHalf({ at, f }) {
    const then = [at.next, at.next?.next].map((each) => each && text(each)).join();
    if (f.I !== NO || !/^(out 0x3f, r\d+,)?out 0x3d,/.test(then))
      this.errors.add(`an interrupt may use half a stack pointer in ${this.image.functionOf(at)}`);
  }

  /** Bytes on the stack since the entry. */
  depthOf({ at, sp }) {
    if (this.isPointer(sp)) return Number(BigInt.asIntN(this.width, -(sp.args[1]?.value ?? 0n)));
    this.errors.add(`stack pointer set to an unknown value in ${this.image.functionOf(at)}`);
    return 0;
  }

  isPointer(term) {
    return term === this.top || (term.op === 'bvadd' && term.args[0] === this.top);
  }

  /** What is known of two states in front of an instruction; the first one if the other adds nothing. */
  joined(one, other) {
    const isDeeper = one.sp !== other.sp && this.depthOf(other) > this.depthOf(one);
    const r = one.r.map((each, i) => (each === other.r[i] ? each : SOME));
    const I = one.f.I === other.f.I ? one.f.I : SOME_I;
    if (r.every((each, i) => each === one.r[i]) && I === one.f.I && !isDeeper) return one;
    return { ...one, r, f: { ...one.f, I }, sp: isDeeper ? other.sp : one.sp };
  }

  /** What is known after `before` of a state: copies of the stack pointer, and constants. */
  remembered(before, state) {
    const isKnown = (each) => each.value !== undefined ||
      this.isPointer(each.op === 'extract' ? each.args[0] : each);
    return { ...state, r: state.r.map((each, i) => (each === before.r[i] || isKnown(each) ? each : SOME)) };
  }

  /** Deepest stack below an entry, its own bytes included, the return address to it not. */
  deepestBelow(entry, I = SOME_I) {
    const { image, deepest, walking } = this;
    if (deepest.has(entry)) return deepest.get(entry).bytes;
    if (walking.has(entry)) {
      this.errors.add(`recursion through ${image.nameAt(entry.at)}`);
      return 0;
    }
    walking.add(entry);
    const worst = { bytes: 0, before: 0 };
    const first = { ...stateAt(entry, { ...NOTHING, I }, this.memory), sp: this.top };
    try {
      explore(image, [first], (state) => this.follow(state, worst), ({ at }) => at.at,
              (one, other) => this.joined(one, other));
    } catch (error) {
      this.errors.add(error.message);
    }
    walking.delete(entry);
    deepest.set(entry, worst);
    return worst.bytes;
  }

  /** What can run after a state; `worst` becomes the deepest stack of the function. */
  follow(state, worst) {
    const { image } = this;
    const { at, r } = state;
    const { op, next, target } = at;
    const depth = this.depthOf(state);
    const pushed = { push: 1, pop: -1, rcall: image.pcBytes }[op] ?? 0; // rcall .+0: bytes of a frame
    if (state.high && (pushed || isCall(at) || isReturn(at)))
      this.errors.add(`half a stack pointer is set in ${image.functionOf(at)}`);
    if (depth > MOST_BYTES) throw new Error(`the stack grows without end in ${image.functionOf(at)}`);
    if (depth > worst.bytes) Object.assign(worst, { bytes: depth, callee: undefined });
    worst.isInterrupt ||= op === 'reti';
    if (isReturn(at) && depth) this.errors.add(`a return at another depth in ${image.functionOf(at)}`);
    if (isReturn(at) || (/^r?jmp$/.test(op) && (target === 0 || target === at.at))) return []; // or a reset
    if (op === 'sei') worst.enables = true;
    if (isCall(at)) {
      const callee = image.code.get(target), before = depth + image.pcBytes;
      const isLast = /^(main|exit)$/.test(image.nameAt(target));
      const bytes = before + this.deepestBelow(callee, isLast ? state.f.I : SOME_I);
      if (bytes > worst.bytes) Object.assign(worst, { bytes, callee, before });
      const { enables, isInterrupt } = this.deepest.get(callee) ?? {};
      if (enables || isInterrupt) worst.enables = true;
      if (isLast) return [];
      const left = r.map((each, i) => (i === 28 || i === 29 ? each : SOME)); // by the callee
      const f = { ...state.f, I: SOME_I };
      return [{ state: this.remembered(state, { ...state, at: next, r: left, f }) }];
    }
    const following = successors(image, at);
    if (/^e?icall$/.test(op) || !following.length)
      this.errors.add(`indirect jump or call in ${image.functionOf(at)}`);
    if (following.includes(undefined)) throw new Error(`a path leaves the code in ${image.functionOf(at)}`);
    if (isSkip(at) || /^br|jmp$/.test(op)) return following.map((to) => ({ state: { ...state, at: to } }));
    const after = { ...state, r: [...r], stack: [] };
    if (isOfUnknown(at, r)) after.r[register(at.a)] = SOME;
    else if (!/^(rcall|cp[ci]?)$/.test(op)) compute(after);
    const sp = pushed ? sub(after.sp, constant(this.width, pushed)) : after.sp;
    const f = { ...state.f, I: after.f.I };
    return [{ state: this.remembered(state, { ...after, at: next, f, stack: [], sp }) }];
  }
}

/* ---- the proof of an image ---- */

const row = (image, bytes, { at }) => console.log(`  ${String(bytes).padStart(4)}  ${image.nameAt(at)}`);
/** Prints the calls that lead to the deepest stack, up to a recursion. */
function printPath({ image, deepest }, entry, printed = new Set()) {
  const { bytes, callee, before } = deepest.get(entry);
  row(image, callee ? before : bytes, entry);
  if (callee && !printed.has(callee)) printPath({ image, deepest }, callee, printed.add(entry));
}

/** Bytes of the deepest path from reset and of each interrupt, and what stands against a proof. */
export function proveStack(image) {
  const stack = new Stack(image);
  const { errors } = stack;
  const main = stack.deepestBelow(image.code.get(0));
  const interrupts = new Map(); // entry -> bytes, with the return address
  for (const { target } of image.vectors.slice(1)) {
    const entry = image.code.get(target);
    if (image.nameAt(target) === '__bad_interrupt') continue;
    interrupts.set(entry, image.pcBytes + stack.deepestBelow(entry));
    if (stack.deepest.get(entry).enables)
      errors.add(`${image.nameAt(target)} enables interrupts: they could nest`);
  }
  const interrupt = Math.max(0, ...interrupts.values());
  return { stack, errors, main, interrupts, interrupt, total: image.staticRam + main + interrupt };
}

function report(elf) {
  const image = readImage(elf), limit = limitOf(elf);
  if (!image.vectors.length) return check(false, `${elf} has vectors, as an image of a firmware has`);
  const { stack, errors, main, interrupts, interrupt, total } = proveStack(image);
  console.log('# The deepest path of the main program: bytes of each function, with its return address:');
  printPath(stack, image.code.get(0));
  console.log("# Each interrupt's bytes, with its return address:");
  interrupts.forEach((bytes, entry) => row(image, bytes, entry));
  for (const text of [...errors].slice(0, 20)) console.log(`# ${text}`);
  console.log(`# ${image.staticRam} B static + ${main} B main program + ${interrupt} B interrupt = ` +
              `${total} B of ${limit}`);
  check(!errors.size, `${elf}: the deepest stack is known: no recursion, indirect call, nested interrupt`);
  return check(total <= limit, `${elf}: static RAM and deepest stack together fit ${limit} bytes`);
}

if (import.meta.url.endsWith(process.argv[1].split('/').at(-1))) {
  const files = process.argv.slice(2);
  for (const each of files.length ? files : IMAGES) report(each);
  done();
}
