/** A serial port: its clock, its errors, its bytes as they come or to be waited for, and the reset by DTR. */

/** The clock of the flasher, in ms; a test with simulated boards replaces it. */
export const clock = {
  now: () => performance.now(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

export const hexadecimal = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');

/** An unexpected answer of a boot loader, or none; `key` and `values` give the text for the user. */
export class BoardError extends Error {
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

const KEYS = {
  NotFoundError: 'flash.noPort',
  SecurityError: 'flash.security',
  InvalidStateError: 'flash.busy',
  NetworkError: 'flash.busy',
};

/**
 * The text that explains an error of a port, and what to do about it.
 * @param {Error} error of Web Serial, or a BoardError. @returns {[key: string, values: object]}
 */
export function reasonOf(error) {
  if (error instanceof BoardError) return [error.key, error.values];
  const key = KEYS[error.name];
  return key ? [key, {}] : ['flash.other', { message: error.message }];
}

const GRACE = 20; /* ms */

export class Wire {
  /** The board was unplugged. */
  gone = false;

  #isOpen = true;
  #reader;
  #writer;
  #reading;
  #bytes = [];
  #wake = () => {};

  /**
   * @param {SerialPort} port an open one @param {(bytes: Uint8Array) => void} [take] gets what comes, instead
   * of read() @param {() => void} [lost] called when the board is gone.
   */
  constructor(port, take = (bytes) => this.#bytes.push(...bytes), lost = () => {}) {
    this.port = port;
    this.#writer = port.writable.getWriter();
    this.#reading = this.#receive(take).then(lost);
  }

  /*
   * A byte that was garbled on its way ends one reader and not the line; a board that is gone takes the port
   * along.
   */
  async #receive(take) {
    while (this.#isOpen && this.port.readable) {
      this.#reader = this.port.readable.getReader();
      try {
        for (;;) {
          const { value, done } = await this.#reader.read();
          if (done) break;
          take(value);
          this.#wake();
        }
      } catch {
        /* What that means is known from `readable`. */
      } finally {
        this.#reader.releaseLock();
      }
    }
    this.gone = this.#isOpen;
    this.#wake();
  }

  async write(bytes) {
    try {
      await this.#writer.write(Uint8Array.from(bytes));
    } catch {
      this.gone = true;
      throw new BoardError('flash.unplugged');
    }
  }

  /** So many bytes, or a BoardError when they have not come after `ms`, or the board was unplugged. */
  async read(count, ms) {
    let deadline = clock.now() + ms;
    let isLate = false;
    while (this.#bytes.length < count) {
      if (this.gone) throw new BoardError('flash.unplugged');
      const left = deadline - clock.now();
      if (left <= 0 && isLate) throw new BoardError('flash.noAnswer');
      if (left <= 0) {
        /* A busy computer may have had no time to take in what came. */
        isLate = true;
        deadline = clock.now() + GRACE;
        continue;
      }
      await Promise.race([clock.pause(left), new Promise((resolve) => (this.#wake = resolve))]);
    }
    return this.#bytes.splice(0, count);
  }

  drop() {
    this.#bytes.length = 0;
  }

  /** Closes the port, also one whose board is gone. */
  async close() {
    this.#isOpen = false;
    await this.#reader.cancel().catch(() => {});
    await this.#reading;
    await this.#writer.close().catch(() => {});
    this.#writer.releaseLock();
    await this.port.close().catch(() => {});
  }
}

/** DTR low for 100 ms resets an Uno, a Nano or a Mega; `whileLow` is called before it rises. */
export async function resetByDtr(port, whileLow = () => {}) {
  await port.setSignals({ dataTerminalReady: false, requestToSend: false });
  await clock.pause(100);
  whileLow();
  await port.setSignals({ dataTerminalReady: true, requestToSend: true });
}
