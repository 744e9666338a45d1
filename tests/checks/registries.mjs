#!/usr/bin/env -S node --test-reporter=tap
/**
 * The folder of the library against the public rules of its registries: arduino-lint (strict, submit), and
 * the manifest of PlatformIO. The numbers of rules are those of arduino-lint.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const URL_GIVEN = 'https://example.org/someone/nqueens';
const REQUIRED = 'name version author maintainer sentence paragraph category url architectures includes';

const build = mkdtempSync(join(tmpdir(), 'nqueens-registries-'));
after(() => rmSync(build, { recursive: true, force: true }));
const { MAKEFLAGS, MAKELEVEL, GITHUB_REPOSITORY, ...env } = process.env;

const make = (...words) =>
  execFileSync('make', ['-s', `BUILD=${build}`, 'arduino', ...words], { encoding: 'latin1', env });

const library = join(build, 'arduino/nqueens');
const read = (file) => readFileSync(join(library, file), 'utf8');
const without = make();
const hasUrl = /^url=/m.test(read('library.properties'));
make(`URL=${URL_GIVEN}`);
const lines = read('library.properties').trim().split('\n');
const properties = Object.fromEntries(lines.map((line) => line.match(/^(\w+)=(\S.*\S)$/).slice(1)));
const version = readFileSync('firmware/version.h', 'utf8').match(/^#define VERSION "(.*)"$/m)[1];
const files = readdirSync(library, { recursive: true, withFileTypes: true });
const names = files.map(({ name }) => name);

test('without an address nothing is made up: make says what needs it', () => {
  assert.match(without, /its address is not known, and registries require it: make arduino URL=/);
  assert.equal(hasUrl, false);
});

test('library.properties has every required field, as the registry takes it (LP001 to LP053)', () => {
  const { name, author, maintainer, sentence, paragraph, category, url, includes } = properties;
  assert.deepEqual(Object.keys(properties).sort(), REQUIRED.split(' ').sort());
  assert.match(name, /^(?!.*(arduino|library))[A-Za-z0-9][A-Za-z0-9 _.-]{0,15}$/i);
  assert.equal(properties.version, version);
  for (const person of [author, maintainer]) assert.doesNotMatch(person, /^arduino/i);
  assert.ok(sentence.length > 10 && !paragraph.includes(sentence));
  assert.ok(['Display', 'Device Control', 'Data Processing', 'Other'].includes(category), category);
  assert.equal(url, URL_GIVEN);
  assert.equal(properties.architectures, 'avr');
  assert.equal(includes, `${name}.h`);
  assert.ok(existsSync(join(library, 'src', includes)));
});

test('the folder has what it must have, and nothing that it may not (LS004 to LS010, LD001 to RF003)', () => {
  assert.ok(
    !names.some((name) => /^(\.gitmodules|\.development|extra|example)$|\.(exe|a|o|elf|hex)$/i.test(name)),
  );
  assert.ok(!files.some((file) => file.isSymbolicLink()));
  assert.deepEqual(
    names.filter((name) => name.endsWith('.ino')),
    ['nqueens.ino'],
  );
  for (const name of ['README.md', 'LICENSE', 'keywords.txt']) assert.ok(read(name).length > 50, name);
  for (const line of read('keywords.txt')
    .split('\n')
    .filter((each) => each && !each.startsWith('#')))
    assert.match(line, /^\w+\t(KEYWORD[123]|LITERAL[12])$/);
});

test("library.json passes the rules of PlatformIO's manifest", () => {
  const { name, description, keywords, repository, headers, examples, ...rest } = JSON.parse(
    read('library.json'),
  );
  assert.match(name, /^[^:;/,@<>]{1,50}$/);
  assert.equal(rest.version, version);
  assert.ok(description.length >= 1 && description.length <= 255);
  for (const word of keywords) assert.match(word, /^[a-z\d]([a-z\d._+-]{0,48}[a-z\d])?$/);
  assert.deepEqual(repository, { type: 'git', url: URL_GIVEN });
  assert.deepEqual([rest.license, rest.frameworks, rest.platforms], ['MIT', 'arduino', 'atmelavr']);
  assert.ok(existsSync(join(library, 'src', headers)));
  for (const { base, files: own } of examples)
    for (const file of own) assert.ok(existsSync(join(library, base, file)), file);
});

test('a release puts the folder on a branch of its own, as the root of a tagged tree', () => {
  const work = join(build, 'work');
  const git = (...words) => execFileSync('git', ['-C', work, ...words], { encoding: 'latin1' }).trim();
  mkdirSync(work);
  execFileSync('git', ['init', '-q', '--bare', join(build, 'remote')]);
  git('init', '-q');
  git('remote', 'add', 'origin', join(build, 'remote'));
  writeFileSync(join(work, 'firmware.c'), '');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a', 'commit', '-qm', 'Add the firmware');
  for (const tag of ['v1.0.0', 'v1.0.1'])
    execFileSync(`${process.cwd()}/.github/library.sh`, [library, tag], { cwd: work, env });
  git('fetch', '-q', '--tags', 'origin', '+refs/heads/library:refs/remotes/library');
  assert.equal(git('rev-parse', 'library-1.0.1^{commit}'), git('rev-parse', 'refs/remotes/library'));
  assert.equal(git('rev-parse', 'library-1.0.1^'), git('rev-parse', 'library-1.0.0^{commit}'));
  const tagged = git('ls-tree', '-r', '--name-only', 'library-1.0.1').split('\n');
  assert.equal(tagged.length, files.filter((file) => file.isFile()).length);
  assert.ok(tagged.includes('library.properties'));
  assert.equal(git('status', '--porcelain'), '');
});
