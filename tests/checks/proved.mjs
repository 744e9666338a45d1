#!/usr/bin/env node
/**
 * Compares what is proved with what it was when its proof last passed: machine code, C sources, contracts and
 * the tools of the proofs.
 *
 *   tests/checks/proved.mjs FILE...            names each proof that has to run again
 *   tests/checks/proved.mjs --store FILE...    stores what a proof that has passed is about, and its solvers
 *
 * A FILE is an image, of `make prove-engine` or with --count of `make prove-count`, or a C source, of
 * `make prove`; comments of C do not count.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { bytesOf, countCode, provedCode, readImage, run, sumsCode } from './machine_code.mjs';

const KEPT = process.env.KEPT || 'tests/checks/measurements/proved.tsv'; // another file: for a test
const ENGINE = 'make prove-engine', COUNT = 'make prove-count', CONTRACTS = 'make prove';
const TOOLS = 'bits flow instructions machine_code engine engine_board engine_model engine_paths verifier'
  .split(' ').map((name) => `tests/checks/${name}.mjs`);
const COUNT_TOOLS = ['bits.mjs', 'flow.mjs', 'instructions.mjs', 'machine_code.mjs', 'count_cuts.mjs',
                     'count_deal.mjs', 'count_levels.mjs', 'count_paths.mjs',
                     'count_proof.mjs', 'count_slices.mjs', 'count_sums.mjs', 'count_run.c',
                     'engine_paths.mjs']
  .map((name) => `tests/checks/${name}`);
const SOLVERS = { [ENGINE]: ['z3 --version'], [COUNT]: ['z3 --version'],
                  [CONTRACTS]: ['cvc4 --version', 'frama-c -version', 'why3 --version', 'z3 --version'] };

const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);
const read = (name) => readFileSync(name, 'utf8');

/** What `make prove-engine` is about: [command, what, digest]; images with the same code have one row. */
function rowsOfImages(images) {
  const code = images.flatMap((elf) => Object.entries(provedCode(readImage(elf), bytesOf(elf))));
  const subjects = code.map(([name, text]) => [`machine code of the ${name}`, text]);
  subjects.push(['tools', TOOLS.map(read).join()]);
  return subjects.map(([what, text]) => [ENGINE, what, digest(text)]);
}

/** What `make prove-count` is about. */
function rowsOfCount(images) {
  const counts = images.map((elf) => [readImage(elf), bytesOf(elf)]).filter((one) => countCode(...one));
  return [...counts.map((one) => [COUNT, 'machine code of the count', digest(countCode(...one))]),
          ...counts.map(([image]) => [COUNT, 'machine code of its sums', digest(sumsCode(image))]),
          [COUNT, 'tools', digest(COUNT_TOOLS.map(read).join())]];
}

/** What `make prove` is about: the sources with the headers that they include, and all in tests/prove. */
function rowsOfSources(sources) {
  const rules = run('gcc', '-MM', '-I.', ...sources).split(/[\s\\]+/);
  const own = [...new Set(rules.filter((name) => /\.[ch]$/.test(name)))].sort();
  const comments = /\/\*[^]*?\*\/|\/\/.*$|("(?:\\.|[^"\\])*")/gm;
  const withoutComments = own.map((name) => read(name).replace(comments, '$1').replace(/\s+/g, ' '));
  const contracts = readdirSync('tests/prove').filter((name) => /^prove$|^annotate$|acsl$/.test(name)).sort()
    .map((name) => read(`tests/prove/${name}`));
  return [[CONTRACTS, 'C sources', digest(withoutComments.join())],
          [CONTRACTS, 'contracts', digest(contracts.join())]];
}

/** The solvers that have passed, with their versions. */
const rowsOfSolvers = (command) => SOLVERS[command].map((call) => {
  const [tool, option] = call.split(' ');
  return [command, tool, run(tool, option).match(/\d+\.[\w.-]*\w/)[0]];
});

const files = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const isStored = process.argv.includes('--store'), isImage = (name) => name.endsWith('.elf');
const images = files.filter(isImage), sources = files.filter((name) => !isImage(name));
const ofImages = process.argv.includes('--count') ? rowsOfCount : rowsOfImages;
const rows = [images.length ? ofImages(images) : [], sources.length ? rowsOfSources(sources) : []].flat();
const current = new Set(rows.map((row) => row.join('\t')));
const kept = existsSync(KEPT) ? read(KEPT).trim().split('\n') : [];
if (isStored) {
  const commands = [...new Set([...current].map((row) => row.split('\t')[0]))];
  const others = kept.filter((row) => !commands.includes(row.split('\t')[0]));
  const solvers = commands.flatMap(rowsOfSolvers).map((row) => row.join('\t'));
  writeFileSync(KEPT, `${[...new Set([...others, ...current, ...solvers])].sort().join('\n')}\n`);
} else {
  for (const row of [...current].filter((each) => !kept.includes(each))) {
    const [command, what] = row.split('\t');
    console.log(`Run \`${command}\`: it has not proved the current ${what}.`);
    process.exitCode = 1;
  }
}
