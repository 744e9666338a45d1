/** The line of a real Uno, by Web Serial: in the terminal, and as a port of the board report (sim/report). */
import { Port } from '../../report/line.mjs';
import { Wire, resetByDtr } from './wire.mjs';

export class RealUno extends Port {
  /** Called when the line was opened, was closed, or broke. */
  onChange = () => {};
  onBytes = () => {};

  /** True when the board went away by itself. */
  lost = false;

  #wire = null;

  /** @param {SerialPort|null} port the one that reset() opens if it is closed */
  constructor(port = null) {
    super();
    this.port = port;
  }

  get open() {
    return this.#wire !== null;
  }

  /** Opens the port, which resets a real Uno. Throws the error of the browser. */
  async connect(port) {
    await port.open({ baudRate: 115200 });
    const wire = new Wire(port, (bytes) => this.onBytes(bytes), () => this.#end(wire));
    Object.assign(this, { port, lost: false });
    this.#wire = wire;
    await this.reset().catch(() => {});
    this.onChange();
  }

  /* The board is gone, unless disconnect() has ended the line. */
  #end(wire) {
    if (wire !== this.#wire) return;
    this.#wire = null;
    this.lost = true;
    wire.close();
    this.onChange();
  }

  send(text) {
    this.#wire?.write(new TextEncoder().encode(text)).catch(() => {});
  }

  /** As its reset button; calls `whileLow` while the chip is held in reset. */
  reset(whileLow = () => {}) {
    if (this.open) return resetByDtr(this.port, whileLow);
    whileLow();
    return this.connect(this.port);
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
    const wire = this.#wire;
    if (!wire) return;
    this.#wire = null;
    await wire.close();
    this.onChange();
  }
}
