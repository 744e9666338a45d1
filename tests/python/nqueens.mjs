#!/usr/bin/env -S node --test-reporter=tap
/**
 * The reader in Python with pyserial, on a simulated board's pseudo-terminal; its results are tested by
 * sessions.py. Each program prints what it found as JSON. Its limit of silence is long, so that a busy
 * computer changes no result.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once as event } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BoardOnTerminal, folder, silentImage } from '../support/boards.mjs';

const READER = 'sim/python/nqueens.py';
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'; /* that of Debian's package */

async function plug(t, ...args) {
  const board = await new BoardOnTerminal(...args).plug();
  t.after(() => board.stop());
  return board;
}

/** Runs Python; `act` gets the process and what it has printed, each time that it prints. */
async function python(args, act = () => {}) {
  const child = spawn(PYTHON, args, { env: { ...process.env, PYTHONPATH: 'sim/python' } });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (bytes) => act(child, (printed.out += bytes)));
  child.stderr.on('data', (bytes) => act(child, (printed.err += bytes)));
  const [status] = await event(child, 'close');
  return { status, ...printed };
}

/** A program with `board`, open, and show(); the values that it shows. An error is shown as its class. */
async function program({ link }, body, act, options = '') {
  const text = `
import json, sys, nqueens
from nqueens import *
show = lambda value: print(json.dumps(value), flush=True)
board = Board(${JSON.stringify(link)}, timeout=120${options})
try:
    board.open()
${body.replace(/^/gm, '    ')}
except Error as error:
    show([type(error).__name__, str(error)])
board.close()`;
  const { status, out, err } = await python(['-c', text], act);
  assert.equal(status, 0, err);
  return out.trim().split('\n').map((line) => JSON.parse(line));
}

/** A function that acts at its first call only. */
const once = (act) => {
  let hasActed = false;
  return (...args) => hasActed || ((hasActed = true), act(...args));
};

const command = ({ link }, ...args) => python([READER, '--timeout=120', link, ...args]);

test("an error is the board's own text, and the next command works", async (t) => {
  const board = await plug(t);
  const [refused, numbers, answer, flag, corrupted] = await program(board, `
try:
    board.command("solve 99")
except BoardError as error:
    show(str(error))
class Other(int): # as those of numpy
    __str__ = __repr__ = lambda self: "?"
show([board.count(Other(8), Other(1), Other(1)), len(list(board.solve(Other(4)))), text_of([Other(2), None])])
show(board.command("check 2413"))
line_of = Board._next
def fails(self, seconds): # after the numbers of a count, too
    line = line_of(self, seconds)
    return "error: memory is corrupted" if line == "ok" else line
Board._next = fails
for n in True, 10:
    try:
        board.count(n, 1, 3)
    except Error as error:
        show([type(error).__name__, str(error)])`);
  assert.deepEqual(numbers, [92, 2, '2.']);
  assert.equal(refused, "out of range: '99'; allowed: solve [n], 1 to 32");
  assert.equal(answer, 'solution: class 2413, size 2');
  assert.deepEqual(flag, ['Error', 'n is True; allowed: 1 to 32']);
  assert.deepEqual(corrupted, ['BoardError', 'memory is corrupted']);
  for (const [words, text] of [
    ['complete ..44', /row 3 column 4 and row 4 column 4: same column/],
    ['complete 1é', /no board: '1é'; allowed: a column for each row, 1-9 and a-w/],
    ['count eight', /not a number: 'eight'; allowed: count/],
    ['count 8..5', /an empty range: '8\.\.5'; allowed: A\.\.B/],
    ['count 8 2/1', /part is 2; allowed: 1 to 1/],
    ['count 8..33', /n is 33; allowed: 1 to 32/],
    ['usaco 6 --csv', /--csv and --plot are for solve \[N\], .*, count N K\/M/],
    ['count 8 --timeout 0', /timeout is 0\.0; allowed: seconds above 0/],
    [`count 12 --plot ${join(folder, 'none', 'a.svg')}`, /.*: no file can be written there/],
    [`count 12 --plot ${folder}`, /.*: no file can be written there/],
    [`solve 3 --plot ${join(folder, 'none.svg')}`, /there is no solution, so there is no picture/],
  ]) {
    const { status, err } = await command(board, ...words.split(' '));
    assert.equal(status, 1, words);
    assert.match(err, new RegExp(`^nqueens: ${text.source}`));
  }
});

