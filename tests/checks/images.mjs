#!/usr/bin/env node
/**
 * Lists every image with its flash, the limit that the board's boot loader leaves, and its static RAM.  An
 * image beyond its limit is a failure.  So is one that leaves less than 1,000 bytes for the next change, with
 * avr-gcc 5.4; an ATtiny's may.
 *
 * tests/checks/measurements/images.tsv has rows of images: name, file, limits of flash and of RAM in bytes;
 * stack.mjs proves that the stack fits the latter.  An image for a display has the limits of its board.
 *
 * In an image that counts by crosses, whatever leads to rows_run, up to a function that saves the registers
 * that it does not save, names none of them.  No other code names the I/O registers that it alone uses.  No
 * interrupt names any of its I/O registers.
 */
import { readFileSync } from 'node:fs';
import {
  AT_LEVEL, HASH, LAST_OPEN, LAST_OPEN_HIGH, LEVEL1_OPEN, OWN as ITS, PLACED, RETURN,
} from './count_cuts.mjs';
import {
  broken, functionsOf, instructionsFrom, isCall, readImage, register, registerOf, resetsOf, run, sizesOf,
  successors, text,
} from './machine_code.mjs';
import { check, done } from '../support/tap.mjs';

const tableOf = (file) => readFileSync(file, 'utf8').trim().split('\n')
  .filter((line) => !line.startsWith('#')).map((line) => line.split('\t'));
const TABLE = tableOf('tests/checks/measurements/images.tsv');
const ROOM = run('avr-gcc', '-dumpversion').startsWith('5.4.') ? 1000 : 0;

/** The images for displays that have no row of their own. */
function displayRows() {
  const rows = tableOf('firmware/display/displays.tsv').flatMap(([display, , ...boards]) =>
    ['build/', 'build/arduino/'].flatMap((folder, i) => boards[i].split(' ').map((board) => {
      const file = i ? '/nqueens.ino.elf' : '/nqueens.elf';
      const [name, , limit] = TABLE.find(([, elf]) => elf === `${folder}${board}${file}`) ?? [];
      return [`${name}, ${display}`, `${folder}${board}-${display}${file}`, limit];
    })));
  return rows.filter(([, elf, limit]) => limit && !TABLE.some(([, each]) => each === elf));
}

const SIZES = [26, 7, 7, 7, 6];
const row = (...fields) =>
  console.log(`# ${fields.map((each, i) => (i ? `${each}`.padStart(SIZES[i]) : each.padEnd(26))).join(' ')}`);

function checkSize([name, elf, limit]) {
  const { flash: bytes, ram } = sizesOf(elf), free = name.startsWith('ATtiny') ? 0 : ROOM;
  row(name, bytes, limit, limit - bytes, ram);
  const fits = bytes <= limit - free;
  check(fits, `${name}: the image leaves ${free} of ${limit} bytes of flash free`, fits ? ''
    : `${elf}: ${bytes} bytes; make it smaller, or see COUNT_HAS_CROSSES`);
}

/* I/O registers that rows_run alone uses: count_rows_avr.h has more. */
const OWN = [LAST_OPEN, LAST_OPEN_HIGH, HASH, PLACED, AT_LEVEL, LEVEL1_OPEN, RETURN];
const UNSAVED = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

/** What leads to rows_run: how many functions, and which of their instructions use an unsaved register. */
function callersOf(image) {
  const of = (name) => image.code.get(image.addressOf(name));
  const rows = instructionsFrom(image, of('rows_run')), resets = resetsOf(image);
  const functions = [...functionsOf(image), [of('main'), instructionsFrom(image, of('main'))]];
  const isStack = ({ op }) => op === 'push' || op === 'pop';
  const saves = (body) => UNSAVED.every((r) => [...body].some(({ op, a }) => op === 'push' && a === `r${r}`));
  const found = new Map([[of('rows_run'), rows]]);
  for (const [entry] of found)
    for (const [caller, body] of functions)
      if (caller.at && !saves(body) && [...body].some((each) => isCall(each) && each.target === entry.at))
        found.set(caller, body);
  const bodies = new Set([...found.values()].flatMap((body) => [...body]));
  /* A body contains what it jumps to: another function, which saves what it uses. */
  const names = new Set([...found.keys()].map((entry) => image.functionOf(entry)));
  const uses = [...bodies].filter((each) => !rows.has(each) && !resets.has(each) && !isStack(each) &&
    names.has(image.functionOf(each)) &&
    [each.a, each.b].some((operand) => UNSAVED.includes(register(operand))));
  const all = new Set(functions.flatMap(([, body]) => [...body]));
  const returns = (vector) => [...instructionsFrom(image, vector)].some(({ op }) => op === 'reti');
  const handlers = new Set(image.vectors.slice(1).filter(returns));
  for (const each of handlers) {
    const callee = isCall(each) && image.code.get(each.target);
    [...successors(image, each), callee].forEach((next) => next && handlers.add(next));
  }
  const others = [...all].filter((each) => !rows.has(each) &&
    (handlers.has(each) ? ITS : OWN).includes(registerOf(each)));
  const named = [...uses, ...others].map((each) => `${image.functionOf(each)}: ${text(each)}`);
  return { count: found.size, uses: named };
}

row('image', 'flash', 'limit', 'left', 'RAM');
const rows = [...TABLE, ...displayRows()];
rows.forEach(checkSize);

for (const elf of [...rows.map(([, each]) => each), 'build/uno/bench.elf', 'build/chip/count.elf']) {
  const image = readImage(elf);
  if (image.addressOf('rows_run') === undefined) continue;
  const { count, uses } = callersOf(image);
  check(count > 1 && !uses.length, `nothing else uses r2 to r13, or the I/O registers, of a count: ${elf}`,
        uses.join('\n'));
}
const uno = readImage(TABLE[0][1]);
for (const [name, ...change] of [
  ['an interrupt that uses an I/O register of a count', '__vector_11', /^push.*/, '$&; out 0x1e r1'],
  ['other code that uses one', 'cpu_sleep', /^sei/, '$&; sts 0x00BA r1'],
]) check(callersOf(broken(uno, [name, ...change])[0]).uses.length === 1, `${name} is found`);
done();
