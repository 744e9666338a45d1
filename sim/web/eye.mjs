/** What an eye sees of the matrix: each LED's light, averaged over the time between two looks. */

export class Eye {
  #uno;
  #matrix = null;
  #rows = new Uint8Array(8);
  #next = new Uint8Array(8);
  #duty = 0;
  #since = 0;
  #light = new Float64Array(64);
  #begin = 0;
  levels = new Float32Array(64);

  constructor(uno) {
    this.#uno = uno;
    this.watch();
  }

  /** After power-up the Uno has a new matrix. */
  watch() {
    this.#matrix = this.#uno.matrix;
    this.#matrix.onLatch = ({ to }) => this.#change(to);
    this.#begin = this.#since = this.#uno.cycles;
    this.#light.fill(0);
    this.#take();
  }

  #take() {
    this.#matrix.rows(this.#rows);
    this.#duty = this.#matrix.brightness();
  }

  #change(cycle) {
    this.#matrix.rows(this.#next);
    if (this.#duty === this.#matrix.brightness() && this.#next.every((row, i) => row === this.#rows[i])) return;
    this.#settle(cycle);
    this.#take();
  }

  #settle(cycle) {
    const share = (cycle - this.#since) * this.#duty;
    this.#since = cycle;
    if (share <= 0) return;
    for (let i = 0; i < 64; i++) if (this.#rows[i >> 3] & (0x80 >> (i & 7))) this.#light[i] += share;
  }

  /** The light since the last look, 0 to 1; an eye's answer to light is about its cube root. */
  look() {
    const now = this.#uno.cycles;
    this.#settle(now);
    const time = now - this.#begin;
    if (time > 0) {
      for (let i = 0; i < 64; i++) this.levels[i] = Math.min(1, this.#light[i] / time) ** (1 / 3);
      this.#light.fill(0);
      this.#begin = now;
    }
    return this.levels;
  }
}
