/** The serial line of a board, whatever carries it: send text, wait for an answer, know when it came. */

/** Why a check ended early. `kind`: lost, silent, restarted, wrong. */
export class Trouble extends Error {
  constructor(kind, message, seen = '') {
    super(message);
    this.kind = kind;
    this.seen = seen;
  }
}

/* It may follow a prompt on its line. */
const BANNER = /nqueens \S+ \(AT\w+, \d+ MHz\)\r\n/;
const GREETING = /nqueens \S+ \(AT\w+, \d+ MHz\)\r\n[^]*?^> /m;
const ANSWER = /^(ok|error: .*)\r\n> /m;
const CTRL_C = '\x03';

export const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

/**
 * `port` has send(text), reset(dropped) and now() (seconds), and calls onText(text, time) and onLost().
 * reset() calls `dropped` once all that came belongs to the time before it. For boards that are simulated,
 * `patience` stretches every limit, and `tempo` every wait for nothing in particular.
 */
export class Line {
  #port;
  #text = '';
  #seen = 0;
  #times = [];
  #isLost = false;
  #wake = () => {};

  constructor(port, { patience = 1, tempo = 1 } = {}) {
    this.#port = port;
    this.patience = patience;
    this.tempo = tempo;
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

  /** How many bytes have come so far; timeOf() takes such a place. */
  get place() {
    return this.#seen;
  }

  /** When the byte in front of this place came, in seconds. */
  timeOf(place) {
    return this.#times.find(([end]) => end >= place)[1];
  }

  now() {
    return this.#port.now();
  }

  send(text) {
    if (this.#isLost) throw new Trouble('lost', 'the port is gone: was the cable pulled?');
    this.#port.send(text);
  }

  /** All that came and was not looked at. */
  take() {
    const rest = this.#text.slice(this.#seen);
    this.#seen = this.#text.length;
    return rest;
  }

  /** The text up to the end of `pattern`; a Trouble when it does not come within so many seconds. */
  async until(pattern, seconds = 3, mayStart = false) {
    const deadline = performance.now() + 1000 * seconds * this.patience;
    for (;;) {
      const rest = this.#text.slice(this.#seen);
      const match = rest.match(pattern);
      if (!mayStart && BANNER.test(rest)) {
        this.#seen += rest.search(BANNER);
        throw this.#restarted(rest);
      }
      if (match) {
        const end = match.index + match[0].length;
        this.#seen += end;
        return rest.slice(0, end);
      }
      if (this.#isLost) throw new Trouble('lost', 'the port is gone: was the cable pulled?', rest);
      const left = deadline - performance.now();
      if (left <= 0) throw this.#late(rest, seconds);
      await Promise.race([pause(Math.min(left, 100) / 1000), new Promise((done) => (this.#wake = done))]);
    }
  }

  #restarted(rest) {
    return new Trouble('restarted', 'the board has reset itself', rest);
  }

  #late(rest, seconds) {
    this.#seen = this.#text.length;
    return rest
      ? new Trouble('wrong', `no complete answer within ${seconds} s`, rest)
      : new Trouble('silent', `nothing was received for ${seconds} s`);
  }

  /** Types a line; what the board prints after its echo, up to `ok` or `error: ...`. */
  async say(line, seconds = 20) {
    this.send(`${line}\r`);
    const text = await this.until(ANSWER, seconds, /^info\b/.test(line));
    return text.replace(/> $/, '');
  }

  rest(seconds) {
    return pause(seconds * this.tempo);
  }

  /** What comes within so many seconds. */
  async listen(seconds) {
    const start = this.#seen;
    await this.rest(seconds);
    if (this.#isLost) throw new Trouble('lost', 'the port is gone: was the cable pulled?');
    this.#seen = this.#text.length;
    return this.#text.slice(start);
  }

  /** Returns to a prompt, whatever ran before. */
  async settle() {
    this.send(CTRL_C);
    await this.rest(0.3);
    const rest = this.take();
    if (BANNER.test(rest)) throw this.#restarted(rest);
  }

  /**
   * Waits until the board has lost its power and starts again: all that it prints up to its first prompt. Its
   * port goes with it, and `open` opens it again, unless the port belongs to an adapter with its own plug.
   */
  async restart(open, seconds) {
    this.take();
    try {
      return await this.until(GREETING, seconds, true);
    } catch (trouble) {
      if (trouble.kind !== 'lost') throw trouble;
    }
    await open(seconds);
    this.#isLost = false;
    return this.until(GREETING, 10, true);
  }

  /** Resets the board by DTR; all that it prints up to its first prompt. */
  async reset(seconds = 8) {
    await this.#port.reset(() => this.take());
    this.#isLost = false;
    return this.until(GREETING, seconds, true);
  }
}
