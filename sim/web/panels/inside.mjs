/** The memory view: the owner of each byte of RAM, where the time goes, the registers of a MAX7219. */
import { colourOf, connect, element, make } from '../dom.mjs';
import { label, onLanguage, show, text } from '../text.mjs';

const RAM_START = 0x100;
const RAM_SIZE = 2048;
const COLUMNS = 64;
const ROWS = RAM_SIZE / COLUMNS;
const LIMIT = 256;
const FUNCTIONS = 10;

/*
 * The modules of the firmware in the legend's order. Each has a text owner.NAME and a colour --owner-NAME
 * in the style sheet.
 */
const OWNERS = 'job console hal display storage queens count firmware several library'.split(' ');

/* Registers 1 to 8 are rows. Of each other one: its name, and the meaning of a value. */
const ROWS_OF_LEDS = 8;
const REGISTERS = {
  9: ['register.decode', (value) => text(value ? 'register.decodeSome' : 'register.decodeNone')],
  10: ['register.intensity', (value) => text('register.lit', { value, share: value * 2 + 1 })],
  11: ['register.scan', (value) => text('register.rows', { last: (value & 7) + 1 })],
  12: ['register.shutdown', (value) => text(value & 1 ? 'register.running' : 'scene.dark')],
  15: ['register.test', (value) => text(value & 1 ? 'register.allOn' : 'register.off')],
};

/* The interrupts of the firmware, by their numbers in avr-libc. */
const VECTORS = { 11: 'vector.tick', 18: 'vector.received', 19: 'vector.sent' };

const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
const hex = (value, digits) => value.toString(16).padStart(digits, '0');
const cell = (textContent, className = '') => make('td', { textContent, className });
const heading = (...content) => make('th', { scope: 'row' }, ...content);
const tr = (...cells) => make('tr', {}, ...cells);

function coloured(className, owner) {
  const span = make('span', { className });
  span.style.setProperty('--colour', `var(--owner-${owner})`);
  return span;
}

const canvas = element('ram');
const where = element('ram-where');
let symbols = null;
let ram = new Uint8Array(RAM_SIZE);
const warm = new Float32Array(RAM_SIZE);
let owners = [];
const bytes = { variables: 0, stack: 0 };
const cells = {};
const spent = new Map();
let pointed = null;
let before = null; /* the cycle of the last look */
let module = 0;

/** Another image is in the flash. @param {object} others as build/symbols.mjs gives them. */
export function use(others) {
  symbols = others;
  owners = Array(RAM_SIZE);
  for (const row of symbols.ram) owners.fill(row, row[0] - RAM_START, row[0] - RAM_START + row[1]);
  spent.clear();
  drawLegend();
}

function drawLegend() {
  const sizeOf = (name) => sumOf(symbols.ram.map(([, size, , owner]) => (owner === name ? size : 0)));
  const rows = OWNERS.filter(sizeOf).map((owner) => legendRow(owner, sizeOf(owner)));
  bytes.variables = symbols.end - RAM_START;
  const stack = legendRow('stack', '–');
  Object.assign(cells, { stack: stack.lastChild, total: cell('–', 'number') });
  const budget = text('inside.budget', { limit: LIMIT, size: RAM_SIZE.toLocaleString('en') });
  const total = tr(heading(text('inside.total')), cell(budget), cells.total);
  element('ram-legend').replaceChildren(...rows, stack, total);
}

function legendRow(owner, sum) {
  const name = heading(coloured('key-colour', owner), owner);
  return tr(name, cell(text(`owner.${owner}`)), cell(sum, 'number'));
}

export function look({ ram: now, registers, profile }, { stack, cycles }) {
  if (!symbols) return;
  const isFirst = before === null;
  for (let i = 0; i < RAM_SIZE; i++) warm[i] = !isFirst && now[i] !== ram[i] ? 1 : warm[i] * 0.6;
  ram = now;
  bytes.stack = stack;
  drawRam();
  drawRegisters(registers);
  drawProfile(profile, cycles);
  cells.stack.textContent = stack;
  cells.total.textContent = bytes.variables + stack;
}

function drawRam() {
  const context = canvas.getContext('2d');
  const scale = Math.max(1, Math.round((canvas.clientWidth * devicePixelRatio) / COLUMNS));
  if (canvas.width !== COLUMNS * scale) [canvas.width, canvas.height] = [COLUMNS * scale, ROWS * scale];
  const colours = {};
  const colour = (owner) => (colours[owner] ??= colourOf(`owner-${owner}`));
  context.clearRect(0, 0, canvas.width, canvas.height);
  const deepest = RAM_SIZE - bytes.stack;
  const gap = scale > 4 ? 1 : 0;
  for (let i = 0; i < RAM_SIZE; i++) {
    const owner = owners[i]?.[3] ?? (i >= deepest ? 'stack' : 'free');
    context.fillStyle = colour(owner);
    const [x, y] = [(i % COLUMNS) * scale, Math.floor(i / COLUMNS) * scale];
    context.fillRect(x, y, scale - gap, scale - gap);
    if (warm[i] <= 0.05 || owner === 'free') continue;
    context.fillStyle = `rgb(255 255 255 / ${(warm[i] * 55).toFixed(0)}%)`;
    context.fillRect(x, y, scale - gap, scale - gap);
  }
  label(canvas, 'inside.ramUse', { ...bytes, free: deepest - bytes.variables });
  if (pointed !== null) showByte();
}

