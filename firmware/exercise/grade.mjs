#!/usr/bin/env node
/**
 * make exercise: grade.mjs NAME FILE. Builds with a student's function and compares it with the firmware's:
 * on the host event by event, then on the simulated Uno. The last line is TAP; the exit status is 0 if it is
 * right. RESULT is a file for the score, in the form of Gradescope's results.json. HINT=1 to 3 prints a hint
 * instead.
 *
 * The environment has the compilers with their flags: HOST_CC, AVR_CC; the objects to link: GRADE, which
 * compares on the host, CHIP_OBJECTS, NQUEENS_OBJECTS.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readImage } from '../../tests/checks/machine_code.mjs';
import { limitOf, proveStack } from '../../tests/checks/stack.mjs';

const TASKS = ['step', 'back', 'symmetry', 'completion'];
const HERE = 'firmware/exercise';
const UNO = 'build/sim/uno', OURS = 'build/uno/nqueens.elf';
const OWN_STEP = '-Dqueens_step=own_step';
const REPLACED = { step: OWN_STEP, back: '-Dqueens_back=own_back', completion: OWN_STEP };
const LENIENT = ['-Wno-error', '-Wno-missing-prototypes'];
const HINTS = {
  step: [
    'First decide whether col[row] has a next column. If it has none, the call lifts.',
    'Compare the column of a square with that of each row above: equal, or as far apart as the rows are?',
    'After a lift, the next call tries the column after the one that is still in col[row] of that row.',
  ],
  back: [
    'There are four kinds of boards: the start, a column tried in `row`, none tried there, a solved one.',
    'If the column in `row` is attacked, it was tried last. Otherwise a queen stood there and was lifted.',
    'To undo a lift, go down a row: which column had its turn there last, before the search lifted?',
  ],
  symmetry: [
    'Each solution whose first queen is left of the middle has a mirror image whose queen is right of it.',
    'If n is odd, the mirror image of a solution with its first queen in the middle begins there, too.',
    'Stop when the search is about to try the first column right of the middle: look at row 0 of the board.',
  ],
  completion: [
    'Begin with your step. Three things change: the row below, the row above, who attacks.',
    'A given queen below the square attacks it as one above does. Rows without a queen below attack nothing.',
    'A column that is read directly has the flag of a given queen: board_column() removes it.',
  ],
};
/* Of the firmware: it prints each move, and each move back. */
const KEYS = `${'.'.repeat(60)}${','.repeat(61)}\x03`;
const SESSION = `auto off\npace 0\nsearch 5\npace 10000\nsearch 4\n${KEYS}`;

const [name, file] = process.argv.slice(2);
/* The stages of a grade and their points. */
const STAGES = [
  ['on this computer', 60],
  ...(REPLACED[name] ? [['on the Uno, without recursion', 20], ['in the firmware, within its RAM', 20]]
                     : [['on the Uno, without recursion', 40]]),
];
const { HOST_CC, AVR_CC, GRADE, CHIP_OBJECTS, NQUEENS_OBJECTS, RESULT, HINT } = process.env;
const words = (text) => text.trim().split(/\s+/);

let passed = 0; // stages
const remarks = []; // of the compiler

/** Gradescope adds the scores of the tests. */
function writeResult(sentence, lines) {
  const tests = STAGES.map(([what, points], stage) => ({
    name: `${name}: ${what}`,
    score: stage < passed ? points : 0,
    max_score: points,
    output: stage < passed ? 'right' : stage > passed ? 'not tried' : sentence,
  }));
  const score = tests.reduce((sum, test) => sum + test.score, 0);
  const text = [...lines, sentence].join('\n');
  try {
    writeFileSync(RESULT, `${JSON.stringify({ score, output: text, tests }, null, 1)}\n`);
  } catch (error) {
    refuse(`RESULT cannot be written: ${error.message}`);
  }
}

/** The student reads this sentence; notes are comments above it. */
function verdict(isRight, sentence, notes = []) {
  const lines = [...remarks, ...notes];
  for (const line of lines) console.log(`# ${line}`);
  console.log(`${isRight ? 'ok' : 'not ok'} 1 - ${name}: ${sentence}`);
  if (RESULT) writeResult(sentence, lines);
  process.exit(isRight ? 0 : 1);
}

function refuse(why) {
  console.error(`exercise: ${why}`);
  process.exit(2);
}

const run = (command, options = {}) =>
  spawnSync(command[0], command.slice(1), { encoding: 'utf8', timeout: 300_000, ...options });

/** Compiles; what the compiler says about the student's file is the best sentence. */
function compile(command, output, ...args) {
  const { status, stderr } = run([...words(command), ...args, '-o', `${folder}/${output}`]);
  const lines = stderr.trim().split('\n').filter(Boolean).slice(0, 20);
  if (status) verdict(false, `${file} does not compile; see the lines above`, lines);
  if (args.includes('-Wall')) remarks.push(...lines);
  return `${folder}/${output}`;
}

const task = TASKS.indexOf(name);

