#!/usr/bin/env -S node --test-reporter=tap
/** The texts of the page and the lesson in each language: the build refuses languages that differ. */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { checkTranslation, readLesson } from '../../sim/web/build/lesson.mjs';
import { problems, readSources, readTables } from '../../sim/web/build/strings.mjs';

const tables = await readTables(resolve('sim/web/strings'));
const source = readSources('sim/web');
const others = Object.keys(tables).filter((language) => language !== 'en');
const lessonOf = (language) =>
  readLesson(`sim/LESSON${language === 'en' ? '' : `.${language}`}.md`, tables[language]);

test('every text of the page is in every language, and every one is used', () =>
  assert.deepEqual(problems(tables, source), []));

test('a text that is missing, unused, or has other placeholders is refused by name', () => {
  const { 'place.hint': _, ...table } = tables['zh-CN'];
  Object.assign(table, { 'place.nothing': 'x', 'place.hinted': '{row}' });
  const found = problems({ ...tables, 'zh-CN': table }, `${source}\nshow(status, 'place.absent');`);
  for (const name of ['hint', 'nothing', 'hinted', 'absent'])
    assert.ok(
      found.some((problem) => problem.includes(`"place.${name}"`)),
      name,
    );
});

for (const language of others)
  test(`the lesson in ${language} has the questions, commands and answers of the English one`, () => {
    const [english, other] = [lessonOf('en'), lessonOf(language)];
    checkTranslation(english, other, language);
    other.steps[2].typed[0][1].pop();
    assert.throws(() => checkTranslation(english, other, language), /question 3 has other commands/);
  });
