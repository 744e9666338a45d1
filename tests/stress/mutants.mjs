#!/usr/bin/env node
/**
 * Changes of the product, one at a time, which a test must notice: mutants of the firmware, drawn by chance
 * (tests/README.md), and those of broken.tsv.
 *
 *   tests/stress/mutants.mjs c|asm COUNT [SEED [FILE]]      FILE: a part of the names of files
 *   tests/stress/mutants.mjs broken [NAME]      NAME: a part of the names of tests, programs or files
 *
 * c: an operator, a constant, a condition, a statement or two operands of a C file; the tests on the host run
 * without sanitizers, those of the simulated Uno with each display if it concerns one.  asm: one instruction
 * of an assembly file, in the images.  All this happens in a copy, build/mutants-KIND; build/mutants.tsv
 * keeps the results.  The seed decides the order of all changes, each by its own text, so that other changes
 * of a file leave it as it is.
 *
 * A row of mutants.tsv: file, source text, change, reason; `change 2` is that of the second such text in the
 * file.  A row of broken.tsv: program, test (empty: all), file, text that is once in it, and what replaces
 * the text.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { functionsOf, readImage, run } from '../checks/machine_code.mjs';
import { check, done } from '../support/tap.mjs';

const [kind, count, seed = '1', only = ''] = process.argv.slice(2);
const RECORD = resolve('build/mutants.tsv');
const UNO = 'build/uno/nqueens.elf', HOST_LIB = 'build/host/libfirmware.a';
/* Of the processor, for a test: a few times what it takes. */
const SECONDS = { count: 60, interrupts: 30, displays: 25, line: 20, stress: 30, keep: 20, watch: 15 };

/* Folder of the source: the tests that concern it, those that notice most first. */
const ON_HOST = {
  firmware: 'app fuzz', job: 'app persist fuzz', count: 'count app', console: 'console app',
  display: 'view app', queens: 'board queens app', storage: 'persist app', avr: '',
};
const ON_UNO = {
  firmware: 'keys solve', job: 'solve keys watch', storage: 'keep', count: 'boards rare count',
  console: 'rare keys solve',
  display: 'solve rare keys watch displays', queens: 'queens', avr: 'boot datasheet line interrupts displays',
};
/* Then for all: the quick ones; survivors are tried again with the others, too. */
const QUICK = 'keys solve rare boards budget boot';
const LONG = process.env.AGAIN ? 'watch keep stress slices line displays' : '';
/* Proofs that may refuse a survivor. */
const PROOFS = process.env.AGAIN ? {
  queens: [`tests/checks/engine.mjs --paths ${UNO}`],
  count: ['tests/checks/count_proof.mjs', `tests/checks/count_proof.mjs --paths ${UNO}`],
} : {};
/* Images with the same code, for tests of their own. */
const DISPLAYS = process.env.AGAIN
  ? ['ht16k33', 'ws2812', 'ssd1306'].map((name) => `build/uno-${name}/nqueens.elf`) : [];
const ALSO = {
  queens: ['build/chip/queens.elf'], count: ['build/chip/count.elf', 'build/chip/narrow.elf'],
  display: DISPLAYS, job: DISPLAYS,
};
const folderOf = ({ file }) => basename(dirname(file));
/** The image of the Uno that a file is in. */
function imageOf({ file }) {
  const name = { twi: 'ssd1306', strip: 'ws2812' }[basename(file, '.c')] ??
    file.match(/matrix_(ht16k33|ws2812|ssd1306)/)?.[1];
  return name ? `build/uno-${name}/nqueens.elf` : UNO;
}
const imagesOf = (mutant) => [...new Set([imageOf(mutant), ...(ALSO[folderOf(mutant)] ?? [])])];

const succeeds = (seconds, program, ...words) =>
  spawnSync('prlimit', [`--cpu=${seconds}`, program, ...words],
    { stdio: 'ignore', env: { ...process.env, CMOCKA_TEST_ABORT: '1' } }).status === 0;

/** The programs of a list of tests, each once. */
const testsOf = (folder, words) => [...new Set(words.split(' '))].filter(Boolean)
  .map((name) => `build/${folder}/${name}`).filter((test) => existsSync(test));
const notices = (test) => !succeeds(SECONDS[basename(test)] ?? 10, test);
const onUno = (mutant) =>
  testsOf('simulator', `${ON_UNO[folderOf(mutant)]} ${QUICK} ${LONG}`).find(notices);
