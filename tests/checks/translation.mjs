#!/usr/bin/env -S node --test-reporter=tap
/** A translation agrees with its English page in headings, code, tables, numbers and links. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/*
 * FILE.LANGUAGE.md is the translation of FILE.md.  A section of the translation that has no counterpart
 * contains the comment ONLY_HERE.  In a code block, comments may be translated.  A line of FILE.md that
 * contains TO_TRANSLATE may wait for its translation until a release (tests/checks/version).
 */
const ONLY_HERE = '<!-- only in this language -->';
const TO_TRANSLATE = '<!-- to translate -->';
const FOLDERS = ['.', 'firmware', 'sim'];

const translations = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /^\w+\.[a-z]{2}(-[A-Z]{2})?\.md$/.test(name))
    .map((name) => `${folder}/${name}`.replace('./', '')),
);

/** The sections of a page: from one heading to the next, the code blocks taken out of the text. */
function sectionsOf(page) {
  const sections = [{ level: 0, heading: 'its beginning', lines: [], code: [] }];
  let block = null;
  for (const line of page.split('\n')) {
    const current = sections.at(-1);
    if (line.startsWith('```')) {
      if (block) current.code.push(block.join('\n'));
      block = block ? null : [line];
    } else if (block) {
      block.push(line.replace(/\s+#\s.*$/, ''));
    } else if (/^#+ /.test(line)) {
      sections.push({ level: line.indexOf(' '), heading: line, lines: [], code: [] });
    } else if (!line.includes(TO_TRANSLATE)) {
      current.lines.push(line);
    }
  }
  return sections.filter(({ lines }) => !lines.includes(ONLY_HERE));
}

const withoutCode = (text) => text.replace(/`[^`]*`/g, '').replace(/\]\([^)]*\)/g, ']');
/** A translation may link to the translation of a page. */
const english = (link) => link.replace(/\.[a-z]{2}-[A-Z]{2}\.md$/, '.md');

/** What both must have alike. */
const same = ({ level, code, lines }) => ({
  'depth of its heading': level,
  code,
  'columns of the rows of its tables':
    lines.filter((line) => line.startsWith('|')).map((row) => row.split(/[^\\]\|/).length - 1),
  links:
    [...new Set([...lines.join('\n').matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => english(link)))].sort(),
});

/** Code and numbers: a translation may have more of them, to explain a session.  Prices are local. */
function kept({ lines }) {
  const text = lines.join('\n'), numbers = withoutCode(text).replace(/\d+( to \d+)? €/g, '');
  return [...text.match(/`[^`]+`/g) ?? [],
          ...(numbers.match(/\d[\d,.]*\d|\d/g) ?? []).map((number) => number.replace(/,/g, ''))];
}

/** What is left of a list after each of others has taken one that is equal. */
function without(list, others) {
  const left = [...others];
  return list.filter((each) => !(left.includes(each) && left.splice(left.indexOf(each), 1)));
}

test('each page that is translated has its English original, and there is at least one', () => {
  for (const name of ['README.zh-CN.md', 'firmware/COMMANDS.zh-CN.md'])
    assert.ok(translations.includes(name), name);
  for (const name of translations) readFileSync(english(name));
});

for (const name of translations)
  test(`${name} has the headings, code, tables, numbers and links of ${english(name)}`, () => {
    const [page, translated] = [english(name), name].map((file) => sectionsOf(readFileSync(file, 'utf8')));
    const facts = (sections) => sections.map((each, i) => ({ of: page[i]?.heading, ...same(each) }));
    assert.deepEqual(facts(translated), facts(page));
    const lacks = page.map((each, i) => [each.heading, ...without(kept(each), kept(translated[i]))]);
    assert.deepEqual(lacks.filter(([, ...texts]) => texts.length), []);
  });

const CHINESE = '[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]';
const HALF_WIDTH = new RegExp(`${CHINESE}[,;:()?!]|[,;:()?!]${CHINESE}`);

for (const name of translations.filter((each) => each.includes('.zh-')))
  test(`${name} has no half-width punctuation beside a Chinese character`, () => {
    const lines = readFileSync(name, 'utf8').split('\n');
    assert.deepEqual(
      lines.filter((line) => HALF_WIDTH.test(withoutCode(line))),
      [],
    );
  });

test('no Chinese text uses a word that the list of terms rejects', () => {
  const rejected = readFileSync('sim/web/TERMS.zh-CN.md', 'utf8').match(/(?<=不用“)[^”]+/g);
  assert.ok(rejected.length > 1);
  for (const name of [...translations.filter((each) => each.includes('.zh-')), 'sim/web/strings/zh-CN.txt'])
    for (const word of rejected) assert.ok(!readFileSync(name, 'utf8').includes(word), `${name}: ${word}`);
});
