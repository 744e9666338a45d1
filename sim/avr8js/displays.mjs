/**
 * The displays of the page, as their wires see them: what the shipped images send is drawn. The models in
 * sim/board also report what a real one refuses. Each has `chips`, one per 8x8 LEDs or pixels,
 * `isLit(row, column, chip)`, counted from the top left, and `brightness(chip)`, 0 to 1.
 */
class Display {
  chips = [this];
}

export const noise = (bytes) => bytes.map(() => Math.random() * 256);

/* ---- a chain of 1 to 16 MAX7219, each with an 8x8 matrix; the first one is next to the Uno ---- */

const INTENSITY = 10;
const SCAN_LIMIT = 11;
const SHUTDOWN = 12;

class Max7219Chain extends Display {
  onLatch = null;
  #words;
  #selected = false;
  #since = 0;

  constructor(length = 1) {
    super();
    this.chips = Array.from({ length }, () => ({ registers: noise(new Uint8Array(16)).fill(0, 9) }));
    this.#words = new Uint16Array(length);
  }

  /** A byte on DIN, most significant bit first. Bits are shifted in whether CS is low or not. */
  shift(byte) {
    const words = this.#words;
    for (let i = words.length - 1; i > 0; i--) words[i] = (words[i] << 8) | (words[i - 1] >> 8);
    words[0] = (words[0] << 8) | byte;
  }

