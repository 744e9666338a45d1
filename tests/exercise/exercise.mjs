#!/usr/bin/env -S node --test-reporter=tap
/** Exercises: sample solutions are right; wrong, endless, crashing and greedy attempts get a sentence. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';

const FOLDER = 'build/test-exercise';
mkdirSync(FOLDER, { recursive: true });

const attacked = `
    for (uint8_t row = 0; row < board->row; row++) {
        int8_t right = col[board->row] - col[row], down = board->row - row;
        if (right == 0 || right == down || right == -down)
            return QUEENS_ATTACKED;
    }`;
const STEP = `
enum queens_event queens_step(struct board *board)
{
    int8_t *col = board->col;
    if (board->row == board->n || col[board->row] == board->n - 1) {
        if (board->row == 0)
            return QUEENS_DONE;
        board->row--;
        return QUEENS_LIFTED;
    }
    col[board->row]++;${attacked}
    if (++board->row == board->n)
        return QUEENS_SOLVED;
    col[board->row] = -1;
    return QUEENS_PLACED;
}`;
const SYMMETRY = `
uint16_t queens_half(uint8_t n)
{
    struct board board;
    enum queens_event event;
    uint16_t found = 0;
    uint8_t most = (n - 1) / 2;
    queens_start(&board, n);
    do {
        event = queens_step(&board);
        if (event == QUEENS_SOLVED)
            found += n % 2 && board.col[0] == most ? 1 : 2;
    } while (event != QUEENS_DONE && (board.row != 0 || board.col[0] != most));
    return found;
}`;
/* The firmware's own: the other functions of its file have other names. */
const QUEENS = readFileSync('firmware/queens/queens.c', 'utf8');
const ownOf = (name) =>
  QUEENS.replace(/\bqueens_(\w+)\(/g, (call, each) => (each === name ? call : `my_${each}(`));
const [BACK, COMPLETION] = ['back', 'step'].map(ownOf);

const make = (...args) =>
  spawnSync('make', ['-s', ...args], {
    encoding: 'utf8',
    env: { ...process.env, MAKEFLAGS: '', MAKELEVEL: '' },
  });

/* What make runs, with the compilers and objects: reading all makefiles for each attempt takes longer. */
const COMMAND = make('-n', 'exercise', 'NAME=step', 'FILE=FILE').stdout
  .replace('"step" "FILE"', '"$1" "$2"').replace('RESULT=""', '');

/** Grades an attempt, the code of a file. */
function grade(name, code) {
  const [file, RESULT] = [`${FOLDER}/${name}.c`, `${FOLDER}/result.json`];
  writeFileSync(file, `#include "firmware/queens/queens.h"\n${code}\n`);
  const options = { encoding: 'utf8', env: { ...process.env, RESULT } };
  const { status, stdout } = spawnSync('sh', ['-c', COMMAND, 'sh', name, file], options);
  const result = JSON.parse(readFileSync(RESULT, 'utf8'));
  return { isRight: status === 0, stdout, line: stdout.trimEnd().split('\n').at(-1), result };
}

const samples = {};
let recursive; // the result of the attempt that recurses
for (const [name, code, right, note] of [
  ['step', STEP, /every event for n = 1 to 8, .*; n = 8 has 92 solutions$/, /RAM of \d+$/m],
  ['back', BACK, /every step back for n = 1 to 8, /, /RAM of \d+$/m],
  ['symmetry', SYMMETRY, /the numbers for n = 1 to 10, with half of the first row$/, /the whole first row/],
  ['completion', COMPLETION, /every event of boards with one or two given queens, /, /RAM of \d+$/m],
])
  test(`the sample solution of ${name} is right, with its cycles and bytes beside ours`, () => {
    const { isRight, stdout, line } = grade(name, code);
    samples[name] = stdout;
    assert.ok(isRight, stdout);
    assert.match(line, /^ok 1 - /);
    assert.match(line, right);
    assert.match(stdout, /^# on the Uno, 8 rows: yours [\d,]+ cycles and \d+ bytes of stack, no recur/m);
    assert.match(stdout, note);
  });

const LIFT = 'board->row--;';
const lifting = (code) => STEP.replace(LIFT, code);
const depth = `
__attribute__((noinline)) static uint8_t depth(uint8_t n)
{
    return n ? depth(n - 1) + *(volatile uint8_t *)&n : 0;
}
`;

const KEPT = `#define queens_step step_of
${STEP.replaceAll('board->row', 'at').replace('int8_t *col', 'static uint8_t at; int8_t *col')}
#undef queens_step
enum queens_event queens_step(struct board *board)
{
    enum queens_event event = step_of(board);
    board->row += (event == QUEENS_PLACED || event == QUEENS_SOLVED) - (event == QUEENS_LIFTED);
    return event;
}`;

/* Right as long as the same board is searched: the given rows are looked up when a row begins. */
const LOOKED_UP = `
static uint32_t given;
#define board_is_given(board, row) (given >> (row) & 1)
${COMPLETION.replace('queens_step(struct board *board)\n{', `$&
    if (board->row < board->n && board->col[board->row] < 0)
        for (uint8_t row = 0; row < board->n; row++)
            given = (given & ~(1ul << row)) | (uint32_t)(board->col[row] >= BOARD_GIVEN) << row;`)}`;

/* Right where int has 32 bits. */
const inMask = (code, col, column) => code.replace('right == 0', `1u << ${col} & 1u << ${column}`);
const WRONG_CALL = /on the Uno, where int has 16 bits, call \d+ of a search of 32 rows is wrong/;

/* What is wrong, the task, the attempt, the sentence. */
for (const [what, name, code, sentence] of [
  ['a forgotten diagonal', 'step', STEP.replace(' || right == -down', ''),
    /n = 2, board 2\. \(nothing is tried in row 2\): expected ATTACKED, the call returns SOLVED/],
  ['a next row that is not cleared', 'step', STEP.replace('col[board->row] = -1;', ''),
    /n = 2, .*PLACED is right, but the board should become .\. \(nothing is tried in row 2\); it becomes/],
  ['an endless loop', 'step', lifting('for (;;) {}'), /n = 1, .*: the call does not end/],
  ['endless recursion', 'step', lifting('return queens_step(board) + queens_step(board);'),
    /n = 1, .*: the program crashed: .*called itself without end/],
  ['a look at the last 8 rows only', 'step',
    STEP.replace('row = 0; row <', 'row = board->row > 8 ? board->row - 8 : 0; row <'),
    /n = 10, board .*: expected ATTACKED, the call returns/],
  ['a row after the last one that is begun', 'step',
    STEP.replace('if (++board->row ==', 'col[++board->row] = -1;\n    if (board->row =='),
    /n = 1, board .*: the call writes col\[1\], but n = 1 rows end before it/],
  ['a row that is kept in a static variable', 'step', KEPT,
    /n = 1, board .*, after a call for another board: expected/],
  ['a write beside the board', 'step', lifting(`${LIFT} col[-3] = 1;`), /n = 1, .*: the call writes outside/],
  ['a last row of 32 that is passed over', 'step',
    STEP.replace('if (++board->row == board->n', '$& || board->row == 31'),
    /n = 32, board 2468.*: expected PLACED, the call returns SOLVED/],
  ['a print in a right function', 'step',
    `#include <stdio.h>\n${lifting(`printf("right: %d\\n", board->n); ${LIFT}`)}`,
    /it prints `right: 1`; it must not print/],
  ['an end of the program', 'step', `#include <stdlib.h>\n${lifting('exit(0);')}`,
    /it ends the program, with status 0/],
  ['a mask of columns in an int', 'step', inMask(STEP, 'col[board->row]', 'col[row]'), WRONG_CALL],
  ['such a mask', 'completion', inMask(COMPLETION, 'col', 'board_column(board, row)'), WRONG_CALL],
  ['a column from such a mask', 'back',
    BACK.replace('row] = (int8_t)(board->n - 1)', 'row] = __builtin_ctz(1u << (board->n - 1))'), WRONG_CALL],
  ['a local array', 'step', lifting(`volatile char eaten[100]; eaten[board->row] = 1; ${LIFT}`),
    /its stack is not known: stack pointer .* in move$|the firmware needs \d+ bytes of RAM/],
  ['recursion that ends', 'step', depth + lifting('board->row -= depth(board->row) ? 1 : 1;'),
    /it calls itself \(recursion through depth\)/],
  ['a large array', 'step',
    lifting(`static volatile char eaten[200]; eaten[board->row] = 1; ${LIFT}`),
    /with it the firmware needs \d+ bytes of RAM; it may use \d+/],
  ['a lift that forgets the column', 'back',
    BACK.replace('board->col[board->row] = (int8_t)(board->n - 1);', ';'),
    /n = 2, board .*: LIFTED is right, but the board should become/],
  ['the whole first row', 'symmetry',
    SYMMETRY.replace('(n - 1) / 2', 'n').replace(/found \+= .*;/, 'found++;'),
    /n = 2: the call tries column 2 of the first row; the middle is column 1/],
  ['a middle column that counts twice', 'symmetry', SYMMETRY.replace(/n % 2 .* 1 : 2/, '2'),
    /n = \d+ has \d+ solutions, the call returns \d+/],
  ['a half that counts wrong on the Uno only', 'symmetry', SYMMETRY.replace('= 0', '= sizeof(int) / 4 - 1'),
    /on the Uno, 8 rows have 91 solutions, not 92/],
  ['given queens below that are overlooked', 'completion',
    COMPLETION.replace('row < board->n; row++) {', 'row < board->row; row++) {'),
    /n = 2, board .*\[1\].*expected ATTACKED/],
  ['given rows of another board', 'completion', LOOKED_UP, /, after a call for another board: expected/],
  ['a call of the solution', 'step',
    STEP.replace('int8_t *col', 'enum queens_event own_step(); return own_step(board); $&'),
    /does not compile/],
  ['a file that is no C', 'step', 'int main(', /does not compile/],
  ['a file without the function', 'step', 'int other;', /must define the function queens_step$/],
])
  test(`${what} gets a sentence`, () => {
    const { isRight, stdout, line, result } = grade(name, code);
    if (what === 'recursion that ends') recursive = result;
    assert.ok(!isRight, stdout);
    assert.match(line, /^not ok 1 - /);
    assert.match(line, sentence);
  });

test('what the compiler says is shown, a missing return too; RESULT has the points; there are hints', () => {
  const noReturn = `${STEP.slice(0, -1).replace('return QUEENS_PLACED;', '')}/* \u2013 */}`;
  const wrong = grade('step', noReturn), { stdout } = wrong;
  assert.match(stdout, /^# .*warning: .*[\u2018']?\[-Wreturn-type\]/m);
  assert.doesNotMatch(stdout, /\u00e2/);
  for (const [{ score, output, tests }, points] of [[wrong.result, [0, 0, 0]], [recursive, [60, 0, 0]]]) {
    assert.deepEqual(tests.map((each) => each.score), points);
    assert.deepEqual(tests.map((each) => each.max_score), [60, 20, 20]);
    assert.equal(score, points.reduce((sum, each) => sum + each));
    assert.ok(output && tests.every((each) => each.name.startsWith('step: ') && each.output));
  }
  const graderWith = (env) => spawnSync('node', ['firmware/exercise/grade.mjs', 'back', 'none.c'],
    { encoding: 'utf8', env: { ...process.env, ...env } });
  const hints = ['1', '2', '3', '4'].map((HINT) => graderWith({ HINT }));
  assert.equal(new Set(hints.map(({ stdout }) => stdout)).size, 4);
  assert.match(hints[3].stderr, /HINT must be 1, 2 or 3/);
  writeFileSync(`${FOLDER}/result.json`, '{"score": 100}'); /* of the last student */
  make('exercise', 'FILE=none.c', `RESULT=${FOLDER}/result.json`);
  assert.equal(JSON.parse(readFileSync(`${FOLDER}/result.json`, 'utf8')).score, 0);
  const nowhere = { RESULT: `${FOLDER}/none/result.json` };
  assert.match(graderWith(nowhere).stderr, /^exercise: RESULT cannot be written: ENOENT/m);
});

test('two attempts are graded at once, whatever the names of their files are', () => {
  const files = { ends: lifting('__builtin_trap();'), wrong: STEP.replace(' || right == -down', '') };
  const text = Object.entries(files).map(([name, code]) => {
    writeFileSync(`${FOLDER}/${name} attempt`, `#include "firmware/queens/queens.h"\n${code}\n`);
    return `grade step '${FOLDER}/${name} attempt' >${FOLDER}/${name}.log &`;
  });
  spawnSync('sh', ['-c', `grade() { ${COMMAND}\n}\n${text.join('\n')}\nwait`]);
  const [ends, wrong] = Object.keys(files).map((name) => readFileSync(`${FOLDER}/${name}.log`, 'utf8'));
  assert.match(ends, /^not ok 1 - step: n = 1, /m);
  assert.match(wrong, /^not ok 1 - step: n = 2/m);
});

test('the README shows what is printed; an unknown task is named', () => {
  const readme = readFileSync('firmware/exercise/README.md', 'utf8');
  const { stdout: compiler } = spawnSync('avr-gcc', ['-dumpversion'], { encoding: 'utf8' });
  /* The numbers are those of avr-gcc 5.4. */
  const masked = (text) => (compiler.startsWith('5.4.') ? text : text.replace(/\d[\d,]*/g, 'N')).trim();
  const [wrong, right] = readme.match(/```text\n[^]*?```/g).map((block) => masked(block.slice(8, -3)));
  assert.deepEqual([masked(make('exercise').stdout), masked(samples.step)], [wrong, right]);
  const { status, stderr } = make('exercise', 'NAME=jump');
  assert.notEqual(status, 0);
  assert.match(stderr, /NAME must be one of step, back, symmetry, completion/);
});
