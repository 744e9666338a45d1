/** What is typed at a board, and its answers: the session of all simulators, live keys, jobs. */

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

/** Types a line of the session; its answer. */
export const playLine = async (line, words) => timeless(await line.say(words, 60));

/** Presses a key; its answer. */
export async function playKey(line, [keys, pattern]) {
  line.send(keys);
  return timeless(await line.until(pattern, 5));
}

/**
 * Types a job; its answer, and when it began (at the end of its echo) and ended. `paused` or `stopped` ends the
 * answer, too.
 */
export async function playJob(line, words, seconds) {
  line.send(`${words}\r`);
  await line.until(/\r\n/);
  const start = line.timeOf(line.place);
  const answer = await line.until(/^(ok|paused|stopped: .*)\r\n/m, seconds);
  const end = line.timeOf(line.place);
  if (answer.endsWith('ok\r\n')) await line.until(/^> /m);
  return { start, end, answer: timeless(answer) };
}

/** Without carriage returns, and without empty lines at both ends. */
export const text = (seen) => seen.replaceAll('\r', '').trim();

/** The lines of an answer to `settings`, without the echo, which a prompt may precede. */
export const settingsOf = (answer) => text(answer).replace(/\nok$/, '').replace(/^(> )?settings\n/, '');

/** A key or a line as it is shown to people. */
export const visible = (keys) =>
  keys.replace(/\r$/, '').replace(/\x03/g, 'Ctrl-C').replace(/[\0-\x1f]/g, (byte) =>
    `^${String.fromCharCode(byte.charCodeAt(0) + 64)}`,
  );

/** The lines of `info` that are the same on every board with this image. */
export const constant = (info) =>
  info
    .split('\r\n')
    .filter((line) => /^(nqueens|static RAM|flash used)/.test(line))
    .join('\n');
