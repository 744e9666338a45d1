/**
 * A board to place queens on, by mouse, touch or keys. The page marks attacks; the chip checks the board and
 * gives hints.
 */
import { make, makeButton } from '../dom.mjs';
import { language, onLanguage, label, plural, show } from '../text.mjs';
import { attackingPairs, puzzleOf } from './puzzle.mjs';

const COLUMNS = '123456789abcdefghijklmnopqrstuvw';
const PAIR = /^row \d+ column \d+ and row \d+ column \d+/;
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/**
 * Asks the chip for the first solution that contains the queens of a board. @returns {Promise<string|null>}
 * its digits; '' if there is none; null if the chip does not answer, or does not know the command.
 */
async function firstCompletion(line, board) {
  await line.stop();
  const settings = await line.ask('settings');
  const format = settings?.map((words) => words.match(/^format (\w+)$/)?.[1]).find(Boolean);
  if (!format) return null;
  if (format !== 'digits') await line.command('format digits');
  const before = line.onLine;
  const isSolution = (words) => words.length === board.length && /^[1-9a-w]+$/.test(words);
  const first = new Promise((done) => {
    line.onLine = (words) => isSolution(words) && done(words);
  });
  try {
    const answer = line.command(`complete ${board}`);
    const ended = answer.then((lines) => {
      if (!lines || lines.at(-1).startsWith('error:')) return null;
      return lines.find(isSolution) ?? '';
    });
    return await Promise.race([first, ended]);
  } finally {
    line.onLine = before;
    await line.stop();
    if (format !== 'digits') await line.command(`format ${format}`);
  }
}

export class Place {
  #grid;
  #lines;
  #status;
  #line;
  #buttons = {};
  /* The column of each row's queen, or null; the queens that a puzzle gives; boards before and after. */
  #columns = [];
  #given = [];
  #undo = [];
  #redo = [];
  #ready = true;
  #drawn;

  /**
   * @param {HTMLElement} place @param {() => SerialLine} line the serial line to the chosen Uno
   * @param {(columns: (number|null)[]|null, attacks: number[][]) => void} drawn shows the queens and their
   * attacks on the matrix; null leaves the matrix to the chip.
   */
  constructor(place, line, drawn) {
    this.#drawn = drawn;
    this.#grid = place.querySelector('[role="grid"]');
    this.#lines = place.querySelector('svg');
    this.#status = place.querySelector('[role="status"]');
    this.#line = line;
    const size = place.querySelector('#place-size');
    size.addEventListener('change', () => this.#begin(Array(Number(size.value)).fill(null)));
    const acts = {
      check: () => this.#check(),
      hint: () => this.#hint(),
      undo: () => this.#travel(this.#undo, this.#redo),
      redo: () => this.#travel(this.#redo, this.#undo),
      clear: () => this.#move([...this.#given]),
      puzzle: () => {
        size.value = 8;
        this.#begin(puzzleOf(new Date()));
      },
    };
    for (const [name, act] of Object.entries(acts)) {
      this.#buttons[name] = place.querySelector(`#place-${name}`);
      this.#buttons[name].addEventListener('click', act);
    }
    this.#grid.addEventListener('keydown', (event) => this.#walk(event));
    place.addEventListener('keydown', (event) => {
      if ((!event.ctrlKey && !event.metaKey) || !'zZyY'.includes(event.key)) return;
      event.preventDefault();
      const { undo, redo } = this.#buttons;
      (event.shiftKey || event.key === 'y' ? redo : undo).click();
    });
    onLanguage(() => this.#draw());
    this.#begin(Array(Number(size.value)).fill(null));
  }

  enable(on) {
    this.#ready = on;
    this.#enableButtons();
  }

  #enableButtons() {
    const full = !this.#columns.includes(null);
    this.#buttons.check.disabled = !this.#ready || !full;
    this.#buttons.hint.disabled = !this.#ready || full;
    this.#buttons.undo.disabled = this.#undo.length === 0;
    this.#buttons.redo.disabled = this.#redo.length === 0;
  }

  /** An empty board, or one with the given queens of a puzzle. */
  #begin(given) {
    this.#given = given;
    this.#columns = [...given];
    this.#undo = [];
    this.#redo = [];
    this.#grid.style.setProperty('--n', given.length);
    this.#grid.replaceChildren(
      ...given.map((_, row) => {
        const line = make('div', {}, ...given.map((_, column) => this.#square(row, column)));
        line.setAttribute('role', 'row');
        return line;
      }),
    );
    this.#draw();
    if (given.every((column) => column === null)) {
      show(this.#status, 'place.begin', { n: given.length });
      this.#drawn(null, []);
      return;
    }
    const date = () => new Date().toLocaleDateString(language(), { day: 'numeric', month: 'long' });
    show(this.#status, 'place.given', { date });
    this.#drawn(this.#columns, attackingPairs(this.#columns));
  }

  #square(row, column) {
    const square = makeButton(() => this.#put(row, column), {
      tabIndex: row || column ? -1 : 0,
      className: (row + column) % 2 ? 'dark' : 'light',
    });
    square.setAttribute('role', 'gridcell');
    return square;
  }

  #at(row, column) {
    return this.#grid.children[row].children[column];
  }

