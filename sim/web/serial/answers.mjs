/**
 * Reads the firmware's output line by line and finds the end of each answer: `ok` or `error: REASON` alone on
 * a line.
 */

const PROMPT = '> ';

export class Answers {
  /** Called with each line, without its end. */
  onLine = () => {};
  /** Called with the lines of an answer; the last one is `ok` or `error: REASON`. */
  onAnswer = () => {};
  /** Called when the firmware prints its greeting, after a reset. */
  onStart = () => {};

  #line = '';
  #lines = [];
  #before = '';

  read(bytes) {
    for (const byte of bytes) {
      if (byte === 10) this.#end();
      else if (byte === 8) this.#line = this.#line.slice(0, -1);
      else if (byte >= 32) this.#line += String.fromCharCode(byte);
    }
  }

  /** The rest of the current line will not come. */
  discardLine() {
    this.#line = '';
  }

  /** An answer begins here. */
  begin() {
    this.#lines = [];
  }

  #end() {
    const line = this.#line;
    this.#line = '';
    this.#lines.push(line);
    /* The echo of a command follows a prompt: an answer begins. */
    if (line.startsWith(PROMPT)) this.begin();
    this.onLine(line);
    /* `info` begins with the same line as the greeting, but its next line differs. */
    if (line.startsWith('help lists') && /^nqueens \d/.test(this.#before)) this.onStart();
    this.#before = line;
    if (line === 'ok' || line.startsWith('error: ')) this.onAnswer(this.#lines.splice(0));
    if (this.#lines.length > 2000) this.#lines.splice(0, 1000);
  }
}
