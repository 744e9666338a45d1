#!/usr/bin/env node
/**
 * Breaks the product where a test of a promise in tests/README.md is about; it must fail.
 *
 *   tests/stress/broken.mjs [NAME]      NAME: a part of the names of tests, programs or files
 *
 * A row of broken.tsv: program, test (empty: all), file, text that is once in it, and what replaces the text.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { enterCopy } from './copy.mjs';
import { check, done } from '../support/tap.mjs';

const FOLDERS = { unit: 'build/host/unit', simulator: 'build/simulator', stress: 'build/stress' };
const rows = readFileSync('tests/stress/broken.tsv', 'utf8').trim().split('\n').slice(1)
  .map((row) => row.split('\t').map((field) => field.replace(/\\n/g, '\n')));
const files = enterCopy('build/broken');

/** The source of a test, and the program that has it. */
function programOf(program, test) {
  const sources = files.filter((file) => file.startsWith('tests/') && file.endsWith(`/${program}.c`));
  const source = sources.find((file) => readFileSync(file, 'utf8').includes(test)) ?? sources[0];
  return source ? `${FOLDERS[source.split('/')[1]]}/${program}` : files.find((file) =>
    file.startsWith('tests/') && file.includes(`/${program}.`));
}

/** Whether the test passes. */
function passes(program, test) {
  const made = spawnSync('make', ['-s', 'WERROR=', `MUTANT_TESTS=${program}`, 'mutants-need'],
    { encoding: 'utf8' });
  if (made.status) throw new Error(`it is no program: ${made.stderr}`);
  const path = programOf(program, test);
  if (!path || !existsSync(path)) throw new Error(`no program has the test ${program} ${test}`);
  const words = ['--cpu=120', path, ...(test ? ['only', `${test}*`] : [])];
  return spawnSync('prlimit', words, { stdio: 'ignore' }).status === 0;
}

for (const [program, test, file, text, other] of rows) {
  if (![program, test, file].some((name) => name.includes(process.argv[2] ?? ''))) continue;
  const source = readFileSync(file, 'utf8');
  if (source.split(text).length !== 2) throw new Error(`${file} does not have once: ${text}`);
  writeFileSync(file, source.replace(text, () => other));
  try {
    const what = `${test || 'its tests'} of ${program} fails: ${file}: ${text} -> ${other}`;
    check(!passes(program, test), what.replace(/\s+/g, ' '));
  } finally {
    writeFileSync(file, source);
  }
}
done();
