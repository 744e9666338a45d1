/** The line of a real Uno, by Web Serial: in the terminal, and as a port of the board report (sim/report). */
import { clock, resetByDtr } from './wire.mjs';

const BAUD = 115200;

export class RealUno {
  /** Called when the line was opened, was closed, or broke. */
  onChange = () => {};
  onBytes = () => {};

  port;
  open = false;
  /** True when the board went away by itself. */
  lost = false;

  #reader = null;
  #writer = null;
  #reading = null;

  /** @param {SerialPort|null} port the one that reset() opens if it is closed */
  constructor(port = null) {
    this.port = port;
  }

  /** Opens the port, which resets a real Uno. Throws the error of the browser. */
  async connect(port) {
    await port.open({ baudRate: BAUD });
    this.port = port;
    this.lost = false;
    this.open = true;
    this.#writer = port.writable.getWriter();
    this.#reading = this.#read(port);
    await this.reset().catch(() => {});
    this.onChange();
  }

  /*
   * A byte that was garbled on its way ends one reader and not the line; a board that is gone takes the port
   * along.
   */
  async #read(port) {
    while (this.open && port.readable) {
      this.#reader = port.readable.getReader();
      try {
        for (;;) {
          const { value, done } = await this.#reader.read();
          if (done) break;
          this.onBytes(value);
        }
      } catch {
        /* What that means is known from `readable`. */
      } finally {
        this.#reader.releaseLock();
      }
    }
    if (this.open) this.#broken();
  }

  #broken() {
    this.open = false;
    this.lost = true;
    this.#writer.releaseLock();
    this.port.close().catch(() => {});
    this.onChange();
  }

  send(text) {
    if (!this.open) return;
    this.#writer.write(new TextEncoder().encode(text)).catch(() => {});
  }

  /** As its reset button; calls `whileLow` while the chip is held in reset. */
  reset(whileLow = () => {}) {
    if (this.open) return resetByDtr(this.port, whileLow);
    whileLow();
    return this.connect(this.port);
  }

  now() {
    return clock.now() / 1000;
  }

  pause(seconds) {
    return clock.pause(1000 * seconds);
  }

  /** Waits until the board was unplugged and is there again. */
  async reconnect(seconds) {
    for (const deadline = this.now() + seconds; this.now() < deadline; await this.pause(0.2)) {
      if (this.open) continue;
      try {
        return await this.connect(this.port);
      } catch {
        /* Not yet. */
      }
    }
    throw new Error('the board did not come back');
  }

  async disconnect() {
    if (!this.open) return;
    this.open = false;
    await this.#reader.cancel().catch(() => {});
    await this.#reading;
    await this.#writer.close().catch(() => {});
    this.#writer.releaseLock();
    await this.port.close().catch(() => {});
    this.onChange();
  }
}
