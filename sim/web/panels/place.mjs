/** A board to click: queens placed with mouse, touch or keys, and judged by the chip. */

const COLUMNS = '123456789abcdefghijklmnopqrstuvw';
const PAIR = /^row (\d+) column (\d+) and row (\d+) column (\d+)/;
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export class Place {
  #grid;
  #lines;
  #status;
  #check;
  #line;
  #columns = [];
  #ready = true;

  #drawn;

  /**
   * @param {HTMLElement} place @param {() => SerialLine} line the line to the Uno that one talks to @param
   * {(attacks: number[][]) => void} drawn shows the attacks on the matrix too.
   */
  constructor(place, line, drawn) {
    this.#drawn = drawn;
    this.#grid = place.querySelector('[role="grid"]');
    this.#lines = place.querySelector('svg');
    this.#status = place.querySelector('[role="status"]');
    this.#check = place.querySelector('#place-check');
    this.#line = line;
    const size = place.querySelector('#place-size');
    size.addEventListener('change', () => this.#begin(Number(size.value)));
    this.#check.addEventListener('click', () => this.#ask());
    place.querySelector('#place-clear').addEventListener('click', () => this.#begin(this.#columns.length));
    this.#grid.addEventListener('keydown', (event) => this.#walk(event));
    this.#begin(Number(size.value));
  }

  enable(on) {
    this.#ready = on;
    this.#offer();
  }

  #offer() {
    this.#check.disabled = !this.#ready || this.#columns.includes(null);
  }

  #begin(n) {
    this.#columns = Array(n).fill(null);
    this.#grid.style.setProperty('--n', n);
    this.#grid.replaceChildren(
      ...this.#columns.map((_, row) => {
        const line = document.createElement('div');
        line.setAttribute('role', 'row');
        line.append(...this.#columns.map((_, column) => this.#square(row, column)));
        return line;
      }),
    );
    this.#show();
    this.#say(`Place a queen in each of the ${n} rows.`);
  }

  #square(row, column) {
    const square = document.createElement('button');
    square.type = 'button';
    square.setAttribute('role', 'gridcell');
    square.tabIndex = row || column ? -1 : 0;
    square.className = (row + column) % 2 ? 'dark' : 'light';
    square.addEventListener('click', () => this.#put(row, column));
    return square;
  }

  #at(row, column) {
    return this.#grid.children[row].children[column];
  }

  #put(row, column) {
    this.#columns[row] = this.#columns[row] === column ? null : column;
    this.#enter(row, column);
    this.#show();
    const missing = this.#columns.filter((queen) => queen === null).length;
    this.#say(missing ? `${missing} more to place.` : 'All queens stand: check the board.');
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
    const n = this.#columns.length;
    const to = [Math.min(n - 1, Math.max(0, row + step[0])), Math.min(n - 1, Math.max(0, column + step[1]))];
    this.#enter(...to);
    this.#at(...to).focus();
  }

  #show(attacks = []) {
    const attacked = new Set(attacks.flatMap(([r1, , r2]) => [r1, r2]));
    this.#columns.forEach((queen, row) =>
      this.#columns.forEach((_, column) => {
        const square = this.#at(row, column);
        const here = queen === column;
        square.textContent = here ? '♛' : '';
        square.classList.toggle('attacked', here && attacked.has(row));
        square.setAttribute(
          'aria-label',
          `row ${row + 1} column ${column + 1}${here ? ', queen' : ''}` +
            (here && attacked.has(row) ? ', attacked' : ''),
        );
        square.setAttribute('aria-selected', here);
      }),
    );
    const n = this.#columns.length;
    this.#lines.setAttribute('viewBox', `0 0 ${n} ${n}`);
    this.#lines.innerHTML = attacks
      .map(
        ([r1, c1, r2, c2]) => `<line x1="${c1 + 0.5}" y1="${r1 + 0.5}" x2="${c2 + 0.5}" y2="${r2 + 0.5}"/>`,
      )
      .join('');
    this.#offer();
  }

  #say(text) {
    this.#status.textContent = text;
  }

  /** The chip judges, and shows the board on its matrix. */
  async #ask() {
    const columns = [...this.#columns];
    const board = columns.map((column) => COLUMNS[column]).join('');
    const line = this.#line();
    await line.stop();
    const answer = await line.command(`check ${board}`);
    if (columns.join() !== this.#columns.join()) return;
    if (!answer) return this.#say('No answer: the Uno was reset, or unplugged.');
    const attacks = answer
      .map((text) => text.match(PAIR))
      .filter(Boolean)
      .map((match) => match.slice(1).map((number) => number - 1));
    this.#show(attacks);
    this.#drawn(attacks);
    const verdict = answer.filter((text) => text && text !== 'ok' && !PAIR.test(text)).join(' ');
    this.#say(
      attacks.length
        ? `The chip says: ${verdict}. Lines show who attacks whom, here and on the matrix.`
        : `The chip says: ${verdict}.`,
    );
  }
}
