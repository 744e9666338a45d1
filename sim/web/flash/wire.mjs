/** A serial port for the flasher: its clock, its errors, its bytes to be waited for, and the reset by DTR. */

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
  InvalidStateError: 'flash.alreadyOpen',
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

  #reader;
  #writer;
  #bytes = [];
  #wake = () => {};
  #pumping;

  constructor(port) {
    this.#reader = port.readable.getReader();
    this.#writer = port.writable.getWriter();
    this.#pumping = this.#pump();
  }

  async #pump() {
    try {
      for (;;) {
        const { value, done } = await this.#reader.read();
        if (done) return;
        this.#bytes.push(...value);
        this.#wake();
      }
    } catch {
      this.gone = true;
      this.#wake();
    }
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

  async close() {
    await this.#reader.cancel().catch(() => {});
    await this.#pumping;
    this.#reader.releaseLock();
    await this.#writer.close().catch(() => {});
    this.#writer.releaseLock();
  }
}

/** DTR low for 100 ms resets an Uno, a Nano or a Mega; `whileLow` is called before it rises. */
export async function resetByDtr(port, whileLow = () => {}) {
  await port.setSignals({ dataTerminalReady: false, requestToSend: false });
  await clock.pause(100);
  whileLow();
  await port.setSignals({ dataTerminalReady: true, requestToSend: true });
}

/**
 * Resets the board, whose boot loader then listens for about a second, and calls it until it answers: `call`
 * throws while it does not.
 */
export async function synchronise(port, wire, call, calls, attempts = 4) {
  for (let attempt = 0; attempt < attempts; attempt++) {
    await resetByDtr(port).catch(() => {
      throw new BoardError('flash.unplugged');
    });
    await clock.pause(100);
    for (let i = 0; i < calls && !wire.gone; i++) {
      wire.drop();
      try {
        return await call();
      } catch {
        /* Not there yet. */
      }
    }
  }
  throw new BoardError(wire.gone ? 'flash.unplugged' : 'flash.noLoader');
}