/* What is proved of the image begins with its name; a broken image that is not refused does not count. */
const refuses = (proof) =>
  /^not ok \d+ - build/m.test(spawnSync('sh', ['-c', proof], { encoding: 'utf8' }).stdout);

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
    for (const by of Number(text) ? [-1, 1] : [1]) put('constant', index, text, String(Number(text) + by));
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

// Not in an image of the Uno.
const APART = /bench|measure|exercise|tiny|arduino|main\.c/;
const isOf = (suffix) => (file) =>
  new RegExp(`^(firmware|hal/avr)/.*\\.${suffix}$`).test(file) && !APART.test(file);

/** All within a function of the Uno's C files. */
function changesInC(files) {
  return files.filter(isOf('c')).flatMap((file) => {
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

/* make reads its files once for each: the commands that make goals again after a change of a file. */
for (const name of ['MAKEFLAGS', 'MAKELEVEL', 'MFLAGS'])
  delete process.env[name]; // below another make, it would print sentences between the commands
const commands = new Map();
function remakes(file, ...goals) {
  const key = [file, ...goals].join(' ');
  if (!commands.has(key)) commands.set(key, run('make', '-sn', '-W', file, ...WORDS, ...goals));
  return succeeds(60, 'sh', '-ec', commands.get(key));
}
const WORDS = ['WERROR=', 'sanitizers='];

/** What of an object or an image gets onto the chip. */
function codeOf(elf, ...words) {
  run('avr-objcopy', '-g', '-R', '.gnu.lto_*', ...words, elf, 'build/code');
  return readFileSync('build/code').toString('latin1');
}
const flashOf = (mutant) => imagesOf(mutant).map((elf) => codeOf(elf, '-O', 'ihex')).join();

/** The test that notices the mutant; '-': none; 'compiler': it is no program; 'same': it is no change. */
function killerInC(mutant) {
  const { file } = mutant, source = readFileSync(file, 'utf8'), lines = source.split('\n');
  const objects = ['uno', 'nano', 'host'].map((folder) => `build/${folder}/${file.replace(/c$/, 'o')}`)
    .filter(existsSync);
  const kept = [file, ...objects, HOST_LIB, ...imagesOf(mutant)]
    .map((name) => [name, readFileSync(name)]);
  const code = codeOf(objects[0]), flash = flashOf(mutant);
  lines[mutant.line - 1] = mutant.now;
  writeFileSync('build/changed', file);
  writeFileSync(file, lines.join('\n'));
  try {
    if (!remakes(file, objects[0])) return 'compiler';
    if (codeOf(objects[0]) === code) return 'same';
    const tests = testsOf('host/unit', ON_HOST[folderOf(mutant)]);
    if (tests.length && !remakes(file, HOST_LIB)) return 'compiler';
    for (const test of tests) if (!remakes(HOST_LIB, test) || notices(test)) return test;
    if (!remakes(file, ...imagesOf(mutant))) return 'linker';
    return flashOf(mutant) === flash ? 'same' : onUno(mutant) ?? '-';
  } finally {
    kept.forEach(([name, bytes]) => writeFileSync(name, bytes));
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

/** Every change of an instruction of one word that the Uno's image has from an assembly file. */
function changesInAssembly() {
  const image = readImage(UNO), bytes = readFileSync(UNO), start = inFile(UNO, 0);
  const at = image.instructions.map((each) => each.at.toString(16));
  const rows = run('addr2line', '-e', UNO, ...at).trim().split('\n');
  const reached = new Set([...functionsOf(image).values()].flatMap((body) => [...body])); // others are data
  return image.instructions.flatMap((each, i) => {
    const [, file, line] = rows[i].match(/(?:^|\/)((?:firmware|hal)\/[\w/]+\.S):(\d+)/) ?? [];
    if (!file || !reached.has(each) || !/^[a-z]+$/.test(each.op) || each.op === 'nop') return [];
    if (each.next?.at !== each.at + 2) return [];
    const owner = image.ownerOf(each.at), word = bytes.readUInt16LE(start + each.at);
    const operands = [each.a, each.b].filter(Boolean).join(', ');
    const text = `${image.nameAt(owner)}: ${[each.op, operands].join(' ')}`;
    const [, , ...ways] = OPCODES.find(([mask, bits]) => (word & mask) === bits) ?? [];
    return [...ways, ['nop', word]].map(([what, flips]) =>
      ({ file, line: Number(line), text, what, flips, word, owner: image.nameAt(owner),
         offset: each.at - owner }));
  });
}

/** Where the bytes of an address are in the file of an image. */
function inFile(elf, address) {
  const [, start, offset] = run('avr-objdump', '-h', elf).match(/ \.text +\w+ +(\w+) +\w+ +(\w+)/);
  return address - parseInt(start, 16) + parseInt(offset, 16);
}

/** The same as killerInC(); the images with the same code are changed alike. */
function killerInAssembly(mutant) {
  const images = imagesOf(mutant).map((elf) => ({ elf, bytes: readFileSync(elf) }));
  for (const { elf, bytes } of images) {
    const owner = symbolsOf(elf).find(({ name }) => name === mutant.owner);
    const changed = Buffer.from(bytes), at = owner && inFile(elf, owner.value + mutant.offset);
    if (!owner || bytes.readUInt16LE(at) !== mutant.word) continue;
    changed.writeUInt16LE(mutant.word ^ mutant.flips, at);
    writeFileSync(elf, changed);
  }
  const killer = onUno(mutant) ?? (PROOFS[folderOf(mutant)]?.some(refuses) ? 'proof' : '-');
  images.forEach(({ elf, bytes }) => writeFileSync(elf, bytes));
  return killer;
}
const symbols = new Map();
function symbolsOf(elf) {
  if (!symbols.has(elf)) symbols.set(elf, readImage(elf).symbols);
  return symbols.get(elf);
}

/* ---- the copy ---- */

/** Brings a copy of the sources up to date, and enters it; what differs gets a new time.  All names. */
function enterCopy() {
  const copy = `build/mutants-${kind}`; // so that all kinds can run at once
  mkdirSync(`${copy}/build`, { recursive: true });
  const files = run('git', 'ls-files').trim().split('\n').filter((file) => existsSync(file));
  const isSame = (file) =>
    existsSync(`${copy}/${file}`) && readFileSync(`${copy}/${file}`).equals(readFileSync(file));
  const changed = files.filter((file) => statSync(file).isFile() && !isSame(file));
  if (changed.length) run('cp', '--parents', ...changed, copy);
  for (const folder of ['firmware', 'hal', 'sim', 'tests'])
    for (const name of readdirSync(`${copy}/${folder}`, { recursive: true }))
      if (!existsSync(`${folder}/${name}`))
        rmSync(`${copy}/${folder}/${name}`, { recursive: true, force: true });
  if (existsSync('sim/simavr')) run('cp', '-a', '--parents', 'sim/simavr', copy);
  process.chdir(copy);
  return files;
}
const makes = (stdio, ...words) => spawnSync('make', [...words, 'mutants-need'], { stdio }).status === 0;
const rowsOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);

/* ---- what is broken on purpose ---- */

function breakAll(name = '') {
  const rows = rowsOf('tests/stress/broken.tsv').slice(1)
    .map((row) => row.split('\t').map((field) => field.replace(/\\n/g, '\n')));
  const files = enterCopy();
  /** The program that has a test. */
  const programOf = (program, test) => {
    const sources = files.filter((file) => file.startsWith('tests/') && file.endsWith(`/${program}.c`));
    const source = sources.find((file) => readFileSync(file, 'utf8').includes(test)) ?? sources[0];
    return source?.replace('tests/unit', 'build/host/unit').replace('tests/', 'build/').replace('.c', '') ??
      files.find((file) => file.startsWith('tests/') && file.includes(`/${program}.`));
  };
  for (const [program, test, file, text, other] of rows) {
    if (![program, test, file].some((each) => each.includes(name))) continue;
    const source = readFileSync(file, 'utf8');
    if (source.split(text).length !== 2) throw new Error(`${file} does not have once: ${text}`);
    writeFileSync(file, source.replace(text, () => other));
    try {
      if (!makes('ignore', '-s', 'WERROR=', `MUTANT_TESTS=${program}`)) throw new Error('it is no program');
      const path = programOf(program, test);
      if (!existsSync(path)) throw new Error(`no program has the test ${program} ${test}`);
      const passes = succeeds(120, path, ...(test ? ['only', `${test}*`] : []));
      const what = `${test || 'its tests'} of ${program} fails: ${file}: ${text} -> ${other}`;
      check(!passes, what.replace(/\s+/g, ' '));
    } finally {
      writeFileSync(file, source);
    }
  }
  done();
}

if (kind === 'broken') {
  breakAll(count);
  process.exit();
}

/* ---- mutants ---- */

/** Copies the sources, makes what the tests need there, and enters the copy; the names of the sources. */
function copyAll() {
  const files = enterCopy();
  if (existsSync('build/changed')) utimesSync(readFileSync('build/changed', 'utf8'), new Date(), new Date());
  const words = (...tables) =>
    [...new Set(tables.flatMap((table) => Object.values(table)).join(' ').split(' '))]
    .filter(Boolean);
  const host = words(ON_HOST), uno = words(ON_UNO, [QUICK, LONG]);
  const proofs = process.env.AGAIN ? ['engine', 'count_proof'] : [];
  const tests = `MUTANT_TESTS=${[...new Set([...host, ...uno, ...proofs])].join(' ')}`;
  if (!makes('inherit', ...WORDS, tests)) process.exit(1);
  const failing = [...host.map((name) => `build/host/unit/${name}`),
    ...uno.map((name) => `build/simulator/${name}`)].filter(notices);
  if (failing.length) throw new Error(`without any change, these fail: ${failing}`);
  if (kind === 'c' && !remakes('firmware/app.c', UNO)) throw new Error('the image cannot be made again');
  return files;
}

/* Before anything is made: a FILE may have nothing of this kind to change, or nothing at all. */
const named = run('git', 'ls-files').trim().split('\n').filter((file) => file.includes(only));
if (!named.some(isOf('[cS]'))) {
  console.error(`mutants: FILE=${only} is in no name of a source of the Uno's image`);
  process.exit(1);
}
if (!named.some(isOf(kind === 'c' ? 'c' : 'S'))) process.exit();

const [changes, killerOf] = kind === 'c' ? [changesInC, killerInC] : [changesInAssembly, killerInAssembly];
const all = changes(copyAll()).filter(({ file }) => file.includes(only));
const nth = new Map();
for (const each of all) {
  const key = [each.file, each.text, each.what].join('\t'), n = (nth.get(key) ?? 0) + 1;
  nth.set(key, n);
  each.row = n > 1 ? `${key} ${n}` : key;
  each.rank = createHash('md5').update(`${seed}\t${key}\t${n}`).digest('hex');
}
all.sort((a, b) => (a.rank < b.rank ? -1 : 1));

const listed = new Set(rowsOf('tests/stress/mutants.tsv')
  .map((row) => row.split('\t').slice(0, 3).join('\t')));
/** Listed; or `tst`, which is `and` of a register with itself: `or` leaves the same. */
const changesNothing = ({ text, what, row }) =>
  listed.has(row) || (what === 'operation' && /: and (r\d+), \1$/.test(text));
const results = new Map(rowsOf(RECORD).map((row) => [row.replace(/\t[^\t]*$/, ''), row.split('\t').at(-1)]));
const shares = new Map();

/** The result of a mutant, from the record if it is there. */
function resultOf(mutant) {
  const before = results.get(mutant.row);
  if (before && (before !== '-' || !process.env.AGAIN)) return before;
  const result = changesNothing(mutant) ? '-' : killerOf(mutant);
  appendFileSync(RECORD, `${mutant.row}\t${result}\n`);
  return result;
}

let left = Number(count);
for (const mutant of all) {
  if (left === 0) break;
  const killer = resultOf(mutant), { file, line, text, what } = mutant;
  if (killer === 'compiler' || killer === 'linker' || killer === 'same') continue;
  left--;
  const isListed = killer === '-' && changesNothing(mutant);
  if (killer === '-' && !isListed) console.log(`survived: ${file}:${line}\t${text}\t${what}`);
  for (const folder of [dirname(file), 'all']) {
    const share = shares.get(folder) ?? { killed: 0, proofs: 0, all: 0, listed: 0 };
    share.all++;
    share.killed += killer !== '-';
    share.proofs += killer === 'proof';
    share.listed += isListed;
    shares.set(folder, share);
  }
}
for (const [folder, { killed, proofs, all: changed, listed: same }] of [...shares].sort())
  console.log(`${folder}: ${killed} of ${changed} killed, ${proofs} by a proof alone, ` +
    `${same} change nothing`);
console.log(`${all.length} are possible; seed ${seed}`);
const { killed, all: changed, listed: same } = shares.get('all') ?? {};
process.exitCode = !changed || (changed >= 100 && killed < 0.95 * (changed - same)) ? 1 : 0;
