/**
 * Reads what the firmware prints, line by line, and tells where an answer ends: `ok` or `error: REASON` alone
 * on a line.
 */

const PROMPT = '> ';

export class Answers {
  /** Called with each line, without its end. */
  onLine = () => {};
  /** Called with the lines of an answer, its `ok` or `error:` the last of them. */
  onAnswer = () => {};
  /** Called when the firmware greets: whatever was at work is no more. */
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

  /** The rest of a line that has begun will not come. */
  tear() {
    this.#line = '';
  }

  /** From here on an answer is read. */
  begin() {
    this.#lines = [];
  }

  #end() {
    const line = this.#line;
    this.#line = '';
    this.#lines.push(line);
    /* The echo of a command stands behind a prompt: there an answer begins. */
    if (line.startsWith(PROMPT)) this.begin();
    this.onLine(line);
    /* `info` begins with the same line as the greeting, but goes on otherwise. */
    if (line.startsWith('help lists') && /^nqueens \d/.test(this.#before)) this.onStart();
    this.#before = line;
    if (line === 'ok' || line.startsWith('error: ')) this.onAnswer(this.#lines.splice(0));
    if (this.#lines.length > 2000) this.#lines.splice(0, 1000);
  }
}
