/**
 * What the page adds to each question of the lesson: the numbers to guess, each with its label and the answer
 * that contains it; commands that show it on the matrix; how many numbered lines the sheet has, if more than
 * one. The text look.NUMBER describes what to watch.
 */

const solutions = /^(\d+) solutions?,/;
const placed = /(\d+) queens? placed/;
const classes = /^(\d+) fundamental/;

const guess = (label, from, pattern, n) => ({ label, values: { n, command: from }, from, pattern });
const completion = (board) => ({
  ...guess('guess.completions', `complete ${board}`, solutions),
  values: { board },
});

export const STEPS = [
  {
    guess: [4, 5, 6, 8].map((n) => guess('guess.solutions', `count ${n}`, solutions, n)),
    watch: ['pace 500', 'solve 6'],
  },
  { guess: [guess('guess.placed', 'solve 3', placed, 3)], watch: ['pace 500', 'search 3'] },
  { guess: [guess('guess.classes', 'fundamental', classes, 8)], watch: ['pace 1000', 'fundamental'] },
  {
    guess: [guess('guess.images', 'images 35281746', /^(\d+) images/)],
    watch: ['pace 1500', 'images 35281746'],
  },
  { guess: [guess('guess.classes', 'fundamental 5', classes, 5)], watch: ['pace 2000', 'fundamental 5'] },
  { guess: [guess('guess.pairs', 'check 12345678', /(\d+) attacking pairs/)], watch: ['check 12345678'] },
  { guess: [guess('guess.placed', 'search 4', placed, 4)], watch: ['pace 500', 'search 4'], lines: 10 },
  { guess: [guess('guess.first', 'solve 8', placed, 8)], watch: ['pace 50', 'search 8'] },
  {
    guess: [20, 21].map((n) => guess('guess.first', `solve ${n}`, placed, n)),
    watch: ['pace 2000', 'solve 20'],
  },
  { guess: ['solve', 'count'].map((command) => guess('guess.by', command, placed)), watch: ['count 13'] },
  { guess: [guess('guess.ram', 'info', /^static RAM: (\d+) bytes/)], watch: ['info'] },
  {
    guess: [12, 13].map((n) => guess('guess.solutions', `count ${n}`, solutions, n)),
    watch: ['count 13'],
  },
  { guess: [], watch: ['pace 2000', 'search 4'] },
  {
    guess: ['1586....', '1357....'].map((board) => completion(board)),
    watch: ['pace 2000', 'complete 1586....'],
  },
  {
    guess: ['15......', '25......', '25.....4'].map((board) => completion(board)),
    watch: ['pace 2000', 'complete 25......'],
  },
];
