/**
 * The displays on the Uno's wires. Each has `chips`, one per 8x8 LEDs or pixels, `rows(into, chip)`, eight
 * rows of LEDs as they are lit, top first, the left LED in the most significant bit, `brightness(chip)`, 0 to
 * 1, and the `registers` of a chip for the memory view. At power-up, the content of its RAM is undefined: it
 * is noise here.
 */
class Display {
  /** Edges of CS, bytes or frames that were taken since power-up. */
  latches = 0;
  /** Called after what can change the picture, with `to`, its cycle. */
  onLatch = null;
  chips = [this];

  latch(what) {
    this.latches++;
    this.onLatch?.(what);
  }
}

const noise = (bytes) => bytes.map(() => Math.random() * 256);

/* ---- a chain of 1 to 16 MAX7219, each with an 8x8 matrix; the first one is next to the Uno ---- */

const ROWS = 8;
const DECODE_MODE = 9;
const INTENSITY = 10;
const SCAN_LIMIT = 11;
const SHUTDOWN = 12;
const DISPLAY_TEST = 15;

/* Code B font (datasheet, table 5): the segments of 0 to 9, -, E, H, L, P and blank. */
const CODE_B = [
  0x7e, 0x30, 0x6d, 0x79, 0x33, 0x5b, 0x5f, 0x70, 0x7f, 0x7b, 0x01, 0x4f, 0x37, 0x0e, 0x67, 0x00,
];

/** One chip: its registers, and the picture that they give. */
class Max7219 {
  /** At power-up, the control registers are 0. */
  registers = noise(new Uint8Array(16)).fill(0, DECODE_MODE);

  rows(into = new Uint8Array(ROWS)) {
    const r = this.registers;
    for (let row = 0; row < ROWS; row++) {
      const value = r[row + 1];
      const decoded = r[DECODE_MODE] & (1 << row) ? (value & 0x80) | CODE_B[value & 15] : value;
      into[row] = this.#lit(row) ? decoded : 0;
      if (r[DISPLAY_TEST] & 1) into[row] = 0xff;
    }
    return into;
  }

  #lit(row) {
    const r = this.registers;
    return (r[SHUTDOWN] & 1) === 1 && row <= (r[SCAN_LIMIT] & 7);
  }

  /** The share of time that a lit LED has current, 1/32 to 31/32 while all eight rows are scanned. */
  brightness() {
    const r = this.registers;
    if (r[DISPLAY_TEST] & 1) return 31 / 32;
    const scanned = (r[SCAN_LIMIT] & 7) + 1;
    return (((r[INTENSITY] & 15) * 2 + 1) / 32) * (ROWS / scanned);
  }
}

/** The chips of a chain: each one receives the 16 bits that the one before it shifts out. */
export class Max7219Chain extends Display {
  /** Edges of CS that did not close a transfer of whole words. */
  malformed = 0;
  #words;
  #bits = 0;
  #selected = false;
  #since = 0;

  /** @param {number} length chips, 1 to 16. */
  constructor(length = 1) {
    super();
    this.chips = Array.from({ length }, () => new Max7219());
    this.#words = new Uint16Array(length);
  }

  /** A byte on DIN, most significant bit first. Bits are shifted in whether CS is low or not. */
  shift(byte) {
    const words = this.#words;
    for (let i = words.length - 1; i > 0; i--) words[i] = (words[i] << 8) | (words[i - 1] >> 8);
    words[0] = (words[0] << 8) | byte;
    this.#bits += 8;
  }

