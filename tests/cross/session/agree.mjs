#!/usr/bin/env -S node --test-reporter=tap
/** The same session on every simulator: the answers must be the same, byte for byte. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { playLine } from '../../../sim/report/session.mjs';
import { onAvr8js, onQemu } from './board.mjs';

/* What simavr answers to the lines of everything.txt: the board report expects the same of a real board. */
const { session } = JSON.parse(readFileSync('build/report/uno.json', 'utf8'));

/** The session, with the answers of another simulator. */
async function answers({ line }) {
  const played = [];
  for (const { send } of session) played.push({ send, answer: await playLine(line, send) });
  return played;
}

/* QEMU lacks registers with which the count is fast: from n = 9 it counts there in the plain way. */
const withoutPlaced = (steps) =>
  steps.map(({ send, answer }) =>
    /^(count|usaco) (9|\d\d)/.test(send)
      ? { send, answer: answer.replace(/\d+ queens placed/, 'SOME queens placed') }
      : { send, answer },
  );

/* It has no EEPROM either: what is read back after a save is not what was written. */
const WORN = 'error: not saved: the EEPROM is worn';
const withoutEeprom = ({ send, answer }) => ({
  send,
  answer: /^(save|defaults)$/.test(send) ? answer.replace('ok', WORN) : answer,
});

test('avr8js answers a long session as simavr does', async () =>
  assert.deepEqual(await answers(await onAvr8js('build/uno/nqueens.hex')), session));

test('QEMU answers a long session as simavr does', async () => {
  const board = await onQemu('build/uno/nqueens.elf');
  const seen = await answers(board).finally(() => board.port.child.kill('SIGKILL'));
  assert.deepEqual(withoutPlaced(seen), withoutPlaced(session).map(withoutEeprom));
});

test('the session types every command and every format that help lists, and the manual has each', () => {
  const help = session.find(({ send }) => send === 'help').answer;
  const commands = [...help.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name]) => name);
  commands.splice(commands.indexOf('test'), 1); // it takes too long in QEMU, which runs in real time
  const formats = help.match(/^ {2}format \[?([a-z|]+)/m)[1].split('|');
  const wanted = [...commands, ...formats.map((name) => `format ${name}`)];
  const missing = wanted.filter((words) => !session.some(({ send }) => `${send} `.startsWith(`${words} `)));
  assert.ok(commands.length > 10 && formats.length > 4, help);
  assert.deepEqual(missing, []);
  const manual = readFileSync('firmware/COMMANDS.md', 'utf8').match(/^\| `.*/gm).join();
  assert.deepEqual([...commands, ...formats].filter((name) => !manual.includes(`\`${name}`)), []);
});

test('what the session types in error is refused, all else is done', () => {
  const lines = session.map(({ send }) => send);
  const [begin, end] = [lines.indexOf('foo'), lines.lastIndexOf('solve 5')];
  for (const [i, { send, answer }] of session.entries())
    assert.equal(/^error: /m.test(answer), i >= begin && i < end, send);
});
