#!/usr/bin/env node
/**
 * Draws logs of the simulated board as SVG on stdout:
 *   draw.mjs SHAPE SECONDS FRAMES [LINES]  the matrix as a film of that time; LINES: the text beside it
 *   draw.mjs SHAPE 0 FRAMES [LINES]        the same at the end of the logs, as a still
 *   draw.mjs TRACE.vcd                     two rows of a picture on their way to a MAX7219
 * FRAMES and LINES are the logs of --frames and --stamps; SHAPE is 1x1, 2x2, 4x1 or 4x4 modules, ws2812 or
 * ssd1306.
 */
import { readFileSync } from 'node:fs';
import { glass, layout, ledDefinitions, ledIn } from '../web/drawing.mjs';

const HZ = 16e6;
const MONO = 'font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace"';
const [LEADING, ADVANCE, COLUMNS] = [18, 9, 62]; // pixels per line and character, characters per line
const PANE = COLUMNS * ADVANCE + 32;

const linesOf = (file) => (file ? readFileSync(file, 'utf8').trimEnd().split('\n') : []);
const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const rounded = (number, digits = 4) => +number.toFixed(digits);

function svg(width, height, title, content) {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">
<title>${title}</title>
${content}
</svg>
`;
}

/* ---- the matrix and the serial line ---- */

/** A line of the log of pictures: rows of LEDs from top to bottom, each a number with one bit per LED. */
function readFrame(line, across) {
  const rowsOf = (hex) => hex.match(new RegExp(`.{${2 * across}}`, 'g')).map((row) => BigInt(`0x${row}`));
  const [cycle, hex, intensity, ...colours] = line.split(' ');
  /* An LED is on for (2i + 1) / 32 of the time; the eye perceives about the square root. */
  const light = rounded(0.5 + 0.5 * Math.sqrt((2 * intensity + 1) / 31), 2);
  return { cycle: +cycle, rows: rowsOf(hex), light, colours: colours.map(rowsOf) };
}

const lit = ({ rows }) => rows.reduce((sum, row) => sum + row.toString(2).replaceAll('0', '').length, 0);

/** A change at each of these times, 0 to 1, to each of these values. */
function animation(seconds, what, changes) {
  const [times, values] = [0, 1].map((i) =>
    changes.map((change) => `${change[i]}`.replace(/^0\./, '.')).join(';'),
  );
  const how = `calcMode="discrete" repeatCount="indefinite" dur="${seconds}s"`;
  return `<${what} ${how} values="${values}" keyTimes="${times}"/>`;
}

/** The LEDs that are on in any frame; those that change together share their animation. */
function leds(at, frames, still, timeOf, seconds) {
  const groups = new Map();
  const columns = 8 * at.across;
  for (let row = 0; row < 8 * at.down; row++) {
    for (let column = 0; column < columns; column++) {
      const bit = (rows) => (rows[row] >> BigInt(columns - 1 - column)) & 1n;
      const light = (frame) => (bit(frame.rows) ? frame.light : 0);
      if (!frames.some(light)) continue;
      const colour = at.isScreen ? 'dff3ff' : still.colours.map((rows) => (bit(rows) ? 'f' : '3')).join('');
      const led = colour ? `<use href="#lit-colour" color="#${colour}"` : '<use href="#lit"';
      const changes = frames.map((frame) => [timeOf(frame.cycle), light(frame)]);
      const news = changes.filter(([, value], i) => !i || value !== changes[i - 1][1]);
      const film = seconds ? animation(seconds, 'animate attributeName="opacity"', news) : '';
      const look = ` opacity="${light(still)}">${film}`;
      groups.set(look, [...(groups.get(look) ?? []), `${led} ${ledIn(at, row, column)}`]);
    }
  }
  return [...groups].map(([look, [led, ...others]]) =>
    others.length ? `<g${look}${[led, ...others].join('/>')}/></g>\n` : `${led}${look}</use>\n`,
  );
}

/** The same changes, with what those at the time 0 make of `first`. */
function fromStart(first, changes) {
  const last = changes.findLastIndex(([time]) => !time);
  return [[0, last < 0 ? first : changes[last][1]], ...changes.slice(last + 1)];
}

/** The lines come out from under a cover at their times, and move up when there is no room below them. */
function session(lines, left, height, timeOf, seconds) {
  const room = Math.floor((height - LEADING) / LEADING);
  const heightOf = (count) => 14 + count * LEADING;
  const texts = lines.map(({ text }, i) => {
    const place = `x="${left + 16}" y="${heightOf(i) + 14}" textLength="${text.length * ADVANCE}"`;
    return `<text ${place}>${escaped(text)}</text>\n`;
  });
  const shown = lines.map(({ cycle }, i) => [timeOf(cycle), heightOf(i + 1)]);
  const moves = lines.slice(room).map(({ cycle }, i) => [timeOf(cycle), `0 ${-LEADING * (i + 1)}`]);
  const scroll = fromStart('0 0', moves);
  const what = 'animateTransform attributeName="transform" type="translate"';
  const uncover = 'animate attributeName="y"';
  const pane = `x="${left}" width="${PANE}"`;
  return `<rect ${pane} height="${height}" rx="10" fill="#10141a"/>
<clipPath id="pane"><rect ${pane} y="14" height="${height - 22}"/></clipPath>
<g ${MONO} font-size="15" fill="#d6dde6" xml:space="preserve" clip-path="url(#pane)">
<g transform="translate(${scroll[0][1]})">
${seconds ? animation(seconds, what, scroll) : ''}
${texts.join('')}<rect ${pane} y="${heightOf(lines.length)}" height="${height}" fill="#10141a">
${seconds ? animation(seconds, uncover, fromStart(14, shown)) : ''}</rect></g></g>`;
}

function film(shape, seconds, framesFile, linesFile) {
  const at = layout(shape);
  const all = linesOf(framesFile).map((line) => readFrame(line, at.across));
  const frames = seconds ? all : all.slice(-1);
  const [begin, end] = [frames[0].cycle, seconds * HZ];
  const timeOf = (cycle) => (seconds && cycle > begin ? rounded((cycle - begin) / (end - begin)) : 0);
  const duration = seconds && rounded(seconds - begin / HZ);
  /* Viewers without animation show the picture with the most lit LEDs, which is a solution. */
  const still = frames.reduce((best, frame) => (lit(frame) > lit(best) ? frame : best));
  const [width, height] = [at.width, at.glass + 2 * at.frame];
  const lines = linesOf(linesFile).map((line) => ({
    cycle: +line.split('\t')[0],
    text: line.split('\t')[1],
  }));
  const beside = linesFile ? session(lines, width + 20, height, timeOf, duration) : '';
  return svg(
    width + (linesFile ? 20 + PANE : 0),
    height,
    `The matrix${linesFile ? ' and the serial line' : ''} of the simulated Uno`,
    `<defs>${ledDefinitions(at)}</defs>
<rect width="${width}" height="${height}" rx="8" fill="#24405f"/>
<clipPath id="module"><rect width="${width}" height="${height}" rx="8"/></clipPath>
<g clip-path="url(#module)"><g transform="translate(${-at.x} ${-at.y})">
${glass(at)}
${leds(at, frames, still, timeOf, duration).join('')}</g></g>
${beside}`,
  );
}

/* ---- the wires ---- */

const SIGNALS = ['CS', 'CLK', 'DIN'];
const [LEFT, TOP, ROW, HIGH, SCALE] = [52, 34, 46, 26, 9]; // pixels; SCALE: per cycle

/** The changes of the signals, the bits at the rising edges of CLK, and the transfers between edges of CS. */
function readTrace(text) {
  const names = Object.fromEntries(
    [...text.matchAll(/^\$var wire 1 (\S) (\w+)/gm)].map(([, id, name]) => [id, name]),
  );
  const trace = { changes: [], bits: [], transfers: [] };
  const level = {};
  let [cycle, start] = [0, 0];
  for (const line of text.split('\n')) {
    if (line[0] === '#') cycle = Number(line.slice(1)) / 625;
    const name = /^[01].$/.test(line) && names[line[1]];
    if (!SIGNALS.includes(name)) continue;
    level[name] = +line[0];
    trace.changes.push({ name, cycle, level: level[name] });
    if (name === 'CLK' && level.CLK) trace.bits.push({ cycle, bit: level.DIN });
    if (name === 'CS' && !level.CS) start = cycle;
    if (name === 'CS' && level.CS) trace.transfers.push({ start, end: cycle });
  }
  for (const transfer of trace.transfers) {
    const bits = trace.bits.filter(({ cycle: at }) => at > transfer.start && at < transfer.end);
    transfer.word = parseInt(bits.map(({ bit }) => bit).join(''), 2);
  }
  return trace;
}

function wave(file) {
  const { changes, bits, transfers } = readTrace(readFileSync(file, 'utf8'));
  const first = transfers.findLastIndex(({ word }, i) => word >> 8 === 1 && transfers[i + 1]);
  if (first < 0) throw new Error(`${file}: this trace contains no picture for the MAX7219`);
  const two = transfers.slice(first, first + 2);
  const [from, to] = [two[0].start - 4, two[1].end + 4];
  const x = (cycle) => +(LEFT + (cycle - from) * SCALE).toFixed(1);
  const within = ({ cycle }) => cycle >= from && cycle <= to;
  const signal = (name, row) => {
    const low = TOP + ROW * row + HIGH;
    const y = (level) => (level ? low - HIGH : low);
    const mine = changes.filter((change) => change.name === name);
    const before = mine.findLast(({ cycle }) => cycle < from)?.level;
    const steps = mine.filter(within).map(({ cycle, level }) => `H${x(cycle)}V${y(level)}`);
    return `<path class="w" d="M${LEFT} ${y(before)}${steps.join('')}H${x(to)}"/>
<text x="8" y="${low - 8}">${name}</text>`;
  };
  const title = ({ start, word }) =>
    `<text x="${x(start)}" y="20">register ${word >> 8} = 0x${(word & 255).toString(16)}</text>`;
  const [width, height] = [x(to) + 12, TOP + ROW * SIGNALS.length + 30];
  const time = `${to - from - 8} cycles, ${(((to - from - 8) / HZ) * 1e6).toFixed(2)} us`;
  return svg(
    width,
    height,
    'The first two rows of a picture on their way to the MAX7219',
    `<style>text{font:14px ui-monospace,Menlo,Consolas,monospace;fill:#d6dde6}
.b{font-size:11px;text-anchor:middle;fill:#8fa3b8}.w{fill:none;stroke:#5fd38d;stroke-width:1.6}</style>
<rect width="${width}" height="${height}" rx="10" fill="#10141a"/>
${two.map(title).join('\n')}
${SIGNALS.map(signal).join('\n')}
${bits
  .filter(within)
  .map(({ cycle, bit }) => `<text class="b" x="${x(cycle)}" y="${height - 34}">${bit}</text>`)
  .join('\n')}
<text class="b" style="text-anchor:start" x="${LEFT}" y="${height - 10}">${time}</text>`,
  );
}

const [what, seconds, frames, lines] = process.argv.slice(2);
process.stdout.write(frames ? film(what, +seconds, frames, lines) : wave(what));
