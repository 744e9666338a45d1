/**
 * A board to place queens on, by mouse, touch or keys. The page marks attacks; the chip checks the board and
 * gives hints.
 */
import { fastUno } from '../chip/chip.mjs';
import { connect, element, make, makeButton, walkWithArrows } from '../dom.mjs';
import { language, label, show } from '../text.mjs';
import { SIGNS, attackingPairs, puzzleOf } from './queens.mjs';

const PAIR = /^row \d+ column \d+ and row \d+ column \d+/;

/**
 * The first solution that contains the queens of a board, as digits; undefined: there is none. Another chip
 * is asked, so that terminal and matrix do not show the rest of it.
 */
async function firstCompletion(board) {
  const { chip, line } = fastUno(image);
  await new Promise((done) => (line.onStart = done));
  await line.command('pace 0');
  const answer = await line.command(`complete ${board}`);
  chip.unplug();
  return answer.find((words) => /^\d+$/.test(words));
}

const panel = element('place');
const size = element('place-size');
const grid = panel.querySelector('[role="grid"]');
const lines = panel.querySelector('svg');
const status = panel.querySelector('[role="status"]');
const button = (name) => element(`place-${name}`);
/* Of each board so far, the column of each row's queen, or null; a puzzle gives the first. The shown one. */
let boards = [[]];
let now = 0;
const shown = () => boards[now];
const isGiven = (row) => boards[0][row] !== null;
let hinted = null; /* the board that a chip completes */
let ready = true;
let lineOf;
let image;
let drawn;

export function enable(on) {
  ready = on;
  enableButtons();
}

function enableButtons() {
  const full = !shown().includes(null);
  button('check').disabled = !ready || !full;
  button('hint').disabled = full;
  button('undo').disabled = now === 0;
  button('redo').disabled = now === boards.length - 1;
}

/** An empty board of the chosen size, or one with the given queens of a puzzle. */
function begin(queens = Array(Number(size.value)).fill(null)) {
  boards = [queens];
  now = 0;
  grid.style.setProperty('--n', queens.length);
  const rowOf = (_, row) =>
    make('div', { role: 'row' }, ...queens.map((__, column) => squareOf(row, column)));
  grid.replaceChildren(...queens.map(rowOf));
  draw();
  if (isPuzzle()) {
    const date = () => new Date().toLocaleDateString(language(), { day: 'numeric', month: 'long' });
    show(status, 'place.given', { date });
  } else show(status, 'place.begin', { n: queens.length });
  showOnMatrix(isPuzzle());
}

const showOnMatrix = (on) => drawn(on ? shown() : null, attackingPairs(shown()));

const isPuzzle = () => boards[0].some((column) => column !== null);

const squareOf = (row, column) =>
  makeButton(() => put(row, column), {
    role: 'gridcell',
    tabIndex: row || column ? -1 : 0,
    className: (row + column) % 2 ? 'dark' : 'light',
  });

function put(row, column) {
  if (isGiven(row)) return;
  move(shown().with(row, shown()[row] === column ? null : column));
}

/** A new board; the old one can be brought back. */
function move(next) {
  boards.splice(now + 1, Infinity, next);
  travel(1);
}

function travel(step) {
  now += step;
  const { length: count } = draw();
  const missing = shown().filter((queen) => queen === null).length;
  if (count) show(status, 'place.attacks', { count });
  else show(status, missing ? 'place.missing' : 'place.full', { count: missing });
  showOnMatrix(true);
}

/** Draws the queens and their attacks. @returns the attacks. */
function draw() {
  const columns = shown();
  const attacks = attackingPairs(columns);
  const attacked = new Set(attacks.flatMap(([r1, , r2]) => [r1, r2]));
  columns.forEach((queen, row) =>
    columns.forEach((_, column) => {
      const hasQueen = queen === column;
      drawSquare(row, column, hasQueen, hasQueen && attacked.has(row));
    }),
  );
  const n = columns.length;
  lines.setAttribute('viewBox', `-0.5 -0.5 ${n} ${n}`);
  lines.innerHTML = attacks.map(([r1, c1, r2, c2]) => `<path d="M${c1} ${r1}L${c2} ${r2}"/>`).join('');
  enableButtons();
  return attacks;
}

function drawSquare(row, column, hasQueen, isAttacked) {
  const square = grid.children[row].children[column];
  const isFixed = hasQueen && isGiven(row);
  square.textContent = hasQueen ? '♛' : '';
  square.classList.toggle('attacked', isAttacked);
  square.classList.toggle('given', isFixed);
  square.setAttribute('aria-selected', hasQueen);
  const queen = isAttacked ? 'place.attacked' : isFixed ? 'place.givenQueen' : 'place.queen';
  label(square, hasQueen ? queen : 'place.square', { row: row + 1, column: column + 1 });
}

async function check(line) {
  const asked = shown();
  await line.stop();
  showOnMatrix(false);
  const answer = await line.command(`check ${asked.map((column) => SIGNS[column]).join('')}`);
  if (asked !== shown()) return;
  if (!answer) return void show(status, 'place.silent');
  const verdict = answer.filter((words) => words && words !== 'ok' && !PAIR.test(words)).join(' ');
  const isSolved = verdict.startsWith('solution') && isPuzzle();
  show(status, isSolved ? 'place.solved' : 'place.verdict', { verdict });
}

async function hint() {
  if (hinted === shown()) return;
  const asked = (hinted = shown());
  const board = asked.map((column) => (column === null ? '.' : SIGNS[column])).join('');
  show(status, 'place.asking');
  const found = await firstCompletion(board);
  if (hinted === asked) hinted = null;
  if (asked !== shown()) return;
  if (!found) return void show(status, 'place.noSolution');
  const row = asked.indexOf(null);
  const column = SIGNS.indexOf(found[row]);
  move(asked.with(row, column));
  show(status, 'place.hinted', { row: row + 1, column: column + 1 });
}

/**
 * @param {() => SerialLine} line the serial line to the chosen Uno
 * @param {Promise<Uint8Array>} own the image of the Uno that gives hints
 * @param {(columns: (number|null)[]|null, attacks: number[][]) => void} show shows the queens and their
 * attacks on the matrix; null leaves the matrix to the chip.
 */
export function start(line, own, show) {
  lineOf = line;
  image = own;
  drawn = show;
  connect({
    'place-check': () => lineOf().alone(check),
    'place-hint': hint,
    'place-undo': () => travel(-1),
    'place-redo': () => travel(1),
    'place-clear': () => move(boards[0]),
    'place-puzzle': () => {
      size.value = 8;
      begin(puzzleOf(new Date()));
    },
    'place-size': () => begin(),
  });
  walkWithArrows(grid);
  panel.addEventListener('keydown', (event) => {
    const key = event.key.toLowerCase(); /* a capital with Shift, or with Caps Lock */
    if ((!event.ctrlKey && !event.metaKey) || !['z', 'y'].includes(key)) return;
    event.preventDefault();
    button(event.shiftKey || key === 'y' ? 'redo' : 'undo').click();
  });
  begin();
}
