/**
 * A serial line to an Uno, simulated or real: its text so far, whole lines typed one after the other, and
 * which of them were answered.
 */
import { Answers } from './answers.mjs';

const CTRL_C = '\x03';
const CTRL_U = '\x15';
const LIVE = /^[?!~]$/;
const TEXT_KEPT = 60_000;
const JOB = /^(solve|fundamental|count|usaco|search|check|images|test)\b/i;
const END_OF_JOB = /^stopped: |queens? placed|^\d+ images?$|attacking pairs?|^a? ?solution/;

/** What the line cannot carry of a text: it has the characters of ASCII and no others. */
export const unsendable = (text) => [...new Set([...text].filter((char) => char > '\x7e'))];

/** What stands in the line editor after these keys; live keys before its first character are none of it. */
function edited(keys) {
  let line = '';
  for (const key of keys) {
    if (key === CTRL_U || key === CTRL_C) line = '';
    else if (key === '\b' || key === '\x7f') line = line.slice(0, -1);
    else line += key;
  }
  return line.replace(/^[?!~.+\-\s]+/, '').trim();
}

export class SerialLine {
  /** Called with bytes for the terminal. */
  onBytes = () => {};
  /** Called with what is to be said to the user, in words. */
  onNotice = () => {};
  /** Called with each line that is received, and with the lines of each answer. */
  onLine = () => {};
  onAnswer = () => {};
  /** Called when the firmware has greeted. */
  onStart = () => {};
  /** Called with the number of lines that wait to be typed, when it changes. */
  onWaiting = () => {};

  #send;
  #answers = new Answers();
  #kept = [];
  #length = 0;
  #queue = [];
  #keys = '';
  /* Commands without an answer yet, the oldest first; and the job behind which another line was typed. */
  #pending = [];
  #job = null;

  /** @param {(text: string) => void} send brings text to the Uno. */
  constructor(send) {
    this.#send = send;
    this.#answers.onStart = () => {
      this.forget();
      this.onStart();
    };
    this.#answers.onAnswer = (lines) => this.#answered(lines);
    this.#answers.onLine = (line) => {
      /* What the demo printed before the line was complete is none of its answer. */
      if (this.#pending.some((entry) => line.toLowerCase().endsWith(entry.line.toLowerCase())))
        this.#answers.begin();
      this.onLine(line);
    };
  }

  /** Bytes from the Uno. */
  receive(bytes) {
    this.remark(bytes);
    this.#answers.read(bytes);
  }

  /** Bytes that only the terminal gets. */
  remark(bytes) {
    const data = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
    this.#kept.push(data);
    this.#length += data.length;
    while (this.#length > TEXT_KEPT && this.#kept.length > 1) this.#length -= this.#kept.shift().length;
    this.onBytes(data);
  }

  /** All that was received lately, for a terminal that turns to this line. */
  text() {
    return this.#kept;
  }

  /*
   * A line that is typed while a job runs is answered before the job ends, but for one that starts another
   * job.
   */
  #settle() {
    if (this.#pending.length > 1 && !this.#job && JOB.test(this.#pending[0].line))
      this.#job = this.#pending.shift();
  }

  #whose(lines) {
    const [next] = this.#pending;
    const endOfJob =
      !lines.at(-1).startsWith('error:') &&
      (!next || JOB.test(next.line) || END_OF_JOB.test(lines.at(-2) ?? ''));
    if (!this.#job || !endOfJob) return this.#pending.shift();
    const job = this.#job;
    this.#job = null;
    return job;
  }

  #answered(lines) {
    const entry = this.#whose(lines);
    this.#settle();
    this.onAnswer(lines);
    entry?.done(lines);
    this.#typeNext();
  }

  /** Whatever was typed is not answered any more: the Uno starts anew, or is gone. */
  forget() {
    const entries = [...this.#pending, ...(this.#job ? [this.#job] : [])];
    this.#pending = [];
    this.#job = null;
    this.#keys = '';
    this.#answers.tear();
    this.#drop();
    for (const { done } of entries) done(null);
  }

  #put(text, pasted = false) {
    this.#keys += text;
    const lines = this.#keys.split('\r');
    this.#keys = lines.pop();
    const entries = lines
      .map(edited)
      .filter(Boolean)
      .map((line) => {
        const entry = { line, pasted };
        entry.answer = new Promise((done) => (entry.done = done));
        return entry;
      });
    for (const entry of entries) {
      this.#pending.push(entry);
      this.#settle();
    }
    this.#send(text);
    return entries.at(-1);
  }

  /** Keys as they are pressed. Behind lines that wait they wait too, but for those that act at once. */
  type(text) {
    const wrong = unsendable(text);
    this.onNotice(
      wrong.length ? `Not sent: ${wrong.join(' ')} – the line carries the characters of ASCII only.` : '',
    );
    const clean = [...text]
      .filter((char) => char <= '\x7e')
      .join('')
      .replaceAll(/\r?\n/g, '\r');
    if (clean === '') return;
    if (clean.includes(CTRL_C)) this.#drop();
    if (this.#queue.length && !LIVE.test(clean)) this.#queue.push(clean);
    else this.#put(clean);
  }

  #drop() {
    if (!this.#queue.length) return;
    const { length } = this.#queue;
    this.#queue = [];
    this.onWaiting(0);
    this.onNotice(length === 1 ? 'A pasted line was dropped.' : `${length} pasted lines were dropped.`);
  }

  /** A text of one or more lines: each is typed when the one before it was answered. */
  paste(text) {
    const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
    const rest = lines.pop();
    if (!lines.length) return this.type(rest);
    this.onNotice('');
    const wrong = lines.filter((line) => unsendable(line).length);
    if (wrong.length) {
      const more = wrong.length > 1 ? ` and ${wrong.length - 1} more` : '';
      this.onNotice(
        `Not sent: “${wrong[0]}”${more} – the line cannot carry ${unsendable(wrong.join('')).join(' ')}.`,
      );
    }
    this.#queue.push(
      ...lines.filter((line) => line.trim() && !unsendable(line).length).map((line) => `${line}\r`),
    );
    if (rest) this.#queue.push([...rest].filter((char) => char <= '\x7e').join(''));
    this.#typeNext();
  }

  /* A job that somebody typed by hand may go on for ever: a line does not wait for it. */
  #typeNext() {
    if (!this.#queue.length) return;
    while (this.#queue.length && this.#pending.every(({ line, pasted }) => !pasted && JOB.test(line)))
      this.#put(this.#queue.shift(), true);
    this.onWaiting(this.#queue.length);
  }

  /**
   * Types a command now, whatever stands in the line. Fulfilled with the lines of its answer; with null if
   * there will be none.
   */
  command(text) {
    this.#drop();
    return this.#put(`${CTRL_U}${text}\r`).answer;
  }

  /** Stops what runs, and waits until it has. */
  async stop() {
    this.#drop();
    const running = this.#job ?? this.#pending.findLast(({ line }) => JOB.test(line));
    this.#put(CTRL_C);
    await running?.answer;
  }
}
