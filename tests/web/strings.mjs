#!/usr/bin/env -S node --test-reporter=tap
/** The texts of the page and the lesson in each language: the build refuses languages that differ. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { checkTranslation, readLesson } from '../../sim/web/build/lesson.mjs';
import { problems, readSources, readTables } from '../../sim/web/build/strings.mjs';

const tables = await readTables(resolve('sim/web/strings'));
const source = readSources('sim/web');
const others = Object.keys(tables).filter((language) => language !== 'en');
const lessonFile = (language) => `sim/LESSON${language === 'en' ? '' : `.${language}`}.md`;

/** The tables with one of them changed. */
const changed = (language, change) => {
  const table = { ...tables[language] };
  change(table);
  return { ...tables, [language]: table };
};

test('every text of the page is in every language, and every one is used', () =>
  assert.deepEqual(problems(tables, source), []));

for (const language of Object.keys(tables)) {
  test(`a text that is missing in ${language} is refused by name`, () =>
    assert.deepEqual(
      problems(
        changed(language, (table) => delete table['place.hint']),
        source,
      ),
      [`${language} has no "place.hint"`],
    ));

  test(`a text in ${language} that nothing uses is refused by name`, () =>
    assert.ok(
      problems(
        changed(language, (table) => (table['place.nothing'] = 'x')),
        source,
      ).includes('"place.nothing" is not used'),
    ));
}

test('a text that a script uses and no table has is refused by name', () =>
  assert.deepEqual(problems(tables, `${source}\nshow(status, 'place.absent');`), [
    '"place.absent" is used, but is in no table',
  ]));

test('a text whose placeholders differ between languages is refused by name', () =>
  assert.deepEqual(
    problems(
      changed('zh-CN', (table) => (table['place.hinted'] = '{row}')),
      source,
    ),
    ['"place.hinted" has other placeholders in zh-CN than in en'],
  ));

const english = readLesson(lessonFile('en'), tables.en);

for (const language of others) {
  const text = readFileSync(lessonFile(language), 'utf8');

  test(`the lesson in ${language} has the questions, commands and answers of the English one`, () =>
    checkTranslation(english, readLesson(lessonFile(language), tables[language]), language));

  for (const [what, from, to, message] of [
    ['an answer', '92 solutions, 2056 queens', '92 solutions, 2057 queens', /question 3 has other commands/],
    ['a command', '> count 13\n', '> count 14\n', /does not answer|question 12 has other commands/],
    ['the number of questions', /^\*\*15\. [^]*?(?=^## )/m, '', /14 questions/],
  ])
    test(`the lesson in ${language} is refused if ${what} differs`, (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'lesson-'));
      t.after(() => rmSync(folder, { recursive: true }));
      const file = join(folder, 'lesson.md');
      assert.notEqual(text.replace(from, to), text);
      writeFileSync(file, text.replace(from, to));
      assert.throws(
        () => checkTranslation(english, readLesson(file, tables[language]), language),
        ({ message: own }) => message.test(own),
      );
    });
}
