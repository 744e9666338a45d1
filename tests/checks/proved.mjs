#!/usr/bin/env node
/**
 * Compares what is proved with what it was when its proof last passed: machine code, C sources, contracts and
 * the tools of the proofs.
 *
 *   tests/checks/proved.mjs FILE...                   names each proof that has to run again
 *   tests/checks/proved.mjs --store=TARGET FILE...    stores what make's TARGET has proved, and its solvers
 *
 * A FILE is an image, of `make prove-engine` and `make prove-count`, or a C source, of `make prove`; comments
 * of the product's C do not count.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { bytesOf, provedCode, readImage, run } from './machine_code.mjs';

const KEPT = 'tests/checks/measurements/proved.tsv';
const ENGINE = 'make prove-engine', COUNT = 'make prove-count', CONTRACTS = 'make prove';
/** Of the proofs from machine code: what they are about, the names of their files, the C that they run. */
const SHARED = 'bits|flow|instructions|machine_code|paths|engine_paths';
const PROOFS = {
  [ENGINE]: [['search', 'verifier'], `${SHARED}|engine|engine_board|engine_model|verifier|semantics`,
             ['tests/checks/semantics.c']],
  [COUNT]: [['count', 'sums'], `${SHARED}|count_\\w+`,
            ['tests/checks/count_run.c', 'tests/support/reference.c']],
};
const SOLVERS = { [ENGINE]: ['z3 --version'], [COUNT]: ['z3 --version'],
                  [CONTRACTS]: ['cvc4 --version', 'frama-c -version', 'why3 --version', 'z3 --version'] };

const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);
const read = (name) => readFileSync(name, 'utf8');

/** What a proof from machine code is about: [command, what, digest]; the same code has one row. */
function rowsOfImages(command, codes) {
  const [names, tools, sources] = PROOFS[command];
  const isTool = RegExp(`^(${tools})\\.mjs$`);
  const rows = codes.flatMap((code) => names
    .filter((name) => code[name]).map((name) => [`machine code of the ${name}`, code[name]]));
  const files = readdirSync('tests/checks').filter((name) => isTool.test(name)).sort();
  return [...rows, ['tools', files.map((name) => read(`tests/checks/${name}`)).join()],
          ['C sources', withHeaders(sources)]]
    .map(([what, text]) => [command, what, digest(text)]);
}

/** C sources without their comments, with the files that they include, as text. */
function withHeaders(sources) {
  const rules = run('gcc', '-MM', '-MG', '-I.', ...sources).split(/[\s\\]+/);
  const own = [...new Set(rules.filter((name) => /\/.*\.[ch]$/.test(name)))].sort();
  const comments = /\/\*[^]*?\*\/|\/\/.*$|("(?:\\.|[^"\\])*")/gm;
  return own.map((name) => read(name).replace(comments, '$1').replace(/\s+/g, ' ')).join();
}

/** What `make prove` is about: the sources, and all in tests/prove. */
function rowsOfSources(sources) {
  const contracts = readdirSync('tests/prove').sort().map((name) => read(`tests/prove/${name}`));
  return [[CONTRACTS, 'C sources', digest(withHeaders(sources))],
          [CONTRACTS, 'contracts', digest(contracts.join())]];
}

/** The solvers that have passed, with their versions. */
const rowsOfSolvers = (command) => SOLVERS[command].map((call) => {
  const [tool, option] = call.split(' ');
  return [command, tool, run(tool, option).match(/\d+\.[\w.-]*\w/)[0]];
});

const [option, ...rest] = process.argv.slice(2), isStored = option.startsWith('--store=');
const files = isStored ? rest : [option, ...rest], isImage = (name) => name.endsWith('.elf');
const codes = files.filter(isImage).map((elf) => provedCode(readImage(elf), bytesOf(elf)));
const sources = files.filter((name) => !isImage(name));
const commands = isStored ? [`make ${option.slice(8)}`] : [ENGINE, COUNT, CONTRACTS];
const rows = commands.flatMap((each) =>
  (each === CONTRACTS ? rowsOfSources(sources) : rowsOfImages(each, codes)));
const current = new Set(rows.map((row) => row.join('\t')));
const kept = read(KEPT).trim().split('\n');
if (isStored) {
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
