#!/usr/bin/env node
/**
 * Compares instructions.mjs with libsimavr: each instruction of the search in random states.
 *
 *   tests/checks/semantics.mjs [FILE.elf]      default: the image of an Uno
 */
import { execFileSync } from 'node:child_process';
import { constant } from './bits.mjs';
import { flashOf, instructionsFrom, readImage } from './machine_code.mjs';
import { FLAGS, step } from './instructions.mjs';

const STATES = 120_000;
const AT = 0x1000;
const PROGRAM = 'build/sim/semantics';
const [, , elf = 'build/uno/nqueens.elf'] = process.argv;
const image = readImage(elf);
const flash = flashOf(elf);

const JUMPS = /^(br|r?jmp|r?call|ret|sb|cpse)/;
const skips = /^(sbr|cpse)/;
const byOpcode = new Map();
for (const each of instructionsFrom(image, 'queens_run', 'queens_complete'))
  if (!JUMPS.test(each.op) || skips.test(each.op)) byOpcode.set(flash.readUInt16LE(each.at).toString(16),
      each);

const pattern = (address) => constant(8, Number(address.value) * 31 + 11);

/** What instructions.mjs makes of the registers, SREG and stack pointer, as simavr's numbers are printed. */
function expected(instruction, before) {
  const sp = before[33];
  let written = [0, 0];
  const memory = {
    load: pattern, flash: pattern, pop: () => pattern({ value: sp + 1 }),
    store: (address, { value }) => (written = [Number(address.value), Number(value)]),
    pointer: (state, port) => constant(8, port === 0x3d ? sp : sp >> 8),
  };
  const f = Object.fromEntries(FLAGS.map((name, i) => [name, constant(1, before[32] >> i)]));
  const order = ['C', 'Z', 'N', 'V', 'S', 'H', 'T', 'I'];
  const skipped = { at: AT + 4 }, next = { at: AT + 2, op: 'nop', next: skipped };
  const at = { ...instruction, at: AT, next };
  const [{ state }] = step({ at, r: before.slice(0, 32).map((each) => constant(8, each)), f, memory, stack:
      [] });
  const flags = order.reduce((sum, name, i) => sum | (Number(state.f[name].value) << i), 0);
  let pointer = sp - state.stack.length;
  if (state.stack.length) written = [sp, Number(state.stack[0].value)];
  if (at.op === 'pop') pointer = sp + 1;
  const unchanged = written[0] && written[1] === Number(pattern({ value: written[0] }).value);
  return [...state.r.map(({ value }) => Number(value)), flags, pointer, state.at.at,
          ...(unchanged ? [0, 0] : written)].join(' ');
}

const times = Math.ceil(STATES / byOpcode.size);
const lines = execFileSync(PROGRAM, [times], { input: [...byOpcode.keys()].join('\n'), encoding: 'utf8',
                                               maxBuffer: 1 << 28 }).trim().split('\n');
const wrong = new Map();
for (const line of lines) {
  const [opcode, ...fields] = line.split(' ');
  const { op, a, b } = byOpcode.get(opcode);
  const before = fields.slice(0, 34).map(Number);
  const computed = expected(byOpcode.get(opcode), before), seen = fields.slice(34).join(' ');
  if (computed !== seen) wrong.set(`${op} ${a} ${b}`,
      `${before}\n# computed ${computed}\n# simavr   ${seen}`);
}
for (const [name, text] of wrong) console.log(`# ${name}: ${text}`);
const names = new Set([...byOpcode.values()].map(({ op }) => op));
const known = `${byOpcode.size} instructions, ${names.size} mnemonics`;
console.log(`${wrong.size ? 'not ok' : 'ok'} 1 - what is known of ${known}, is what simavr does ` +
            `in ${lines.length} random states`);
console.log('1..1');
process.exitCode = wrong.size ? 1 : 0;
