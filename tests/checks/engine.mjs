#!/usr/bin/env node
/**
 * Proves from the machine code of each image that a run of the search is a sequence of queens_step, and that
 * verify_solution is right about any board.
 *
 *   tests/checks/engine.mjs                      a sample: a cut of each width, some broken images, a model
 *   tests/checks/engine.mjs --prove FILE.elf...  all paths of each image, all that is broken, the model
 *   tests/checks/engine.mjs --paths FILE.elf     all paths only
 *
 * tests/PROOF.md states the theorems.  Image -> model: engine_paths.mjs.  Model -> contract of queens_step:
 * engine_board.mjs.  Image -> contract of verify_solution: verifier.mjs.  A broken image is the image with
 * one instruction changed; only some of the proofs that see this instruction are tried again.
 */
import { add, byte, constant, or, rotated, word } from './bits.mjs';
import { proveWays } from './engine_board.mjs';
import { CUTS, provePaths } from './engine_paths.mjs';
import { broken, provedCode } from './machine_code.mjs';
import { checkDocumented, checkRefused, end, flag, isFirst, isSample, prove, proveImages } from './paths.mjs';
import { proveVerifier } from './verifier.mjs';

/** Values of the byte `n` of a board, and of has_given. */
const BOARDS = Array.from({ length: 512 }, (_, i) => [i >> 1, i & 1]);
const SAMPLES = [[['scan', 2], ['done', 4]], BOARDS.slice(0, 18)];

const NOWHERE = /: an indirect jump or call/, UNDEFINED = /: no meaning is known of /;
const ENABLED = /: flag I differs/, END = /: it leaves the code/;
/**
 * What is broken: label, the instruction after it as a pattern, what replaces it, what the refusal contains,
 * the first proof to try.
 */
const BROKEN = [
  ['an indirect jump', 'verify_solution', /^ldi r24, 0x00$/, 'ijmp', NOWHERE],
  ['interrupts that stay disabled', 'queens_settle', /^adiw r24, 0x01$/, '$&; cli', ENABLED],
  ['a pointer that is loaded and counted', 'cut.scan.2', /^lpm r31, Z$/, 'lpm r31, Z+', UNDEFINED],
  ['an inverted branch', 'cut.scan.2', /^brne/, 'breq'],
  ['a diagonal that is skipped', 'verify_solution', /^cp (r\d+), r18$/, 'cp $1, r1'],
  ['a given queen one column on', 'verify_solution', /^subi (r\d+), 0x40$/, 'subi $1, 0x3F'],
  ['a budget of two for one queen', 'cut.scan.2', /^subi r24, 0x01$/, 'subi r24, 0x02'],
  ['a wrong register', 'cut.scan.4', /^mov r30, r2$/, 'mov r30, r3'],
  ['a carry that is lost', 'down_4', /^adc r6, r23$/, 'nop'],
  ['a bit that is lost', 'down_2', /^adc r6, r6$/, 'add r6, r6'],
  ['a rotation without a carry', 'cut.lift.4', /^ror r12$/, 'lsr r12'],
  ['a mask that drops a column', 'enter_2', /^ori r30, 0xF8$/, 'ori r30, 0xF0'],
  ['a budget whose high byte stays', 'spent_2', /^subi r25, 0x01$/, 'subi r25, 0x00'],
  ['a saved register that is lost', 'queens_leave', /^pop r2$/, 'pop r0'],
  ['two registers swapped', 'queens_leave', /^pop r28$/, 'pop r29'],
  ['a flag that stays', 'next_stop_4', /^clt$/, 'nop'],
  ['a last column of one more', 'queens_done', /^subi r30, 0x02$/, 'subi r30, 0x01'],
  ['a wall that is a given queen', 'queens_run', /^ldi r31, 0xC0$/, 'ldi r31, 0x40'],
  ['a queen in the wrong set', 'enter1_4', /^or r19, r30$/, 'or r15, r30'],
  ['a square that is skipped', 'after0_2', /^dec r30$/, 'nop'],
  ['a byte that is read beyond the board', 'queens_done', /^ldi r22, 0x04$/, 'ldi r22, 4; ldd r0, X+1'],
  ['a board of 33 rows', 'verify_solution', /^cpi (r\d+), 0x20$/, 'cpi $1, 0x21', undefined, 66],
  ['a wrong compare of a given queen', 'verify_solution', /^cpi (r\d+), 0x40$/, 'cpi $1, 0x41'],
  ['a mask that keeps a flag', 'verify_solution', /^andi (r\d+), 0x3F$/, 'andi $1, 0x7F'],
  ['rows that need not be filled', 'verify_solution', /^cpse (r\d+), (r\d+)$/, 'cpse $1, $1'],
  ['each second row only', 'verify_solution', /^subi (r\d+), 0xFF$/, 'subi $1, 0xFE'],
  ['a register that is not saved', 'verify_solution', /^ldi (r\d+), 0x00$/, 'ldi $1, 0x00; ldi r17, 0x00'],
  ['a result of two', 'verify_solution', /^ldi r24, 0x01$/, 'ldi r24, 0x02'],
  ['an indirect call', 'cut.scan.2', /^rjmp/, 'icall', NOWHERE],
  ['interrupts that are enabled', 'verify_solution', /^ldi r24, 0x01$/, '$&; sei', ENABLED],
  ['an end as of an interrupt', 'verify_solution', /^ret$/, 'reti', ENABLED],
  ['an end of a run as of an interrupt', 'queens_settle', /^ret$/, 'reti', ENABLED],
  ['a pointer that loads itself', 'queens_run', /^ld r26, Z$/, 'ld r26, X+', UNDEFINED],
  ['a pointer that stores itself', 'queens_run', /^st X\+, r31$/, 'st X+, r26', UNDEFINED],
  ['a gap', 'cut.lift.4', /^ror r12$/, '', END],
  ['a gap in the verifier', 'verify_solution', /^ldi r24, 0x01$/, '', END],
  ['a jump to itself', 'cut.scan.4', /^rjmp/, 'rjmp .-2', /: a loop without a cut/],
  ['a verifier without an end', 'verify_solution', /^ldi r24, 0x01$/, 'rjmp .-2', /: a loop without a cut/],
  ['a verifier that writes', 'verify_solution', /^ldi r24, 0x01$/, '$&; st X, r24', /: it writes to memory/],
];

