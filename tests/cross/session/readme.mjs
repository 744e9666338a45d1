#!/usr/bin/env -S node --test-reporter=tap
/** The sessions that the READMEs show, typed at the simulated board. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Line } from '../../../sim/report/line.mjs';
import { play, sameAnswer, sessionsOf } from '../../../sim/report/session.mjs';
import { SteppedBoard } from '../../../sim/report/stepped.mjs';

/* The sizes shown are those of avr-gcc 5.4. */
const compiler = execFileSync('avr-gcc', ['-dumpversion'], { encoding: 'utf8' });
const SHARES = { times: 0.2, sizes: compiler.startsWith('5.4.') ? 0 : Infinity };
const SECONDS = 30; /* for a line; of the board's time */

async function playAll(port, session) {
  const line = new Line(port);
  await line.reset();
  for (const [command, expected] of session) {
    const next = async () => {
      const words = (await line.until(/.*\r\n/, SECONDS, command === 'info')).trimEnd();
      return ['', command, `> ${command}`].includes(words) ? next() : words;
    };
    const actual = await play({ type: (text) => line.send(text), next }, command, expected);
    if (!sameAnswer(expected, actual, SHARES)) assert.deepEqual(actual, expected, command);
  }
}

/* A translation has the code of its English page (translation.mjs). */
const english = ['ls-files', '*.md', ':!*.??-??.md'];
const pages = execFileSync('git', english, { encoding: 'utf8' }).trim().split('\n');
const shown = pages
  .map((page) => [page, sessionsOf(readFileSync(page, 'utf8'))])
  .filter(([, sessions]) => sessions.length);

for (const [page, sessions] of shown)
  test(`${page}: ${sessions.length} sessions are answered as shown, running times within 20 %`, async () => {
    for (const session of sessions) {
      const port = new SteppedBoard();
      await playAll(port, session).finally(() => port.stop());
    }
  });
