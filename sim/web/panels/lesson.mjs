/**
 * The guided hour: a question at a time, its commands to press, a guess that the chip checks, and a sheet to
 * print.
 */
import { sameAnswer } from './compare.mjs';
import { STEPS } from './steps.mjs';

const KEPT = 'nqueens-lesson';
const PATIENCE = 20_000;

function load(length) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT));
    if (Array.isArray(kept?.done) && Number.isInteger(kept.step) && kept.step >= 0 && kept.step < length)
      return kept;
  } catch {
    /* Nothing kept, or not ours. */
  }
  return { step: 0, done: [], guesses: {} };
}

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

/**
 * Types what a line of the lesson says, and gives what the chip answers; a `(type ?)` asks it in the middle
 * of its job.
 */
async function ask(line, command, told) {
  const at = told.indexOf('(type ?)');
  if (at < 0) return line.command(command);
  const got = [];
  const before = line.onLine;
  const enough = (count) =>
    new Promise((done, failed) => {
      const late = setTimeout(() => failed(new Error('late')), PATIENCE);
      line.onLine = (text) => {
        if (text && !text.startsWith('> ') && text !== '?' && !text.startsWith('stopped')) got.push(text);
        if (got.length >= count) done(clearTimeout(late));
      };
    });
  try {
    const first = enough(at);
    const answer = line.command(command);
    answer.catch(() => {});
    await first;
    const status = enough(told.length - 1);
    line.type('?');
    await status;
  } finally {
    line.onLine = before;
    await line.stop();
  }
  return [...got.slice(0, at), '(type ?)', ...got.slice(at)];
}

export class Lesson {
  #place;
  #lesson;
  #state;
  #line;
  #ready = true;

  /**
   * @param {HTMLElement} place @param {object} lesson as build/lesson.mjs gives it @param {() => SerialLine} line
   * the line to the Uno that one talks to.
   */
  constructor(place, lesson, line) {
    this.#place = place;
    this.#lesson = lesson;
    this.#line = line;
    this.#state = load(lesson.steps.length);
    this.#draw();
    this.#drawSheet();
  }

