/**
 * The lesson: one question at a time. A guess comes first, then commands to press, whose answers check it.
 * There is a sheet to print.
 */
import lessons from 'lessons';
import { liveKey, sameAnswer } from '../../report/session.mjs';
import { element, make, makeButton } from '../dom.mjs';
import { readStored, writeStored } from '../stored.mjs';
import { label, language, onLanguage, show, text } from '../text.mjs';

const STORED = 'nqueens-lesson';
const TIMEOUT = 20_000;
/* `done`, `unguessed`: numbers of questions that were answered, or have no guess. */
const empty = () => ({ step: 0, done: [], guesses: {}, unguessed: [] });

function load(length) {
  try {
    const stored = { ...empty(), ...JSON.parse(readStored(STORED)) };
    if (stored.step < length) return stored;
  } catch {
    /* Not written by this page. */
  }
  return empty();
}

/** The digits of a guess, which may be in groups, and full-width, as a Chinese keyboard types them. */
const digitsOf = (guess) => guess.normalize('NFKC').replaceAll(/[\s,.]/g, '');
const isNumber = (guess) => /^\d+$/.test(digitsOf(guess));

/**
 * Types a command of the lesson. Where the expected answer has live keys, it types each when the lines before
 * it have come, and stops the job at the end.
 * @returns {Promise<string[]|null>} the chip's answer; null: none came in time.
 */
async function ask(line, command, expected) {
  if (!expected.some(liveKey)) return line.command(command);
  const actual = [];
  const answer = await new Promise((done) => {
    setTimeout(() => done(null), TIMEOUT);
    line.onLine = (words) => {
      if (words.length < 2 || words.startsWith('> ')) return;
      actual.push(words);
      for (let key; (key = liveKey(expected[actual.length] ?? '')); actual.push(`(type ${key})`))
        line.type(key);
      if (actual.length >= expected.length) done([...actual]);
    };
    line.command(command);
  });
  line.onLine = () => {};
  await line.stop();
  return answer;
}

const panel = element('lesson');
const current = () => lessons[language()];
let state = load(current().steps.length);
let lineOf;
let ready = true;
/* What is shown after the guess. */
let after;

/** Without an Uno, no command can be pressed. */
export function enable(on) {
  ready = on;
  const typing = panel.querySelectorAll('.typed button, .watch button');
  for (const button of typing) button.disabled = !on || !mayAsk();
}

const fields = () => [...panel.querySelectorAll('.guess input')];

/** The commands, and what tells the answer, come after the guess, or after the words that there is none. */
function mayAsk() {
  const { number } = current().steps[state.step];
  const isFree = state.done.includes(number) || state.unguessed.includes(number);
  return isFree || fields().every(({ value }) => isNumber(value));
}

const store = () => writeStored(STORED, JSON.stringify(state));

function go(step) {
  state.step = step;
  store();
  draw();
  const title = panel.querySelector('h3');
  title.focus({ preventScroll: true });
  title.scrollIntoView({ block: 'nearest' });
}

function draw() {
  const { rule, steps } = current();
  element('rule-words').innerHTML = rule;
  const step = steps[state.step];
  const heading = `<span class="number">${step.number}</span> ${step.title}`;
  const title = make('h3', { tabIndex: -1, innerHTML: heading });
  const story = make(
    'details',
    { open: state.done.includes(step.number) },
    make('summary', {}, text('lesson.story')),
    make('p', { innerHTML: step.text }),
  );
  after = make('div', { className: 'after' }, watch(step), story);
  const asked = step.guesses.length ? [guesses(step)] : [];
  const now = panel.querySelector('.lesson-now');
  now.replaceChildren(title, ...asked, commands(step, story), ends(), after);
  drawProgress();
  reveal();
}

function reveal() {
  const asks = mayAsk();
  after.hidden = !asks;
  for (const input of fields()) input.ariaInvalid = input.value.trim() !== '' && !isNumber(input.value);
  const none = panel.querySelector('.no-guess');
  if (none) none.hidden = asks;
  show(panel.querySelector('.how'), asks ? 'lesson.how' : 'lesson.first');
  enable(ready);
}

function drawProgress() {
  const list = panel.querySelector('.lesson-steps');
  list.replaceChildren(
    ...current().steps.map((step, i) => {
      const done = state.done.includes(step.number);
      const className = done ? 'done' : '';
      const button = makeButton(() => go(i), { className }, done ? '✓' : step.number);
      label(button, done ? 'lesson.stepDone' : 'lesson.step', { number: step.number });
      if (i === state.step) button.setAttribute('aria-current', 'step');
      return make('li', {}, button);
    }),
  );
}

