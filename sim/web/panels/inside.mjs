/** The memory view: the owner of each byte of RAM, where the time goes, the registers of a MAX7219. */
import { colourOf, connect, element, make } from '../dom.mjs';
import { label, show, text } from '../text.mjs';

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
const heading = (content) => `<th scope="row">${content}</th>`;
const number = (content) => `<td class="number">${content}</td>`;
const coloured = (className, owner, share = 0) =>
  `<span class="${className}" style="--colour: var(--owner-${owner}); --share: ${share}"></span>`;

const canvas = element('ram');
const where = element('ram-where');
let symbols = null;
let ram = new Uint8Array(RAM_SIZE);
const warm = new Float32Array(RAM_SIZE);
let owners = [];
const bytes = { variables: 0, stack: 0 };
const spent = new Map();
let pointed = null;
let before = null; /* the cycle of the last look */
let module = 0;

/** Another image is in the flash. @param {object} others as build/symbols.mjs gives them. */
export function use(others) {
  symbols = others;
  owners = Array(RAM_SIZE);
  for (const row of symbols.ram) owners.fill(row, row[0] - RAM_START, row[0] - RAM_START + row[1]);
  bytes.variables = symbols.end - RAM_START;
  spent.clear();
}

function drawLegend() {
  const sizeOf = (name) => sumOf(symbols.ram.map(([, size, , owner]) => (owner === name ? size : 0)));
  const row = (owner, size) => `<tr>${heading(coloured('key-colour', owner) + owner)}
    <td>${text(`owner.${owner}`)}</td>${number(size)}</tr>`;
  const rows = OWNERS.filter(sizeOf).map((owner) => row(owner, sizeOf(owner)));
  const budget = text('inside.budget', { limit: LIMIT, size: RAM_SIZE.toLocaleString('en') });
  const total = number(bytes.variables + bytes.stack);
  element('ram-legend').innerHTML = `${rows.join('')}${row('stack', bytes.stack)}
    <tr>${heading(text('inside.total'))}<td>${budget}</td>${total}</tr>`;
}

export function look({ ram: now, registers, profile }, { stack, cycles }) {
  if (!symbols) return;
  const isFirst = before === null;
  for (let i = 0; i < RAM_SIZE; i++) warm[i] = !isFirst && now[i] !== ram[i] ? 1 : warm[i] * 0.6;
  ram = now;
  bytes.stack = stack;
  drawRam();
  drawLegend();
  drawRegisters(registers);
  drawProfile(profile, cycles);
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
  const row = (i, name, meaning) => `<tr>${number(hex(Number(i), 1))}${heading(name)}
    ${number(`0x${hex(own[i], 2)}`)}${meaning}</tr>`;
  const leds = Array.from({ length: ROWS_OF_LEDS }, (_, i) => {
    const bits = own[i + 1].toString(2).padStart(8, '0').replaceAll('0', '·').replaceAll('1', '●');
    return row(i + 1, text('register.digit', { number: i + 1 }), `<td class="bits">${bits}</td>`);
  });
  const others = Object.entries(REGISTERS).map(([i, [name, meaning]]) =>
    row(i, text(name), `<td>${meaning(own[i])}</td>`),
  );
  element('registers').innerHTML = [...leds, ...others].join('');
}

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
  element('profile').innerHTML = rows.map((row) => bar(...row)).join('');
}

function bar(key, share) {
  const [name, owner] = key.split(' ');
  const vector = VECTORS[name.replace('__vector_', '')];
  const shown = name === 'asleep' ? text('inside.asleep') : name;
  return `<tr>${heading(vector ? text('inside.interrupt', { name: text(vector) }) : shown)}<td>${owner}</td>
    <td class="bars">${coloured('bar', owner === '–' ? 'free' : owner, share)}</td>
    ${number(`${(share * 100).toFixed(share < 0.1 ? 2 : 1)} %`)}</tr>`;
}

for (const type of ['pointermove', 'pointerdown']) canvas.addEventListener(type, point);
canvas.addEventListener('pointerleave', () => showByte((pointed = null)));
canvas.addEventListener('keydown', walk);
connect({ 'registers-module': (value) => (module = Number(value)) });
