#!/usr/bin/env -S node --test-reporter=tap
/** `solve 8` on QEMU, a third opinion on the serial output. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { qemuBoard } from '../session/board.mjs';

const ELF = process.env.NQUEENS_ELF ?? 'build/uno/nqueens.elf';
const VECTORS = readFileSync('tests/vectors/solutions-8.txt', 'latin1');

const board = qemuBoard(ELF);
let greeting;

before(async () => {
  greeting = await board.wake();
  await board.say('echo off');
});
after(() => board.close());

test('the firmware greets on QEMU', () => {
  assert.match(greeting, /^nqueens \d+\.\d+\.\d+ \(ATmega328P, 16 MHz\)\r\n/);
});

test('solve 8 prints the 92 solutions byte for byte on QEMU', async () => {
  const answer = (await board.say('solve 8')).trimStart();
  assert.equal(answer.slice(0, 92 * 10), VECTORS.replaceAll('\n', '\r\n'));
  assert.match(answer.slice(92 * 10), /^92 solutions, 2056 queens placed, \d+\.\d{3} s\r\nok\r\n> $/);
});

test('the line stays live on QEMU while a long job runs', async () => {
  board.send('solve 32\r');
  board.send('?');
  board.send('\x03');
  assert.match(await board.until(/ok\r\n> /), /stopped: /);
});
