/** Sessions as the READMEs show them: what is typed at a board, and what it prints. */

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
      while (expected[i - 1] === '...' && !isSame(words, actual.at(-1), Infinity));
  }
  return actual;
}

/* Running times, and shares of them. */
const TIMES = /\d+\.\d+(?= s\b)|\d+(?= %$)/g;
const DIGIT = 0.0011;

function isSame(expected, actual, tolerance) {
  if (expected.replace(TIMES, '#').trimEnd() !== actual.replace(TIMES, '#').trimEnd()) return false;
  const times = (actual.match(TIMES) ?? []).map(Number);
  return (expected.match(TIMES) ?? []).every(
    (time, i) => tolerance === Infinity || Math.abs(time - times[i]) <= Math.max(tolerance * time, DIGIT),
  );
}

/**
 * Compares an answer with the one that a page shows.
 * @param {string[]} expected a line `...` matches any number of lines. @param {string[]} actual
 * @param {number} [tolerance] of running times: 0.2 is 20 %.
 */
export function sameAnswer(expected, actual, tolerance = Infinity) {
  const from = (i, j) => {
    if (i === expected.length) return j === actual.length;
    if (expected[i] === '...') return from(i + 1, j) || (j < actual.length && from(i, j + 1));
    return j < actual.length && isSame(expected[i], actual[j], tolerance) && from(i + 1, j + 1);
  };
  return from(0, 0);
}