  #put(row, column) {
    this.#enter(row, column);
    if (this.#given[row] !== null) return;
    this.#move(this.#columns.with(row, this.#columns[row] === column ? null : column));
  }

  /** A new board; the old one can be brought back. */
  #move(columns) {
    this.#undo.push(this.#columns);
    this.#redo = [];
    this.#setBoard(columns);
  }

  #travel(from, to) {
    to.push(this.#columns);
    this.#setBoard(from.pop());
  }

  #setBoard(columns) {
    this.#columns = columns;
    const attacks = this.#draw();
    const count = columns.filter((queen) => queen === null).length;
    if (attacks.length)
      show(this.#status, plural('place.attacks', attacks.length), { count: attacks.length });
    else if (count) show(this.#status, 'place.missing', { count });
    else show(this.#status, 'place.full');
    this.#drawn(columns, attacks);
  }

  #enter(row, column) {
    for (const square of this.#grid.querySelectorAll('button')) square.tabIndex = -1;
    this.#at(row, column).tabIndex = 0;
  }

  #walk(event) {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    const square = document.activeElement;
    const row = [...this.#grid.children].indexOf(square.parentElement);
    const column = [...square.parentElement.children].indexOf(square);
    const within = (at) => Math.min(this.#columns.length - 1, Math.max(0, at));
    const to = [within(row + step[0]), within(column + step[1])];
    this.#enter(...to);
    this.#at(...to).focus();
  }

  /** Draws the queens and their attacks. @returns the attacks. */
  #draw() {
    const attacks = attackingPairs(this.#columns);
    const attacked = new Set(attacks.flatMap(([r1, , r2]) => [r1, r2]));
    this.#columns.forEach((queen, row) =>
      this.#columns.forEach((_, column) =>
        this.#drawSquare(row, column, queen === column, attacked.has(row)),
      ),
    );
    const n = this.#columns.length;
    this.#lines.setAttribute('viewBox', `0 0 ${n} ${n}`);
    this.#lines.innerHTML = attacks
      .map(
        ([r1, c1, r2, c2]) => `<line x1="${c1 + 0.5}" y1="${r1 + 0.5}" x2="${c2 + 0.5}" y2="${r2 + 0.5}"/>`,
      )
      .join('');
    this.#enableButtons();
    return attacks;
  }

  #drawSquare(row, column, hasQueen, isAttacked) {
    const square = this.#at(row, column);
    const isGiven = hasQueen && this.#given[row] !== null;
    square.textContent = hasQueen ? '♛' : '';
    square.classList.toggle('attacked', hasQueen && isAttacked);
    square.classList.toggle('given', isGiven);
    square.setAttribute('aria-selected', hasQueen);
    let key = 'place.square';
    if (isGiven) key = 'place.givenQueen';
    else if (hasQueen) key = 'place.queen';
    if (hasQueen && isAttacked) key = 'place.attacked';
    label(square, key, { row: row + 1, column: column + 1 });
  }

  /** The chip checks the board, and shows it on its matrix. */
  async #check() {
    const columns = this.#columns;
    const line = this.#line();
    await line.stop();
    this.#drawn(null, attackingPairs(columns));
    const answer = await line.command(`check ${columns.map((column) => COLUMNS[column]).join('')}`);
    if (columns !== this.#columns) return;
    if (!answer) return void show(this.#status, 'place.silent');
    const verdict = answer.filter((words) => words && words !== 'ok' && !PAIR.test(words)).join(' ');
    const solved = verdict.startsWith('solution') && this.#given.some((column) => column !== null);
    show(this.#status, solved ? 'place.solved' : 'place.verdict', { verdict });
    this.#drawn(null, attackingPairs(columns));
  }

  /** The chip completes the board, and the page shows one queen of the first solution. */
  async #hint() {
    const columns = this.#columns;
    const board = columns.map((column) => (column === null ? '.' : COLUMNS[column])).join('');
    show(this.#status, 'place.asking');
    this.#buttons.hint.disabled = true;
    const found = await firstCompletion(this.#line(), board);
    this.#enableButtons();
    if (columns !== this.#columns) return;
    if (!found) return void show(this.#status, found === null ? 'place.noHint' : 'place.noSolution');
    const row = columns.indexOf(null);
    const column = COLUMNS.indexOf(found[row]);
    this.#move(columns.with(row, column));
    show(this.#status, 'place.hinted', { row: row + 1, column: column + 1 });
  }
}
