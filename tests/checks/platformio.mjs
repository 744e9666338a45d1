#!/usr/bin/env -S node --test-reporter=tap
/** PlatformIO's build without PlatformIO: its compile and link lines, with the options of platformio.ini. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

const FOLDER = 'build/again/platformio';
const SIMULATOR = 'build/sim/uno';

const BOARDS = ['leonardo', 'megaatmega2560', 'nanoatmega328', 'nanoatmega328new', 'uno'];

/** The sections of an INI file, each with its keys; an indented line continues the previous value. */
function iniRead(text) {
  const sections = {};
  let section, key;
  for (const line of text.split('\n').filter((each) => !/^\s*([;#]|$)/.test(each))) {
    const head = line.match(/^\[(.+)\]/);
    const pair = line.match(/^(\w+)\s*=\s*(.*)$/);
    if (head) section = sections[head[1]] = {};
    else if (pair) section[(key = pair[1])] = pair[2];
    else section[key] += ` ${line.trim()}`;
  }
  return sections;
}

/** The settings of an environment; ${env.KEY} is the value that all share. */
function settingsOf(name) {
  const settings = { ...ini.env, ...ini[name] };
  const full = (value) => value.replace(/\$\{env\.(\w+)\}/g, (_, key) => ini.env[key]);
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, full(value)]));
}

const ini = iniRead(readFileSync('platformio.ini', 'utf8'));
const environments = Object.keys(ini).filter((name) => name.startsWith('env:'));

const files = ['firmware', 'hal', 'sim', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`),
);

/**
 * The sources that a build_src_filter leaves: each <pattern> takes files in or out, that of a folder all
 * that is in it.
 */
function sourcesOf(filter) {
  const chosen = new Set();
  for (const [, sign, pattern] of filter.matchAll(/([+-])<(.*?)>/g)) {
    const text = pattern.replace(/[.+^$(){}|[\]\\]/g, '\\$&').replace(/\*/g, '[^/]*');
    const matches = new RegExp(pattern === '*' ? '' : `^${text.replace(/\/$/, '')}(/|$)`);
    for (const file of files.filter((each) => matches.test(each) && /\.[cS]$/.test(each)))
      if (sign === '+') chosen.add(file);
      else chosen.delete(file);
  }
  return [...chosen].sort();
}

function run(command, args, options = {}) {
  const all = { encoding: 'latin1', ...options };
  const { status, stdout, stderr, error } = spawnSync(command, args, all);
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${error ?? ''}${stderr}${stdout}`);
  return stdout;
}

/** Builds the Uno's environment as platform-atmelavr does without a framework; the image's path. */
function buildUno() {
  const settings = settingsOf('env:uno');
  const flags = settings.build_flags.replace(/\\"/g, '"').replace('-I.', `-I${process.cwd()}`).split(/\s+/);
  const chosen = (pattern) => flags.filter((flag) => pattern.test(flag));
  const before = ['-Os', '-Wall', '-ffunction-sections', '-fdata-sections', '-flto', '-mmcu=atmega328p'];
  const defines = ['-DPLATFORMIO=60118', '-DARDUINO_AVR_UNO', '-DF_CPU=16000000L', ...chosen(/^-[DI]/)];
  const standard = chosen(/^-std=/), own = chosen(/^-(?![DI]|std=)/);
  const c = ['-std=gnu11', '-fno-fat-lto-objects', ...standard, ...before, ...own];
  const assembly = ['-x', 'assembler-with-cpp', ...before];
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const sources = sourcesOf(settings.build_src_filter);
  for (const [end, options] of [['.c', c], ['.S', assembly]]) {
    const paths = sources.filter((each) => each.endsWith(end)).map((each) => resolve(each));
    run('avr-gcc', [...options, ...defines, '-c', ...paths], { cwd: FOLDER });
  }
  const objects = readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`);
  assert.equal(objects.length, sources.length);
  const linking = ['-Os', '-mmcu=atmega328p', '-Wl,--gc-sections', '-flto', '-fuse-linker-plugin'];
  const image = `${FOLDER}/firmware.elf`;
  run('avr-gcc', ['-o', image, ...linking, ...objects, '-Wl,--start-group', '-lm', '-Wl,--end-group']);
  return image;
}

for (const [display, name] of [
  ['max7219', 'env:uno'],
  ['ht16k33', 'env:uno-ht16k33'],
])
  test(`PlatformIO compiles the very sources that make does: ${display}`, () => {
    const list = `print:; @echo $(call without,${display},$(nqueens_all))`;
    const made = run('make', ['-s', `--eval=${list}`, 'print']).trim().split(/\s+/).sort();
    assert.ok(made.length > 30);
    assert.deepEqual(sourcesOf(settingsOf(name).build_src_filter), made);
  });

test('platformio.ini has an environment for each board, and pins platform and compiler', () => {
  const boards = new Set(environments.map((name) => ini[name].board));
  assert.deepEqual([...boards].sort(), BOARDS);
  assert.match(ini.env.platform, /^atmelavr@\d+\.\d+\.\d+$/);
  assert.match(ini.env.platform_packages, /^platformio\/toolchain-atmelavr@\d+\.\d+\.\d+$/);
});

test("PlatformIO's line for an Uno links within 256 bytes of RAM, and its image solves 8", () => {
  const image = buildUno();
  const input = 'auto off\rpace 0\rsolve 8\r';
  const output = run(SIMULATOR, ['--headless', image], { input });
  assert.equal(output.match(/^[1-8]{8}\r$/gm)?.length, 92);
  assert.match(output, /^92 solutions, 2056 queens placed, /m);
  run('tests/checks/stack.mjs', [image]);
});
