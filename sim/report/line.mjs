/** The serial line of a board, whatever carries it: send text, wait for an answer, know when it came. */

const TROUBLES = {
  lost: 'the port is gone: was the cable pulled?',
  silent: 'the board has fallen silent',
  restarted: 'the board has reset itself',
  wrong: 'an answer did not come to its end',
  stopped: 'stopped by Ctrl-C',
};

/** Why a check ended early: one of TROUBLES, and what had come. */
export class Trouble extends Error {
  constructor(kind, seen = '') {
    super(TROUBLES[kind]);
    this.kind = kind;
    this.seen = seen;
    /** The port is gone, or the user wants no more: nothing else can be tried. */
    this.isFinal = kind === 'lost' || kind === 'stopped';
  }
}

/* It may follow a prompt on its line. */
const BANNER = /nqueens \S+ \(AT\w+, \d+ MHz\)\r\n/;
const GREETING = /nqueens \S+ \(AT\w+, \d+ MHz\)\r\n[^]*?^> /m;
const ANSWER = /^(ok|error: .*)\r\n> /m;
const CTRL_C = '\x03';
const POLL = 0.1; /* s: a wait that is over delays the end of the program by so much at most */

/**
 * What carries a line, here in real time: it also has send(text) and reset(dropped), which calls `dropped`
 * once all that came belongs to the time before it. Times are in seconds.
 */
export class Port {
  /** Called with what comes, and when it came. */
  onText = () => {};
  onLost = () => {};

  now() {
    return performance.now() / 1000;
  }

  pause(seconds) {
    return new Promise((done) => setTimeout(done, 1000 * seconds));
  }
}

/** `patience` stretches every limit, for boards that are simulated. */
export class Line {
  /** How many bytes have come so far; timeOf() takes such a position. */
  position = 0;
  #port;
  #text = '';
  #times = [];
  #isLost = false;
  #isStopped = false;
  #wake = () => {};
  #settled = 0;

  constructor(port, { patience = 1 } = {}) {
    this.#port = port;
    this.patience = patience;
    port.onText = (text, time) => {
      this.#text += text;
      this.#times.push([this.#text.length, time]);
      this.#wake();
    };
    port.onLost = () => {
      this.#isLost = true;
      this.#wake();
    };
  }

  /** When the byte in front of this position came, in seconds. */
  timeOf(position) {
    return this.#times.find(([end]) => end >= position)[1];
  }

  now() {
    return this.#port.now();
  }

  /** While it is stopped, every wait for an answer ends. */
  stop(isStopped) {
    this.#isStopped = isStopped;
    this.#wake();
  }

  /** Throws a Trouble if the port is gone, or the line stopped. */
  ensureUse(seen = '') {
    if (this.#isLost) throw new Trouble('lost', seen);
    if (this.#isStopped) throw new Trouble('stopped', seen);
  }

  send(text) {
    this.ensureUse();
    this.#port.send(text);
  }

  /** Drops all that came and was not read. */
  drop() {
    this.position = this.#text.length;
  }

  /** The text up to the end of `pattern`; a Trouble when it does not come within so many seconds. */
  async until(pattern, seconds = 3, mayStart = false) {
    const deadline = this.now() + seconds * this.patience;
    for (;;) {
      const rest = this.#text.slice(this.position);
      const match = rest.match(pattern);
      if (!mayStart && BANNER.test(rest)) {
        this.position += rest.search(BANNER);
        throw new Trouble('restarted', rest);
      }
      if (match) {
        const end = match.index + match[0].length;
        this.position += end;
        return rest.slice(0, end);
      }
      this.ensureUse(rest);
      const left = deadline - this.now();
      if (left <= 0) {
        this.drop();
        throw new Trouble(rest ? 'wrong' : 'silent', rest);
      }
      await Promise.race([this.rest(Math.min(left, POLL)), new Promise((done) => (this.#wake = done))]);
    }
  }

  /** Types a line; what the board prints after its echo, up to `ok` or `error: ...`. */
  async say(line, seconds = 20) {
    this.send(`${line}\r`);
    const text = await this.until(ANSWER, seconds, /^info\b/.test(line));
    return text.replace(/> $/, '');
  }

  rest(seconds) {
    return this.#port.pause(seconds);
  }

  /** What comes within so many seconds. */
  async listen(seconds) {
    const start = this.position;
    await this.rest(seconds);
    this.ensureUse();
    this.drop();
    return this.#text.slice(start);
  }

  /** Returns to a prompt, whatever ran before: the refusal of a unique word is the last answer to come. */
  async settle() {
    const word = `settled${++this.#settled}`;
    this.send(`${CTRL_C}${word}\r`);
    await this.until(new RegExp(`unknown command '${word}'.*\\r\\n> `));
  }

  /**
   * Waits until the board has lost its power and starts again: all that it prints up to its first prompt. Its
   * port goes with it, and is opened again, unless it belongs to an adapter with its own plug.
   */
  async restart(seconds) {
    this.drop();
    try {
      return await this.until(GREETING, seconds, true);
    } catch (trouble) {
      if (trouble.kind !== 'lost') throw trouble;
    }
    try {
      this.#isLost = false;
      await this.#port.reconnect(seconds, () => this.ensureUse());
    } catch (error) {
      this.#isLost = true;
      throw error instanceof Trouble ? error : new Trouble('lost'); /* it did not come back */
    }
    return this.until(GREETING, 10, true);
  }

  /** Resets the board by DTR; all that it prints up to its first prompt. */
  async reset(seconds = 8) {
    await this.#port.reset(() => this.drop());
    this.#isLost = false;
    return this.until(GREETING, seconds, true);
  }
}
