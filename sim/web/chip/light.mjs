/** The light of each LED, averaged over the time between two readings. */

const LEDS = 64;

/** The light of one chip of the chain. */
class ChipLight {
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
  #lights = [];
  #begin = 0;

  constructor(uno) {
    this.#uno = uno;
    this.watch();
  }

  /** Watches the Uno's matrix; after power-up that is a new one. */
  watch() {
    this.#matrix = this.#uno.matrix;
    this.#begin = this.#uno.cycles;
    this.#lights = this.#matrix.chips.map(() => new ChipLight());
    this.#lights.forEach((part, chip) => {
      part.since = this.#begin;
      part.take(this.#matrix, chip);
    });
    this.#matrix.onLatch = ({ to }) => this.#change(to);
  }

  #change(cycle) {
    for (let chip = 0; chip < this.#lights.length; chip++) {
      const part = this.#lights[chip];
      if (!part.changed(this.#matrix, chip)) continue;
      part.settle(cycle);
      part.take(this.#matrix, chip);
    }
  }

  /**
   * The light since the last reading, 0 to 1, 64 LEDs per chip. The brightness that an eye perceives is about
   * the cube root of the light. Null if no time has passed.
   */
  read() {
    const now = this.#uno.cycles;
    const time = now - this.#begin;
    if (time <= 0) return null;
    const levels = new Float32Array(this.#lights.length * LEDS);
    this.#lights.forEach((part, chip) => {
      part.settle(now);
      for (let i = 0; i < LEDS; i++) levels[chip * LEDS + i] = Math.cbrt(Math.min(1, part.light[i] / time));
      part.light.fill(0);
    });
    this.#begin = now;
    return levels;
  }
}
