#!/usr/bin/env node
/**
 * Compares instructions.mjs with libsimavr: each instruction of the search, calls and a jump, in random
 * states.
 *
 *   tests/checks/semantics.mjs [FILE.elf]      default: the image of an Uno
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constant } from './bits.mjs';
import { FLAGS, step } from './instructions.mjs';
import { bytesOf, readImage, searchOf } from './machine_code.mjs';
import { check, done } from '../support/tap.mjs';

const STATES = 120_000;
const PROGRAM = 'build/checks/semantics', FLASH = 'build/checks/semantics.bin';
const [, , elf = 'build/uno/nqueens.elf'] = process.argv;
const image = readImage(elf);
const flash = bytesOf(elf);

const others = ['rcall', 'call', 'jmp'].map((op) => image.instructions.find((each) =>
  each.op === op && each.target !== each.next.at && image.code.has(each.target)));
const all = [...searchOf(image), ...others].filter(Boolean);
const tested = [...new Map(all.map((each) => [flash.readUInt16LE(each.at), each])).values()];

const pattern = (address) => (address * 31 + 11) & 255;
const numbers = (...terms) => terms.map(({ value }) => Number(value));

/** What semantics.c prints after an instruction: registers, SREG, SP, PC and changed bytes of memory. */
function expected(at, before) {
  const sp = before[33];
  const written = new Map();
  const memory = {
    load: (address) => constant(8, pattern(Number(address.value))),
    store: (address, byte) => written.set(...numbers(address, byte)),
    flash: (address) => constant(8, flash[Number(address.value)]),
    pop: () => constant(8, pattern(sp + 1)),
  };
  const f = Object.fromEntries(FLAGS.map((name, i) => [name, constant(1, before[32] >> i)]));
  const r = before.slice(0, 32).map((each) => constant(8, each));
  const stack = at.op === 'ret' ? [{ to: { at: 2 * (256 * pattern(sp + 1) + pattern(sp + 2)) } }] : [];
  const [{ state }] = step({ at, r, f, memory, stack }, image);
  const pushed = state.stack.flatMap((each) =>
    (each.to ? [each.to.at / 2 & 255, each.to.at / 2 >> 8] : numbers(each)));
  pushed.forEach((byte, i) => written.set(sp - i, byte));
  const popped = { pop: 1, ret: 2 }[at.op] ?? 0;
  const sreg = FLAGS.reduce((sum, name, i) => sum | Number(state.f[name].value) << i, 0);
  const changed = [...written].filter(([address, byte]) => byte !== pattern(address));
  return [...numbers(...state.r), sreg, sp - pushed.length + popped, state.at.at,
          ...changed.sort(([one], [other]) => one - other).flat()].join(' ');
}

writeFileSync(FLASH, flash);
const times = Math.ceil(STATES / tested.length);
const lines = execFileSync(PROGRAM, [times, FLASH], {
  input: tested.map(({ at }) => at).join('\n'), encoding: 'utf8', maxBuffer: 1 << 28,
}).trim().split('\n');
const wrong = new Map();
for (const line of lines) {
  const [address, ...fields] = line.split(' ').map(Number);
  const at = image.code.get(address);
  const before = fields.slice(0, 34), seen = fields.slice(34).join(' ');
  const computed = expected(at, before);
  if (computed !== seen)
    wrong.set(`${at.op} ${at.a} ${at.b}`, `${before}\n# computed ${computed}\n# simavr   ${seen}`);
}
const names = new Set(tested.map(({ op }) => op));
const why = [...wrong].map(([name, text]) => `${name}: ${text}`).join('\n');
check(!why, `what is known of ${tested.length} instructions, ${names.size} mnemonics, is what simavr does ` +
            `in ${lines.length} random states`, why);
done();
