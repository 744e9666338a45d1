/** Markdown as HTML, as far as the texts of this project use it. */

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * The Markdown within a paragraph. @param {(target: string) => string|null} [resolve] the address of a link
 * or picture; null: the text stays without a link.
 */
export function inline(text, resolve = () => null) {
  const codes = [];
  const picture = (_, alt, target) => `<img src="${resolve(target)}" alt="${alt}">`;
  const link = (_, words, target) => {
    const href = resolve(target);
    return href === null ? words : `<a href="${href}">${words}</a>`;
  };
  return escaped(text.replaceAll(/<!--.*?-->/g, ''))
    .replaceAll('\\|', '|')
    .replaceAll(/`([^`]+)`/g, (_, code) => `\0${codes.push(code) - 1}\0`)
    .replaceAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g, picture)
    .replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, link)
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\*([^*\s][^*]*)\*/g, '<em>$1</em>')
    .replace(/(?<=[\u2e80-\uffff])\s*\n\s*(?=[\u2e80-\uffff])/g, '') /* no space within Chinese text */
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\0(\d+)\0/g, (_, i) => `<code>${codes[i]}</code>`)
    .trim();
}

/** The id that GitHub gives to a heading. */
const idOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

function table(lines, show) {
  const cells = (line) => line.replace(/^\||(?<!\\)\|\s*$/g, '').split(/(?<!\\)\|/);
  const [head, marks, ...rows] = lines.map(cells);
  const start = (tag, i) => (/-:/.test(marks[i]) ? `<${tag} class="number">` : `<${tag}>`);
  const cell = (tag) => (words, i) => `${start(tag, i)}${show(words)}</${tag}>`;
  const body = rows.map((row) => `<tr>${row.map(cell('td')).join('')}</tr>`);
  return `<table><tr>${head.map(cell('th')).join('')}</tr>\n${body.join('\n')}</table>`;
}

function list(lines, show) {
  const tag = /^\d/.test(lines[0]) ? 'ol' : 'ul';
  const items = lines.join('\n').split(/^(?:-|\d+\.) /m).slice(1);
  return `<${tag}>${items.map((item) => `<li>${show(item)}</li>`).join('\n')}</${tag}>`;
}

function block(lines, show) {
  const text = lines.join('\n');
  const [, marks, heading] = text.match(/^(#+) (.*)$/) ?? [];
  if (heading) return `<h${marks.length} id="${idOf(heading)}">${show(heading)}</h${marks.length}>`;
  if (/^\|/.test(text)) return table(lines, show);
  const at = lines.findIndex((line) => /^(- |\d+\. )/.test(line));
  if (at === 0) return list(lines, show);
  /* A list may follow its sentence at once. */
  if (at > 0 && lines[at - 1].endsWith(':'))
    return block(lines.slice(0, at), show) + list(lines.slice(at), show);
  return `<p>${show(text)}</p>`;
}

/** @param {string} text a page. @param resolve as in inline(). @returns {string} its HTML. */
export function markdown(text, resolve) {
  const TARGET = /^\[(.+)\]: (\S+)$/gm;
  const targets = new Map([...text.matchAll(TARGET)].map(([, name, target]) => [name, target]));
  const withTarget = (all, name) => (targets.has(name) ? `${all}(${targets.get(name)})` : all);
  const show = (words) => inline(words.replaceAll(/\[([^\]]+)\](?!\()/g, withTarget), resolve);
  return text
    .replaceAll(TARGET, '')
    .split(/^(```[^]*?^```)$/m)
    .map((piece) =>
      piece.startsWith('```')
        ? `<pre>${escaped(piece.replace(/^```.*\n/, '').replace(/```$/, ''))}</pre>`
        : piece
            .split(/\n{2,}/)
            .map((words) => words.replace(/^\n+|\n+$/g, ''))
            .filter((words) => words.replaceAll(/<!--.*?-->/g, '').trim())
            .map((words) => block(words.split('\n'), show))
            .join('\n'),
    )
    .join('\n');
}
