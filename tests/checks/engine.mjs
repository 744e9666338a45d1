#!/usr/bin/env node
/**
 * Proves from the machine code of each image that a run of the search is a sequence of queens_step.
 *
 *   tests/checks/engine.mjs                      a sample: one cut of each width, and two broken images
 *   tests/checks/engine.mjs --prove FILE.elf...  all paths of each image, all broken images, the model
 *
 * tests/PROOF.md states the theorem.  Image -> model: engine_paths.mjs.  Model -> contract of queens_step:
 * engine_board.mjs.  Machine code that several images have alike is proved once.  A broken image is the
 * image with one instruction changed; only the paths through this instruction are proved again.
 */
import { Solver } from './bits.mjs';
import { proveContract, proveWays } from './engine_board.mjs';
import { Refused, provePaths } from './engine_paths.mjs';
import { flashOf, instructionsFrom, number, readImage } from './machine_code.mjs';

const CUTS = ['given4', 'lift4', 'scan4', 'rebuild2', 'lift2', 'scan2', 'rebuild4', 'board4', 'board2',
    'run4', 'done4']
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
  ['a queen in the wrong ring', 'enter1_4', /^or r19, r30$/, 'or r15, r30'],
  ['a square that is skipped', 'after0_2', /^dec r30$/, 'nop'],
];

let tests = 0, failures = 0;
function check(isTrue, sentence, why = '') {
  if (!isTrue) failures++;
  if (why) console.log(why.replace(/^(?!#)/gm, '# '));
  console.log(`${isTrue ? 'ok' : 'not ok'} ${++tests} - ${sentence}`);
}

const text = ({ op, a, b }) => `${op} ${[a, b].filter(Boolean).join(', ')}`.trim();

/** The machine code of the search, the same wherever the linker puts it. */
function codeOf(image, flash) {
  const at = image.addressOf('queens_page');
  const inside = instructionsFrom(image, 'queens_run', 'queens_complete');
  const isPage = ({ op, a, b }) => op === 'ldi' && a === 'r31' && number(b) === at >> 8;
  const target = (each) => (each.target < 0 ? '' : each.target - at);
  const line = (each) => `${each.at - at} ${isPage(each) ? 'page' : text(each)} ${target(each)}`;
  return [...inside.map(line), flash.subarray(at, at + 256).toString('hex')].join('\n');
}

/** Proves the paths from some cuts of an image. */
async function paths(name, image, flash, cuts, solvers) {
  const began = Date.now();
  const done = await provePaths(image, flash, cuts, solvers);
  const sum = (key) => done.reduce((total, each) => total + each[key], 0);
  const failure = done.find((each) => each.failure)?.failure;
  check(!failure, `${name}: all ${sum('paths')} paths of the search do what its model does: ` +
                  `${sum('goals')} goals, ${((Date.now() - began) / 1000).toFixed(0)} s`, failure);
  return done;
}

/** The model against the contract of queens_step; it is the same for all images. */
async function model(cuts, solvers) {
  const rest = [...cuts];
  let ways = 0, goals = 0, failure;
  const began = Date.now();
  const prove = async (solver) => {
    try {
      while (rest.length && !failure) {
        const [cut, w] = rest.shift();
        const done = await (cut === 'step' ? proveContract(solver) : proveWays(cut, w, solver));
        ways += done.ways;
        goals += done.goals;
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      failure = error.message;
    }
  };
  await Promise.all(solvers.map(prove));
  check(!failure, `the ${ways} ways of the model are sequences of queens_step, and end: ${goals} goals, ` +
                  `${((Date.now() - began) / 1000).toFixed(0)} s`, failure);
}

/** A copy of an image with one instruction changed. */
function broken(image, [, label, pattern, replacement]) {
  const from = image.symbols.find(({ name }) => name === label).value;
  const found = image.instructions.find((each) => each.at >= from && pattern.test(text(each)));
  if (!found) throw new Error(`no instruction ${pattern} after ${label}`);
  const [op, a = '', b = ''] = replacement.split(/,? /);
  const changed = { ...found, op, a, b };
  const instructions = image.instructions.map((each) => (each === found ? changed : { ...each }));
  instructions.forEach((each, i) => (each.next = instructions[i + 1]));
  return [{ ...image, instructions, code: new Map(instructions.map((each) => [each.at, each])) }, found.at];
}

/** Each broken image must be refused by a path through what is changed, with a board. */
async function refusals(image, flash, faults, done, solvers) {
  for (const fault of faults) {
    const [changed, at] = broken(image, fault);
    const through = done.filter(({ visited }) => visited.has(at)).map(({ cut, w }) => [cut, w]);
    const results = await provePaths(changed, flash, through.slice(0, 2), solvers);
    const failure = results.find((each) => each.failure)?.failure ?? '';
    const shown = failure.split('\n').slice(0, 12).join('\n');
    check(/differs\n# n = /.test(failure), `${fault[0]} is refused, with a board`, shown);
  }
}

async function main([flag, ...files]) {
  const isSample = flag !== '--prove';
  const solvers = [new Solver(), new Solver()];
  const proved = new Map(); // machine code -> the first image that has it
  for (const file of isSample ? ['build/uno/nqueens.elf'] : files) {
    const image = readImage(file), flash = flashOf(file);
    const code = codeOf(image, flash);
    if (proved.has(code)) {
      check(true, `${file}: the machine code of its search is that of ${proved.get(code)}`);
      continue;
    }
    const done = await paths(file, image, flash, isSample ? SAMPLE : CUTS, solvers);
    if (!proved.size) await refusals(image, flash, isSample ? BROKEN.slice(0, 2) : BROKEN, done, solvers);
    proved.set(code, file);
  }
  if (!isSample) await model([...CUTS.slice(0, 3), ['step'], ...CUTS.slice(3)], solvers);
  solvers.forEach((each) => each.end());
  console.log(`1..${tests}`);
}

await main(process.argv.slice(2));
process.exitCode = failures ? 1 : 0;
