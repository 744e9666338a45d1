/**
 * Four simulated Unos that share one count: each takes the next part, and what a plug pulled loses is dealt
 * again.
 */
import { Chip } from '../chip/chip.mjs';
import { SerialLine } from '../serial/serial.mjs';

const UNOS = 4;
const PARTS = 32;
/* OEIS A000170, for the sizes that one can choose. */
const KNOWN = { 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200, 13: 73712, 14: 365596 };
const LED = 9;

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

/** One of them: a chip in a worker, its line, and its matrix. */
class Member {
  parts = 0;
  at = null;

  constructor(number, image, changed) {
    this.number = number;
    this.image = image;
    this.changed = changed;
    this.canvas = make('canvas', { width: 8 * LED, height: 8 * LED });
    this.canvas.setAttribute('role', 'img');
    this.words = make('p');
    this.button = make('button', { type: 'button', textContent: 'Pull the plug' });
    this.button.addEventListener('click', () => (this.chip.plugged ? this.unplug() : this.plug()));
    this.element = make(
      'li',
      {},
      make('h4', { textContent: `Uno ${number}` }),
      this.canvas,
      this.words,
      this.button,
    );
  }

  start() {
    this.line = new SerialLine((text) => this.chip.send(text));
    this.chip = new Chip({ image: this.image });
    this.chip.run(Infinity);
    this.chip.onBytes = (bytes) => this.line.receive(bytes);
    this.chip.onLight = (levels) => this.#paint(levels);
    this.line.onStart = () => this.changed(this);
    this.#paint(new Float32Array(64));
  }

  /** Counts a part. Fulfilled with its solutions; with null when the plug was pulled. */
  async count(n, part) {
    this.at = part;
    this.#say(`part ${part}`);
    const answer = await this.line.command(`count ${n} ${part}/${PARTS}`);
    this.at = null;
    const closing = answer
      ?.map((line) => line.match(/^part (\d+)\/\d+ of count \d+: (\d+) solutions?,/))
      .find(Boolean);
    if (!closing || Number(closing[1]) !== part) return null;
    this.parts++;
    return Number(closing[2]);
  }

  rest() {
    this.#say('done');
  }

  unplug() {
    this.chip.unplug();
    this.line.forget();
    this.button.textContent = 'Plug it in';
    this.#paint(new Float32Array(64));
    this.#say('no power');
  }

  plug() {
    this.chip.plug();
    this.button.textContent = 'Pull the plug';
  }

  end() {
    this.chip.end();
  }

  #say(what) {
    this.words.textContent = `${what} · ${this.parts} counted`;
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
    const lit = levels.filter((level) => level > 0.05).length;
    this.canvas.setAttribute('aria-label', `Matrix of Uno ${this.number}, ${lit} LEDs lit`);
  }
}

export class Many {
  #place;
  #image;
  #members = [];
  #waiting = [];
  #sums = new Map();
  #n = 0;
  #started = 0;

  /** @param {HTMLElement} place @param {Promise<Uint8Array>} image of the Uno. */
  constructor(place, image) {
    this.#place = place;
    this.#image = image;
    place.querySelector('#many-start').addEventListener('click', () => this.#begin());
  }

  /** Out of sight they would only take time from the Uno that is seen. */
  show(on) {
    if (!on) this.#end();
  }

  #end() {
    for (const member of this.#members) member.end();
    this.#members = [];
  }

  #begin() {
    this.#end();
    this.#n = Number(this.#place.querySelector('#many-size').value);
    this.#sums.clear();
    this.#waiting = Array.from({ length: PARTS }, (_, i) => i + 1);
    this.#started = performance.now();
    this.#members = Array.from(
      { length: UNOS },
      (_, i) => new Member(i + 1, this.#image, (member) => this.#deal(member)),
    );
    this.#place.querySelector('.unos').replaceChildren(...this.#members.map(({ element }) => element));
    this.#place
      .querySelector('.parts')
      .replaceChildren(...this.#waiting.map((part) => make('li', { title: `part ${part}` })));
    for (const member of this.#members) member.start();
    this.#tell();
  }

  async #deal(member) {
    while (this.#members.includes(member) && member.chip.plugged) {
      const part = this.#waiting.shift();
      if (!part) return member.rest();
      this.#mark(part, 'at-work');
      const solutions = await member.count(this.#n, part);
      if (!this.#members.includes(member)) return;
      if (solutions === null) {
        this.#waiting.unshift(part);
        this.#mark(part, '');
        this.#wake();
        return;
      }
      this.#sums.set(part, solutions);
      this.#mark(part, 'counted');
      this.#tell();
    }
  }

  /** A part came back: whoever has nothing to do takes it. */
  #wake() {
    const idle = this.#members.find(
      (member) => member.chip.plugged && member.at === null && member.parts > 0,
    );
    if (idle) this.#deal(idle);
  }

  #mark(part, state) {
    this.#place.querySelector(`.parts :nth-child(${part})`).className = state;
  }

  #tell() {
    const sum = [...this.#sums.values()].reduce((a, b) => a + b, 0);
    const status = this.#place.querySelector('[role="status"]');
    if (this.#sums.size < PARTS)
      status.textContent = `${this.#sums.size} of ${PARTS} parts: ${sum} solutions so far`;
    else {
      const seconds = ((performance.now() - this.#started) / 1000).toFixed(1);
      const known = KNOWN[this.#n];
      const judged = sum === known ? 'as known' : `and ${known} are known: wrong`;
      status.textContent = `${sum} solutions for n = ${this.#n}, ${judged}, in ${seconds} s`;
    }
  }
}
