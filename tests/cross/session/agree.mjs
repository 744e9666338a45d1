#!/usr/bin/env -S node --test-reporter=tap
/** The same session on every simulator: the answers must be the same, byte for byte. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Avr8jsBoard, ProcessBoard, qemuBoard, simavrBoard } from './board.mjs';

const ELF = process.env.NQUEENS_ELF ?? 'build/uno/nqueens.elf';
const HEX = process.env.NQUEENS_HEX ?? 'build/uno/nqueens.hex';
const SIMAVR = process.env.UNO_PROGRAM ?? 'build/sim/uno';

const SCRIPT = readFileSync(new URL('everything.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.replace(/\\x(..)/g, (_, digits) => String.fromCharCode(parseInt(digits, 16))));

/** The session's lines, each with its answer. How long a job took is left out: QEMU counts no cycles. */
async function play(board) {
  try {
    await board.wake();
    const answers = [];
    for (const line of SCRIPT) {
      const answer = await board.say(line, 60);
      answers.push({ line, answer: answer.replace(/\d+\.\d{3} s\b/g, 'TIME s') });
    }
    return answers;
  } finally {
    await board.close();
  }
}

/* avr8js runs in this process and leaves it no time for others. */
const avr8js = await play(new Avr8jsBoard(HEX));
const [qemu, simavr] = await Promise.all([
  play(qemuBoard(ELF)),
  existsSync(SIMAVR) ? play(simavrBoard(SIMAVR, ELF)) : null,
]);

test('a program that has ended is not waited for', async () => {
  await assert.rejects(new ProcessBoard('false', []).until(/ok/), /false has ended: 1/);
  await assert.rejects(new ProcessBoard('no-such-program', []).until(/ok/), /ENOENT/);
});

/* QEMU lacks registers with which the count is fast: from n = 9 it counts there in the plain way. */
const withoutPlaced = (answers) =>
  answers.map(({ line, answer }) =>
    /^(count|usaco) (9|\d\d)/.test(line)
      ? { line, answer: answer.replace(/\d+ queens placed/, 'SOME queens placed') }
      : { line, answer },
  );

test('avr8js and QEMU answer a long session alike', () =>
  assert.deepEqual(withoutPlaced(avr8js), withoutPlaced(qemu)));

test('avr8js and simavr answer a long session alike', { skip: simavr ? false : `no ${SIMAVR}` }, () =>
  assert.deepEqual(avr8js, simavr));

test('no line of the session is left without its answer', (t) => {
  const errors = avr8js.filter(({ answer }) => /^error: /m.test(answer));
  t.diagnostic(`${avr8js.length} lines, ${errors.length} of them refused`);
  assert.equal(avr8js.length, SCRIPT.length);
});

test('the session types every command and every format that help lists', () => {
  const help = avr8js.find(({ line }) => line === 'help').answer;
  const commands = [...help.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name]) => name);
  commands.splice(commands.indexOf('test'), 1); // it takes too long in QEMU, which runs in real time
  const formats = help.match(/^ {2}format \[?([a-z|]+)/m)[1].split('|');
  const wanted = [...commands, ...formats.map((name) => `format ${name}`)];
  const missing = wanted.filter((words) => !SCRIPT.some((line) => `${line} `.startsWith(`${words} `)));
  assert.ok(commands.length > 10 && formats.length > 4, help);
  assert.deepEqual(missing, []);
});

test('what the session types in error is refused, all else is done', () => {
  const begin = SCRIPT.indexOf('foo');
  const end = SCRIPT.lastIndexOf('solve 5');
  const refused = avr8js.map(({ answer }) => /^error: /m.test(answer));
  avr8js.forEach(({ line }, i) => assert.equal(refused[i], i >= begin && i < end, line));
});
