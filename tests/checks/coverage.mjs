#!/usr/bin/env node
/**
 * Coverage of the Uno's object code: which instructions the tests execute, and which ways each conditional
 * branch and skip goes.
 *
 *   tests/checks/coverage.mjs PROGRAM...     runs these tests with a record, and reports
 *   tests/checks/coverage.mjs                reports what the record has
 *
 * unreached.tsv lists what no test reaches, by source text, because addresses move: function of the image,
 * number of missing ways there, source text, reason.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { functionsOf, isCall, isSkip, readImage, run, successors } from './machine_code.mjs';

const [elf, folder, list] = ['build/uno/nqueens.elf', 'build/cover', 'tests/checks/unreached.tsv'];
const [record, FLASH] = [`${folder}/record`, 0x8000];

/** Runs tests that share the record (sim/board/run.c): the flash, then the instructions.  All passed? */
function recordTests(programs) {
  mkdirSync(folder, { recursive: true });
  run('avr-objcopy', '-O', 'binary', '-j', '.text', '-j', '.data', elf, `${folder}/flash`);
  const flash = readFileSync(`${folder}/flash`);
  writeFileSync(record, Buffer.concat([flash, Buffer.alloc(2 * FLASH - flash.length)]));
  const env = { ...process.env, UNO_COVER: record };
  return spawnSync('tests/run', programs, { env, stdio: 'inherit' }).status === 0;
}

const image = readImage(elf);
const code = new Set([...functionsOf(image).values()].flatMap((body) => [...body]));
const isConditional = (each) => isSkip(each) || each.op.startsWith('br');

/** The ways that never happened: [{ branch, to }], and the instructions that no such way leads to. */
function missingOf(seen) {
  const ran = ({ at }) => seen[at] || seen[at + 1];
  const ways = [...code].filter((each) => isConditional(each) && ran(each)).flatMap((branch) => {
    const [next, other] = isSkip(branch) ? [branch.next, branch.next.next] : successors(image, branch);
    const unseen = [[branch.at + 1, next], [branch.at, other]].filter(([at]) => !seen[at]);
    return unseen.map(([, to]) => ({ branch, to }));
  });
  const behind = new Set(ways.map(({ to }) => to).filter((to) => !ran(to)));
  for (const each of behind) {
    const callee = isCall(each) ? [image.code.get(each.target)] : [];
    for (const next of [...successors(image, each), ...callee]) if (next && !ran(next)) behind.add(next);
  }
  return { ways, behind, alone: [...code].filter((each) => !ran(each) && !behind.has(each)) };
}

/** Maps each address to its { file, line, text }. */
function sourcesOf(addresses) {
  const rows = addresses.length
    ? run('addr2line', '-e', elf, ...addresses.map((at) => at.toString(16))).trim().split('\n') : [];
  const texts = new Map();
  const textOf = (file, line) => {
    if (!texts.has(file)) texts.set(file, existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
    return (texts.get(file)[line - 1] ?? '').trim().replace(/\s+/g, ' ');
  };
  return new Map(rows.map((row, i) => {
    const [, file, line] = row.match(/^(?:.*\/\.\/|\.\/)?(.*?):(\d+|\?)/);
    return [addresses[i], { file, line, text: textOf(file, Number(line)) }];
  }));
}

/** What is missing, by file, function and source text. */
function rowsOf({ ways, alone }) {
  const all = [...ways.map(({ branch, to }) => ({ at: branch.at, to })), ...alone.map(({ at }) => ({ at }))];
  const sources = sourcesOf(all.map(({ at }) => at));
  const rows = new Map();
  for (const { at, to } of all) {
    const { file, line, text } = sources.get(at);
    const owner = image.nameAt(image.ownerOf(at)).replace(/\..*/, '');
    const key = [owner, text].join('\t');
    const row = rows.get(key) ?? { key, where: `${file}:${line} at`, ways: 0, alone: 0 };
    if (to) row.ways++;
    else row.alone = 1;
    row.where += ` 0x${at.toString(16)}`;
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** Compares with the list; returns the complaints. */
function compare(rows) {
  const found = new Map(rows.map(({ key, where, ways, alone }) => [`${key}\t${ways + alone}`, where]));
  const listed = new Set(readFileSync(list, 'utf8').trim().split('\n').slice(1).map((line) => {
    const [owner, count, text, reason] = line.split('\t');
    if (!reason) throw new Error(`${list}: no reason: ${line}`);
    return [owner, text, count].join('\t');
  }));
  const others = [...found].filter(([key]) => !listed.has(key));
  return [...others.map(([key, where]) => `${where}: not listed: ${key}`),
          ...[...listed].filter((key) => !found.has(key)).map((key) => `listed, but not so: ${key}`)];
}

const passed = process.argv.length === 2 || recordTests(process.argv.slice(2));
const seen = readFileSync(record).subarray(FLASH);
const missing = missingOf(seen);
const branches = [...code].filter(isConditional);
const share = (what, reached, all) =>
  console.log(`${what}: ${reached} of ${all} (${(Math.floor((reached / all) * 10000) / 100).toFixed(2)} %)`);
share('instructions executed', [...code].filter(({ at }) => seen[at] || seen[at + 1]).length, code.size);
share('branches and skips that went both ways', branches.filter(({ at }) => seen[at] && seen[at + 1]).length,
  branches.length);
const complaints = compare(rowsOf(missing));
complaints.forEach((each) => console.log(`  ${each}`));
console.log(`${complaints.length} differences from ${list}`);
process.exitCode = passed && !complaints.length ? 0 : 1;
