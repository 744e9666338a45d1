/**
 * The serial line to an Uno, simulated or real: the text so far, whole lines typed one after the other, and
 * which of them were answered.
 */
import jobs from 'jobs';

const PROMPT = '> ';
const CTRL_C = '\x03';
const CTRL_U = '\x15';
/* The code of a cursor key, and a live key: no part of a line. */
const APART = /\x1b([[O][ -?]*[@-~]?)?|(?<!orient +)[?!~]/gi;
const HISTORY_LENGTH = 60_000;
const JOB = new RegExp(`^(${jobs.names.join('|')})\\b`, 'i');
const END_OF_JOB = new RegExp(`^stopped: |queens? placed|\\d (${jobs.nouns.join('|')})s?$|^a? ?solution`);

/** The characters of a text that the firmware does not read: all but ASCII; and the text without them. */
const unsendable = (text) => [...new Set(text.match(/[^\x01-\x7f]/gu))];
const sendable = (text) => text.replaceAll(/[^\x01-\x7f]/gu, '');

/** The line in the editor after these keys. Steps before its first character are not part of it. */
function edited(keys) {
  let line = '';
  for (const key of keys.replaceAll(APART, '')) {
    if (key === CTRL_U || key === CTRL_C) line = '';
    else if (key === '\b' || key === '\x7f') line = line.slice(0, -1);
    else if (key >= ' ' || key === '\t') line += key;
  }
  return line.replace(/^[.,+\-\s]+/, '').trim();
}

export class SerialLine {
  /** Called with what the terminal shows. */
  onText = () => {};
  /** Called with the key and the values of a text for the user; with null when it no longer applies. */
  onNotice = () => {};
  /** Called with each line that is received, and with the lines of each answer. */
  onLine = () => {};
  onAnswer = () => {};
  /** Called when the firmware has greeted. */
  onStart = () => {};
  /** Called with the number of lines that wait to be typed, when it changes. */
  onWaiting = () => {};

  /** The text received lately, for a terminal that is connected to this line. */
  history = '';

  #send;
  /* What is received: the line so far, the one before it, and the lines of the answer. */
  #line = '';
  #last = '';
  #lines = [];
  #queue = [];
  #keys = '';
  /* Commands without an answer, the oldest first. Each has the number of Ctrl-Cs before it. */
  #pending = [];
  #stops = 0;
  /* Whether nothing runs: a job has ended or was stopped, and no line came since that answers nothing. */
  #idle = false;
  #isAsked = false;
  /* Called at each prompt. */
  #prompted = () => {};

  constructor(send) {
    this.#send = send;
  }

  receive(bytes) {
    for (const byte of bytes) {
      if (byte === 10) this.#endLine();
      else if (byte === 8) this.#line = this.#line.slice(0, -1);
      else if (byte >= 32) this.#line += String.fromCharCode(byte);
      if (this.#line === PROMPT) this.#prompted();
    }
    this.remark(String.fromCharCode(...bytes));
  }

  #endLine() {
    const line = this.#line;
    this.#line = '';
    /* `info` begins with the same line as the greeting, but its next line differs. */
    const isGreeted = line.startsWith('help lists') && /nqueens \d\S+ \(/.test(this.#last);
    this.#last = line;
    this.#lines.push(line);
    if (this.#isEcho(line.trim().toLowerCase()) || line.startsWith(PROMPT)) this.#lines = [];
    if (line.startsWith('stopped: ')) this.#idle = true;
    else if (!this.#pending.length && !/^(ok|> )?$/.test(line)) this.#idle = false;
    this.onLine(line);
    if (isGreeted) {
      this.forget();
      this.onStart();
    }
    /* The end of an answer is `ok` or `error: REASON` alone on a line. */
    if (line === 'ok' || line.startsWith('error: ')) this.#answered(this.#lines.splice(0));
    if (this.#lines.length > 2000) this.#lines.splice(0, 1000);
  }

  /*
   * An answer begins after the echo of its command: at a prompt, or within text that the demo prints. Ctrl-C
   * has discarded the commands before it that were not echoed, also equal ones.
   */
  #isEcho(line) {
    const equal = this.#pending.filter((own) => !own.isBegun && line.endsWith(own.line.toLowerCase()));
    const begun = equal.find(({ stops }) => stops === equal.at(-1).stops);
    if (!begun) return false;
    begun.isBegun = true;
    const lost = this.#pending.slice(0, this.#pending.indexOf(begun)).filter(({ isBegun }) => !isBegun);
    this.#pending = this.#pending.filter((own) => !lost.includes(own));
    for (const { done } of lost) done(null);
    return true;
  }

  /** Text that only the terminal gets. */
  remark(text) {
    this.history = (this.history + text).slice(-HISTORY_LENGTH);
    this.onText(text);
  }

  /* A line typed while a job runs is answered before the job ends, unless it starts another job. */
  #answered(lines) {
    const [first, next] = this.#pending;
    const isEnd = next?.isJob || END_OF_JOB.test(lines.at(-2) ?? '');
    const isOfNext = next && first.isJob && (lines.at(-1) !== 'ok' || !isEnd);
    const [entry] = this.#pending.splice(isOfNext ? 1 : 0, 1);
    if (entry?.isJob) this.#idle = true;
    this.onAnswer(lines);
    entry?.done(lines);
    this.#typeNext();
  }

  /** Nothing that was typed will be answered: the Uno was reset, or is gone. */
  forget() {
    const entries = this.#pending.splice(0);
    this.#keys = '';
    this.#idle = false;
    this.#line = ''; /* the rest of it will not come */
    this.#discard();
    for (const { done } of entries) done(null);
    this.#prompted();
  }

  #put(text, pasted = false) {
    this.#keys += text;
    const lines = this.#keys.split('\r');
    this.#keys = lines.pop();
    let entry;
    for (const line of lines.map(edited).filter(Boolean)) {
      let done;
      const answer = new Promise((resolve) => (done = resolve));
      entry = { line, isJob: JOB.test(line), pasted, stops: this.#stops, answer, done };
      this.#pending.push(entry);
    }
    if (text.includes(CTRL_C)) this.#stops++;
    this.#send(text);
    return entry;
  }

  /** Keys as they are pressed. While lines wait, keys wait too, except live keys. */
  type(text) {
    const wrong = unsendable(text);
    if (wrong.length) this.onNotice('serial.unread', { what: wrong.join(' ') });
    else this.onNotice(null);
    const clean = sendable(text).replaceAll(/\r?\n/g, '\r');
    if (clean === '') return;
    if (clean.includes(CTRL_C)) this.#discard();
    const live = this.#queue.at(-1)?.endsWith('\r') ? /^[?!~.,+-]$/ : /^[?!~]$/;
    if (this.#queue.length && !live.test(clean)) this.#queue.push(clean);
    else this.#put(clean);
  }

  #discard() {
    if (!this.#queue.length) return;
    const { length } = this.#queue;
    this.#queue = [];
    this.onWaiting(0);
    this.onNotice('serial.discarded', { count: length });
  }

  /** A text of one or more lines: each is typed after the one before it was answered. */
  paste(text) {
    const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
    const rest = lines.pop();
    if (!lines.length) return this.type(rest);
    this.onNotice(null);
    const wrong = lines.filter((line) => unsendable(line).length);
    if (wrong.length) {
      const lines = `“${wrong[0]}”${wrong.length > 1 ? ` + ${wrong.length - 1}` : ''}`;
      this.onNotice('serial.unread', { what: `${lines} (${unsendable(wrong.join('')).join(' ')})` });
    }
    const good = lines.filter((line) => line.trim() && !unsendable(line).length);
    this.#queue.push(...good.map((line) => `${line}\r`));
    if (rest) this.#queue.push(sendable(rest));
    this.#typeNext();
  }

  /* A job that was typed by hand may run forever, so a line does not wait for it. */
  #typeNext() {
    if (!this.#queue.length) return;
    while (this.#queue.length && this.#pending.every(({ isJob, pasted }) => isJob && !pasted))
      this.#put(this.#queue.shift(), true);
    this.onWaiting(this.#queue.length);
  }

  /** Asks something with act(line). Until that has ended, other calls are ignored, as of a double click. */
  async alone(act) {
    if (this.#isAsked) return;
    this.#isAsked = true;
    await act(this).finally(() => (this.#isAsked = false));
  }

  /**
   * Types a command now and deletes what was typed before. @returns {Promise<string[]|null>} the lines of its
   * answer; null if there will be none.
   */
  command(text) {
    this.#discard();
    return this.#put(`${CTRL_U}${text}\r`).answer;
  }

  /** Stops the running job, and waits until it has stopped, and a prompt has come. */
  async stop() {
    this.#discard();
    if (this.#idle && !this.#pending.some(({ isJob }) => isJob) && !edited(this.#keys)) return;
    const prompt = new Promise((done) => (this.#prompted = done));
    this.#put(CTRL_C);
    await prompt;
    this.#idle = true;
  }
}