function point(event) {
  const box = canvas.getBoundingClientRect();
  const column = Math.floor(((event.clientX - box.left) / box.width) * COLUMNS);
  const row = Math.floor(((event.clientY - box.top) / box.height) * ROWS);
  if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS) return;
  pointed = row * COLUMNS + column;
  showByte();
}

function walk(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS }[event.key];
  if (!step) return;
  event.preventDefault();
  pointed = Math.min(RAM_SIZE - 1, Math.max(0, (pointed ?? -step) + step));
  showByte();
}

function showByte() {
  const i = pointed;
  if (i === null) return void show(where, 'inside.point');
  const symbol = owners[i];
  const values = { address: `0x${hex(RAM_START + i, 4)}`, value: `0x${hex(ram[i], 2)}` };
  if (symbol) {
    const [start, size, variable, owner] = symbol;
    const name = size > 1 ? `${variable}[${RAM_START + i - start}]` : variable;
    show(where, 'inside.variable', { ...values, name, owner });
  } else {
    const isStack = i >= RAM_SIZE - bytes.stack;
    show(where, isStack ? 'inside.stackByte' : 'inside.freeByte', values);
  }
}

/** @param {Uint8Array[]} registers of each MAX7219; none with another display. */
function drawRegisters(registers) {
  element('registers').parentElement.hidden = !registers.length;
  const select = element('registers-module');
  select.parentElement.hidden = registers.length < 2;
  if (select.length !== registers.length) {
    const option = (_, i) => show(make('option', { value: i }), 'inside.moduleNumber', { number: i + 1 });
    select.replaceChildren(...registers.map(option));
    module = 0;
  }
  const own = registers[module] ?? registers[0];
  if (!own) return;
  const rows = Array.from({ length: ROWS_OF_LEDS }, (_, i) => ledsRow(i + 1, own[i + 1]));
  const others = Object.entries(REGISTERS).map(([i, [name, meaning]]) =>
    registerRow(i, text(name), own[i], cell(meaning(own[i]))),
  );
  element('registers').replaceChildren(...rows, ...others);
}

function ledsRow(number, value) {
  const leds = value.toString(2).padStart(8, '0').replaceAll('0', '·').replaceAll('1', '●');
  return registerRow(number, text('register.digit', { number }), value, cell(leds, 'bits'));
}

const registerRow = (i, name, value, meaning) =>
  tr(cell(hex(+i, 1), 'number'), heading(name), cell(`0x${hex(value, 2)}`, 'number'), meaning);

/** The share of each function, smoothed over about a second. */
function drawProfile(profile, cycles) {
  const now = new Map();
  for (const [address, size, name, owner] of symbols.code) {
    const sum = sumOf(profile.subarray(address >> 1, (address + size + 1) >> 1));
    const key = `${name} ${owner}`;
    if (sum) now.set(key, (now.get(key) ?? 0) + sum);
  }
  const awake = sumOf([...now.values()]);
  const passed = before === null || cycles <= before ? awake : cycles - before;
  before = cycles;
  if (!passed) return;
  now.set('asleep –', Math.max(0, passed - awake));
  for (const key of new Set([...spent.keys(), ...now.keys()]))
    spent.set(key, (spent.get(key) ?? 0) * 0.6 + ((now.get(key) ?? 0) / passed) * 0.4);
  const rows = [...spent]
    .filter(([, share]) => share > 0.00005)
    .sort((a, b) => b[1] - a[1])
    .slice(0, FUNCTIONS);
  element('profile').replaceChildren(...rows.map((row) => bar(...row)));
}

function bar(key, share) {
  const [name, owner] = key.split(' ');
  const vector = VECTORS[name.replace('__vector_', '')];
  const shown = name === 'asleep' ? text('inside.asleep') : name;
  const length = coloured('bar', owner === '–' ? 'free' : owner);
  length.style.setProperty('--share', share);
  return tr(
    heading(vector ? text('inside.interrupt', { name: text(vector) }) : shown),
    cell(owner),
    make('td', { className: 'bars' }, length),
    cell(`${(share * 100).toFixed(share < 0.1 ? 2 : 1)} %`, 'number'),
  );
}

for (const type of ['pointermove', 'pointerdown']) canvas.addEventListener(type, point);
canvas.addEventListener('pointerleave', () => showByte((pointed = null)));
canvas.addEventListener('keydown', walk);
connect({ 'registers-module': (value) => (module = Number(value)) });
onLanguage(() => symbols && drawLegend());
