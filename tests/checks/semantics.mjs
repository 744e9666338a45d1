#!/usr/bin/env node
/**
 * Compares instructions.mjs with libsimavr: each instruction of the search, of the verifier and of the count,
 * calls, a jump and what changes flag I, in random states; and its cycles.  Unknown values, which the proofs
 * compute with, must lead to terms (bits.mjs) that have the same values.
 *
 *   tests/checks/semantics.mjs [STATES]      default: a sample; `make prove` has 400,000
 */
import { execFileSync } from 'node:child_process';
import {
  YES, add, and, choose, concat, constant, equal, extract, high, less, low, not, product, sub, variable, xor,
} from './bits.mjs';
import { stateAt } from './flow.mjs';
import { FLAGS, step } from './instructions.mjs';
import { bodyOf, bytesOf, number, readImage } from './machine_code.mjs';
import { check, done } from '../support/tap.mjs';

const STATES = Number(process.argv[2] ?? 30_000);
const TIFR1 = 0x36, SP = 0x5d, SREG = 0x5f;
const RAM = 0x100, HEAD = 8, SIZE = 0x200; // of a state's PC and cycles, and of the data that follow
const ELF = 'build/uno/nqueens.elf', image = readImage(ELF);
const flash = Buffer.alloc(0x8000, bytesOf(ELF));

const others = ['rcall', 'call', 'jmp', 'reti', 'sei', 'cli'].map((op) => image.instructions.find((each) =>
  each.op === op && each.target !== each.next?.at && (each.target < 0 || image.code.has(each.target))));
/** Writes to these are more than a byte in memory: the stack pointer, and flags that a 1 clears. */
const special = [SP, SP + 1, SREG, TIFR1];
const isPlain = ({ op, a }) => op !== 'out' || !special.includes(number(a) + 0x20);
const count = bodyOf(image, 'rows_run', 'sum_add', 'cross_add').filter(isPlain);
const proved = bodyOf(image, 'queens_run', 'queens_complete', 'verify_solution');
const all = [...proved, ...count, ...others].filter(Boolean);
const tested = [...new Map(all.map((each) => [flash.readUInt16LE(each.at), each])).values()];
const times = Math.ceil(STATES / tested.length);

let seed = 1;
const random = (below) => ((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) >>> 16) % below;

/** A state of random bytes; equal operands are rare otherwise.  Pointers and SP are into the RAM. */
function stateBefore({ at, op, a, b }) {
  const state = Buffer.alloc(HEAD + SIZE), data = state.subarray(HEAD);
  state.writeUInt32LE(at);
  for (let i = 0; i < SIZE; i++) if (i < 32 || i >= RAM) data[i] = random(256);
  if (random(2)) data.fill(data[random(32)], 16, 24);
  const pointers = /^(ld|st|lpm)/.test(op) ? [26, 28, 30, SP] : [SP];
  for (const low of pointers) data.writeUInt16LE(RAM + 64 + random(128), low);
  data[SREG] = random(128);
  // The addresses that it names.
  const ports = /^(sbi|in$)/.test(op) ? [a, b].map((each) => number(each) + 0x20) : [];
  for (const each of [...ports, ...[a, b].map(number)])
    if (each >= 0x20 && each < SIZE && ![SP, SP + 1, SREG].includes(each)) data[each] = random(256);
  return state;
}

const MADE = {
  bvnot: not, bvand: and, bvxor: xor, bvadd: add, bvsub: sub, bvmul: product, bvcomp: equal, bvult: less,
  ite: choose, concat: (a, b) => concat(a, b),
  extract: (a, { more, width }) => extract(a, more + width - 1, more),
};
/** A term with values in place of its variables. */
const valued = (term, values) => values.get(term) ?? (term.value !== undefined ? term
  : MADE[term.op](...term.args.map((each) => valued(each, values)), term));
