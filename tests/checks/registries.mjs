#!/usr/bin/env -S node --test-reporter=tap
/**
 * The library's address, the manifest of PlatformIO, and the branch of a release.  The rules of Arduino's
 * registry are checked by arduino-lint, in the workflow.
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
const version = readFileSync('firmware/version.h', 'utf8').match(/^#define VERSION "(.*)"$/m)[1];
const files = readdirSync(library, { recursive: true, withFileTypes: true });

test('without an address nothing is made up: make says what needs it', () => {
  assert.match(without, /its address is not known, and registries require it: make arduino URL=/);
  assert.equal(hasUrl, false);
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
