#!/usr/bin/env node
/** Plots of the kept measurements as SVG, for the READMEs and the page: plots.mjs FOLDER writes the files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { readTables } from '../web/build/strings.mjs';

const MEASUREMENTS = new URL('../../tests/checks/measurements/', import.meta.url);
const { en } = readTables();
const kept = (name) => readFileSync(new URL(`${name}.tsv`, MEASUREMENTS), 'utf8');

const COLOURS = ['#0b7f86', '#d9480f', '#2f73c8', '#8a7400', '#6b4fb3', '#1d7f46', '#c2362b'];
const STYLE = `<style>
.plot { background: #fffefb; font: 13px system-ui, "DejaVu Sans", sans-serif; }
.plot text { fill: #23272e; } .plot .grid { stroke: #dedad0; } .plot .end { text-anchor: end; }
.plot .middle { text-anchor: middle; }
@media (prefers-color-scheme: dark) {
  .plot { background: #1c2026; } .plot text { fill: #e6e8eb; } .plot .grid { stroke: #3d444e; } }
</style>`;

/* A text of the page by its name: in English, and with the mark by which the page puts it into a language. */
const words = (tag, name) => `${tag} data-text="plot.${name}">${en[`plot.${name}`]}`;

const svg = (width, height, title, content) =>
  `<svg class="plot" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
${title}</title>
${STYLE}
${content.join('\n')}
</svg>
`;
const start = (x, y, className) => `<text x="${x}" y="${y}" class="${className}"`;
const text = (x, y, label, className = '') => `${start(x, y, className)}>${label}</text>`;
const head = (x, name, y = 18, className = '') =>
  `${words(start(x, y, className), name)}</text>`;
const rowsOf = (table) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
function groups(rows, column) {
  const found = new Map();
  for (const row of rows) found.set(row[column], [...(found.get(row[column]) ?? []), row]);
  return found;
}
const digits = (number) => number.toLocaleString('en');

/** Moves labels until none covers another one. */
function apart(labels) {
  const sorted = labels.sort((a, b) => a.y - b.y);
  const last = sorted.at(-1).y;
  sorted.forEach((label, i) => (label.y = Math.max(label.y, (sorted[i - 1]?.y ?? 0) + 15)));
  const drift = (sorted.at(-1).y - last) / 2;
  return sorted.map((label) => ({ ...label, y: label.y - drift }));
}

function cyclesPlot(table) {
  const programs = groups(rowsOf(table).filter(([, n]) => n > 0), 0);
  const x = (n) => 70 + (n - 4) * 50;
  const y = (cycles) => +(360 - (Math.log10(cycles) - 3) * 60).toFixed(1);
  const content = [head(70, 'cycles')];
  const line = (value, label, right) => {
    content.push(`<path class="grid" d="M70 ${y(value)}H570"/>`);
    content.push(text(right ? 574 : 64, y(value) + 4, label, right ? '' : 'end'));
  };
  for (const cycles of [1e3, 1e4, 1e5]) line(cycles, `${cycles / 1e3} k`, false);
  for (const cycles of [1e6, 1e7, 1e8]) line(cycles, `${cycles / 1e6} M`, false);
  line(16e3, '1 ms', true);
  line(16e6, '1 s', true);
  for (let n = 4; n <= 14; n++) content.push(text(x(n), 380, n, 'middle'));
  const labels = [];
  [...programs].filter(([, rows]) => rows.length > 1).forEach(([name, rows], i) => {
    const points = rows.map(([, n, , , cycles]) => `${x(n)} ${y(cycles)}`);
    const style = `fill="none" stroke="${COLOURS[i % COLOURS.length]}" stroke-width="2.5"`;
    content.push(`<path ${style} d="M${points.join('L')}"/>`);
    const [, n, , , cycles] = rows.at(-1);
    labels.push({ n, name, y: y(cycles), x: x(n) + 6 });
  });
  for (const group of groups(labels, 'n').values())
    content.push(...apart(group).map((label) => text(label.x, label.y + 4, label.name)));
  return svg(640, 392, words('<title', 'cyclesTitle'), content);
}

