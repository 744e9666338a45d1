#!/usr/bin/env -S node --test-reporter=tap
/** The comparison image on avr8js and on simavr: two simulators, written by different people, one table. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CLOCK, Uno } from '../../../sim/avr8js/uno.mjs';

const SECONDS = 1.5; /* all programs up to n = 7 */

const tableOf = (text) => text.split('\r\n').filter((line) => /^[a-z]+ +[4-7] .*right$/.test(line));

test('cycles and bytes of every program up to n = 7 are the same on avr8js as on simavr', () => {
  const uno = new Uno(readFileSync('build/uno/bench.hex', 'latin1'));
  let text = '';
  uno.onByte = (byte) => (text += String.fromCharCode(byte));
  uno.run(SECONDS * CLOCK);
  const options = ['--headless', `--seconds=${SECONDS}`];
  const simavr = execFileSync('build/sim/uno', [...options, 'build/uno/bench.elf'], {
    encoding: 'latin1',
    input: '',
  });
  assert.equal(tableOf(text).length, 28);
  assert.deepEqual(tableOf(text), tableOf(simavr));
});
