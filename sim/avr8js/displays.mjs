/**
 * The displays, as their wires see them: as in sim/board, where the head of each file lists
 * the sentences of the data sheet that it implements. Each has `chips`, one per 8x8 LEDs or pixels,
 * `rows(into, chip)`, eight rows of LEDs as they are lit, top first, the left LED in the most significant
 * bit, and `brightness(chip)`, 0 to 1.
 */
class Display {
  /** What a real one would not take, or not as it was meant. */
  refused = 0;
  /** Called after what can change the picture, with `to`, its cycle. */
  onLatch = null;
  chips = [this];
  plugged = true;

  /** Removes it with its supply from its wires, or connects it: it is in its state after power-on. */
  plug(plugged) {
    this.plugged = plugged;
    this.powerUp();
  }

  latch(what) {
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

/* Code B font (table 5): the segments of 0 to 9, -, E, H, L, P and blank. */
const CODE_B = [
  0x7e, 0x30, 0x6d, 0x79, 0x33, 0x5b, 0x5f, 0x70, 0x7f, 0x7b, 0x01, 0x4f, 0x37, 0x0e, 0x67, 0x00,
];

class Max7219 {
  registers = noise(new Uint8Array(16)).fill(0, DECODE_MODE);

  take(word) {
    const register = (word >> 8) & 15;
    if (register >= 1) this.registers[register] = word & 0xff;
    return register !== 13 && register !== 14;
  }

  rows(into) {
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

class Max7219Chain extends Display {
  #words;
  #bits = 0;
  #selected = false;
  #excused = false;
  #isStray = false;
  #since = 0;

  constructor(length = 1) {
    super();
    this.chips = Array.from({ length });
    this.powerUp();
  }

  powerUp() {
    this.chips = this.chips.map(() => new Max7219());
    this.#words = new Uint16Array(this.chips.length);
    this.#bits = 0;
    this.#excused = true;
  }

  /** The sender is reset, perhaps in the middle of a transfer. */
  excuse() {
    this.#excused = this.#selected;
  }

  /** A byte on DIN, most significant bit first. Bits are shifted in whether CS is low or not. */
  shift(byte) {
    if (!this.plugged) return;
    const words = this.#words;
    for (let i = words.length - 1; i > 0; i--) words[i] = (words[i] << 8) | (words[i - 1] >> 8);
    words[0] = (words[0] << 8) | byte;
    if (this.#selected) this.#bits += 8;
    else if (!this.#isStray) this.refused++;
    this.#isStray ||= !this.#selected;
  }

  /**
   * The level of CS (LOAD): its rising edge latches the last 16 bits that came to each chip, in all of them
   * at once.
   */
  select(level, cycle) {
    if (level !== this.#selected) return;
    this.#selected = !level;
    if (level && this.plugged) this.#latch(cycle);
    this.#bits = 0;
    this.#excused = false;
    this.#since = cycle;
  }

  #latch(cycle) {
    let isWhole = this.#bits > 0 && this.#bits % 16 === 0;
    this.chips.forEach((chip, i) => (isWhole = chip.take(this.#words[i]) && isWhole));
    if (!isWhole && !this.#excused) this.refused++;
    /* The first chip's register, its new value and the cycles of both edges of CS. */
    this.latch({
      register: (this.#words[0] >> 8) & 15,
      value: this.#words[0] & 0xff,
      from: this.#since,
      to: cycle,
    });
  }

  /** The picture of a chip of the chain, counted from the Uno. */
  rows(into = new Uint8Array(ROWS), chip = 0) {
    return this.plugged ? this.chips[chip].rows(into) : into.fill(0);
  }

  brightness(chip = 0) {
    return this.chips[chip].brightness();
  }
}

/* ---- displays on the two-wire bus ---- */

const BITS_A_BYTE = 9;

class BusDisplay extends Display {
  bytes = 0;
  isAddressed = false;

  plug(plugged) {
    this.isAddressed = false;
    super.plug(plugged);
  }

  /** The address after START; returns whether the display answers. */
  connect(address) {
    this.bytes = 0;
    this.isAddressed = this.plugged && address === this.address;
    return this.isAddressed;
  }

  /** A byte after the address, the first one is number 1; returns whether the display takes it. */
  write(byte, cycle) {
    if (!this.isAddressed) return false;
    this.bytes++;
    this.take(byte);
    this.latch({ to: cycle });
    return true;
  }
}

class Ht16k33 extends BusDisplay {
  address = 0x70;
  #pointer = 0;
  #isAddress = false;

  constructor() {
    super();
    this.powerUp();
  }

  powerUp() {
    this.ram = noise(new Uint8Array(16));
    this.oscillator = this.on = this.#isAddress = false;
    this.dimming = 15;
  }

  #command(byte) {
    const [code, value] = [byte >> 4, byte & 15];
    this.#isAddress = code === 0 && this.oscillator;
    if (code === 2) this.oscillator = (value & 1) === 1;
    if (code === 2 || !this.oscillator) return;
    if (code === 0) this.#pointer = value;
    else if (code === 8) this.on = (value & 1) === 1;
    else if (code === 14) this.dimming = value;
    else if (code !== 10) this.refused++;
    if (code === 8 && value & 6) this.refused++; /* it blinks */
  }

  take(byte) {
    if (this.bytes === 1) this.#command(byte);
    else if (this.#isAddress) this.ram[this.#pointer++ & 15] = byte;
    else if (this.oscillator) this.refused++;
  }

  /** As the backpack is wired: the left column is bit 7, the others from left to right are bits 0 to 6. */
  rows(into = new Uint8Array(8)) {
    const lit = this.plugged && this.oscillator && this.on;
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
        twi.completeWrite(display.write(byte, cycles()));
      }),
    readByte: () => after(BITS_A_BYTE, () => twi.completeRead(0xff)),
  };
}

const [WIDE, HIGH] = [16, 8]; /* in blocks of 8x8 pixels */
/* The commands with an operand: the value that is simulated; null: all are. */
const OPERANDS = Object.fromEntries([
  ...[0x81, 0x8d, 0xd5, 0xd9, 0xdb].map((command) => [command, null]),
  ...[[0x20, 2], [0xa8, 0x3f], [0xd3, 0], [0xda, 0x12]],
]);

class Oled extends BusDisplay {
  address = 0x3c;
  chips = Array(WIDE * HIGH).fill(this);
  #isSh1106;
  #columns; /* of the RAM */
  #now; /* what bytes have set; what is missing is 0 or false */
  #isChanged = false; /* by data, since it was shown */

  constructor(isSh1106) {
    super();
    this.#isSh1106 = isSh1106;
    this.#columns = isSh1106 ? 132 : 128;
    this.powerUp();
  }

  powerUp() {
    this.ram = noise(new Uint8Array(this.#columns * HIGH));
    this.contrast = 0x7f;
    this.on = false;
    this.#now = { page: 0, column: 0, pumps: this.#isSh1106 };
  }

  /** A picture takes long to draw: what watches it hears of 16 bytes of data at once, if they changed it. */
  latch(what) {
    const isData = (this.#now.control & 0x40) !== 0;
    if (isData && (this.bytes % 17 !== 0 || !this.#isChanged)) return;
    this.#isChanged = false;
    this.onLatch?.(what);
  }

  take(byte) {
    const now = this.#now;
    if (this.bytes === 1 || now.isControl) {
      if (byte & 0x3f) this.refused++;
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
    if (now.command === 0x81) this.contrast = value;
    if (now.command === 0x8d) now.pumps = (value & 4) !== 0;
    if ((OPERANDS[now.command] ?? value) !== value) this.refused++;
  }

  #obey(byte) {
    const now = this.#now;
    const even = byte & 0xfe;
    now.command = byte;
    if (this.#isSh1106 && (byte === 0x20 || byte === 0x8d)) return;
    now.isOperand = byte in OPERANDS;
    if (now.isOperand) return;
    if (byte < 0x10) now.column = (now.column & 0xf0) | byte;
    else if (byte < 0x20) now.column = (now.column & 15) | ((byte & 15) << 4);
    else if (byte >> 3 === 0xb0 >> 3) now.page = byte & 7;
    else if (even === 0xa0) now.isRemapped = byte === 0xa1;
    else if (even === 0xae) this.on = byte === 0xaf;
    else if (byte === 0xc0 || byte === 0xc8) now.isReversed = byte === 0xc8;
    else if (byte !== 0x40 && byte !== 0xa4 && byte !== 0xa6) this.refused++;
  }

  #store(byte) {
    const now = this.#now;
    const last = this.#columns - 1;
    if (now.column > last) {
      this.refused++;
      return;
    }
    const at = now.page * this.#columns + (now.isRemapped ? last - now.column : now.column);
    this.#isChanged ||= this.ram[at] !== byte;
    this.ram[at] = byte;
    now.column = now.column === last && !this.#isSh1106 ? 0 : now.column + 1;
  }

  /** The last segment is on the left of the glass, the last common line at its top. */
  #pixel(row, column) {
    const line = this.#now.isReversed ? row : 63 - row;
    const segment = 127 - column + (this.#isSh1106 ? 2 : 0);
    return (this.ram[(line >> 3) * this.#columns + segment] >> (line & 7)) & 1;
  }

  /** A block of 8x8 pixels, row by row of blocks. */
  rows(into = new Uint8Array(8), block = 0) {
    into.fill(0);
    const [top, left] = [(block >> 4) * 8, (block & 15) * 8];
    for (let i = 0; i < 64 && this.plugged && this.on && this.#now.pumps; i++)
      if (this.#pixel(top + (i >> 3), left + (i & 7))) into[i >> 3] |= 0x80 >> (i & 7);
    return into;
  }

  brightness() {
    return 0.2 + (0.8 * this.contrast) / 255;
  }
}

/* ---- colour LEDs ---- */

const LEDS = 64;
/* In ns, as all data sheets allow: a 0 and a 1 are high, a low is long. */
const ZERO = [250, 380];
const ONE = [650, 750];
const LOW = 580;

/** A panel of 8x8 WS2812B LEDs on D6: one strip, row by row. */
class Ws2812 extends Display {
  /** The cycle at which alarm() must be called; null: none. */
  alarmAt = null;
  nsPerCycle = 62.5;
  /** The shortest low, in ns, after which some LEDs latch, and that after which all have. */
  latchesFrom = 50_000;
  latchesBy = 280_000;

  #high = false;
  #since = null; /* the cycle of the latest edge */
  #bits = 0;
  #word = 0;
  #next;

  constructor() {
    super();
    this.powerUp();
  }

  powerUp() {
    /** Red, green and blue of each LED. */
    this.leds = Array.from({ length: LEDS }, () => [0, 0, 0]);
    this.#next = [...this.leds];
    this.#bits = 0;
    this.alarmAt = null;
  }

  /** The level of the wire changes. A long low is the end of a frame. */
  wire(high, cycle) {
    if (high === this.#high) return;
    if (this.alarmAt !== null && cycle >= this.alarmAt) this.alarm(this.alarmAt);
    const time = this.#since === null ? LOW : (cycle - this.#since) * this.nsPerCycle;
    this.#high = high;
    this.#since = cycle;
    if (!this.plugged) return;
    if (!high) this.#take(time, cycle);
    else if (time < LOW || (this.#bits && time >= this.latchesFrom)) this.refused++;
  }

  #take(time, cycle) {
    const isOne = time >= ONE[0];
    if (time < ZERO[0] || (time > ZERO[1] && !isOne) || time > ONE[1]) this.refused++;
    this.#word = ((this.#word << 1) | isOne) & 0xffffff;
    this.alarmAt = cycle + this.latchesBy / this.nsPerCycle;
    if (++this.#bits % 24) return;
    const led = this.#bits / 24 - 1;
    if (led < LEDS) this.#next[led] = [(this.#word >> 8) & 255, this.#word >> 16, this.#word & 255];
  }

  /** The wire has been low for so long that all LEDs show what they have got. */
  alarm(cycle) {
    if (this.#bits % 24) this.refused++;
    this.leds = [...this.#next];
    this.#bits = 0;
    this.alarmAt = null;
    this.latch({ to: cycle });
  }

  /** The colour of each LED as a set: 1 red, 2 green, 4 blue. */
  get colours() {
    return this.leds.map(([red, green, blue]) => (red && 1) | (green && 2) | (blue && 4));
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

/* ---- the displays that an Uno can have ---- */

/** Makes one, by its name; `modules` is the length of a chain. */
export const DISPLAYS = {
  max7219: (modules) => new Max7219Chain(modules),
  ht16k33: () => new Ht16k33(),
  ws2812: () => new Ws2812(),
  ssd1306: () => new Oled(false),
  sh1106: () => new Oled(true),
};
