#!/usr/bin/env -S node --test-reporter=tap
/**
 * The folder of the library against the public rules of its registries: arduino-lint (strict, submit), and
 * the manifest of PlatformIO. The numbers of rules are those of arduino-lint.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const URL_GIVEN = 'https://example.org/someone/nqueens';
const SEMVER = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
const CATEGORIES = [
  ...['Display', 'Communication', 'Signal Input/Output', 'Sensors', 'Device Control', 'Timing'],
  ...['Data Storage', 'Data Processing', 'Other'],
];
const FIELDS = [
  ...['name', 'version', 'author', 'maintainer', 'sentence', 'paragraph', 'category', 'url'],
  ...['architectures', 'includes'],
];

const build = mkdtempSync(join(tmpdir(), 'nqueens-registries-'));
after(() => rmSync(build, { recursive: true, force: true }));
const { MAKEFLAGS, MAKELEVEL, GITHUB_REPOSITORY, ...env } = process.env;

function make(...words) {
  return execFileSync('make', ['-s', `BUILD=${build}`, 'arduino', ...words], { encoding: 'latin1', env });
}

const without = make();
const hasUrl = /^url=/m.test(readFileSync(join(build, 'arduino/nqueens/library.properties'), 'utf8'));
make(`URL=${URL_GIVEN}`);
const library = join(build, 'arduino/nqueens');
const read = (file) => readFileSync(join(library, file), 'utf8');
const lines = read('library.properties').trim().split('\n');
const properties = Object.fromEntries(lines.map((line) => line.match(/^(\w+)=(.*)$/).slice(1)));
const version = readFileSync('firmware/version.h', 'utf8').match(/^#define VERSION "(.*)"$/m)[1];
const files = readdirSync(library, { recursive: true, withFileTypes: true });
const names = files.map(({ name }) => name);

test('without an address nothing is made up: make says what needs it', () => {
  assert.match(without, /its address is not known, and registries require it: make arduino URL=/);
  assert.equal(hasUrl, false);
});

test('library.properties has every required field, and no other (LP001 to LP050)', () => {
  assert.deepEqual(Object.keys(properties).sort(), FIELDS.slice().sort());
  for (const [field, value] of Object.entries(properties))
    assert.equal(value, value.trim() || 'empty', field);
});

test('name, version, people: as the registry takes them (LP006 to LP031)', () => {
  const { name, author, maintainer } = properties;
  assert.match(name, /^[A-Za-z0-9][A-Za-z0-9 _.-]{0,15}$/);
  assert.doesNotMatch(name, /arduino|library/i);
  assert.match(version, SEMVER);
  assert.equal(properties.version, version);
  for (const person of [author, maintainer]) assert.doesNotMatch(person, /^arduino/i);
});

test('sentence, paragraph and category (LP032 to LP039)', () => {
  const { sentence, paragraph, category } = properties;
  assert.ok(sentence.length > 10 && !paragraph.includes(sentence));
  assert.ok(CATEGORIES.includes(category), category);
});

test('the address is there, and is one that can be cloned (LP040, LP041)', () => {
  assert.equal(properties.url, URL_GIVEN);
  assert.equal(new URL(properties.url).protocol, 'https:');
});

test('architecture and header (LP043 to LP053)', () => {
  assert.equal(properties.architectures, 'avr');
  assert.ok(existsSync(join(library, 'src', properties.includes)));
  assert.equal(properties.includes, `${properties.name}.h`);
});

test('the folder: no submodule, link, program or sketch where none may be (LS004 to LS010)', () => {
  for (const name of ['.gitmodules', '.development', 'extra', 'example', 'src.ino'])
    assert.ok(!names.includes(name), name);
  assert.ok(!files.some((file) => file.isSymbolicLink()));
  assert.ok(!names.some((name) => /\.(exe|a|o|elf|hex)$/i.test(name)));
  const sketches = files.filter(({ name }) => name.endsWith('.ino'));
  assert.deepEqual(
    sketches.map(({ parentPath, path, name }) => join(parentPath ?? path, name)),
    [join(library, 'examples/nqueens/nqueens.ino')],
  );
});

test('read-me, licence and keywords (LD001 to LD004, RF001 to RF003)', () => {
  for (const name of ['README.md', 'LICENSE', 'keywords.txt']) assert.ok(read(name).length > 50, name);
  for (const line of read('keywords.txt').split('\n').filter((each) => each && !each.startsWith('#')))
    assert.match(line, /^\w+\t(KEYWORD[123]|LITERAL[12])$/);
});

test("library.json passes the rules of PlatformIO's manifest", () => {
  const manifest = JSON.parse(read('library.json'));
  const { name, description, keywords, repository, authors, examples } = manifest;
  assert.match(name, /^[^:;/,@<>]{1,50}$/);
  assert.equal(manifest.version, version);
  assert.ok(description.length >= 1 && description.length <= 255);
  for (const word of keywords) assert.match(word, /^[a-z\d]([a-z\d._+-]{0,48}[a-z\d])?$/);
  assert.ok(keywords.join().length <= 255);
  assert.deepEqual(repository, { type: 'git', url: URL_GIVEN });
  assert.ok(authors.every((author) => author.name.length <= 100));
  assert.equal(manifest.license, 'MIT');
  assert.deepEqual([manifest.frameworks, manifest.platforms], ['arduino', 'atmelavr']);
  assert.ok(existsSync(join(library, 'src', manifest.headers)));
  for (const { base, files: own } of examples)
    for (const file of own) assert.ok(existsSync(join(library, base, file)), file);
  assert.equal(manifest.build.srcDir, 'src');
  assert.ok(Buffer.byteLength(read('library.json')) < 65536);
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
  const push = (tag) =>
    execFileSync(`${process.cwd()}/.github/library.sh`, [library, tag], { cwd: work, env });
  push('v1.0.0');
  push('v1.0.1');
  git('fetch', '-q', '--tags', 'origin', '+refs/heads/library:refs/remotes/library');
  assert.deepEqual(git('tag', '--list').split('\n'), ['library-1.0.0', 'library-1.0.1']);
  assert.equal(git('rev-parse', 'library-1.0.1^{commit}'), git('rev-parse', 'refs/remotes/library'));
  assert.equal(git('rev-parse', 'library-1.0.1^'), git('rev-parse', 'library-1.0.0^{commit}'));
  const tagged = git('ls-tree', '-r', '--name-only', 'library-1.0.1').split('\n');
  const own = files.filter((file) => file.isFile());
  assert.equal(tagged.length, own.length);
  for (const name of ['library.properties', 'library.json', 'src/nqueens.h'])
    assert.ok(tagged.includes(name), name);
  assert.equal(git('status', '--porcelain'), '');
});
