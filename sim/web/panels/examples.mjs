/** The commands that the page offers for a click, each with what it is good for. */

/** @param {string} count14 the chip's time for `count 14`, as it was measured. */
export const examples = (count14) => [
  ['solve 8', 'all 92 solutions, one by one'],
  ['search 6', 'the search itself, move by move'],
  ['fundamental 8', 'one of each symmetry class'],
  ['images 15863724', 'turned and mirrored'],
  ['check 15863725', 'who attacks whom'],
  ['count 14', `only the number: 365 596, in ${count14} of the chip's time`],
  ['solve 16', 'each LED stands for 2 by 2 squares'],
  ['pace 50', 'ten times as fast'],
  ['pace 500', 'two solutions a second'],
  ['format board', 'print boards'],
  ['format digits', 'print digits'],
  ['info', 'memory and version'],
  ['help', 'all commands'],
];

/** Keys that act at once, also in the middle of a job. */
export const LIVE_KEYS = [
  ['?', '?', 'status'],
  ['!', '!', 'pause'],
  ['~', '~', 'go on'],
  ['.', '.', 'one step'],
  ['+', '+', 'faster'],
  ['-', '−', 'slower'],
  ['\x03', 'Ctrl-C', 'stop'],
];
