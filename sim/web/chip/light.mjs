/** What an eye sees of the matrix: each LED's light, averaged over the time between two looks. */

const LEDS = 64;

/** The light of one chip of the chain. */
class Part {
  rows = new Uint8Array(8);
  next = new Uint8Array(8);
  light = new Float64Array(LEDS);
  duty = 0;
  since = 0;

  changed(matrix, chip) {
    matrix.rows(this.next, chip);
    return this.duty !== matrix.brightness(chip) || this.next.some((row, i) => row !== this.rows[i]);
  }

  take(matrix, chip) {
    matrix.rows(this.rows, chip);
    this.duty = matrix.brightness(chip);
  }

  settle(cycle) {
    const share = (cycle - this.since) * this.duty;
    this.since = cycle;
    if (share <= 0) return;
    for (let i = 0; i < LEDS; i++) if (this.rows[i >> 3] & (0x80 >> (i & 7))) this.light[i] += share;
  }
}

export class LightMeter {
  #uno;
  #matrix = null;
  #parts = [];
  #begin = 0;

  constructor(uno) {
    this.#uno = uno;
    this.watch();
  }

  /** After power-up the Uno has a new matrix. */
  watch() {
    this.#matrix = this.#uno.matrix;
    this.#begin = this.#uno.cycles;
    this.#parts = this.#matrix.chips.map(() => new Part());
    this.#parts.forEach((part, chip) => {
      part.since = this.#begin;
      part.take(this.#matrix, chip);
    });
    this.#matrix.onLatch = ({ to }) => this.#change(to);
  }

  #change(cycle) {
    for (let chip = 0; chip < this.#parts.length; chip++) {
      const part = this.#parts[chip];
      if (!part.changed(this.#matrix, chip)) continue;
      part.settle(cycle);
      part.take(this.#matrix, chip);
    }
  }

  /**
   * The light since the last look, 0 to 1, 64 LEDs a chip; an eye's answer to light is about its cube root.
   * Null if no time has passed.
   */
  read() {
    const now = this.#uno.cycles;
    const time = now - this.#begin;
    if (time <= 0) return null;
    const levels = new Float32Array(this.#parts.length * LEDS);
    this.#parts.forEach((part, chip) => {
      part.settle(now);
      for (let i = 0; i < LEDS; i++) levels[chip * LEDS + i] = Math.cbrt(Math.min(1, part.light[i] / time));
      part.light.fill(0);
    });
    this.#begin = now;
    return levels;
  }
}
