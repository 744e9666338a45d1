#!/usr/bin/env node
/**
 * Proves from the machine code of each image that a run of the search is a sequence of queens_step, and that
 * verify_solution is right about any board.
 *
 *   tests/checks/engine.mjs                      a sample: one cut of each width, two broken images, a model
 *   tests/checks/engine.mjs --prove FILE.elf...  all paths of each image, all that is broken, the model
 *
 * tests/PROOF.md states the theorems.  Image -> model: engine_paths.mjs.  Model -> contract of queens_step:
 * engine_board.mjs.  Image -> contract of verify_solution: verifier.mjs.  Machine code that several images
 * have alike is proved once.  A broken image is the image with one instruction changed; only some of the
 * proofs that see this instruction are tried again.
 */
import { readFileSync } from 'node:fs';
import { Solver, add, byte, constant, or, proveAll, rotated, word } from './bits.mjs';
import { proveWays } from './engine_board.mjs';
import { CUTS, provePaths } from './engine_paths.mjs';
import { broken, bytesOf, provedCode, readImage } from './machine_code.mjs';
import { proveVerifier } from './verifier.mjs';
import { check, done } from '../support/tap.mjs';

const isSample = process.argv[2] !== '--prove', DOCUMENTED = readFileSync('tests/PROOF.md', 'utf8');
/** Values of the byte `n` of a board, and of has_given. */
const BOARDS = Array.from({ length: 512 }, (_, i) => [i >> 1, i & 1]);
const SAMPLES = [CUTS.filter(([cut]) => cut === 'scan'), BOARDS.slice(0, 18)];

const BOARD = /\n# n = /, NOWHERE = /: an indirect jump or call/, UNDEFINED = /: no meaning is known of /;
const ENABLED = /: flag I differs/, END = /: it leaves the code/;
/**
 * What is broken: label, the instruction after it as a pattern, what replaces it, what the refusal contains,
 * the first proof to try.
 */
