/** A panel of 8x8 WS2812B LEDs on D6: one strip, row by row. */

const ONE = 8; /* cycles that the wire is high for more than a 0 */
const LATCH = 16 * 50;

export class Ws2812 {
  /** Frames that were latched. */
  latches = 0;
  /** Called with the cycle after each LED that has received its colour. */
  onLatch = null;
  /** Red, green and blue of each LED. */
  leds = Array.from({ length: 64 }, () => [0, 0, 0]);

  #high = false;
  #since = 0;
  #bits = 0;
  #word = 0;

  constructor() {
    this.chips = [this];
  }

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
    this.latches++;
    this.onLatch?.({ to: cycle });
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
