#!/usr/bin/env node
/** Tests the proofs of the stack and of latencies with one thing changed in an image. */
import { limitsOf, proveLatency } from './latency.mjs';
import { broken, readImage } from './machine_code.mjs';
import { proveStack } from './stack.mjs';
import { check, done } from '../support/tap.mjs';

const UNO = 'build/uno/nqueens.elf', FAST = 'build/uno-1000000/nqueens.elf';
const images = new Map([UNO, FAST].map((elf) => [elf, readImage(elf)]));
const AGAIN = `rjmp @${0xff0000}`; // to the first instruction that is added
const times = (count, text) => new Array(count).fill(text).join('; ');
const CALL = `$&; rcall @${0xff0004}; rjmp @${0xff0006}; reti; nop`; // of a function that ends with reti

/** Checks that one of the texts is as expected. */
function checkFound(sentence, expected, found) {
  const isFound = found.some((each) => expected.test(each));
  check(isFound, sentence, isFound ? '' : found.join('\n'));
}

/* ---- the stack ---- */

/** What stands against the proof of the stack of an image. */
function stackOf(image) {
  const { errors, total } = proveStack(image);
  return [...errors, `${total} bytes`];
}
const SLEEP = ['cpu_sleep', /.+/], HALF = /^an interrupt may use half a stack pointer in leave/;
for (const [sentence, expected, ...change] of [
  ['a function that calls itself in the end is an error', /^recursion through /, ...SLEEP, 'rcall @0'],
  ['an indirect call is an error', /^indirect jump or call in cpu_sleep/, ...SLEEP, 'icall'],
  ['an interrupt routine that lets others in is an error', / enables interrupts: they could nest/,
   '__vector_18', /.+/, 'sei'],
  ['an interrupt routine that lets others in by a call is an error', / enables interrupts: they could nest/,
   '__vector_18', /.+/, CALL],
  ['a return with a byte on the stack is an error', /^a return at another depth in cpu_sleep/,
   'cpu_sleep', /^sei/, 'push r2'],
  ['a stack pointer that is written as memory is an error', /^a store to SP or SREG/,
   ...SLEEP, 'sts 0x005D r24'],
  ['a copy of the stack pointer that was counted up is an error', /^stack pointer set to an unknown value/,
   ...SLEEP, '$&; in r28 0x3d; inc r28; out 0x3d r28'],
  ['a stack pointer less the difference of two unknown bytes is an error', /^stack pointer set to an unknown/,
   ...SLEEP, '$&; lds r24 0x100; lds r25 0x101; sub r24 r25; in r28 0x3d; sub r28 r24; out 0x3d r28'],
  ['a push between the two bytes of a stack pointer is an error', /^half a stack pointer is set in cpu_sleep/,
   ...SLEEP, 'in r24 0x3e; out 0x3e r24; push r2'],
  ['interrupts that are enabled between its two bytes are an error', HALF, 'leave', /^cli$/, 'nop'],
  ['an instruction between its two bytes is an error', HALF, 'leave', /^out 0x3f, r0$/, '$&; nop'],
  ['a row that the disassembly lacks is an error', /^a path leaves the code in cpu_sleep/,
   'cpu_sleep', /^sleep/, ''],
  ['a loop that pushes is an error', /^the stack grows without end/, ...SLEEP, `$&; push r2; ${AGAIN}`],
  ['an instruction that is not listed is an error', /^no meaning is known of fmulsu r16 r17/,
   ...SLEEP, 'fmulsu r16 r17'],
  ['a path that goes too deep is beyond the budget', /^[34]\d\d bytes/,
   ...SLEEP, `$&; ${times(100, 'push r2')}`],
])
  checkFound(sentence, expected, stackOf(broken(images.get(UNO), ['', ...change])[0]));

/* ---- latencies ---- */

/** What stands against the proof of latencies; of one that passes, all that it says. */
function latencyOf(elf, image) {
  try {
    const limits = limitsOf(proveLatency(elf, image)), failed = limits.filter(([holds]) => !holds);
    return (failed.length ? failed : limits).map(([, sentence]) => sentence);
  } catch (error) {
    return [error.message];
  }
}
const TICK = ['__vector_11', /^push.*/], COUNT = ['__vector_11', /^lds (r\d+), .*/];
/* As long as the loop of 60 rounds: `ldi`, 59 rounds of 3 cycles, and 2 for the last. */
const straight = latencyOf(UNO, broken(images.get(UNO), ['', ...TICK, `$&; ${times(180, 'nop')}`])[0]);
for (const [sentence, expected, elf, ...change] of [
  ['300 cycles with interrupts disabled are refused by the name of the function',
   / disabled for at most 3\d\d cycles, in [a-z_]+ at /,
   UNO, 'cpu_sleep', /^cli/, `$&; ${times(300, 'nop')}`],
  ['a longer interrupt is refused by its name', / delays others for at most 2\d\d cycles, TIMER1_COMPA/,
   UNO, ...TICK, `$&; ${times(200, 'nop')}`],
  ['at a million baud, a sending interrupt that takes 200 cycles more loses bytes', / no byte is lost/,
   FAST, '__vector_19', /^push.*/, `$&; ${times(200, 'nop')}`],
  ['a loop of 60 rounds counts 60 times',
   { test: (each) => / delays others .*, TIMER1_COMPA/.test(each) && straight.includes(each) },
   UNO, ...COUNT, `ldi $1 60; dec $1; brne @${0xff0000}; $&`],
  ['a loop that counts what it finds in memory is refused', /^TIMER1_COMPA: a loop that nothing bounds/,
   UNO, ...COUNT, `$&; dec $1; brne @${0xff0000}`],
  ['an indirect call with interrupts disabled is refused by the name of the function',
   /^[a-z_]+ at 0x[0-9a-f]+: an indirect jump/, UNO, 'cpu_sleep', /^sei/, 'icall'],
  ['an interrupt that enables interrupts is refused by its name', /^TIMER1_COMPA: interrupts are enabled/,
   UNO, ...TICK, '$&; sei'],
  ['an interrupt that sets flag I in SREG is refused', /^TIMER1_COMPA: interrupts are enabled/,
   UNO, ...TICK, '$&; ldi r24 0x80; out 0x3f r24'],
  ['an interrupt that enables interrupts by a call is refused', /^TIMER1_COMPA: interrupts are enabled/,
   UNO, ...TICK, CALL],
  ['an interrupt that changes a register is refused', /^TIMER1_COMPA: a register, .* is not restored/,
   UNO, ...TICK, '$&; inc r5'],
  ['an interrupt that changes a flag is refused', /^TIMER1_COMPA: a register, .* is not restored/,
   UNO, '__vector_11', /^out 0x3f/, 'out 0x3e'],
  ['interrupts that are disabled without cli are refused', /^SREG is written, and no cli is before it/,
   UNO, 'cpu_sleep', /^sei/, '$&; out 0x3f r1'],
  ['interrupts that a store to SREG disables are refused', /^SREG is written, and no cli is before it/,
   UNO, 'cpu_sleep', /^sei/, '$&; sts 0x005F r1'],
  ['a rate that is changed after the start is refused', /^TIMER1_COMPA: its rate is not set/,
   UNO, 'cpu_sleep', /^sei/, '$&; sts 0x0088 r1'],
  ['code that declares a reset and enables interrupts is refused', / after a label that declares a reset/,
   UNO, 'cpu_fail', /^cli/, '$&; sei'],
])
  checkFound(sentence, expected, latencyOf(elf, broken(images.get(elf), ['', ...change])[0]));
done();
