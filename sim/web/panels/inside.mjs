/** The memory view: the registers of the display, the owner of each byte of RAM, and where the time goes. */
import { make } from '../dom.mjs';
import { label, onLanguage, show, text } from '../text.mjs';

const RAM_START = 0x100;
const RAM_SIZE = 2048;
const COLUMNS = 64;
const ROWS = RAM_SIZE / COLUMNS;
const LIMIT = 256;
const FUNCTIONS = 10;

/*
 * The parts of the firmware in the order of the legend. Each has a text owner.NAME and a colour --owner-NAME
 * in the style sheet.
 */
const OWNERS = 'job console hal display storage queens count firmware several library'.split(' ');

/* The text for the name of each register, and the text for a value, if it has a meaning beyond its bits. */
const digits = (key, count) => Array.from({ length: count }, (_, i) => [key, { number: i + 1 }]);
const MAX7219 = [
  null,
  ...digits('register.digit', 8),
  ['register.decode', {}, (value) => text(value ? 'register.decodeSome' : 'register.decodeNone')],
  [
    'register.intensity',
    {},
    (value) => text('register.lit', { value: value & 15, share: (value & 15) * 2 + 1 }),
  ],
  ['register.scan', {}, (value) => text('register.rows', { last: (value & 7) + 1 })],
  ['register.shutdown', {}, (value) => text(value & 1 ? 'register.running' : 'register.dark')],
  null,
  null,
  ['register.test', {}, (value) => text(value & 1 ? 'register.allOn' : 'register.off')],
];
/* Every second byte of the RAM is wired on the 8x8 backpack; the values set by commands follow. */
const HT16K33 = [
  ...digits('register.row', 8).flatMap((row) => [row, null]),
  ['register.oscillator'],
  ['register.on'],
  ['register.dimming'],
];
/* Red, green and blue of the LEDs in the first row. */
const WS2812 = Array.from({ length: 24 }, (_, i) => ['register.led', { led: Math.floor(i / 3) + 1 }]);
const SSD1306 = [['register.on'], ['register.contrast'], ['register.page'], ['register.column']];
const REGISTERS = { max7219: MAX7219, ht16k33: HT16K33, ws2812: WS2812, ssd1306: SSD1306 };

/* The interrupts of the firmware, by their names in avr-libc. */
const VECTORS = {
  __vector_11: 'vector.tick',
  __vector_18: 'vector.received',
  __vector_19: 'vector.sent',
};

const hex = (value, digits) => value.toString(16).padStart(digits, '0');
const cell = (textContent, className = '') => make('td', { textContent, className });
const heading = (...content) => make('th', { scope: 'row' }, ...content);

/** A span whose style uses the colour of an owner. */
function coloured(className, owner) {
  const span = make('span', { className });
  span.style.setProperty('--colour', `var(--owner-${owner})`);
  return span;
}