  /** Without an Uno there is nothing to press. */
  enable(on) {
    this.#ready = on;
    for (const button of this.#place.querySelectorAll('[data-types]')) button.disabled = !on;
  }

  #keep() {
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.#state));
    } catch {
      /* Then it lasts as long as the page. */
    }
  }

  #go(step) {
    this.#state.step = step;
    this.#keep();
    this.#draw();
    this.#place.querySelector('h3').focus({ preventScroll: true });
  }

  #draw() {
    const { steps } = this.#lesson;
    const step = steps[this.#state.step];
    const extra = STEPS[this.#state.step];
    const title = make('h3', { tabIndex: -1 });
    title.innerHTML = `<span class="number">${step.number}</span> ${step.title}`;
    const story = make(
      'details',
      { className: 'story' },
      make('summary', { textContent: 'What to think of it' }),
    );
    story.append(make('p'));
    story.lastChild.innerHTML = step.text;
    story.open = this.#state.done.includes(step.number);
    this.#place
      .querySelector('.lesson-now')
      .replaceChildren(
        title,
        this.#guesses(step, extra),
        this.#commands(step, extra, story),
        this.#watch(extra),
        story,
        this.#ends(),
      );
    this.#drawProgress();
    this.enable(this.#ready);
  }

  #drawProgress() {
    const list = this.#place.querySelector('.lesson-steps');
    list.replaceChildren(
      ...this.#lesson.steps.map((step, i) => {
        const done = this.#state.done.includes(step.number);
        const button = make('button', {
          type: 'button',
          textContent: done ? '✓' : step.number,
          className: done ? 'done' : '',
        });
        button.setAttribute('aria-label', `Question ${step.number}${done ? ', done' : ''}`);
        if (i === this.#state.step) button.setAttribute('aria-current', 'step');
        button.addEventListener('click', () => this.#go(i));
        return make('li', {}, button);
      }),
    );
  }

  #guesses(step, extra) {
    const fields = extra.guess.map(({ label, from }) => {
      const key = `${step.number} ${from}`;
      const input = make('input', {
        type: 'text',
        inputMode: 'numeric',
        autocomplete: 'off',
        size: 8,
        value: this.#state.guesses[key] ?? '',
      });
      input.dataset.from = from;
      input.addEventListener('input', () => {
        this.#state.guesses[key] = input.value;
        this.#keep();
      });
      return make('label', { className: 'guess' }, `${label}: `, input);
    });
    return make(
      'fieldset',
      { className: 'guesses' },
      make('legend', { textContent: 'Your guess, before the chip says it' }),
      ...fields,
    );
  }

  #commands(step, extra, story) {
    const list = make('ol', { className: 'typed' });
    const rows = step.typed.map(([command, told]) => {
      const verdict = make('span', { className: 'verdict' });
      verdict.setAttribute('role', 'status');
      const button = make('button', { type: 'button', textContent: command });
      button.dataset.types = '';
      list.append(make('li', {}, button, verdict));
      return { command, told, button, verdict, right: false };
    });
    for (const row of rows)
      row.button.addEventListener('click', async () => {
        await this.#run(row, extra);
        if (!rows.every(({ right }) => right) || this.#state.done.includes(step.number)) return;
        this.#state.done.push(step.number);
        this.#keep();
        this.#drawProgress();
        story.open = true;
      });
    return make('div', {}, make('p', { className: 'how', textContent: 'Press one after the other:' }), list);
  }

  async #run(row, extra) {
    const line = this.#line();
    row.verdict.textContent = '…';
    row.verdict.className = 'verdict';
    let got = null;
    try {
      await line.stop();
      got = await ask(line, row.command, row.told);
    } catch {
      /* No answer in time. */
    }
    row.right = got !== null && sameAnswer(row.told, got);
    row.verdict.classList.add(row.right ? 'right' : 'wrong');
    row.verdict.textContent =
      got === null
        ? 'no answer'
        : row.right
          ? this.#judge(row, extra, got)
          : 'the chip answers something else than the lesson tells';
  }

  /** Holds the guess against what the chip has said. */
  #judge({ command }, extra, got) {
    const guess = extra.guess.find(({ from }) => from === command);
    if (!guess) return '✓';
    const said = got.map((text) => text.match(guess.pattern)?.[1]).find(Boolean);
    const input = [...this.#place.querySelectorAll('.guess input')].find(
      ({ dataset }) => dataset.from === command,
    );
    const number = input?.value.replaceAll(/[\s,.]/g, '');
    if (!number) return `✓ the chip says ${said}`;
    return number === said ? `✓ ${said}: as you said` : `✓ the chip says ${said}, you said ${input.value}`;
  }

  #watch(extra) {
    const button = make('button', { type: 'button', textContent: 'Watch it' });
    button.dataset.types = '';
    button.addEventListener('click', async () => {
      const line = this.#line();
      await line.stop();
      for (const command of extra.watch.slice(0, -1)) await line.command(command);
      line.command(extra.watch.at(-1));
    });
    return make(
      'div',
      { className: 'watch' },
      make('p', {}, make('strong', { textContent: 'On the matrix: ' }), extra.look),
      button,
    );
  }

  #ends() {
    const { step } = this.#state;
    const turn = (text, to, disabled) => {
      const button = make('button', { type: 'button', textContent: text, disabled });
      button.addEventListener('click', () => this.#go(to));
      return button;
    };
    const print = make('button', { type: 'button', textContent: 'Print the sheet' });
    print.addEventListener('click', () => globalThis.print());
    const anew = make('button', { type: 'button', textContent: 'Start anew' });
    anew.addEventListener('click', () => {
      this.#state = { step: 0, done: [], guesses: {} };
      this.#keep();
      this.#draw();
    });
    return make(
      'div',
      { className: 'controls ends' },
      turn('‹ Back', step - 1, step === 0),
      turn('Next ›', step + 1, step === this.#lesson.steps.length - 1),
      print,
      anew,
    );
  }

  /** What is printed: all questions with room to write, and on a page of its own what the chip says. */
  #drawSheet() {
    const questions = this.#lesson.steps.map((step, i) => {
      const item = make('li');
      const typed = step.typed.map(([command]) => `<code>${command}</code>`).join(', ');
      item.innerHTML = `<p><strong>${step.title}</strong> Type ${typed}. ${STEPS[i].look}</p>`;
      item.append(
        make('p', {
          className: 'blanks',
          textContent: STEPS[i].guess
            .map(({ label }) => `${label}: we guess ________, the chip says ________`)
            .join('  '),
        }),
      );
      return item;
    });
    const answers = this.#lesson.steps.map((step, i) => {
      const item = make('li');
      const said = STEPS[i].guess.map(
        ({ label, from, pattern }) =>
          `${label}: ${step.typed
            .find(([c]) => c === from)[1]
            .map((l) => l.match(pattern)?.[1])
            .find(Boolean)}`,
      );
      item.innerHTML = `${said.join('; ')}. ${step.text}`;
      return item;
    });
    const sheet = document.getElementById('sheet');
    sheet.querySelector('.questions').append(...questions);
    sheet.querySelector('.answers').append(...answers);
  }
}