const PAIRS = Array.from({ length: 16 }, (_, i) => variable(16, `r${2 * i + 1}:r${2 * i}`));
const BYTES = PAIRS.flatMap((each) => [low(each), high(each)]);
const READ = variable(8, 'what is read'), read = () => READ;
const ANY = { load: read, flash: read, input: read, pop: read, store() {}, output() {} };

/** Whether unknown registers, flags and memory lead to the same state as the values that they have. */
function isSame({ at, r, f, stack }, after, byte) {
  const first = { ...stateAt(at, BYTES, ANY), stack };
  const values = new Map([...PAIRS.map((each, i) => [each, concat(r[2 * i + 1], r[2 * i])]), [READ, byte],
                          ...FLAGS.map((name) => [first.f[name], f[name]])]);
  const way = step(first, image).find(({ condition }) => valued(condition, values) === YES)?.state;
  return way?.at === after.at && after.r.every((each, i) => each === valued(way.r[i], values)) &&
    FLAGS.every((name) => after.f[name] === valued(way.f[name], values));
}

/** The state after an instruction, as instructions.mjs has it. */
function expected(at, before) {
  const after = Buffer.from(before), old = before.subarray(HEAD), data = after.subarray(HEAD);
  const sp = old.readUInt16LE(SP);
  let byte;
  const known = (value) => (byte = constant(8, value));
  const put = (address, { value }) => (data[address] = Number(value));
  const memory = {
    load: ({ value }) => known(old[value]), store: ({ value }, stored) => put(value, stored),
    input: (_, port) => known(old[port + 0x20]), output: (_, port, stored) => put(port + 0x20, stored),
    flash: ({ value }) => known(flash[value]), pop: () => known(old[sp + 1]),
  };
  const f = Object.fromEntries(FLAGS.map((name, i) => [name, constant(1, old[SREG] >> i)]));
  const r = [...old.subarray(0, 32)].map(known);
  const stack = /^reti?$/.test(at.op) ? [{ to: { at: 2 * old.readUInt16BE(sp + 1) } }] : [];
  const [{ state, cycles }] = step({ at, r, f, memory, stack }, image);
  if (!isSame({ at, r, f, stack }, state, byte)) wrong.set(`unknown values of ${at.op} ${at.a} ${at.b}`, '');
  state.r.forEach((each, i) => put(i, each));
  const bytes = (each) => (each.to ? [each.to.at / 2, each.to.at >> 9].map(known) : each);
  const pushed = state.stack.flatMap(bytes);
  pushed.forEach((byte, i) => put(sp - i, byte));
  data[SREG] = FLAGS.reduce((sum, name, i) => sum | Number(state.f[name].value) << i, 0);
  data.writeUInt16LE(sp - pushed.length + ({ pop: 1, ret: 2, reti: 2 }[at.op] ?? 0), SP);
  after.writeUInt32LE(state.at.at);
  after.writeUInt32LE(cycles, 4);
  return after;
}

const wrong = new Map();
const before = tested.flatMap((at) => Array.from({ length: times }, () => stateBefore(at)));
const input = Buffer.concat([flash, ...before]);
const seen = execFileSync('build/checks/semantics', { input, maxBuffer: 1 << 28 });
before.forEach((state, i) => {
  const at = tested[Math.floor(i / times)];
  const after = seen.subarray(i * state.length, (i + 1) * state.length), computed = expected(at, state);
  if (computed.equals(after)) return;
  const text = (each) => [...each.subarray(0, HEAD + 32), each[HEAD + SREG]];
  wrong.set(`${at.op} ${at.a} ${at.b}`, [state, computed, after].map(text).join('\n# '));
});
const names = new Set(tested.map(({ op }) => op));
const why = [...wrong].map(([name, text]) => `${name}: ${text}`).join('\n');
check(!why, `what is known of ${tested.length} instructions, ${names.size} mnemonics, is what simavr does, ` +
            `in as many cycles, in ${before.length} random states`, why);
done();
