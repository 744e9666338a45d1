#!/usr/bin/env node
/**
 * Compares instructions.mjs with libsimavr: each instruction of the search, of the verifier and of the count,
 * calls, a jump and what changes flag I, in random states.
 *
 *   tests/checks/semantics.mjs [STATES]      default: a sample; `make prove` has 400,000
 */
import { execFileSync } from 'node:child_process';
import { constant } from './bits.mjs';
import { FLAGS, step } from './instructions.mjs';
import { bodyOf, bytesOf, number, readImage } from './machine_code.mjs';
import { check, done } from '../support/tap.mjs';

const STATES = Number(process.argv[2] ?? 30_000);
const TIFR1 = 0x36, SP = 0x5d, SREG = 0x5f;
const RAM = 0x100, SIZE = 0x200; // of a state's data, which follows the PC
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
  const state = Buffer.alloc(4 + SIZE), data = state.subarray(4);
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

/** The state after an instruction, as instructions.mjs has it. */
function expected(at, before) {
  const after = Buffer.from(before), old = before.subarray(4), data = after.subarray(4);
  const sp = old.readUInt16LE(SP);
  const known = (byte) => constant(8, byte);
  const put = (address, { value }) => (data[address] = Number(value));
  const memory = {
    load: ({ value }) => known(old[value]), store: ({ value }, byte) => put(value, byte),
    input: (_, at) => known(old[at + 0x20]), output: (_, at, byte) => put(at + 0x20, byte),
    flash: ({ value }) => known(flash[value]), pop: () => known(old[sp + 1]),
  };
  const f = Object.fromEntries(FLAGS.map((name, i) => [name, constant(1, old[SREG] >> i)]));
  const r = [...old.subarray(0, 32)].map(known);
  const stack = /^reti?$/.test(at.op) ? [{ to: { at: 2 * old.readUInt16BE(sp + 1) } }] : [];
  const [{ state }] = step({ at, r, f, memory, stack }, image);
  state.r.forEach((each, i) => put(i, each));
  const bytes = (each) => (each.to ? [each.to.at / 2, each.to.at >> 9].map(known) : each);
  const pushed = state.stack.flatMap(bytes);
  pushed.forEach((byte, i) => put(sp - i, byte));
  data[SREG] = FLAGS.reduce((sum, name, i) => sum | Number(state.f[name].value) << i, 0);
  data.writeUInt16LE(sp - pushed.length + ({ pop: 1, ret: 2, reti: 2 }[at.op] ?? 0), SP);
  after.writeUInt32LE(state.at.at);
  return after;
}

const before = tested.flatMap((at) => Array.from({ length: times }, () => stateBefore(at)));
const input = Buffer.concat([flash, ...before]);
const seen = execFileSync('build/checks/semantics', { input, maxBuffer: 1 << 28 });
const wrong = new Map();
before.forEach((state, i) => {
  const at = tested[Math.floor(i / times)];
  const after = seen.subarray(i * state.length, (i + 1) * state.length), computed = expected(at, state);
  if (computed.equals(after)) return;
  const text = (each) => [...each.subarray(0, 36), each[4 + SREG]];
  wrong.set(`${at.op} ${at.a} ${at.b}`, [state, computed, after].map(text).join('\n# '));
});
const names = new Set(tested.map(({ op }) => op));
const why = [...wrong].map(([name, text]) => `${name}: ${text}`).join('\n');
check(!why, `what is known of ${tested.length} instructions, ${names.size} mnemonics, is what simavr does ` +
            `in ${before.length} random states`, why);
done();
