#!/usr/bin/env node
/**
 * Tests the proofs of the stack and of latencies: on an image as it is, and with one thing changed in it, and
 * on latency_loops.S, as it is and with one fault; and what names the proofs to run again.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { limitsOf, proveLatency } from './latency.mjs';
import { linked, readImage, run, text } from './machine_code.mjs';
import { proveStack } from './stack.mjs';
import { check, done } from '../support/tap.mjs';

const FOLDER = 'build/again/proofs', UNO = 'build/uno/nqueens.elf', FAST = 'build/uno-1000000/nqueens.elf';
mkdirSync(FOLDER, { recursive: true });
const images = new Map([UNO, FAST].map((elf) => [elf, readImage(elf)]));

/**
 * A copy of an image with others in place of one instruction, the first with a pattern after a label; `$&`
 * is that one.  Those after the first are at addresses of a test, from 0xff0000 on; `@` is an address.
 */
function changed(image, label, pattern, ...others) {
  const from = image.addressOf(label);
  const found = image.instructions.find((each) => each.at >= from && pattern.test(text(each)));
  const made = others.map((other, i) => {
    if (other === '$&' && !i) return { ...found };
    const [op, a = '', b = ''] = other.split(/,? /), target = a[0] === '@' ? Number(a.slice(1)) : -1;
    const slot = i ? { at: 0xff0000 + 2 * (i - 1), size: 2 } : { at: found.at, size: found.size };
    return { ...slot, op, a, b, target };
  });
  const instructions = linked(image.instructions.flatMap((each) => (each === found ? made : { ...each })));
  return { ...image, instructions, code: new Map(instructions.map((each) => [each.at, each])) };
}
const nops = (count) => new Array(count).fill('nop');

/** Checks that one of the texts is as expected. */
function checkFound(sentence, expected, found) {
  const isFound = found.some((each) => expected.test(each));
  check(isFound, sentence, isFound ? '' : found.join('\n'));
}

/* ---- the stack ---------------------------------------------------------------------------------------- */

/** What stands against the proof of the stack of an image. */
function stackOf(image) {
  const { errors, total } = proveStack(image);
  return [...errors, `${total} bytes`];
}
const SLEEP = ['cpu_sleep', /./];
for (const [sentence, expected, ...change] of [
  ['a function that calls itself in the end is an error', /^recursion through /, ...SLEEP, 'rcall @0'],
  ['an indirect call is an error', /^indirect jump or call in cpu_sleep/, ...SLEEP, 'icall'],
  ['an interrupt routine that lets others in is an error', / enables interrupts: they could nest/,
   '__vector_18', /./, 'sei'],
  ['a stack pointer set to what nobody knows is an error', /^stack pointer set to an unknown value/,
   ...SLEEP, 'out 0x3d r24'],
  ['a copy of the stack pointer that was counted up is an error', /^stack pointer set to an unknown value/,
   ...SLEEP, '$&', 'in r28 0x3d', 'inc r28', 'out 0x3d r28'],
  ['a push between the two bytes of a stack pointer is an error', /^half a stack pointer is set in cpu_sleep/,
   ...SLEEP, 'in r24 0x3e', 'out 0x3e r24', 'push r2'],
  ['a row that the disassembly lacks is an error', /^a path leaves the code in cpu_sleep/,
   'cpu_sleep', /^sleep/],
  ['a loop that pushes is an error', /^the stack grows without end/,
   ...SLEEP, '$&', 'push r2', `rjmp @${0xff0000}`],
  ['an instruction that is not listed is an error', /^no meaning is known of fmulsu r16 r17/,
   ...SLEEP, 'fmulsu r16 r17'],
  ['a path that goes too deep is beyond the budget', /^[34]\d\d bytes/,
   ...SLEEP, '$&', ...new Array(100).fill('push r2')],
])
  checkFound(sentence, expected, stackOf(changed(images.get(UNO), ...change)));

writeFileSync(`${FOLDER}/objdump`,
  '#!/bin/sh\navr-objdump "$@" | sed "s/^ *\\([0-9a-f]*\\):\t/\\n\\1 <.Loc.\\1>:\\n&/"\n');
chmodSync(`${FOLDER}/objdump`, 0o755);
checkFound('a label at each instruction, as newer binutils print them, makes no function',
           new RegExp(`^${stackOf(images.get(UNO))}$`), stackOf(readImage(UNO, `${FOLDER}/objdump`)));

/* ---- latencies ---------------------------------------------------------------------------------------- */