const BROKEN = [
  ['an indirect jump', 'verify_solution', /^ldi r24, 0x00$/, 'ijmp', NOWHERE],
  ['interrupts that stay disabled', 'queens_settle', /^adiw r24, 0x01$/, '$&; cli', ENABLED],
  ['a pointer that is loaded and counted', 'cut.scan.2', /^lpm r31, Z$/, 'lpm r31, Z+', UNDEFINED],
  ['a wrong register', 'cut.scan.4', /^mov r30, r2$/, 'mov r30, r3'],
  ['a budget of two for one queen', 'cut.scan.2', /^subi r24, 0x01$/, 'subi r24, 0x02'],
  ['a diagonal that is skipped', 'verify_solution', /^cp (r\d+), r18$/, 'cp $1, r1'],
  ['a given queen one column on', 'verify_solution', /^subi (r\d+), 0x40$/, 'subi $1, 0x3F'],
  ['a carry that is lost', 'down_2', /^adc r4, r23$/, 'nop'],
  ['a rotation without a carry', 'cut.lift.4', /^ror r12$/, 'lsr r12'],
  ['a mask that drops a column', 'enter_2', /^ori r30, 0xF8$/, 'ori r30, 0xF0'],
  ['an inverted branch', 'cut.scan.2', /^brne/, 'breq'],
  ['a budget whose high byte stays', 'spent_2', /^subi r25, 0x01$/, 'subi r25, 0x00'],
  ['a saved register that is lost', 'queens_leave', /^pop r2$/, 'pop r0'],
  ['two registers swapped', 'queens_leave', /^pop r28$/, 'pop r29'],
  ['a flag that stays', 'next_stop_4', /^clt$/, 'nop'],
  ['a last column of one more', 'queens_done', /^subi r30, 0x02$/, 'subi r30, 0x01'],
  ['a wall that is a given queen', 'queens_run', /^ldi r31, 0xC0$/, 'ldi r31, 0x40'],
  ['a queen in the wrong set', 'enter1_4', /^or r19, r30$/, 'or r15, r30'],
  ['a square that is skipped', 'after0_2', /^dec r30$/, 'nop'],
  ['a byte that is read beyond the board', 'queens_done', /^ldi r22, 0x04$/, 'ldi r22, 4; ldd r0, X+1'],
  ['a board of 33 rows', 'verify_solution', /^cpi (r\d+), 0x20$/, 'cpi $1, 0x21', BOARD, 66],
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
  ['a verifier without an end', 'verify_solution', /^ldi r24, 0x01$/, 'rjmp .-2', /: a loop without an end/],
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

/** What is proved of an image: name, machine code, jobs of (solver, image), and a sentence. */
function proofsOf(image, flash) {
  const { search, verifier } = provedCode(image, flash);
  const [cuts, boards] = isSample ? SAMPLES : [CUTS, BOARDS];
  return [
    ['search', search,
     cuts.map((cut) => (solver, each) => provePaths(each, flash, cut, solver)),
     (sum) => `all ${sum('paths')} paths of the search do what its model does`],
    ['verifier', verifier,
     boards.map((board) => (solver, each) => proveVerifier(each, board, solver)),
     () => `verify_solution is right about any content of memory with ${boards.length / 2} values of n`],
  ];
}

/** Proves with all solvers, and checks that nothing is refused.  Returns what each job has visited. */
async function prove(jobs, solvers, sentence, image) {
  const began = Date.now(), seconds = () => ((Date.now() - began) / 1000).toFixed(0);
  const all = await proveAll(jobs, solvers, image);
  const sum = (key) => all.reduce((total, each) => total + (each[key] ?? 0), 0);
  const failure = all.find((each) => each.failure)?.failure;
  check(!failure, `${sentence(sum)}: ${sum('goals')} goals, ${seconds()} s`, failure);
  const goals = `${sum('goals').toLocaleString('en')} goals`;
  if (!isSample) check(DOCUMENTED.includes(goals), `tests/PROOF.md has the number of these ${goals}`);
  return all.map(({ visited }, i) => ({ visited, job: jobs[i] }));
}

/** Each broken image must be refused by a proof that sees what is changed. */
async function refusals(image, faults, all, solvers) {
  for (const fault of faults) {
    const [changed, at] = broken(image, fault), [name, , , , says, first = 0] = fault;
    const through = all.filter(({ visited }) => visited?.has(at)).map(({ job }) => job);
    checkRefused(name, await proveAll(through.slice(first, first + 2), solvers, changed), says);
  }
}

/** Checks that something is refused, in words that `says` accepts: by default with a board. */
function checkRefused(name, results, says = BOARD) {
  const failure = results.find((each) => each.failure)?.failure ?? '';
  const shown = failure.split('\n').slice(0, 12).join('\n');
  check(says.test(failure), `${name} is refused${says === BOARD ? ', with a board' : ''}`, shown);
}

async function main([, ...files]) {
  const solvers = [new Solver(), new Solver()];
  const faults = isSample ? BROKEN.slice(0, 7) : BROKEN;
  const proved = new Map(); // machine code -> the first image that has it
  for (const file of isSample ? ['build/uno/nqueens.elf'] : files) {
    const image = readImage(file), all = [];
    for (const [name, code, jobs, sentence] of proofsOf(image, bytesOf(file))) {
      const known = proved.get(code);
      if (known) check(true, `${file}: the machine code of its ${name} is that of ${known}`);
      else all.push(...await prove(jobs, solvers, (sum) => `${file}: ${sentence(sum)}`, image));
      proved.set(code, known ?? file);
    }
    if (file === proved.values().next().value) await refusals(image, faults, all, solvers);
  }
  // The model is the same for all images.
  const model = CUTS.map(([cut, w]) => (solver) => proveWays(cut, w, solver));
  for (const [name, cut, w, change] of isSample ? BROKEN_MODELS.slice(0, 1) : BROKEN_MODELS)
    checkRefused(name, await proveAll([(solver) => proveWays(cut, w, solver, change)], solvers));
  if (!isSample)
    await prove(model, solvers,
      (sum) => `the ${sum('ways')} ways of the model are sequences of queens_step, and end`);
  solvers.forEach((each) => each.end());
  done();
}

await main(process.argv.slice(2));
