#!/usr/bin/env node
/**
 * Shows flash and RAM of the Uno's image and of the ATtinys' by module, to the byte, beside those of the last
 * release in tests/checks/measurements/size.tsv.  Growth is no failure: images.mjs has the limits.
 *
 *   tests/checks/size.mjs [--update]       --update stores the measurements: `make measurements` does it
 *
 * A row is: flash, ram or stack; what; bytes.  A function's bytes include all that was inlined into it, from
 * other files too.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readImage, run, sizesOf } from './machine_code.mjs';
import { proveStack } from './stack.mjs';
import { readSymbols } from '../../sim/web/build/symbols.mjs';

const KEPT = 'tests/checks/measurements/size.tsv', UNO = 'build/uno/nqueens.elf';

/** Bytes of flash, of static RAM and of the deepest stack. */
function measured(elf) {
  const { main, interrupt } = proveStack(readImage(elf));
  return { ...sizesOf(elf), stack: main + interrupt };
}

const sourceOf = (file) => `${file}.${existsSync(`${file}.S`) ? 'S' : 'c'}`;
const NAMES = { library: 'libgcc, avr-libc', several: 'one of several of that name' };

const lineOf = (at) => run('avr-addr2line', '-e', UNO, at.toString(16)).replace(/:.*\n|^\.\//g, '');

/** The rows of the Uno's image: what is no code of a module is a text, a table or a vector. */
function rowsOfUno() {
  const { ram, code } = readSymbols(UNO, sourceOf);
  const { code: text, data, flash, ram: all, stack } = measured(UNO);
  const sums = new Map();
  const add = (kind, what, bytes) => {
    const key = `${kind}\t${what}`;
    sums.set(key, (sums.get(key) ?? 0) + bytes);
  };
  for (const [kind, rows] of Object.entries({ flash: code, ram }))
    for (const [at, bytes, name, owner] of rows) {
      const module = owner === 'several' && kind === 'flash' ? lineOf(at) : NAMES[owner] ?? owner;
      add(kind, module, bytes);
      if (kind === 'ram') add(kind, `${module}:${name}`, bytes);
    }
  add('flash', 'texts and tables', text - code.reduce((sum, [, bytes]) => sum + bytes, 0));
  const rest = { 'flash\tstart values of variables': data, 'flash\ttotal': flash, 'ram\ttotal': all,
                 'stack\tdeepest': stack };
  return [...sums, ...Object.entries(rest)];
}

const rowsOfTiny = (board) => {
  const { flash, ram, stack } = measured(`build/${board}/nqueens.elf`);
  return Object.entries({ flash, ram, stack }).map(([kind, bytes]) => [`${kind}\t${board}`, bytes]);
};

const compiler = run('avr-gcc', '-dumpversion').trim();
const rows = [['compiler\tavr-gcc', compiler], ...rowsOfUno(), ...['tiny13', 'tiny85'].flatMap(rowsOfTiny)]
  .sort(([one], [other]) => (one < other ? -1 : 1));
const line = (...fields) => console.log(`# ${fields[0].padEnd(6)} ${fields[1].padEnd(50)} ` +
  fields.slice(2).map((each) => String(each).padStart(7)).join(' '));
if (process.argv[2] === '--update') {
  writeFileSync(KEPT, rows.map((row) => `${row.join('\t')}\n`).join(''));
} else {
  const lines = readFileSync(KEPT, 'utf8').trim().split('\n');
  const kept = new Map(lines.map((each) => each.split(/\t(?=[^\t]*$)/)));
  line('', '', 'bytes', 'release', 'change');
  for (const [key, bytes] of rows) {
    line(...key.split('\t'), bytes, kept.get(key) ?? '-', bytes - kept.get(key) || '');
    kept.delete(key);
  }
  for (const [key, bytes] of kept) line(...key.split('\t'), 'gone', bytes);
}
