#!/usr/bin/env node
/**
 * Mutants: one change each in the firmware, which a test must notice.
 *
 *   tests/stress/mutants.mjs c|asm COUNT [SEED [FILE]]      FILE: a part of the names of files
 *
 * c: an operator, a constant, a condition, a statement or two operands of a C file; the tests on the host run
 * first, then those of the simulated Uno.  asm: one instruction of an assembly file, in the images.  All this
 * happens in a copy, build/mutants.
 *
 * mutants.tsv lists the survivors that change nothing: file, source text, change, reason.  Each other
 * survivor is named; it is an error if more than 5 % survive.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { readImage, run } from '../checks/machine_code.mjs';

const [kind, count, seed = '1', only = ''] = process.argv.slice(2);
const SECONDS = { host: 15, simulator: 90 }; // of the processor for a test: a few times what it takes
const UNO = 'build/uno/nqueens.elf';

/** The next random number from 0 to below `below`: from the high bits of an LCG. */
let state = BigInt(seed);
function chance(below) {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number((state >> 33n) % BigInt(below));
}

/* Folder of the source: the tests that concern it, those that notice most first. */
const ON_HOST = {
  firmware: 'app debounce fuzz', job: 'app persist fuzz', count: 'count app', console: 'command console app',
  display: 'view app', queens: 'queens board app', storage: 'persist app', avr: '',
};
const ON_UNO = {
  firmware: 'rare keys boot jobs line', job: 'rare jobs keys watch keep solve', storage: 'keep rare',
  count: 'counts count rare keep jobs flips', console: 'rare keys jobs line', display: 'rare solve watch',
  queens: 'queens solve jobs rare', avr: 'boot rare line keep datasheet interrupts solve',
};
/* Images with the same code, for tests of their own. */
const ALSO = { queens: ['build/chip/queens.elf'], count: ['build/chip/count.elf'] };
const imagesOf = (folder) => [UNO, ...(ALSO[folder] ?? [])];
const testsOf = (table, { file }) => table[basename(dirname(file))].split(' ').filter(Boolean);

const succeeds = (program, ...words) =>
  spawnSync('prlimit', [`--cpu=${SECONDS[program.split('/')[1]] ?? 300}`, program, ...words],
    { stdio: 'ignore' }).status === 0;
const makes = (...goals) => succeeds('make', '-s', 'WERROR=', ...goals);
const notices = (test) => existsSync(test) && !succeeds(test);

/* ---- C ---- */

