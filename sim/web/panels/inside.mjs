/**
 * A look inside: the registers of the MAX7219, each byte of the RAM with its owner, and where the chip's time
 * goes.
 */

const RAM_START = 0x100;
const RAM_SIZE = 2048;
const COLUMNS = 64;
const ROWS = RAM_SIZE / COLUMNS;
const BUDGET = 256;
const FUNCTIONS = 10;

/*
 * What a owner of the firmware is for, in the order of the legend; colours are in the style sheet, as --owner-
 * NAME.
 */
const OWNERS = {
  job: 'the job that runs: board, totals, seal',
  console: 'the line that is typed',
  hal: 'rings of the serial line, and the hardware',
  display: 'frames for the matrix',
  storage: 'settings and records',
  queens: 'search and symmetry',
  count: 'counting',
  firmware: 'main loop and button',
  several: 'shared by several',
  library: 'compiler’s library',
};

const NAMES = [
  null,
  ...Array.from({ length: 8 }, (_, i) => `Digit ${i + 1}`),
  'Decode mode',
  'Intensity',
  'Scan limit',
  'Shutdown',
  null,
  null,
  'Display test',
];
/* Of its 16 bytes the backpack has every second one wired; behind them stands what the commands have set. */
const BACKPACK = [
  ...Array.from({ length: 16 }, (_, i) => (i % 2 ? null : `Row ${i / 2 + 1}`)),
  'Oscillator',
  'Display on',
  'Dimming',
];
const MEANINGS = {
  9: (value) => (value ? 'some rows as digits' : 'none: an LED a bit'),
  10: (value) => `${value & 15}: lit ${(value & 15) * 2 + 1}/32 of the time`,
  11: (value) => `rows 1 to ${(value & 7) + 1}`,
  12: (value) => (value & 1 ? 'in operation' : 'dark'),
  15: (value) => (value & 1 ? 'all LEDs on' : 'off'),
};

/* The interrupts that the firmware has, as avr-libc calls them. */
const VECTORS = { __vector_11: 'tick', __vector_18: 'byte received', __vector_19: 'byte sent' };

