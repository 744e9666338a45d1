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

/* What both must have alike, and what a translation may not leave out: it may have more of that, to explain a
 * session.  Prices are local. */
const same = {
  'depth of its heading': ({ level }) => [level],
  code: ({ code }) => code,
  [`rows of tables (a row of the English page that ends with ${TO_TRANSLATE} may wait)`]: ({ lines }) =>
    lines.filter((line) => line.startsWith('|'))
      .map((row, i) => `row ${i + 1} has ${row.split(/[^\\]\|/).length - 1} columns`),
  links: ({ lines }) =>
    [...new Set([...lines.join('\n').matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => english(link)))].sort(),
};
const kept = {
  'inline code': ({ lines }) => lines.join('\n').match(/`[^`]+`/g) ?? [],
  numbers: ({ lines }) => {
    const text = withoutCode(lines.join('\n')).replace(/\d+( to \d+)? €/g, '');
    return (text.match(/\d[\d,.]*\d|\d/g) ?? []).map((number) => number.replace(/,/g, ''));
  },
};

/** What is left of a list after each of others has taken one that is equal. */
function without(list, others) {
  const left = [...others];
  return list.filter((each) => !(left.includes(each) && left.splice(left.indexOf(each), 1)));
}

/** What of the facts of a section the other page lacks, as texts. */
const lacking = (facts, section, other = { lines: [], code: [] }) =>
  Object.entries(facts).flatMap(([name, fact]) =>
    without(fact(section), fact(other)).map((each) => `${section.heading}: ${name}: ${each}`));

/** What differs between a page and its translation; empty if they agree. */
function drift(...pages) {
  const [original, translated] = pages.map(sectionsOf);
  return [...original.flatMap((each, i) => lacking({ ...same, ...kept }, each, translated[i])),
          ...translated.flatMap((each, i) => lacking(same, each, original[i]))];
}

test('each page that is translated has its English original, and there is at least one', () => {
  for (const name of ['README.zh-CN.md', 'firmware/COMMANDS.zh-CN.md'])
    assert.ok(translations.includes(name), name);
  for (const name of translations) readFileSync(english(name));
});

for (const name of translations)
  test(`${name} has the headings, code, tables, numbers and links of ${english(name)}`, () => {
    const [page, translation] = [english(name), name].map((file) => readFileSync(file, 'utf8'));
    assert.deepEqual(drift(page, translation), []);
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
