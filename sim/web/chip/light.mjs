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

let uno;
let lights = [];
let begin = 0;

function change(cycle) {
  lights.forEach((each, chip) => {
    if (!each.changed(uno.matrix, chip)) return;
    each.settle(cycle);
    each.take(uno.matrix, chip);
  });
}

/** Watches the matrix of an Uno; after power-up that is a new one. */
export function watch(own) {
  uno = own;
  begin = uno.cycles;
  lights = uno.matrix.chips.map((_, chip) => {
    const each = new ChipLight();
    each.since = begin;
    each.take(uno.matrix, chip);
    return each;
  });
  uno.matrix.onLatch = ({ to }) => change(to);
}

/**
 * The light since the last reading, 0 to 1, 64 LEDs per chip. The brightness that an eye perceives is about
 * the cube root of the light. Null if no time has passed.
 */
export function read() {
  const now = uno.cycles;
  const time = now - begin;
  if (time <= 0) return null;
  const levels = new Float32Array(lights.length * LEDS);
  lights.forEach((each, chip) => {
    each.settle(now);
    for (let i = 0; i < LEDS; i++) levels[chip * LEDS + i] = Math.cbrt(Math.min(1, each.light[i] / time));
    each.light.fill(0);
  });
  begin = now;
  return levels;
}