  /**
   * The level of CS (LOAD): its rising edge latches the last 16 bits that came to each chip, in all of them
   * at once. `onLatch` gets the first chip's register, its new value and the cycles of both edges.
   */
  select(level, cycle) {
    if (level !== this.#selected) return;
    this.#selected = !level;
    if (level) {
      this.#words.forEach((word, i) => (this.chips[i].registers[(word >> 8) & 15] = word & 0xff));
      const [word] = this.#words;
      this.onLatch?.({ register: (word >> 8) & 15, value: word & 0xff, from: this.#since, to: cycle });
    }
    this.#since = cycle;
  }

  isLit(row, column, chip) {
    const { registers } = this.chips[chip];
    const isScanned = registers[SHUTDOWN] & 1 && row <= (registers[SCAN_LIMIT] & 7);
    return isScanned && (registers[1 + row] << column) & 0x80;
  }

  /** The share of time that a lit LED has current, 1/32 to 31/32. */
  brightness(chip) {
    return ((this.chips[chip].registers[INTENSITY] & 15) * 2 + 1) / 32;
  }
}

/* ---- displays on the two-wire bus ---- */

const BITS_A_BYTE = 9;

class BusDisplay extends Display {
  bytes = 0;

  /** The address after START; returns whether the display answers. */
  connect(address) {
    this.bytes = 0;
    return address === this.address;
  }

  /** A byte after the address, the first one is number 1. */
  write(byte) {
    this.bytes++;
    this.take(byte);
  }
}

class Ht16k33 extends BusDisplay {
  address = 0x70;
  ram = noise(new Uint8Array(16));
  oscillator = false;
  on = false;
  dimming = 15;
  #pointer = 0;

  take(byte) {
    if (this.bytes > 1) {
      this.ram[this.#pointer++ & 15] = byte;
      return;
    }
    const [code, value] = [byte >> 4, byte & 15];
    if (code === 0) this.#pointer = value;
    if (code === 2) this.oscillator = (value & 1) === 1;
    if (code === 8) this.on = (value & 1) === 1;
    if (code === 14) this.dimming = value;
  }

  /** As the backpack is wired: the left column is bit 7, the others from left to right are bits 0 to 6. */
  isLit(row, column) {
    return this.oscillator && this.on && (this.ram[2 * row] >> ((column + 7) & 7)) & 1;
  }

  brightness() {
    return (this.dimming + 1) / 16;
  }
}

/** Puts the display on the chip's bus; each step takes the time of its bits. */
export function attachToBus(display, twi, cpu) {
  const after = (bits, act) => cpu.addClockEvent(act, Math.round((bits * 16e6) / twi.sclFrequency));
  twi.eventHandler = {
    start: () => after(1, () => twi.completeStart()),
    stop: () => after(1, () => twi.completeStop()),
    connectToSlave: (address, write) =>
      after(BITS_A_BYTE, () => twi.completeConnect(write && display.connect(address))),
    writeByte: (byte) =>
      after(BITS_A_BYTE, () => {
        display.write(byte);
        twi.completeWrite(true);
      }),
    readByte: () => after(BITS_A_BYTE, () => twi.completeRead(0xff)),
  };
}

const [WIDE, HIGH] = [16, 8]; /* in blocks of 8x8 pixels */
/* Commands with an operand. */
const [MODE, CONTRAST, PUMP] = [0x20, 0x81, 0x8d];
const OPERANDS = [MODE, CONTRAST, PUMP, 0xa8, 0xd3, 0xd5, 0xd9, 0xda, 0xdb];

class Oled extends BusDisplay {
  address = 0x3c;
  chips = Array(WIDE * HIGH).fill(this);
  contrast = 0x7f;
  on = false;
  #isSh1106;
  #columns; /* of the RAM */
  #now; /* what bytes have set; what is missing is 0 or false */

  constructor(isSh1106) {
    super();
    this.#isSh1106 = isSh1106;
    this.#columns = isSh1106 ? 132 : 128;
    this.ram = noise(new Uint8Array(this.#columns * HIGH));
    this.#now = { page: 0, column: 0, pumps: isSh1106 };
  }

  take(byte) {
    const now = this.#now;
    if (this.bytes === 1 || now.isControl) {
      now.control = byte;
      now.isControl = false;
      return;
    }
    now.isControl = (now.control & 0x80) !== 0;
    if (now.control & 0x40) this.#store(byte);
    else if (now.isOperand) this.#apply(byte);
    else this.#obey(byte);
  }

  /** The operand of the latest command. */
  #apply(value) {
    const now = this.#now;
    now.isOperand = false;
    if (now.command === CONTRAST) this.contrast = value;
    if (now.command === PUMP) now.pumps = (value & 4) !== 0;
  }

  #obey(byte) {
    const now = this.#now;
    now.command = byte;
    now.isOperand = OPERANDS.includes(byte) && !(this.#isSh1106 && (byte === MODE || byte === PUMP));
    if (byte < 0x10) now.column = (now.column & 0xf0) | byte;
    else if (byte < 0x20) now.column = (now.column & 15) | ((byte & 15) << 4);
    else if (byte >> 3 === 0xb0 >> 3) now.page = byte & 7;
    else if (byte >> 1 === 0xa0 >> 1) now.isRemapped = byte === 0xa1;
    else if (byte >> 1 === 0xae >> 1) this.on = byte === 0xaf;
    else if (byte === 0xc0 || byte === 0xc8) now.isReversed = byte === 0xc8;
  }

  #store(byte) {
    const now = this.#now;
    const last = this.#columns - 1;
    if (now.column > last) return;
    const at = now.page * this.#columns + (now.isRemapped ? last - now.column : now.column);
    this.ram[at] = byte;
    now.column++;
  }

  /** Blocks count row by row. The last segment is on the left of the glass, the last line at its top. */
  isLit(row, column, block) {
    const now = this.#now;
    const line = now.isReversed ? (block >> 4) * 8 + row : 63 - (block >> 4) * 8 - row;
    const segment = 127 - (block & 15) * 8 - column + (this.#isSh1106 ? 2 : 0);
    return this.on && now.pumps && (this.ram[(line >> 3) * this.#columns + segment] >> (line & 7)) & 1;
  }

  brightness() {
    return 0.2 + (0.8 * this.contrast) / 255;
  }
}

/* ---- colour LEDs ---- */

const LEDS = 64;
/* In cycles: a longer high is a 1; after a low of this length all LEDs show what they have got. */
const ZERO = 8;
const LATCH = 4480;

/** A panel of 8x8 WS2812B LEDs on D6: one strip, row by row. */
class Ws2812 extends Display {
  /** The cycle at which alarm() must be called; null: none. */
  alarmAt = null;
  /** Red, green and blue of each LED. */
  leds = Array.from({ length: LEDS }, () => [0, 0, 0]);

  #high = false;
  #since = 0; /* the cycle of the latest edge */
  #bits = 0;
  #word = 0;
  #next = [...this.leds];

  /** The level of the wire changes. */
  wire(high, cycle) {
    if (high === this.#high) return;
    if (this.alarmAt !== null && cycle >= this.alarmAt) this.alarm();
    if (!high) this.#take(cycle - this.#since > ZERO, cycle);
    this.#high = high;
    this.#since = cycle;
  }

  #take(isOne, cycle) {
    this.#word = ((this.#word << 1) | isOne) & 0xffffff;
    this.alarmAt = cycle + LATCH;
    if (++this.#bits % 24) return;
    const led = this.#bits / 24 - 1;
    if (led < LEDS) this.#next[led] = [(this.#word >> 8) & 255, this.#word >> 16, this.#word & 255];
  }

  /** The wire has been low for so long that it is the end of a frame. */
  alarm() {
    this.leds = [...this.#next];
    this.#bits = 0;
    this.alarmAt = null;
  }

  /** The colour of each LED as a set: 1 red, 2 green, 4 blue. */
  get colours() {
    return this.leds.map(([red, green, blue]) => (red && 1) | (green && 2) | (blue && 4));
  }

  isLit(row, column) {
    return this.leds[8 * row + column].some(Boolean);
  }

  /** Bright enough for a screen: a level of 64 is the greatest that the firmware sends. */
  brightness() {
    return Math.min(1, Math.max(...this.leds.flat()) / 64);
  }
}

/* ---- the displays that an Uno can have ---- */

/** Makes one, by its name; `modules` is the length of a chain. */
export const DISPLAYS = {
  max7219: (modules) => new Max7219Chain(modules),
  ht16k33: () => new Ht16k33(),
  ws2812: () => new Ws2812(),
  ssd1306: () => new Oled(false),
  sh1106: () => new Oled(true),
};
