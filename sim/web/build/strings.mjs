/** The tables of the page's texts: one per language in strings/. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('..', import.meta.url));
const read = (file) => readFileSync(web + file, 'utf8');

/** A line that ends within Chinese text is no space. */
export const joined = (text) => text.replaceAll(/(?<=[\u2e80-\uffff])\n ?(?=[\u2e80-\uffff])/g, '');

/** The texts of a file, as strings/en.txt describes it. */
function tableOf(file) {
  const table = {};
  let section;
  for (const line of joined(read(file).replaceAll(/\n +/g, '\n ')).replaceAll('\n ', ' ').split('\n')) {
    section = line.match(/^\[(\w+)\]$/)?.[1] ?? section;
    const [key, text] = line.split(/: (.*)/);
    if (/^\w/.test(key)) table[`${section}.${key}`] = text;
  }
  return table;
}

/** Language to table, English first. */
export function readTables() {
  const files = readdirSync(`${web}strings`).filter((file) => file !== 'en.txt');
  const others = files.map((file) => [file.replace('.txt', ''), tableOf(`strings/${file}`)]);
  return { en: tableOf('strings/en.txt'), ...Object.fromEntries(others) };
}

/** The text of every source of the page that can use a key. */
export const readSources = () =>
  ['../pictures/plots.mjs', ...readdirSync(web, { recursive: true })]
    .filter((file) => /\.(mjs|html)$/.test(file))
    .map(read)
    .join('\n');

/**
 * A source uses a key as 'a.key', or as `a.prefix${...}` all keys that begin so.
 * @returns {string[]} what is wrong: each missing or unused key, and placeholders that differ.
 */
export function problems(tables, source) {
  const all = [...new Set(Object.values(tables).flatMap(Object.keys))];
  const namespaces = [...new Set(all.map((key) => key.split('.')[0]))];
  const quoted = new RegExp(`['"\`]((?:${namespaces.join('|')})\\.[\\w.-]*)(['"\`]|\\$\\{)`, 'g');
  const used = [...source.matchAll(quoted)].map(([, key, end]) => ({ key, isPrefix: end === '${' }));
  const found = used
    .filter(({ key, isPrefix }) => !isPrefix && !all.includes(key))
    .map(({ key }) => `"${key}" is used, but is in no table`);
  for (const key of all) {
    if (!used.some((own) => (own.isPrefix ? key.startsWith(own.key) : key === own.key)))
      found.push(`"${key}" is not used`);
    for (const [language, table] of Object.entries(tables))
      if (!(key in table)) found.push(`${language} has no "${key}"`);
      else if (key in tables.en && placeholders(table[key]) !== placeholders(tables.en[key]))
        found.push(`"${key}" has other placeholders in ${language} than in en`);
  }
  return found;
}

const placeholders = (words) => [...new Set(words.match(/\{\w+\}/g))].sort().join(' ');

const escaped = (words) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Fills the texts of a table into a page, for browsers without scripts and for the first picture. */
export function fillTexts(html, table) {
  const text = / data-(text|html)="([\w.-]+)"[^<>]*>(?=<\/)/g;
  const attribute = / data-(label|content)="([\w.-]+)"/g;
  const names = { label: 'aria-label', content: 'content' };
  return html
    .replaceAll(text, (tag, how, key) => tag + (how === 'html' ? table[key] : escaped(table[key])))
    .replaceAll(attribute, (all, how, key) => `${all} ${names[how]}="${escaped(table[key])}"`);
}
