/** A chain of 1 to 16 MAX7219, each with an 8x8 matrix of LEDs on it; the first one is next to the Uno. */

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
  registers = new Uint8Array(16);

  /**
   * At power-up, the control registers are 0. The content of the digit registers is undefined: it is noise
   * here.
   */
  constructor() {
    for (let digit = 1; digit <= ROWS; digit++) this.registers[digit] = Math.random() * 256;
  }

  /** Eight rows of LEDs as they are lit, top first, the left LED in the most significant bit. */
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
export class Max7219Chain {
  /** Edges of CS that latched, and those that did not close a transfer of whole words. */
  latches = 0;
  malformed = 0;
  /**
   * Called after each latch with the first chip's register, its new value and the cycles of both edges of CS.
   */
  onLatch = null;

  #words;
  #bits = 0;
  #selected = false;
  #since = 0;

  /** @param {number} length chips, 1 to 16. */
  constructor(length = 1) {
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
    this.latches++;
    if (this.#bits === 0 || this.#bits % 16 !== 0) this.malformed++;
    this.chips.forEach((chip, i) => (chip.registers[(this.#words[i] >> 8) & 15] = this.#words[i] & 0xff));
    this.onLatch?.({
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
