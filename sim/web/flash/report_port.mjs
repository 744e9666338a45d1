/** The serial port of a board for the report (sim/report), by Web Serial. */
import { clock } from './clock.mjs';
import { RealUno } from './real.mjs';

const DTR_LOW = 100; /* ms */

export class ReportPort {
  onText = () => {};
  onLost = () => {};
  #port;
  #real = new RealUno();

  constructor(port) {
    this.#port = port;
    this.#real.onBytes = (bytes) => this.onText(String.fromCharCode(...bytes), this.now());
    this.#real.onChange = () => this.#real.lost && this.onLost();
  }

  send(text) {
    this.#real.send(text);
  }

  now() {
    return clock.now() / 1000;
  }

  pause(seconds) {
    return clock.pause(1000 * seconds);
  }

  async reset(dropped) {
    if (!this.#real.open) {
      dropped();
      return this.#real.connect(this.#port);
    }
    await this.#port.setSignals({ dataTerminalReady: false, requestToSend: false });
    await clock.pause(DTR_LOW);
    dropped();
    await this.#port.setSignals({ dataTerminalReady: true, requestToSend: true });
  }

  /** Waits until the board was unplugged and is there again. */
  async reconnect(seconds) {
    const deadline = clock.now() + 1000 * seconds;
    while (clock.now() < deadline) {
      await clock.pause(200);
      if (this.#real.open) continue;
      try {
        return await this.#real.connect(this.#port);
      } catch {
        /* Not yet. */
      }
    }
    throw new Error('the board did not come back');
  }

  close() {
    return this.#real.disconnect();
  }

  /** As `2341:0043`. */
  usbId() {
    const { usbVendorId: vendor, usbProductId: product } = this.#port.getInfo?.() ?? {};
    const hex = (number) => number.toString(16).padStart(4, '0');
    return vendor === undefined ? 'unknown' : `${hex(vendor)}:${hex(product)}`;
  }
}