function gradeOnHost() {
  const theirs = compile(HOST_CC, 'theirs.o', '-Wall', '-x', 'c', '-c', file);
  const program = compile(HOST_CC, 'grade', GRADE, theirs);
  const { stdout, stderr: printed, status, error } = run([program, `${task}`]);
  const [, word, why] = stdout.match(/^(right|wrong): (.*)\n$/) ?? [];
  if (word === 'wrong') verdict(false, why);
  if (printed) verdict(false, `it prints \`${printed.split('\n')[0].slice(0, 80)}\`; it must not print`);
  if (error) verdict(false, 'it waits, and does not end');
  if (status || !word) verdict(false, `it ends the program, with status ${status}`);
  passed++;
  return why;
}

/** Ours and the student's object for the Uno: the firmware's replaced functions have other names. */
function objectsForUno(suffix, ...flags) {
  const replaced = REPLACED[name] ? [REPLACED[name]] : [];
  return [
    compile(AVR_CC, `own${suffix}.o`, ...flags, ...replaced, '-c', 'firmware/queens/queens.c'),
    compile(AVR_CC, `theirs${suffix}.o`, ...flags, ...LENIENT, '-x', 'c', '-c', file),
  ];
}

function runOnUno(image, options, input = '') {
  const { stdout, stderr } = run([UNO, '--headless', ...options, image], { input });
  const fault = stderr.match(/fault: (.*)/)?.[1];
  if (fault) verdict(false, `it is right on the host, but the Uno stops: ${fault}`);
  return stdout.replaceAll('\r', '');
}

/** Cycles and bytes of stack, ours and theirs; theirs must not call itself. */
function measure() {
  const flags = ['-fno-lto'];
  const image = compile(AVR_CC, 'chip.elf', ...flags, `-DEXERCISE=${task}`, `${HERE}/chip.c`,
    ...objectsForUno('', ...flags), ...words(CHIP_OBJECTS), 'firmware/aligned.ld');
  const lines = runOnUno(image, ['--seconds=120', '--idle=1']);
  const row = (text) => lines.match(new RegExp(`^${text} (\\d+) (\\d+) (\\d+)$`, 'm'))?.slice(1).map(Number);
  const [ours, theirs] = [row('own'), row('yours')];
  if (!theirs) verdict(false, 'it is right on the host, but needs more than 120 s on the Uno for 8 rows');
  if (theirs[2] !== ours[2]) verdict(false, `on the Uno, 8 rows have ${theirs[2]} solutions, not ${ours[2]}`);
  const [, call = '?'] = lines.match(/^differs (\d+)$/m) ?? [];
  if (call !== '0')
    verdict(false, `on the Uno, where int has 16 bits, call ${call} of a search of 32 rows is wrong`);
  const { errors } = proveStack(readImage(image));
  const [recursion] = [...errors].join().match(/recursion through [^\s.]+/) ?? [];
  if (recursion) verdict(false, `it calls itself (${recursion}): nothing bounds its stack`);
  passed++;
  return { ours, theirs };
}

/** The firmware with the student's function: its RAM, proved, and that it does what ours does. */
function buildFirmware() {
  const flags = ['-flto', '-g0'];
  const image = compile(AVR_CC, 'nqueens.elf', ...flags, '-flto-partition=one',
    ...objectsForUno('-lto', ...flags), ...words(NQUEENS_OBJECTS), 'firmware/aligned.ld');
  const { total, errors } = proveStack(readImage(image)), most = limitOf(OURS);
  if (total > most) verdict(false, `with it the firmware needs ${total} bytes of RAM; it may use ${most}`);
  if (errors.size) verdict(false, `its stack is not known: ${[...errors][0]}`);
  const options = ['--seconds=600', '--idle=1'];
  const timeless = (text) => text.replace(/\d+\.\d+ s/g, '');
  const play = (each) => timeless(runOnUno(each, options, SESSION));
  const [theirs, ours] = [image, OURS].map(play);
  if (theirs !== ours) verdict(false, 'the firmware with it prints other moves than ours in `search`');
  return `${total} bytes of RAM of ${most}`;
}

if (!TASKS.includes(name)) refuse(`NAME must be one of ${TASKS.join(', ')}`);
if (HINT) {
  if (!HINTS[name][HINT - 1]) refuse('HINT must be 1, 2 or 3');
  console.log(HINTS[name][HINT - 1]);
  process.exit(0);
}
if (!existsSync(file)) verdict(false, `there is no file ${file}`);
const folder = mkdtempSync('build/exercise/'); /* several attempts can be graded at once */
process.on('exit', () => rmSync(folder, { recursive: true }));
const right = gradeOnHost();
const { ours, theirs } = measure();
const digits = (number) => number.toLocaleString('en');
const notes = [
  `on the Uno, 8 rows: yours ${digits(theirs[0])} cycles and ${theirs[1]} bytes of stack, no recursion; ` +
    `ours ${digits(ours[0])} and ${ours[1]}${name === 'symmetry' ? ' (with the whole first row)' : ''}`,
];
if (REPLACED[name]) notes.push(`the firmware with it: ${buildFirmware()}`);
passed++;
verdict(true, right, notes);
