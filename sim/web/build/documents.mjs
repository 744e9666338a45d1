/** The texts of the repository as pages of the built folder: the read-me, and what it leads to. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { markdown } from './markdown.mjs';

/** A text in a language: README.md is English, README.zh-CN.md Chinese. */
export const inLanguage = (file, language) =>
  language === 'en' ? file : file.replace('.md', `.${language}.md`);

const pageOf = (file) => file.replace(/\.md$/, '.html');

/**
 * Writes the pages into docs/ of a folder, where they lie as in the repository.
 * @param {string} root of the repository. @param {string|null} home its address: a link to anything but a
 * text or a picture leads there, or is no link. @param {Object<string, string>} first the texts to begin with
 * @param tables the texts of the page in each language.
 * @returns the addresses of the first pages: {NAME: {LANGUAGE: ADDRESS}}.
 */
export function writeDocuments(root, folder, home, first, tables) {
  const found = Object.entries(first).map(([name, file]) => [
    name,
    Object.keys(tables)
      .map((language) => [language, inLanguage(file, language)])
      .filter(([, own]) => existsSync(join(root, own))),
  ]);
  const waiting = found.flatMap(([, own]) => own.map(([, file]) => file));
  const seen = new Set(waiting);
  const resolve = (file, target) => {
    if (/^(https?:|#)/.test(target)) return target;
    const [path, anchor] = target.split('#');
    const other = join(dirname(file), path);
    const isPicture = /\.(svg|webp)$/.test(other);
    if ((!isPicture && !other.endsWith('.md')) || !existsSync(join(root, other)))
      return home && new URL(target, `${home}/blob/main/${file}`).href;
    if (!seen.has(other)) {
      seen.add(other);
      if (isPicture) copy(join(root, other), join(folder, 'docs', other));
      else waiting.push(other);
    }
    return pageOf(path) + (anchor ? `#${anchor}` : '');
  };
  for (let file; (file = waiting.shift()); ) {
    const text = readFileSync(join(root, file), 'utf8');
    const up = relative(dirname(join('docs', file)), '.');
    const page = join(folder, 'docs', pageOf(file));
    mkdirSync(dirname(page), { recursive: true });
    const [, language = 'en'] = file.match(/\.(\w\w(?:-\w+)?)\.md$/) ?? [];
    writeFileSync(
      page,
      `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text.match(/^# (.*)$/m)[1]}</title><link rel="stylesheet" href="${up}/page.css"></head>
<body><nav><a href="${up}/index.html">${tables[language]['head.title']}</a></nav>
<article>${markdown(text, (target) => resolve(file, target))}</article></body>
</html>
`,
    );
  }
  const addresses = (own) =>
    Object.fromEntries(own.map(([language, file]) => [language, `docs/${pageOf(file)}`]));
  return Object.fromEntries(found.map(([name, own]) => [name, addresses(own)]));
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
