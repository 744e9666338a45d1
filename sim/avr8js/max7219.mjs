/** A MAX7219 with an 8x8 matrix of LEDs on it. */

const ROWS = 8;
const DECODE_MODE = 9;
const INTENSITY = 10;
const SCAN_LIMIT = 11;
const SHUTDOWN = 12;
const DISPLAY_TEST = 15;

/* Code B font (datasheet, table 5): the segments of 0 to 9, -, E, H, L, P and blank. */
const CODE_B = [0x7e, 0x30, 0x6d, 0x79, 0x33, 0x5b, 0x5f, 0x70, 0x7f, 0x7b, 0x01, 0x4f, 0x37, 0x0e, 0x67, 0x00];

export class Max7219 {
  /** Words that were latched, and latches that did not close a transfer of exactly 16 bits. */
  latches = 0;
  malformed = 0;
  /** Called after each latch with the register, its new value and the cycles of both edges of CS. */
  onLatch = null;

  #registers = new Uint8Array(16);
  #word = 0;
  #bits = 0;
  #selected = false;
  #since = 0;

  /** At power-up the control registers are 0; what the digit registers hold is anybody's guess, so it is noise. */
  constructor() {
    for (let digit = 1; digit <= ROWS; digit++) this.#registers[digit] = Math.random() * 256;
  }

  /** A byte on DIN, most significant bit first. Bits are shifted in whether CS is low or not. */
  shift(byte) {
    this.#word = ((this.#word << 8) | byte) & 0xffff;
    this.#bits += 8;
  }

  /** The level of CS (LOAD): its rising edge latches the last 16 bits. */
  select(level, cycle) {
    if (level && this.#selected) this.#latch(cycle);
    if (!level && !this.#selected) {
      this.#bits = 0;
      this.#since = cycle;
    }
    this.#selected = !level;
  }

  #latch(cycle) {
    const register = (this.#word >> 8) & 15;
    const value = this.#word & 0xff;
    this.latches++;
    if (this.#bits !== 16) this.malformed++;
    this.#registers[register] = value;
    this.onLatch?.({ register, value, from: this.#since, to: cycle });
  }

  /** Eight rows as an eye sees them, top first, the left LED in the most significant bit. */
  rows(into = new Uint8Array(ROWS)) {
    const r = this.#registers;
    for (let row = 0; row < ROWS; row++) {
      const value = r[row + 1];
      const decoded = r[DECODE_MODE] & (1 << row) ? (value & 0x80) | CODE_B[value & 15] : value;
      into[row] = this.#lit(row) ? decoded : 0;
      if (r[DISPLAY_TEST] & 1) into[row] = 0xff;
    }
    return into;
  }

  #lit(row) {
    const r = this.#registers;
    return (r[SHUTDOWN] & 1) === 1 && row <= (r[SCAN_LIMIT] & 7);
  }

  /** The share of time that a lit LED has current, 1/32 to 31/32 while all eight rows are scanned. */
  brightness() {
    const r = this.#registers;
    if (r[DISPLAY_TEST] & 1) return 31 / 32;
    const scanned = (r[SCAN_LIMIT] & 7) + 1;
    return (((r[INTENSITY] & 15) * 2 + 1) / 32) * (ROWS / scanned);
  }
}