export class Inside {
  #symbols = null;
  #ram = new Uint8Array(RAM_SIZE);
  #warm = new Float32Array(RAM_SIZE);
  #owners = [];
  #stack = 0;
  #canvas;
  #where;
  #place;
  #spent = new Map();
  #pointed = null;
  #cycles = null;
  #module = 0;
  /** True once the RAM was seen: before that nothing has changed. */
  #seen = false;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#place = place;
    this.#canvas = place.querySelector('#ram');
    this.#where = place.querySelector('#ram-where');
    this.#canvas.addEventListener('pointermove', (event) => this.#point(event));
    this.#canvas.addEventListener('pointerdown', (event) => this.#point(event));
    this.#canvas.addEventListener('pointerleave', () => this.#showByte((this.#pointed = null)));
    this.#canvas.addEventListener('keydown', (event) => this.#walk(event));
    place
      .querySelector('#module')
      .addEventListener('change', (event) => (this.#module = Number(event.target.value)));
    onLanguage(() => this.#symbols && this.#drawLegend());
  }

  /** Another image is in the flash. @param {object} symbols as build/symbols.mjs gives them. */
  use(symbols) {
    this.#symbols = symbols;
    this.#owners = [];
    for (const row of symbols.ram)
      for (let i = 0; i < row[1]; i++) this.#owners[row[0] + i - RAM_START] = row;
    this.#spent.clear();
    this.#drawLegend();
  }

  #drawLegend() {
    const bytes = {};
    for (const [, size, , owner] of this.#symbols.ram) bytes[owner] = (bytes[owner] ?? 0) + size;
    const rows = OWNERS.filter((owner) => bytes[owner]).map((owner) => this.#legendRow(owner, bytes[owner]));
    this.static = this.#symbols.end - RAM_START;
    const stack = this.#legendRow('stack', '–');
    this.stackBytes = stack.lastChild;
    this.totalBytes = cell('–', 'number');
    const budget = text('inside.budget', { limit: LIMIT, size: RAM_SIZE.toLocaleString('en') });
    const total = make('tr', {}, heading(text('inside.total')), cell(budget), this.totalBytes);
    this.#place.querySelector('#ram-legend').replaceChildren(...rows, stack, total);
  }

  #legendRow(owner, bytes) {
    const name = heading(coloured('key-colour', owner), owner);
    return make('tr', {}, name, cell(text(`owner.${owner}`)), cell(bytes, 'number'));
  }

  /** Shows what the worker measured in the last quarter of a second. */
  show({ ram, registers, display, profile }, { stack, cycles }) {
    if (!this.#symbols) return;
    for (let i = 0; i < RAM_SIZE; i++)
      this.#warm[i] = this.#seen && ram[i] !== this.#ram[i] ? 1 : this.#warm[i] * 0.6;
    this.#seen = true;
    this.#ram = ram;
    this.#stack = stack;
    this.#drawRam();
    this.#drawRegisters(registers, display);
    this.#drawProfile(profile, cycles);
    this.stackBytes.textContent = stack;
    this.totalBytes.textContent = this.static + stack;
  }

  #drawRam() {
    const canvas = this.#canvas;
    const context = canvas.getContext('2d');
    const scale = Math.max(1, Math.round((canvas.clientWidth * devicePixelRatio) / COLUMNS));
    if (canvas.width !== COLUMNS * scale) [canvas.width, canvas.height] = [COLUMNS * scale, ROWS * scale];
    const style = getComputedStyle(this.#place);
    const colours = {};
    const colour = (owner) => (colours[owner] ??= style.getPropertyValue(`--owner-${owner}`));
    context.clearRect(0, 0, canvas.width, canvas.height);
    const deepest = RAM_SIZE - this.#stack;
    const gap = scale > 4 ? 1 : 0;
    for (let i = 0; i < RAM_SIZE; i++) {
      const owner = this.#owners[i]?.[3] ?? (i >= deepest ? 'stack' : 'free');
      context.fillStyle = colour(owner);
      const [x, y] = [(i % COLUMNS) * scale, Math.floor(i / COLUMNS) * scale];
      context.fillRect(x, y, scale - gap, scale - gap);
      if (this.#warm[i] > 0.05 && owner !== 'free') {
        context.fillStyle = `rgb(255 255 255 / ${(this.#warm[i] * 55).toFixed(0)}%)`;
        context.fillRect(x, y, scale - gap, scale - gap);
      }
    }
    const free = RAM_SIZE - this.static - this.#stack;
    label(canvas, 'inside.ramUse', { variables: this.static, stack: this.#stack, free });
    if (this.#pointed !== null) this.#showByte();
  }

  #point(event) {
    const box = this.#canvas.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * COLUMNS);
    const row = Math.floor(((event.clientY - box.top) / box.height) * ROWS);
    if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS) return;
    this.#pointed = row * COLUMNS + column;
    this.#showByte();
  }

  #walk(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS }[event.key];
    if (!step) return;
    event.preventDefault();
    this.#pointed = Math.min(RAM_SIZE - 1, Math.max(0, (this.#pointed ?? -step) + step));
    this.#showByte();
  }

  #showByte() {
    const i = this.#pointed;
    if (i === null) return void show(this.#where, 'inside.point');
    const symbol = this.#owners[i];
    const values = { address: `0x${hex(RAM_START + i, 4)}`, value: `0x${hex(this.#ram[i], 2)}` };
    if (symbol) {
      const [start, size, variable, owner] = symbol;
      const name = size > 1 ? `${variable}[${RAM_START + i - start}]` : variable;
      show(this.#where, 'inside.variable', { ...values, name, owner });
    } else {
      const isStack = i >= RAM_SIZE - this.#stack;
      show(this.#where, isStack ? 'inside.stackByte' : 'inside.freeByte', values);
    }
  }

  #drawRegisters(registers, display) {
    show(this.#place.querySelector('#registers-title'), `inside.${display}`);
    const select = this.#place.querySelector('#module');
    select.parentElement.hidden = registers.length < 2;
    if (select.length !== registers.length) {
      select.replaceChildren(
        ...registers.map((_, i) =>
          show(make('option', { value: i }), 'inside.moduleNumber', { number: i + 1 }),
        ),
      );
      this.#module = 0;
    }
    const own = registers[this.#module] ?? registers[0];
    this.#place
      .querySelector('#registers')
      .replaceChildren(
        ...REGISTERS[display]
          .map((register, i) => register && this.#register(register, i, own[i]))
          .filter(Boolean),
      );
  }

  #register([key, values, meaning], i, value) {
    const bits = Array.from({ length: 8 }, (_, bit) => (value & (0x80 >> bit) ? '●' : '·')).join('');
    return make(
      'tr',
      {},
      cell(hex(i, 1), 'number'),
      heading(text(key, values)),
      cell(`0x${hex(value, 2)}`, 'number'),
      meaning ? cell(meaning(value)) : cell(bits, 'bits'),
    );
  }

  /** The share of each function, smoothed over about a second. */
  #drawProfile(profile, cycles) {
    const now = new Map();
    let awake = 0;
    for (const [address, size, name, owner] of this.#symbols.code) {
      let sum = 0;
      for (let word = address >> 1; word < (address + size + 1) >> 1; word++) sum += profile[word];
      if (!sum) continue;
      awake += sum;
      const key = `${name} ${owner}`;
      now.set(key, (now.get(key) ?? 0) + sum);
    }
    const passed = this.#cycles === null || cycles <= this.#cycles ? awake : cycles - this.#cycles;
    this.#cycles = cycles;
    if (!passed) return;
    now.set('asleep –', Math.max(0, passed - awake));
    for (const key of new Set([...this.#spent.keys(), ...now.keys()]))
      this.#spent.set(key, (this.#spent.get(key) ?? 0) * 0.6 + ((now.get(key) ?? 0) / passed) * 0.4);
    const rows = [...this.#spent]
      .filter(([, share]) => share > 0.00005)
      .sort((a, b) => b[1] - a[1])
      .slice(0, FUNCTIONS);
    this.#place
      .querySelector('#profile')
      .replaceChildren(...rows.map(([key, share]) => this.#bar(key, share)));
  }

  #bar(key, share) {
    const [name, owner] = key.split(' ');
    const vector = VECTORS[name] && text('inside.interrupt', { name: text(VECTORS[name]) });
    const bar = coloured('bar', owner === '–' ? 'free' : owner);
    bar.style.setProperty('--share', share);
    return make(
      'tr',
      {},
      heading(name === 'asleep' ? text('inside.asleep') : (vector ?? name)),
      cell(owner),
      make('td', { className: 'bars' }, bar),
      cell(`${(share * 100).toFixed(share < 0.1 ? 2 : 1)} %`, 'number'),
    );
  }
}