test('a board that is unplugged in the middle is named, and its count continues afterwards', async (t) => {
  const board = await plug(t);
  const replug = once(async (child) => {
    await board.unplug();
    await board.plug();
    child.stdin.end('\n');
  });
  const [lost, resumed, total] = await program(
    board,
    `
nqueens.PROGRESS_SECONDS = 0.3
board.progress = lambda progress: show(progress.text)
try:
    board.count(15)
except Disconnected as error:
    show(type(error).__name__)
board.progress = None
sys.stdin.readline()
board.open()
show(board.command("?")[:9])
show(board.count(15))`,
    (child, out) => /, [3-9]\.\d{3} s/.test(out) && replug(child),
  ).then((shown) => shown.slice(-3));
  assert.deepEqual([lost, resumed, total], ['Disconnected', 'count 15:', 2279184]);
});

for (const [what, error, signal, timeout, ...words] of [
  ['that is reset in the middle', 'WasReset', 'SIGUSR1', 120],
  ['that falls silent in the middle', 'Silent', 'SIGSTOP', 1],
  ['that sends nothing', 'Silent', undefined, 2, silentImage()],
  ['with another baud rate', 'Damaged', undefined, 2, undefined, '--baud=57600'],
])
  test(`a board ${what} is named`, async (t) => {
    const board = await plug(t, ...words);
    const loop = `board.timeout = ${timeout}\nfor columns in board.solve(14): show(columns)`;
    const found = await program(board, loop, once(() => board.child.kill(signal)), signal ? '' : '/60');
    assert.equal(found.at(-1)[0], error);
  });

test('a port that another program holds, or that does not exist, is named', async (t) => {
  const board = await plug(t);
  const found = await program(board, `
try:
    Board(board.port).open()
except Disconnected as error:
    show(str(error))
show(board.count(8))`);
  assert.match(found[0], /does another program use it/);
  assert.equal(found[1], 92);
  const { status, err } = await command({ link: join(folder, 'nothing') }, 'info');
  assert.equal(status, 1);
  assert.match(err, /^nqueens: .*No such file/);
});

test('the progress of a count is on stderr, and Ctrl-C stops the count', async (t) => {
  const board = await plug(t);
  const stop = once((child) => child.kill('SIGINT'));
  const { status, out, err } = await python([READER, '--timeout=120', board.link, 'count', '16'], stop);
  assert.deepEqual([status, out], [130, '']);
  assert.match(err, /^\d+ %(, \d+ s left)?\nnqueens: stopped, and its job on the board, too/);
});

test('the command prints CSV, JSON and pictures', async (t) => {
  const board = await plug(t);
  const picture = join(folder, 'picture.svg');
  assert.equal((await command(board, 'solve', '4', '--csv')).out, '2,4,1,3\n3,1,4,2\n');
  const found = JSON.parse((await command(board, 'solve 6', '--json', '--plot', picture)).out);
  assert.deepEqual([found.boards.length, found.boards[0], found.solutions], [4, [2, 4, 6, 1, 3, 5], 4]);
  assert.equal(readFileSync(picture, 'utf8').match(/<circle/g).length, 6);
  const { out } = await command(board, 'count', '4..7', '--csv', '--plot', picture);
  assert.match(out, /^n,solutions,queens,seconds\n4,2,\d+,[\d.]+\n5,10,.*\n6,4,.*\n7,40,.*\n$/);
  assert.match(readFileSync(picture, 'utf8'), />40<[^]*>n = 7</);
  assert.match((await command(board, 'COUNT', '--csv')).out, /\n8,92,/);
  assert.equal((await command(board, 'count 6 1/1')).out, 'count 6 1/1: 4\n');
});

test('the example of the README prints what it shows', async (t) => {
  const board = await plug(t);
  const text = readFileSync('README.md', 'utf8').replaceAll('/dev/ttyACM0', board.link);
  const [, code, shown] = text.match(/```python\n([^]*?)```\n\n```text\n([^]*?)```/);
  const [, ofProgram, line, ofCommand] = shown.match(/^([^]*?)\$ python3 (.*)\n([^]*)$/);
  assert.equal((await python(['-c', code])).out, ofProgram);
  assert.equal((await python(line.split(' '))).out, ofCommand);
});