function guesses(step) {
  const inputs = step.guesses.map(({ label: key, values, from }) => {
    const guess = `${step.number} ${from}`;
    const value = state.guesses[guess] ?? '';
    const input = make('input', { inputMode: 'numeric', autocomplete: 'off', size: 8, value });
    input.dataset.from = from;
    input.oninput = () => {
      state.guesses[guess] = input.value;
      store();
      reveal();
    };
    return make('label', { className: 'guess' }, text(key, values), ' ', input);
  });
  const skip = () => {
    state.unguessed.push(step.number);
    store();
    reveal();
    panel.querySelector('.typed button').focus();
  };
  const none = makeButton(skip, { className: 'no-guess' }, text('lesson.noGuess'));
  const legend = make('legend', {}, text('lesson.guess'));
  return make('fieldset', { className: 'guesses' }, legend, ...inputs, none);
}

function commands(step, story) {
  const list = make('ol', { className: 'typed' });
  const rows = step.typed.map(([command, expected]) => {
    const verdict = make('span', { className: 'verdict', role: 'status' });
    const row = { command, expected, verdict, right: false };
    const act = async (line) => {
      await run(line, row, step);
      if (!rows.every(({ right }) => right) || state.done.includes(step.number)) return;
      state.done.push(step.number);
      store();
      drawProgress();
      reveal();
      story.open = true;
    };
    const press = makeButton(() => lineOf().alone(act), {}, command);
    list.append(make('li', {}, press, verdict));
    return row;
  });
  return make('div', {}, make('p', { className: 'how' }), list);
}

async function run(line, row, step) {
  show(row.verdict, null);
  row.verdict.textContent = '…';
  row.verdict.className = 'verdict';
  await line.stop();
  const actual = await ask(line, row.command, row.expected);
  row.right = actual !== null && sameAnswer(row.expected, actual);
  row.verdict.classList.add(row.right ? 'right' : 'wrong');
  if (row.right) showVerdict(row, step, actual);
  else show(row.verdict, actual === null ? 'lesson.noAnswer' : 'lesson.differs');
}

function showVerdict({ command, verdict }, step, actual) {
  const guess = step.guesses.find(({ from }) => from === command);
  if (!guess) return void (verdict.textContent = '✓');
  const answer = actual.map((words) => words.match(guess.pattern)?.[1]).find(Boolean);
  const input = fields().find(({ dataset }) => dataset.from === command);
  const number = input && digitsOf(input.value);
  const missed = number && number !== answer;
  verdict.classList.toggle('right', !missed);
  const key = missed ? 'lesson.missed' : number ? 'lesson.guessed' : 'lesson.answered';
  show(verdict, key, { answer, guess: input?.value });
}

function watch(step) {
  const act = async (line) => {
    await line.stop();
    for (const command of step.watch.slice(0, -1)) await line.command(command);
    line.command(step.watch.at(-1));
  };
  const innerHTML = `<strong>${text('lesson.look')}</strong> ${text(`look.${step.number}`)}`;
  const button = makeButton(() => lineOf().alone(act), {}, text('lesson.watch'));
  return make('div', { className: 'watch' }, make('p', { innerHTML }), button);
}

function ends() {
  const { step } = state;
  const last = current().steps.length - 1;
  const restart = () => {
    if (!globalThis.confirm(text('lesson.erase'))) return;
    state = empty();
    store();
    draw();
  };
  return make(
    'div',
    { className: 'controls ends' },
    makeButton(() => go(step - 1), { disabled: step === 0 }, text('lesson.back')),
    makeButton(() => go(step + 1), { disabled: step === last }, text('lesson.next')),
    makeButton(() => globalThis.print(), {}, text('lesson.print')),
    makeButton(restart, { className: 'restart' }, text('lesson.restart')),
  );
}

/** A command as the sheet names it, with the live keys that its answer waits for. */
function onSheet([command, answer]) {
  const keys = answer.map(liveKey).filter(Boolean).map((key) => `<kbd>${key}</kbd>`);
  const code = `<code>${command}</code>`;
  return keys.length ? text('lesson.keys', { command: code, keys: keys.join(' ') }) : code;
}

/** The sheet to print: all questions with lines to write on, and no answers. */
function drawSheet() {
  const blank = (words) => make('p', { className: 'blank' }, words);
  const questions = current().steps.map((step) => {
    const commands = step.typed
      .map(onSheet)
      .reduce((before, next) => text('lesson.then', { commands: before, next }));
    const innerHTML = `<strong>${step.title}</strong> ${text('lesson.type', { commands })}`;
    const labels = step.guesses.map(({ label: key, values }) => text(key, values));
    const isNumbered = step.lines > 1;
    const seen = make('div', { className: isNumbered ? 'numbered' : '' });
    for (let i = 1; i <= step.lines; i++) seen.append(blank(isNumbered ? `${i}.` : text('lesson.seen')));
    return make('li', {}, make('p', { innerHTML }), ...labels.map(blank), seen);
  });
  element('sheet').querySelector('ol').replaceChildren(...questions);
}

/** @param {() => SerialLine} line the serial line to the chosen Uno */
export function start(line) {
  lineOf = line;
  onLanguage(() => {
    draw();
    drawSheet();
  });
}