/** What is broken in the model: the cut, and what is different in each state that comes next. */
const BROKEN_MODELS = [
  ['a queen not counted', 'scan', 2, ({ left }) => ({ left: left.value === 0n ? left : or(left, word(1)) })],
  ['a queen that is in no set', 'scan', 2, ({ w }) => ({ columns: constant(8 * w, 0) })],
  ['a set that is not rotated', 'lift', 2, ({ higher }) => ({ higher: rotated(higher, 1) })],
  ['a queen in another row', 'rebuild', 2, ({ x }) => ({ x: add(x, word(1)) })],
  ['a board that is changed', 'done', 4, ({ memory, base }) => ({ memory: memory.with(base, byte(0)) })],
  ['a run that does not end', 'done', 4, (_, { u }) => ({ u })],
];

const FAULTS = { '--prove': BROKEN, '--paths': [] }[flag] ?? BROKEN.slice(0, 6);
const [cuts, boards] = isSample ? SAMPLES : [CUTS, BOARDS];

async function proveAll(jobs, sentence) {
  const all = await prove(jobs, sentence);
  if (!isSample) checkDocumented(all, (sum) => `${sum('goals')} goals`);
  return all;
}

/** Proves an image; of the first, broken images must be refused by two proofs that see what is changed. */
async function proveImage(file, image, isFault, cases, jobOf, sentence) {
  const all = await proveAll(cases.map(jobOf(image)), (sum) => `${file}: ${sentence(sum)}`);
  for (const fault of isFirst(file) ? FAULTS.filter(([, label]) => isFault(label)) : []) {
    const [changed, at] = broken(image, fault), [name, , , , says, first = 0] = fault;
    const through = cases.filter((_, i) => all[i].visited?.has(at)).slice(first, first + 2);
    await checkRefused(name, through.map(jobOf(changed)), says);
  }
}

await proveImages((file, image, flash) => {
  const { search, verifier } = provedCode(image, flash);
  const proveCut = (of) => (cut) => (solver) => provePaths(of, flash, cut, solver);
  const proveBoard = (of) => (board) => (solver) => proveVerifier(of, board, solver);
  return [
    ['search', search, () => proveImage(
      file, image, (label) => label !== 'verify_solution', cuts, proveCut,
      (sum) => `all ${sum('paths')} paths of the search do what its model does`)],
    ['verifier', verifier, () => proveImage(
      file, image, (label) => label === 'verify_solution', boards, proveBoard,
      () => `verify_solution is right about any content of memory with ${boards.length / 2} values of n`)],
  ];
});
// The model is the same for all images.
const models = { '--prove': BROKEN_MODELS, '--paths': [] }[flag] ?? BROKEN_MODELS.slice(0, 1);
for (const [name, cut, w, change] of models)
  await checkRefused(name, [(solver) => proveWays(cut, w, solver, change)]);
if (!isSample)
  await proveAll(CUTS.map(([cut, w]) => (solver) => proveWays(cut, w, solver)),
                 (sum) => `the ${sum('ways')} ways of the model are sequences of queens_step, and end`);
end();