  /**
   * The level of CS (LOAD): its rising edge latches the last 16 bits that came to each chip, in all of them
   * at once.
   */
  select(level, cycle) {
    if (level && this.#selected) this.#latch(cycle);
    if (!level && !this.#selected) {
      this.#bits = 0;
      this.#since = cycle;
    }
    this.#selected = !level;
  }

  #latch(cycle) {
    if (this.#bits === 0 || this.#bits % 16 !== 0) this.malformed++;
    this.chips.forEach((chip, i) => (chip.registers[(this.#words[i] >> 8) & 15] = this.#words[i] & 0xff));
    /* The first chip's register, its new value and the cycles of both edges of CS. */
    this.latch({
      register: (this.#words[0] >> 8) & 15,
      value: this.#words[0] & 0xff,
      from: this.#since,
      to: cycle,
    });
  }

  /** The picture of a chip of the chain, counted from the Uno. */
  rows(into, chip = 0) {
    return this.chips[chip].rows(into);
  }

  brightness(chip = 0) {
    return this.chips[chip].brightness();
  }
}

/* ---- displays on the two-wire bus ---- */

const BITS_A_BYTE = 9;

/** An HT16K33 on an 8x8 backpack, at address 0x70 of the two-wire bus. */
export class Ht16k33 extends Display {
  ram = noise(new Uint8Array(16));
  oscillator = false;
  on = false;
  dimming = 15;

  #bytes = 0;
  #pointer = 0;

  /** The RAM, then the values set by commands. */
  get registers() {
    return Uint8Array.from([...this.ram, this.oscillator, this.on, this.dimming]);
  }

  #command(byte) {
    const value = byte & 15;
    if (byte >> 4 === 0) this.#pointer = value;
    if (byte >> 4 === 2) this.oscillator = (value & 1) === 1;
    if (byte >> 4 === 8) this.on = (value & 1) === 1;
    if (byte >> 4 === 14) this.dimming = value;
  }

  connect(address) {
    this.#bytes = 0;
    return address === 0x70;
  }

  /** The first byte after the address is a command; all others go to the RAM. */
  write(byte, cycle) {
    if (this.#bytes++ === 0) this.#command(byte);
    else if (this.oscillator) this.ram[this.#pointer++ & 15] = byte;
    this.latch({ to: cycle });
  }

  /** As the backpack is wired: the left column is bit 7, the others from left to right are bits 0 to 6. */
  rows(into = new Uint8Array(8)) {
    const lit = this.oscillator && this.on;
    for (let row = 0; row < 8; row++) {
      into[row] = 0;
      for (let column = 0; column < 8 && lit; column++)
        if ((this.ram[2 * row] >> ((column + 7) & 7)) & 1) into[row] |= 0x80 >> column;
    }
    return into;
  }

  brightness() {
    return (this.dimming + 1) / 16;
  }
}

/** Puts the display on the chip's bus; each step takes the time of its bits. */
export function attachToBus(display, twi, cpu, cycles) {
  const after = (bits, act) => cpu.addClockEvent(act, Math.round((bits * 16e6) / twi.sclFrequency));
  twi.eventHandler = {
    start: () => after(1, () => twi.completeStart()),
    stop: () => after(1, () => twi.completeStop()),
    connectToSlave: (address, write) =>
      after(BITS_A_BYTE, () => twi.completeConnect(write && display.connect(address))),
    writeByte: (byte) =>
      after(BITS_A_BYTE, () => {
        display.write(byte, cycles());
        twi.completeWrite(true);
      }),
    readByte: () => after(BITS_A_BYTE, () => twi.completeRead(0xff)),
  };
}

const [WIDE, HIGH] = [16, 8]; /* in blocks of 8x8 pixels */
const DATA = 0x40;
/* Commands with an operand. */
const LONG = [0x20, 0x81, 0x8d, 0xa8, 0xd3, 0xd5, 0xd9, 0xda, 0xdb];

/** A 128x64 OLED with an SSD1306, at address 0x3c of the two-wire bus. */
export class Ssd1306 extends Display {
  ram = noise(new Uint8Array(128 * HIGH));
  chips = Array(WIDE * HIGH).fill(this);
  on = false;
  contrast = 0x7f;

  #bytes = 0;
  #control = 0;
  #command = 0;
  #page = 0;
  #column = 0;
  #pumps = false;
  #mirrored = true;
  #upsideDown = true;

  get registers() {
    return Uint8Array.from([this.on, this.contrast, this.#page, this.#column]);
  }

  connect(address) {
    this.#bytes = 0;
    return address === 0x3c;
  }

  /** The first byte after the address says whether commands or pixels follow. */
  write(byte, cycle) {
    this.latches++;
    if (this.#bytes++ === 0) this.#control = byte;
    else if (this.#control === DATA) this.#store(byte);
    else this.#obey(byte);
    if (this.#control !== DATA || this.#bytes % 17 === 0) this.onLatch?.({ to: cycle });
  }

  /* The remap of the segments acts on data that is written later, not on what is in the RAM (10.1.8). */
  #store(byte) {
    const column = this.#column++ & 127;
    this.ram[this.#page * 128 + (this.#mirrored ? column : 127 - column)] = byte;
  }

  #obey(byte) {
    if (this.#command) {
      if (this.#command === 0x81) this.contrast = byte;
      if (this.#command === 0x8d) this.#pumps = (byte & 4) !== 0;
      this.#command = 0;
    } else if (LONG.includes(byte)) this.#command = byte;
    else if (byte < 0x10) this.#column = (this.#column & 0xf0) | byte;
    else if (byte < 0x20) this.#column = (this.#column & 15) | ((byte & 15) << 4);
    else if (byte >> 3 === 0xb0 >> 3) this.#page = byte & 7;
    else if (byte >> 1 === 0xa0 >> 1) this.#mirrored = byte === 0xa0;
    else if (byte === 0xc0 || byte === 0xc8) this.#upsideDown = byte === 0xc0;
    else if (byte >> 1 === 0xae >> 1) this.on = byte === 0xaf;
  }

  #pixel(row, column) {
    const y = this.#upsideDown ? 63 - row : row;
    return (this.ram[(y >> 3) * 128 + 127 - column] >> (y & 7)) & 1; /* segment 0 is on the right */
  }

  /** A block of 8x8 pixels, row by row of blocks. */
  rows(into = new Uint8Array(8), block = 0) {
    into.fill(0);
    const [top, left] = [(block >> 4) * 8, (block & 15) * 8];
    for (let i = 0; i < 64 && this.on && this.#pumps; i++)
      if (this.#pixel(top + (i >> 3), left + (i & 7))) into[i >> 3] |= 0x80 >> (i & 7);
    return into;
  }

  brightness() {
    return 0.2 + (0.8 * this.contrast) / 255;
  }
}

/* ---- colour LEDs ---- */

const ONE = 8; /* cycles that the wire is high for more than a 0 */
const LATCH = 16 * 50;

/** A panel of 8x8 WS2812B LEDs on D6: one strip, row by row. */
export class Ws2812 extends Display {
  /** Red, green and blue of each LED. */
  leds = Array.from({ length: 64 }, () => [0, 0, 0]);

  #high = false;
  #since = 0;
  #bits = 0;
  #word = 0;

  /** The level of the wire changes. A long low is the end of a frame. */
  wire(high, cycle) {
    if (high === this.#high) return;
    const time = cycle - this.#since;
    this.#high = high;
    this.#since = cycle;
    if (!high) this.#take(time > ONE ? 1 : 0, cycle);
    else if (time > LATCH) this.#bits = 0;
  }

  #take(bit, cycle) {
    this.#word = ((this.#word << 1) | bit) & 0xffffff;
    if (++this.#bits % 24) return;
    const led = this.#bits / 24 - 1;
    if (led < 64) this.leds[led] = [(this.#word >> 8) & 255, this.#word >> 16, this.#word & 255];
    this.latch({ to: cycle });
  }

  /** The colour of each LED as a set: 1 red, 2 green, 4 blue. */
  get colours() {
    return this.leds.map(([red, green, blue]) => (red && 1) | (green && 2) | (blue && 4));
  }

  /** For the view of registers: what all LEDs have got. */
  get registers() {
    return Uint8Array.from(this.leds.flat());
  }

  rows(into = new Uint8Array(8)) {
    into.fill(0);
    this.colours.forEach((colour, led) => colour && (into[led >> 3] |= 0x80 >> (led & 7)));
    return into;
  }

  /** Bright enough for a screen: a level of 64 is the greatest that the firmware sends. */
  brightness() {
    return Math.min(1, Math.max(...this.leds.flat()) / 64);
  }
}
