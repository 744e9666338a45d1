/**
 * What the page adds to each question of the lesson: which number is guessed, where the chip says it, and
 * what to watch on the matrix.
 */

const solutions = /^(\d+) solutions?,/;
const placed = /(\d+) queens? placed/;
const classes = /^(\d+) fundamental/;

export const STEPS = [
  {
    guess: [4, 5, 6, 8].map((n) => ({ label: `n = ${n}`, from: `count ${n}`, pattern: solutions })),
    watch: ['pace 500', 'solve 6'],
    look:
      'Four pictures: each has one LED in every row and every column, and no two on a diagonal. ' +
      'Which of them are mirror images?',
  },
  {
    guess: [{ label: 'queens placed for n = 3', from: 'solve 3', pattern: placed }],
    watch: ['pace 500', 'search 3'],
    look:
      'The queen of a row moves to the right until nobody attacks her. Where none of the squares is ' +
      'free, the queen above moves on.',
  },
  {
    guess: [{ label: 'classes for n = 8', from: 'fundamental', pattern: classes }],
    watch: ['pace 1000', 'fundamental'],
    look: 'Twelve pictures, one of each class. Which of them looks the same when you turn it upside down?',
  },
  {
    guess: [{ label: 'different images', from: 'images 35281746', pattern: /^(\d+) images/ }],
    watch: ['pace 1500', 'images 35281746'],
    look:
      'Four pictures: the board, its quarter turn, and the mirror images of these two. A half turn ' +
      'changes nothing.',
  },
  {
    guess: [{ label: 'classes for n = 5', from: 'fundamental 5', pattern: classes }],
    watch: ['pace 2000', 'fundamental 5'],
    look:
      'The second picture has a queen in the middle, row 3, column 3. Turn your head by a quarter: ' +
      'it is the same again.',
  },
  {
    guess: [{ label: 'attacking pairs', from: 'check 12345678', pattern: /(\d+) attacking pairs/ }],
    watch: ['check 12345678'],
    look: 'Eight LEDs on one diagonal. Each of them attacks the seven others.',
  },
  {
    guess: [{ label: 'queens placed for n = 4', from: 'search 4', pattern: placed }],
    watch: ['pace 500', 'search 4'],
    look:
      'Read the lit rows from the top: that is the array. A row that goes dark is its last entry, ' +
      'taken back.',
  },
  {
    guess: [{ label: 'queens before the first solution of 8', from: 'solve 8', pattern: placed }],
    watch: ['pace 50', 'search 8'],
    look: 'Twenty moves a second. Count how often the search comes back to row 2.',
  },
  {
    guess: [
      { label: 'queens placed for n = 20', from: 'solve 20', pattern: placed },
      { label: 'queens placed for n = 21', from: 'solve 21', pattern: placed },
    ],
    watch: ['pace 2000', 'solve 20'],
    look: 'On 8 x 8 LEDs each one stands for three by three squares. It takes the chip a second and a half.',
  },
  {
    guess: [{ label: 'queens that count places for n = 8', from: 'count', pattern: placed }],
    watch: ['count 13'],
    look: 'The matrix fills as the count goes: an LED for each 64th of the work.',
  },
  {
    guess: [{ label: 'bytes of static RAM', from: 'info', pattern: /^static RAM: (\d+) bytes/ }],
    watch: ['info'],
    look: 'Open “Look inside”: each byte of the memory is a square there, coloured by whom it belongs to.',
  },
  {
    guess: [
      { label: 'solutions for n = 12', from: 'count 12', pattern: solutions },
      { label: 'solutions for n = 13', from: 'count 13', pattern: solutions },
    ],
    watch: ['count 13'],
    look: 'How long does a 64th take? Does each LED take as long as the one before it?',
  },
];