/** The module that a file belongs to: its folder, or what the linker adds. */
function moduleOf(file) {
  const [top, module, rest] = file.split('/');
  if (top === 'firmware') return rest ? module : 'main';
  return module ? top : file.replace(/^one of several.*/, 'several');
}

/* Modules whose names are words. */
const NAMED = { 'texts and tables': 'tables', 'start values of variables': 'values' };

function memoryPlot(table) {
  const modules = new Map();
  for (const [kind, file, bytes] of rowsOf(table)) {
    if (kind === 'compiler' || /:|^total$|^tiny/.test(file)) continue;
    const name = kind === 'stack' ? 'stack' : moduleOf(file);
    const module = modules.get(name) ?? { flash: 0, ram: 0 };
    module[kind === 'flash' ? 'flash' : 'ram'] += Number(bytes);
    modules.set(name, module);
  }
  const sorted = [...modules].sort(([, a], [, b]) => b.flash - a.flash || b.ram - a.ram);
  const scale = (key, width) => width / Math.max(...sorted.map(([, module]) => module[key]));
  const bar = (x, row, module, key, width) => {
    if (!module[key]) return '';
    const length = Math.max(1, Math.round(module[key] * scale(key, width)));
    const colour = COLOURS[key === 'flash' ? 0 : 1];
    return (
      `<path fill="${colour}" d="M${x} ${row * 22 + 30}h${length}v14h${-length}z"/>` +
      text(x + length + 5, row * 22 + 42, digits(module[key]))
    );
  };
  const rows = sorted.map(([name, module], row) => {
    const bars = bar(170, row, module, 'flash', 230) + bar(450, row, module, 'ram', 140);
    const [key, y] = [NAMED[name], row * 22 + 42];
    return (key ? head(164, key, y, 'end') : text(164, y, name, 'end')) + bars;
  });
  const heads = head(170, 'flash') + head(450, 'ram');
  return svg(640, sorted.length * 22 + 40, words('<title', 'memoryTitle'), [heads, ...rows]);
}

/** What the Arduino IDE's Serial Plotter draws of `format list`: a curve for each row, with 50 points. */
function plotterPlot(solutions) {
  const boards = solutions.trim().split('\n').slice(0, 50);
  const [x, y] = [(i) => 40 + i * 11, (column) => 240 - column * 25];
  const content = [text(40, 18, 'the column of the queen in each row, of the first 50 solutions of solve 8')];
  for (let column = 1; column <= 8; column++) {
    content.push(`<path class="grid" d="M40 ${y(column)}H579"/>`, text(34, y(column) + 4, column, 'end'));
    const points = boards.map((board, i) => `${x(i)} ${y(board[column - 1])}`).join('L');
    const colour = [...COLOURS, '#767676'][column - 1];
    content.push(`<path fill="none" stroke="${colour}" stroke-width="2" d="M${points}"/>`);
    content.push(`<text x="590" y="${y(column) + 4}" style="fill:${colour}">row ${column}</text>`);
  }
  return svg(640, 250, '<title>format list in the Serial Plotter', content);
}

/** The plots, by the names of their files. @returns {Object<string, string>} */
export const plots = () => ({
  'cycles.svg': cyclesPlot(kept('bench')),
  'memory.svg': memoryPlot(kept('size')),
  'plotter.svg': plotterPlot(readFileSync(new URL('../../vectors/solutions-8.txt', MEASUREMENTS), 'utf8')),
});

/** The plots of the measurements, for the page. */
export const plotsOfPage = () => cyclesPlot(kept('bench')) + memoryPlot(kept('size')).replace(STYLE, '');

const [, program, folder] = process.argv;
if (program.endsWith('plots.mjs'))
  for (const [name, plot] of Object.entries(plots())) writeFileSync(`${folder}/${name}`, plot);
