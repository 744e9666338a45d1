/**
 * Four simulated Unos that share one count. Each takes the next part. If an Uno is unplugged, another one
 * counts its part again.
 */
import { label, show } from '../text.mjs';
import { fastUno } from '../chip/chip.mjs';
import { connect, element, make, makeButton } from '../dom.mjs';

const UNOS = 4;
const PARTS = 32;
/* OEIS A000170, for the sizes that one can choose. */
const KNOWN = { 10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596 };
const LED = 9;

/** One Uno: a chip in a worker, its serial line, and its matrix. */
class Board {
  parts = 0;
  at = null;

  constructor(number, image, changed) {
    Object.assign(this, { number }, fastUno(image));
    this.canvas = make('canvas', { width: 8 * LED, height: 8 * LED, role: 'img' });
    this.status = make('p');
    this.button = show(makeButton(() => this.#switch()), 'board.unplug');
    const name = show(make('h4'), 'many.uno', { number });
    this.element = make('li', {}, name, this.canvas, this.status, this.button);
    this.chip.onLight = (levels) => this.#paint(levels);
    this.line.onStart = () => changed(this);
    this.#paint(this.chip.levels);
  }

  /** Counts a part. @returns {Promise<number>} its solutions; NaN if the Uno was unplugged. */
  async count(n, part) {
    this.at = part;
    this.report('many.running', { part });
    const answer = await this.line.command(`count ${n} ${part}/${PARTS}`);
    this.at = null;
    const closing = new RegExp(`^part ${part}/${PARTS} of count ${n}: (\\d+) solutions?,`);
    return Number(answer?.map((line) => line.match(closing)?.[1]).find(Boolean));
  }

  /** Unplugs the Uno, or plugs it in. */
  #switch() {
    const { plugged } = this.chip;
    show(this.button, plugged ? 'board.plug' : 'board.unplug');
    if (!plugged) return this.chip.plug();
    this.chip.unplug();
    this.line.forget();
    this.report('many.noPower');
  }

  report(key, values = {}) {
    show(this.status, key, { ...values, counted: this.parts });
  }

  #paint(levels) {
    const context = this.canvas.getContext('2d');
    context.fillStyle = '#121316';
    context.fillRect(0, 0, 8 * LED, 8 * LED);
    levels.forEach((level, i) => {
      context.fillStyle = level > 0.05 ? `rgb(255 59 48 / ${Math.round(30 + level * 70)}%)` : '#3b2023';
      context.beginPath();
      context.arc(((i & 7) + 0.5) * LED, ((i >> 3) + 0.5) * LED, LED * 0.38, 0, 7);
      context.fill();
    });
    const count = levels.filter((level) => level > 0.05).length;
    label(this.canvas, 'many.matrix', { number: this.number, count });
  }
}

const panel = element('many');
const status = panel.querySelector('[role="status"]');
let done = 0;
let sum = 0;
let image;
let boards = [];
let waiting = [];
let n = 0;
let started = 0;

/** Ends the count: while it is hidden, it would only take time from the visible Uno. */
export function end() {
  for (const board of boards) {
    board.chip.unplug();
    board.button.disabled = true;
  }
  boards = [];
}

function begin() {
  end();
  n = Number(element('many-size').value);
  done = sum = 0;
  waiting = Array.from({ length: PARTS }, (_, i) => i + 1);
  started = performance.now();
  boards = Array.from({ length: UNOS }, (_, i) => new Board(i + 1, image, assign));
  panel.querySelector('.unos').replaceChildren(...boards.map((board) => board.element));
  const items = waiting.map((part) => label(make('li'), 'many.part', { part }));
  panel.querySelector('.parts').replaceChildren(...items);
  report();
}

async function assign(board) {
  while (boards.includes(board) && board.chip.plugged) {
    const part = waiting.shift();
    if (!part) return board.report('many.done');
    mark(part, 'at-work');
    const solutions = await board.count(n, part);
    if (!boards.includes(board)) return;
    if (Number.isNaN(solutions)) {
      waiting.unshift(part);
      mark(part, '');
      /* An idle Uno takes it. */
      const idle = boards.find((other) => other.chip.plugged && other.at === null && other.parts > 0);
      if (idle) assign(idle);
      return;
    }
    board.parts++;
    done++;
    sum += solutions;
    mark(part, 'counted');
    report();
  }
}

function mark(part, state) {
  panel.querySelector(`.parts :nth-child(${part})`).className = state;
}

function report() {
  if (done < PARTS) return void show(status, 'many.progress', { done, parts: PARTS, sum });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const known = KNOWN[n];
  show(status, sum === known ? 'many.right' : 'many.wrong', { sum, n, known, seconds });
}

/** @param {Promise<Uint8Array>} own the image of the Uno */
export function start(own) {
  image = own;
  connect({ 'many-start': begin });
}
