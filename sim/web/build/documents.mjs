/** The texts of the repository as pages of the built folder: the read-me, and what it leads to. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Marked } from 'marked';
import { joined } from './strings.mjs';

/** A text in a language: README.md is English, README.zh-CN.md Chinese. */
export const inLanguage = (file, language) =>
  language === 'en' ? file : file.replace('.md', `.${language}.md`);

const pageOf = (file) => file.replace(/\.md$/, '.html');

/** The id that GitHub gives to a heading. */
const idOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

/** @param {(target: string) => string|null} resolve the address of a link or picture; null: there is none. */
const converter = (resolve) =>
  new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ tokens, href }) {
        const [words, target] = [this.parser.parseInline(tokens), resolve(href)];
        return target === null ? words : `<a href="${target}">${words}</a>`;
      },
      image: ({ href, text }) => `<img src="${resolve(href)}" alt="${text}">`,
    },
  });

/** The Markdown of a paragraph as HTML, without links. */
export const inline = (text) =>
  converter(() => null)
    .parseInline(joined(text))
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Writes the pages into docs/ of a folder, where they lie as in the repository.
 * @param {string} root of the repository. @param {string|null} home its address: a link to anything but a
 * text or a picture leads there, or is no link. @param {Object<string, string>} first the texts to begin with
 * @param tables the texts of the page in each language.
 * @returns the addresses of the first pages: {NAME: {LANGUAGE: ADDRESS}}.
 */
export function writeDocuments(root, folder, home, first, tables) {
  const files = new Set(); /* a page adds those that it leads to */
  const resolve = (file, target) => {
    if (/^(https?:|#)/.test(target)) return target;
    const [path, anchor] = target.split('#');
    const other = join(dirname(file), path);
    if (!/\.(svg|webp|md)$/.test(other) || !existsSync(join(root, other)))
      return home && new URL(target, `${home}/blob/main/${file}`).href;
    files.add(other);
    return pageOf(path) + (anchor ? `#${anchor}` : '');
  };
  const addresses = (file) => {
    const own = Object.keys(tables).map((language) => [language, inLanguage(file, language)]);
    const found = own.filter(([, each]) => existsSync(join(root, each)));
    found.forEach(([, each]) => files.add(each));
    return Object.fromEntries(found.map(([language, each]) => [language, `docs/${pageOf(each)}`]));
  };
  const found = Object.fromEntries(Object.entries(first).map(([name, file]) => [name, addresses(file)]));
  for (const file of files) {
    const page = join(folder, 'docs', pageOf(file));
    mkdirSync(dirname(page), { recursive: true });
    if (!file.endsWith('.md')) {
      copyFileSync(join(root, file), page);
      continue;
    }
    const text = readFileSync(join(root, file), 'utf8');
    const up = relative(dirname(join('docs', file)), '.');
    const [, language = 'en'] = file.match(/\.(\w\w(?:-\w+)?)\.md$/) ?? [];
    writeFileSync(
      page,
      `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text.match(/^# (.*)$/m)[1]}</title><link rel="stylesheet" href="${up}/page.css"></head>
<body><nav><a href="${up}/index.html">${tables[language]['head.title']}</a></nav>
<article role="main">${converter((target) => resolve(file, target)).parse(joined(text))}</article></body>
</html>
`,
    );
  }
  return found;
}
