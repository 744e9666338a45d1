/** Sessions with a board: those of the READMEs, and one that all boards and simulators answer alike. */

/* ---- the READMEs: console blocks ---- */

/** The commands of a block: each with the lines that follow it, where `(type K)` is a live key. */
function commandsOf(block) {
  const commands = [];
  for (const line of block.split('\n').filter((words) => words && words !== '>')) {
    if (line.startsWith('> ')) commands.push([line.slice(2), []]);
    else commands.at(-1)[1].push(line);
  }
  return commands;
}

/** The sessions of a page, its ```console blocks: each a list of [command, lines]. */
export const sessionsOf = (page) =>
  [...page.matchAll(/^```console\n([\s\S]*?)^```/gm)].map(([, block]) => commandsOf(block));

export const liveKey = (words) => words.match(/^\(type (.)\)$/)?.[1];

/**
 * Types a command, and each live key when the lines before it have come.
 * @param {{type: function(string): void, next: function(): Promise<string>}} line `next` is the next line
 * that comes, prompts and echoes apart. @param {string[]} expected
 * @returns {Promise<string[]>} as many lines as are expected; `...` stands for those up to its next line.
 */
export async function play(line, command, expected) {
  const actual = [];
  line.type(`${command}\r`);
  for (const [i, words] of expected.entries()) {
    const key = liveKey(words);
    if (key) line.type(key);
    if (words === '...') continue;
    if (key) actual.push(words);
    else
      do actual.push(await line.next());
      while (expected[i - 1] === '...' && !isSame(words, actual.at(-1), {}));
  }
  return actual;
}

/* Numbers that need not be exact: running times, and sizes, which the compiler and the board change. */
const INEXACT = { times: /\d+\.\d+(?= s\b)/g, sizes: /\d+(?= bytes$)/g };
const DIGIT = 0.0011;

/** @param {{times?: number, sizes?: number}} shares as for sameAnswer(). */
function isSame(expected, actual, shares) {
  const hidden = (line) =>
    Object.values(INEXACT).reduce((words, numbers) => words.replace(numbers, '#'), line.trimEnd());
  if (hidden(expected) !== hidden(actual)) return false;
  return Object.entries(shares).every(([kind, share]) => {
    const others = (actual.match(INEXACT[kind]) ?? []).map(Number);
    const isNear = (one, i) => Math.abs(one - others[i]) <= Math.max(share * one, DIGIT);
    return (expected.match(INEXACT[kind]) ?? []).every(isNear);
  });
}

/**
 * Compares an answer with the one that a page shows. Every number but times and sizes must be the same.
 * @param {string[]} expected a line `...` matches any number of lines. @param {string[]} actual
 * @param {{times?: number, sizes?: number}} [shares] by which running times and sizes may differ, such as 0.2
 * for 20 %; those without a share are not compared.
 */
export function sameAnswer(expected, actual, shares = {}) {
  const from = (i, j) => {
    if (i === expected.length) return j === actual.length;
    if (expected[i] === '...') return from(i + 1, j) || (j < actual.length && from(i, j + 1));
    return j < actual.length && isSame(expected[i], actual[j], shares) && from(i + 1, j + 1);
  };
  return from(0, 0);
}

/* ---- the session of all simulators, live keys, jobs ---- */

/** The lines of a session's text; \xNN stands for a byte that cannot be seen. */
export const linesOf = (text) =>
  text
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.replace(/\\x(..)/g, (_, digits) => String.fromCharCode(parseInt(digits, 16))));

const LINE_END = /\r\n/;
const PROMPT = /^> /m;

/** The live keys, within a search that stands still for 10 s at each move, then with nothing to do. */
export const KEYS = [
  ['pace 10000\r', /^ok\r\n> /m],
  ['search 5\r', /place 1 1\r\n/],
  ['!', LINE_END],
  ['.', LINE_END],
  ['.', LINE_END],
  [',', LINE_END],
  ['?', LINE_END],
  ['+', LINE_END],
  ['-', LINE_END],
  ['~', LINE_END],
  ['\x03', /^ok\r\n> /m],
  ['?', PROMPT],
  ['!', PROMPT],
  ['~', PROMPT],
  ['pace 0\r', /^ok\r\n> /m],
];

/** Without running times, which no two runs share. */
export const timeless = (text) => text.replace(/\d+\.\d{3} s\b/g, 'TIME s');

export const playLine = async (line, words) => timeless(await line.say(words, 60));

export async function playKey(line, [keys, pattern]) {
  line.send(keys);
  return timeless(await line.until(pattern, 5));
}

/**
 * Types a job; its answer, and when it began (at the end of its echo) and ended. `paused` or `stopped` ends
 * the answer, too.
 */
export async function playJob(line, words, seconds) {
  line.send(`${words}\r`);
  await line.until(/\r\n/);
  const start = line.timeOf(line.position);
  const answer = await line.until(/^(ok|paused|stopped: .*)\r\n/m, seconds);
  const end = line.timeOf(line.position);
  if (answer.endsWith('ok\r\n')) await line.until(/^> /m);
  return { start, end, answer: timeless(answer) };
}

/** Without carriage returns, and without empty lines at both ends. */
export const text = (seen) => seen.replaceAll('\r', '').trim();

/** The lines of an answer to `settings`, without the echo, which a prompt may precede. */
export const settingsOf = (answer) =>
  text(answer)
    .replace(/\nok$/, '')
    .replace(/^(> )?settings\n/, '');

/** A key or a line as it is shown to people. */
export const visible = (keys) =>
  keys
    .replace(/\r$/, '')
    .replace(/\x03/g, 'Ctrl-C')
    .replace(/[\0-\x1f]/g, (byte) => `^${String.fromCharCode(byte.charCodeAt(0) + 64)}`);

/** The lines of `info` that are the same on every board with this image. */
export const constant = (info) =>
  info
    .split('\r\n')
    .filter((line) => /^(nqueens|static RAM|flash used)/.test(line))
    .join('\n');