const OTHER = {
  '<=': '<', '>=': '>', '<': '<=', '>': '>=', '==': '!=', '!=': '==',
  '&&': '||', '||': '&&', '+': '-', '-': '+', '&': '|', '|': '&',
};
const STATEMENT = /^\s+(?!return|break|continue|static|const|u?int|bool|char|struct|enum|__a)[\w*(][^{}]*;$/;

/** All changes of a line of code: { what, now }, the changed line. */
function changesOf(line) {
  const found = [];
  const put = (what, at, old, now) =>
    found.push({
      what: `${what} ${old} -> ${now}`,
      now: line.slice(0, at) + now + line.slice(at + old.length),
    });
  const blank = (text) => ' '.repeat(text.length);
  const code = line.replace(/"(\\.|[^"])*"|'(\\.|[^'])*'|\/\*.*?(\*\/|$)/g, blank);
  for (const { 0: op, index } of code.matchAll(/(?<= )(<=|>=|==|!=|&&|\|\||[<>+\-&|])(?= )/g))
    put('operator', index, op, OTHER[op]);
  for (const { 0: text, index } of code.matchAll(/(?<![\w.])(0x[0-9a-f]+|\d+)(?=[uUlL]*\b)/gi))
    put('constant', index, text, String(Number(text) + (Number(text) && chance(2) ? -1 : 1)));
  const [, head, condition] = code.match(/^(\s*(?:\} else )?(?:if|while) \()(.*)\)(?: \{)?$/) ?? [];
  if (condition) {
    const whole = line.slice(head.length, head.length + condition.length);
    put('condition', head.length, whole, `!(${whole})`);
  }
  if (STATEMENT.test(code) && /[=(+-]/.test(code)) put('statement', line.search(/\S/), line.trim(), ';');
  for (const { 0: text, 1: a, 2: b, index } of code.matchAll(/(?<=\w\()(\w+), (\w+)(?=[,)])/g))
    if (a !== b) put('operands', index, text, `${b}, ${a}`);
  return found;
}

const APART = /bench|exercise|tiny|arduino|ht16k33|ws2812|ssd1306|twi|main\.c/; // not in the Uno's image

/** Every change within a function of the Uno's C files. */
function changesInC(files) {
  const isC = (file) => /^(firmware|hal\/avr)\/.*\.c$/.test(file) && !APART.test(file);
  return files.filter(isC).flatMap((file) => {
    let [inMacro, inComment, inFunction] = [false, false, false];
    return readFileSync(file, 'utf8').split('\n').flatMap((line, i) => {
      const skips = inMacro || inComment || !inFunction || /^\s*(#|\/?\*|_Static)/.test(line);
      inMacro = (inMacro || line.startsWith('#')) && line.endsWith('\\');
      inComment = (inComment || line.includes('/*')) && !line.includes('*/');
      inFunction = line === '{' || (inFunction && line !== '}');
      return skips ? [] : changesOf(line).map((each) => ({ file, line: i + 1, text: line.trim(), ...each }));
    });
  });
}

/** The test that notices the mutant; undefined: none does; 'compiler': it is no program. */
function killerInC(mutant) {
  const source = readFileSync(mutant.file, 'utf8'), lines = source.split('\n');
  lines[mutant.line - 1] = mutant.now;
  writeFileSync(mutant.file, lines.join('\n'));
  try {
    for (const test of testsOf(ON_HOST, mutant).map((name) => `build/host/unit/${name}`)) {
      if (!makes(test)) return 'compiler';
      if (notices(test)) return test;
    }
    if (!makes(...imagesOf(basename(dirname(mutant.file))))) return 'compiler';
    return testsOf(ON_UNO, mutant).map((name) => `build/simulator/${name}`).find(notices);
  } finally {
    writeFileSync(mutant.file, source);
  }
}

/* ---- assembly ---- */

/* Rows: mask, bits, the changes of such an opcode as [what, bits that change]. */
const OPCODES = [
  [0xf800, 0xf000, ['condition', 0x400]], [0xf800, 0xf400, ['condition', 0x400]],
  [0xfc00, 0xfc00, ['condition', 0x200], ['bit', 1], ['register', 0x10]],
  [0xf000, 0x3000, ['constant', 1], ['register', 0x10]],
  [0xc000, 0x4000, ['constant', 1], ['register', 0x10]],
  [0xf000, 0xe000, ['constant', 1], ['register', 0x10]],
  [0xf000, 0x0000, ['source', 1], ['destination', 0x10], ['operation', 0x1000]],
  [0xf000, 0x1000, ['source', 1], ['destination', 0x10], ['operation', 0x1000]],
  [0xf000, 0x2000, ['source', 1], ['destination', 0x10], ['operation', 0x800]],
  [0xfe0e, 0x940a, ['register', 0x10]], [0xfe0f, 0x9403, ['register', 0x10], ['operation', 9]],
  [0xfe08, 0x9400, ['register', 0x10], ['operation', 1]], [0xfe00, 0x9600, ['constant', 1]],
  [0xfc00, 0x9800, ['bit', 1]], [0xd000, 0x8000, ['offset', 1], ['register', 0x10]],
];

/** Every instruction of one word that the Uno's image has from an assembly file. */
function changesInAssembly() {
  const image = readImage(UNO);
  const at = image.instructions.map((each) => each.at.toString(16));
  const rows = run('addr2line', '-e', UNO, ...at).trim().split('\n');
  return image.instructions.flatMap((each, i) => {
    const [, file, line] = rows[i].match(/(?:^|\/)((?:firmware|hal)\/[\w/]+\.S):(\d+)/) ?? [];
    if (!file || !/^[a-z]+$/.test(each.op) || each.op === 'nop' || each.next?.at !== each.at + 2) return [];
    const owner = image.ownerOf(each.at);
    const text = [each.op, [each.a, each.b].filter(Boolean).join(', ')].join(' ').trim();
    return [{ file, line: Number(line), text, owner: image.nameAt(owner), offset: each.at - owner }];
  });
}

/** Where the bytes of an address are in the file of an image. */
function inFile(elf, address) {
  const [, start, offset] = run('avr-objdump', '-h', elf).match(/ \.text +\w+ +(\w+) +\w+ +(\w+)/);
  return address - parseInt(start, 16) + parseInt(offset, 16);
}

/** The same as killerInC(); the images with the same code are changed alike. */
function killerInAssembly(mutant) {
  const images = imagesOf(basename(dirname(mutant.file))).map((elf) => ({ elf, bytes: readFileSync(elf) }));
  let old, flips;
  for (const { elf, bytes } of images) {
    const owner = readImage(elf).symbols.find(({ name }) => name === mutant.owner);
    if (!owner) continue;
    const changed = Buffer.from(bytes), at = inFile(elf, owner.value + mutant.offset);
    const word = bytes.readUInt16LE(at);
    if (old === undefined) {
      old = word;
      const [, , ...ways] = OPCODES.find(([mask, bits]) => (word & mask) === bits) ?? [];
      [mutant.what, flips] = [...(ways ?? []), ['nop', word]][chance((ways?.length ?? 0) + 1)];
    }
    if (word !== old) continue;
    changed.writeUInt16LE(word ^ flips, at);
    writeFileSync(elf, changed);
  }
  const killer = testsOf(ON_UNO, mutant).map((name) => `build/simulator/${name}`).find(notices);
  images.forEach(({ elf, bytes }) => writeFileSync(elf, bytes));
  return killer;
}

/* ---- both ---- */

const LEFT_OUT = /^(mutants|cover|again|release|web|exercise|test-exercise)$/; // of `build`

/** Makes the copy of the sources and of what is built, and enters it; the names of the sources. */
function copyAll() {
  const copy = 'build/mutants';
  rmSync(copy, { recursive: true, force: true });
  const files = run('git', 'ls-files').trim().split('\n');
  const built = readdirSync('build').filter((name) => !LEFT_OUT.test(name));
  mkdirSync(copy, { recursive: true });
  run('cp', '-a', '--parents', ...files, ...built.map((name) => `build/${name}`), copy);
  process.chdir(copy);
  return files;
}

const [changes, killerOf] = kind === 'c' ? [changesInC, killerInC] : [changesInAssembly, killerInAssembly];
const all = changes(copyAll()).filter(({ file }) => file.includes(only));
const possible = all.length, shares = new Map();
const listed = readFileSync('tests/stress/mutants.tsv', 'utf8').trim().split('\n');
const known = new Set(listed.map((row) => row.split('\t').slice(0, 3).join('\t')));
for (let left = Math.min(Number(count), possible); left > 0; left--) {
  const [mutant] = all.splice(chance(all.length), 1);
  const killer = killerOf(mutant), { file, line, text, what } = mutant;
  if (process.env.VERBOSE) console.log(`# ${file}:${line}\t${what}\t${killer ?? '-'}`);
  if (killer === 'compiler' || (!killer && known.has([file, text, what].join('\t')))) continue;
  const share = shares.get(dirname(file)) ?? { killed: 0, all: 0 };
  shares.set(dirname(file), { killed: share.killed + (killer ? 1 : 0), all: share.all + 1 });
  if (!killer) console.log(`survived: ${file}:${line}\t${text}\t${what}`);
}
for (const [folder, { killed, all: tried }] of [...shares].sort())
  console.log(`${folder}: ${killed} of ${tried}`);
const sum = (field) => [...shares.values()].reduce((total, share) => total + share[field], 0);
console.log(`${sum('killed')} of ${sum('all')} mutants were killed; ${possible} are possible`);
process.exitCode = sum('killed') < 0.95 * sum('all') ? 1 : 0;