/** What stands against the proof of latencies; of one that passes, all that it says. */
function latencyOf(elf, image) {
  try {
    const limits = limitsOf(proveLatency(elf, image)), failed = limits.filter(([holds]) => !holds);
    return (failed.length ? failed : limits).map(([, sentence]) => sentence);
  } catch (error) {
    return [error.message];
  }
}
const TICK = ['__vector_11', /^push/];
for (const [sentence, expected, elf, ...change] of [
  ['300 cycles with interrupts disabled are refused by the name of the function',
   / disabled for at most 3\d\d cycles, in [a-z_]+ at /, UNO, 'cpu_sleep', /^cli/, '$&', ...nops(300)],
  ['a longer interrupt is refused by its name', / delays others for at most 2\d\d cycles, TIMER1_COMPA/,
   UNO, ...TICK, '$&', ...nops(200)],
  ['at a million baud, a sending interrupt that takes 200 cycles more loses bytes', / no byte is lost/,
   FAST, '__vector_19', /^push/, '$&', ...nops(200)],
  ['a loop in an interrupt that waits for a pin is refused by the name of the interrupt',
   /^TIMER1_COMPA: a loop without a declared bound/, UNO, ...TICK, '$&', 'sbis 0x09 2', `rjmp @${0xff0000}`],
  ['an indirect call with interrupts disabled is refused by the name of the function',
   /^[a-z_]+ at 0x[0-9a-f]+: an indirect jump/, UNO, 'cpu_sleep', /^sei/, 'icall'],
  ['an interrupt that enables interrupts is refused by its name', /^TIMER1_COMPA: interrupts are enabled/,
   UNO, ...TICK, '$&', 'sei'],
  ['code that declares a reset and enables interrupts is refused', / after a label that declares a reset/,
   UNO, 'cpu_fail', /^cli/, '$&', 'sei'],
])
  checkFound(sentence, expected, latencyOf(elf, changed(images.get(elf), ...change)));
for (const [sentence, macro, expected] of [
  ['a loop of five rounds counts five times', 'AS_IT_IS',
   / delays others for at most 36 cycles, TIMER1_COMPA/],
  ['a loop that runs more often than declared is refused by its name', 'ROUNDS=6',
   /loop rounds runs up to 6 times, and its source declares 5/],
  ['a loop that ends but is not declared is refused', 'UNDECLARED',
   /^TIMER1_COMPA: a loop without a declared bound/],
  ['a loop that counts what it finds in memory is refused', 'UNKNOWN',
   /^TIMER1_COMPA: a loop that nothing bounds/],
  ['an interrupt that never returns is refused', 'NO_RETURN', /^TIMER1_COMPA: a loop/],
]) {
  const elf = `${FOLDER}/latency_loops.elf`;
  run('avr-gcc', '-mmcu=atmega328p', `-D${macro}`, 'tests/checks/latency_loops.S', '-o', elf);
  checkFound(sentence, expected, latencyOf(elf));
}

/* ---- which proofs have to run again ------------------------------------------------------------------- */

const env = { ...process.env, KEPT: `${FOLDER}/proved.tsv` };
writeFileSync(env.KEPT, 'make prove-engine\ttools\tof an earlier proof\n');
const provedBy = (...words) => spawnSync('tests/checks/proved.mjs', words, { env, encoding: 'utf8' }).stdout;
const again = (sentence, expected, elf) => checkFound(sentence, expected, [provedBy(elf)]);

/** A copy of the image's file with a nop at the start of a function. */
function withNop(name) {
  const [, address, offset] = run('avr-objdump', '-h', UNO).match(/\.text +\w+ +(\w+) +\w+ +(\w+)/);
  const bytes = readFileSync(UNO), elf = `${FOLDER}/changed.elf`;
  bytes.writeUInt16LE(0, parseInt(offset, 16) + images.get(UNO).addressOf(name) - parseInt(address, 16));
  writeFileSync(elf, bytes);
  return elf;
}
again('what no proof has proved, and changed tools, are named with the proof to run',
      /^Run .*of the search\.\nRun .*of the verifier\.\nRun .*current tools\.$/m, UNO);
provedBy('--store', UNO);
again('after a proof has passed, none has to run because of other code', /^$/, withNop('cpu_sleep'));
again('a change of the search after it was proved is named',
      /^Run .make prove-engine.: it has not proved the current machine code of the search\.\n$/,
      withNop('queens_leave'));
rmSync(FOLDER, { recursive: true });
done();