const hex = (value, digits) => value.toString(16).padStart(digits, '0');
const make = (tag, text, className = '') =>
  Object.assign(document.createElement(tag), { textContent: text, className });

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
    this.#canvas.addEventListener('pointerleave', () => this.#tell((this.#pointed = null)));
    this.#canvas.addEventListener('keydown', (event) => this.#walk(event));
    place
      .querySelector('#module')
      .addEventListener('change', (event) => (this.#module = Number(event.target.value)));
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
    const rows = Object.keys(OWNERS)
      .filter((owner) => bytes[owner])
      .map((owner) => this.#legendRow(owner, owner, OWNERS[owner], bytes[owner]));
    const used = this.#symbols.end - RAM_START;
    this.stackBytes = make('td', '–', 'number');
    const stack = this.#legendRow('stack', 'stack', 'deepest so far, interrupts and all', 0);
    stack.lastChild.replaceWith(this.stackBytes);
    const total = document.createElement('tr');
    this.totalBytes = make('td', '–', 'number');
    total.append(
      make('th', 'in all'),
      make('td', `${BUDGET} are the budget, ${RAM_SIZE.toLocaleString('en')} the chip has`),
      this.totalBytes,
    );
    this.static = used;
    this.#place.querySelector('#ram-legend').replaceChildren(...rows, stack, total);
  }

  #legendRow(owner, name, use, bytes) {
    const row = document.createElement('tr');
    const head = make('th', '');
    const key = make('span', '', 'key-colour');
    key.style.setProperty('--colour', `var(--owner-${owner})`);
    head.append(key, name);
    head.scope = 'row';
    row.append(head, make('td', use), make('td', String(bytes), 'number'));
    return row;
  }

  /** What the worker has seen in a quarter of a second. */
  show({ ram, registers, display, profile, stackPointer }, { stack, cycles }) {
    if (!this.#symbols) return;
    for (let i = 0; i < RAM_SIZE; i++)
      this.#warm[i] = this.#seen && ram[i] !== this.#ram[i] ? 1 : this.#warm[i] * 0.6;
    this.#seen = true;
    this.#ram = ram;
    this.#stack = stack;
    this.#drawRam(stackPointer);
    this.#drawRegisters(registers, display);
    this.#drawProfile(profile, cycles);
    this.stackBytes.textContent = stack;
    this.totalBytes.textContent = this.static + stack;
  }

  #drawRam() {
    const scale = Math.max(1, Math.round((this.#canvas.clientWidth * devicePixelRatio) / COLUMNS));
    const { canvas, context } = this.#surface(scale);
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
    this.#canvas.setAttribute(
      'aria-label',
      `RAM: ${this.static} bytes of variables, ${this.#stack} of stack, ` +
        `${RAM_SIZE - this.static - this.#stack} never used. Arrow keys go from byte to byte.`,
    );
    if (this.#pointed !== null) this.#tell();
  }

  #surface(scale) {
    const canvas = this.#canvas;
    const context = canvas.getContext('2d');
    if (canvas.width !== COLUMNS * scale) [canvas.width, canvas.height] = [COLUMNS * scale, ROWS * scale];
    return { canvas, context };
  }

  #point(event) {
    const box = this.#canvas.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * COLUMNS);
    const row = Math.floor(((event.clientY - box.top) / box.height) * ROWS);
    if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS) return;
    this.#pointed = row * COLUMNS + column;
    this.#tell();
  }

  #walk(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS }[event.key];
    if (!step) return;
    event.preventDefault();
    this.#pointed = Math.min(RAM_SIZE - 1, Math.max(0, (this.#pointed ?? -step) + step));
    this.#tell();
  }

  #tell() {
    const i = this.#pointed;
    if (i === null) return (this.#where.textContent = 'Point at a byte to see what it is.');
    const symbol = this.#owners[i];
    const value = `0x${hex(this.#ram[i], 2)}`;
    const place = `0x${hex(RAM_START + i, 4)}`;
    const what = symbol
      ? `${symbol[2]}${symbol[1] > 1 ? `[${RAM_START + i - symbol[0]}]` : ''} of ${symbol[3]}`
      : i >= RAM_SIZE - this.#stack
        ? 'stack'
        : 'never used';
    this.#where.textContent = `${place}: ${what}, ${value}`;
  }

  #drawRegisters(registers, display) {
    this.#place.querySelector('#registers-title').textContent =
      display === 'ht16k33' ? 'Memory of the HT16K33' : 'Registers of the MAX7219';
    const select = this.#place.querySelector('#module');
    select.parentElement.hidden = registers.length < 2;
    if (select.length !== registers.length) {
      select.replaceChildren(
        ...registers.map((_, i) => Object.assign(make('option', `module ${i + 1}`), { value: i })),
      );
      this.#module = 0;
    }
    const own = registers[this.#module] ?? registers[0];
    this.#place
      .querySelector('#registers')
      .replaceChildren(
        ...(display === 'ht16k33' ? BACKPACK : NAMES)
          .map((name, i) => name && this.#register(name, i, own[i], display === 'ht16k33' ? {} : MEANINGS))
          .filter(Boolean),
      );
  }

  #register(name, i, value, meanings) {
    const row = document.createElement('tr');
    const bits = Array.from({ length: 8 }, (_, bit) => (value & (0x80 >> bit) ? '●' : '·')).join('');
    const meaning = make('td', meanings[i]?.(value) ?? bits, meanings[i] ? '' : 'bits');
    const head = make('th', name);
    head.scope = 'row';
    row.append(make('td', hex(i, 1), 'number'), head, make('td', `0x${hex(value, 2)}`, 'number'), meaning);
    return row;
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
    const row = document.createElement('tr');
    const head = make('th', VECTORS[name] ? `interrupt: ${VECTORS[name]}` : name);
    head.scope = 'row';
    const bar = make('span', '', 'bar');
    bar.style.setProperty('--share', share);
    bar.style.setProperty('--colour', `var(--owner-${owner === '–' ? 'free' : owner})`);
    const cell = make('td', '', 'bars');
    cell.append(bar);
    row.append(
      head,
      make('td', owner),
      cell,
      make('td', `${(share * 100).toFixed(share < 0.1 ? 2 : 1)} %`, 'number'),
    );
    return row;
  }
}
