#!/usr/bin/env node
/**
 * Proves from the machine code of each image that a run of the search is a sequence of queens_step.
 *
 *   tests/checks/engine.mjs                      a sample: one cut of each width, two broken images, a model
 *   tests/checks/engine.mjs --prove FILE.elf...  all paths of each image, all that is broken, the model
 *
 * tests/PROOF.md states the theorem.  Image -> model: engine_paths.mjs.  Model -> contract of queens_step:
 * engine_board.mjs.  Machine code that several images have alike is proved once.  A broken image is the
 * image with one instruction changed; only the paths through this instruction are proved again.
 */
import { Solver, add, byte, constant, or, proveAll, rotated, word } from './bits.mjs';
import { proveWays } from './engine_board.mjs';
import { provePaths } from './engine_paths.mjs';
import { bytesOf, number, readImage, searchOf } from './machine_code.mjs';
import { check, done } from '../support/tap.mjs';

const CUTS = 'given4 lift4 scan4 rebuild2 lift2 scan2 rebuild4 board4 board2 run4 done4'.split(' ')
  .map((name) => [name.slice(0, -1), Number(name.at(-1))]);
const SAMPLE = CUTS.filter(([cut]) => cut === 'scan');

/** What is broken: label, the instruction after it as a pattern, what replaces it. */
const BROKEN = [
  ['a wrong register', 'cut.scan.4', /^mov r30, r2$/, 'mov r30, r3'],
  ['a budget of two for one queen', 'cut.scan.2', /^subi r24, 0x01$/, 'subi r24, 0x02'],
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

const text = ({ op, a, b }) => `${op} ${[a, b].filter(Boolean).join(', ')}`.trim();

/** The machine code of the search, the same wherever the linker puts it. */
function codeOf(image, flash) {
  const at = image.addressOf('queens_page');
  const isPage = ({ op, a, b }) => op === 'ldi' && a === 'r31' && number(b) === at >> 8;
  const target = (each) => (each.target < 0 ? '' : each.target - at);
  const line = (each) => `${each.at - at} ${isPage(each) ? 'page' : text(each)} ${target(each)}`;
  return [...searchOf(image).map(line), flash.subarray(at, at + 256).toString('hex')].join('\n');
}

/** Proves with all solvers, and checks that nothing is refused. */
async function prove(jobs, solvers, sentence) {
  const began = Date.now(), seconds = () => ((Date.now() - began) / 1000).toFixed(0);
  const all = await proveAll(jobs, solvers);
  const sum = (key) => all.reduce((total, each) => total + (each[key] ?? 0), 0);
  const failure = all.find((each) => each.failure)?.failure;
  check(!failure, `${sentence(sum)}: ${sum('goals')} goals, ${seconds()} s`, failure);
  return all;
}

const pathsOf = (image, flash, cuts) => cuts.map((cut) => (solver) => provePaths(image, flash, cut, solver));

/** A copy of an image with one instruction changed. */
function broken(image, [, label, pattern, replacement]) {
  const from = image.symbols.find(({ name }) => name === label).value;
  const found = image.instructions.find((each) => each.at >= from && pattern.test(text(each)));
  if (!found) throw new Error(`no instruction ${pattern} after ${label}`);
  const changed = replacement.split('; ').map((each) => {
    const [op, a = '', b = ''] = each.split(/,? /);
    return { ...found, op, a, b };
  });
  const instructions = image.instructions.flatMap((each) => (each === found ? changed : { ...each }));
  instructions.forEach((each, i) => (each.next = instructions[i + 1]));
  const code = new Map([...instructions].reverse().map((each) => [each.at, each]));
  return [{ ...image, instructions, code }, found.at];
}

/** Each broken image must be refused by a path through what is changed, with a board. */
async function refusals(image, flash, faults, proved, solvers) {
  for (const fault of faults) {
    const [changed, at] = broken(image, fault);
    const through = proved.filter(({ visited }) => visited?.has(at)).map(({ cut, w }) => [cut, w]);
    const results = await proveAll(pathsOf(changed, flash, through.slice(0, 2)), solvers);
    checkRefused(fault[0], results);
  }
}

/** Checks that something is refused, with a board. */
function checkRefused(name, results) {
  const failure = results.find((each) => each.failure)?.failure ?? '';
  const shown = failure.split('\n').slice(0, 12).join('\n');
  check(/\n# n = /.test(failure), `${name} is refused, with a board`, shown);
}

async function main([flag, ...files]) {
  const isSample = flag !== '--prove';
  const solvers = [new Solver(), new Solver()];
  const proved = new Map(); // machine code -> the first image that has it
  for (const file of isSample ? ['build/uno/nqueens.elf'] : files) {
    const image = readImage(file), flash = bytesOf(file);
    const code = codeOf(image, flash);
    if (proved.has(code)) {
      check(true, `${file}: the machine code of its search is that of ${proved.get(code)}`);
      continue;
    }
    const all = await prove(pathsOf(image, flash, isSample ? SAMPLE : CUTS), solvers,
      (sum) => `${file}: all ${sum('paths')} paths of the search do what its model does`);
    if (!proved.size) await refusals(image, flash, isSample ? BROKEN.slice(0, 2) : BROKEN, all, solvers);
    proved.set(code, file);
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
