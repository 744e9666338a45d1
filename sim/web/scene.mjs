/** The drawing on the page, and what changes in it. */
import { drawing, layout, squareOf } from './drawing.mjs';
import { label, text, translate } from './text.mjs';

/* Of a set of 1 red, 2 green, 4 blue. */
const COLOURS = ['', '#ff4438', '#2fd15f', '#f0c419', '#4f8dff', '#ff5ad0', '#35d6e0', '#f2f2f2'];

const PHONE = matchMedia('(max-width: 60rem)');

export class Scene {
  /** Called when light() has something new to show. */
  onChange = () => {};
  #container;
  #leds;
  #levels;
  #at;
  #whole = false;
  #board = null;

  constructor(container) {
    this.#container = container;
    this.shape = '1x1';
    PHONE.addEventListener('change', () => this.#crop());
  }

  /** The shape of the chain of modules. */
  set shape(shape) {
    this.#at = layout(shape);
    this.#container.innerHTML = drawing(shape);
    translate(this.#container);
    this.svg = this.#container.querySelector('svg');
    this.#leds = [...this.#container.querySelector('#leds').children];
    this.#levels = new Float32Array(this.#leds.length);
    this.#crop();
  }

  /** On a small screen the matrix alone is seen, or the whole board. */
  set whole(whole) {
    this.#whole = whole;
    this.#crop();
  }

  #crop() {
    const { x, y, width, glass, frame } = this.#at;
    const small = PHONE.matches && !this.#whole;
    const whole = PHONE.matches ? '26 0 578 862' : '0 0 620 862';
    this.svg.setAttribute('viewBox', small ? `${x} ${y} ${width} ${glass + 2 * frame}` : whole);
    this.svg.classList.toggle('cropped', small);
    for (const key of this.svg.querySelectorAll('.key')) {
      key.tabIndex = small ? -1 : 0;
      key.setAttribute('aria-hidden', small);
    }
  }

  /** Light of each LED, 0 to 1, 64 per module. */
  light(levels, colours = null) {
    levels = this.seen(levels);
    if (this.#at.isScreen) return void this.#drawPixels(levels);
    if (colours) {
      const green = COLOURS[2];
      colours.forEach((colour, i) => {
        if (colour || this.#board) this.#leds[i].style.color = this.#board ? green : COLOURS[colour];
      });
    }
    for (let i = 0; i < this.#leds.length; i++) {
      if (Math.abs(levels[i] - this.#levels[i]) < 0.004) continue;
      this.#levels[i] = levels[i];
      this.#leds[i].style.opacity = levels[i].toFixed(3);
    }
  }

  /** All lit pixels of a screen are one path. */
  #drawPixels(levels) {
    const { left, top, pitch } = this.#at;
    let path = '';
    levels.forEach((level, i) => {
      if (level < 0.05) return;
      const [row, column] = squareOf(this.#at, i);
      path += `M${(left + column * pitch).toFixed(1)} ${(top + row * pitch).toFixed(1)}h2.4v2.4h-2.4z`;
    });
    const pixels = this.#container.querySelector('#pixels');
    pixels.setAttribute('d', path);
    pixels.style.opacity = Math.max(...levels).toFixed(2);
  }

  /** Describes the picture for screen readers. @param {() => string} seen */
  describe(seen) {
    const matrix = () => text(this.#at.label);
    label(this.#container.querySelector('#leds'), 'scene.seen', { matrix, seen });
  }

  /** What is seen instead of the chip's picture while a board is being placed: its queens. */
  seen(picture) {
    if (!this.#board) return picture;
    const levels = new Float32Array(picture.length);
    const { isScreen, across } = this.#at;
    this.#board.forEach((column, row) => {
      if (column === null) return;
      /* On a screen a queen takes a block of pixels, without those at its edge. */
      if (!isScreen) levels[row * 8 + column] = 0.8;
      for (let i = 9; isScreen && i < 55; i++)
        if (i % 8 && i % 8 < 7) levels[(row * across + column) * 64 + i] = 0.8;
    });
    return levels;
  }

  /**
   * Shows a board that is being placed.
   * @param {(number|null)[]|null} columns the column of each row's queen; null leaves the LEDs to the chip.
   * @param {number[][]} attacks pairs of queens that attack each other: [row, column, row, column] from 0.
   */
  place(columns, attacks = []) {
    this.#board = columns;
    this.#drawAttacks(attacks);
    this.onChange();
  }

  #drawAttacks(pairs) {
    const { left, top, pitch, isScreen } = this.#at;
    const at = (...square) =>
      square.map((index, i) => (i ? left : top) + (isScreen ? index * 8 + 3.5 : index) * pitch).reverse();
    const line = ([r1, c1, r2, c2]) => `<path d="M${at(r1, c1)}L${at(r2, c2)}"/>`;
    this.#container.querySelector('#attacks').innerHTML = pairs.map(line).join('');
  }

  /** Light of one of the Uno's own LEDs: 'on', 'l', 'tx' or 'rx', 0 to 1. */
  signal(name, level) {
    this.svg.querySelector(`#signal-${name}`).style.opacity = level;
  }

  set plugged(plugged) {
    this.svg.classList.toggle('unplugged', !plugged);
  }
}
