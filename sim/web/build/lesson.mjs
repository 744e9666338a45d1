/**
 * Reads the lesson from its text, one per language, so that page and text cannot differ, and adds to each
 * question what only the page has.
 */
import { readFileSync } from 'node:fs';
import { sessionsOf } from '../../report/session.mjs';
import { inline } from './documents.mjs';

/* ---- the numbers to guess: the key of a label, the command whose answer has the number, and where ---- */

const SOLUTIONS = '^(\\d+) solutions?,';
const PLACED = '(\\d+) queens? placed';
const CLASSES = '^(\\d+) fundamental';

const guess = (label, from, pattern, values = { command: from }) => ({ label, from, pattern, values });
const count = (n) => guess('guess.solutions', `count ${n}`, SOLUTIONS, { n });
const first = (n) => guess('guess.first', `solve ${n}`, PLACED, { n });
const by = (command) => guess('guess.by', command, PLACED);
const complete = (board) => guess('guess.completions', `complete ${board}`, SOLUTIONS, { board });

/*
 * Of each question: its guesses; commands that show it on the matrix, as look.NUMBER describes; how many
 * numbered lines the sheet has, if more than one.
 */
const ADDED = [
  [[4, 5, 6, 8].map(count), ['pace 500', 'solve 6']],
  [[guess('guess.placed', 'solve 3', PLACED, { n: 3 })], ['pace 500', 'search 3']],
  [[guess('guess.classes', 'fundamental', CLASSES, { n: 8 })], ['pace 1000', 'fundamental']],
  [[guess('guess.images', 'images 35281746', '^(\\d+) images')], ['pace 1500', 'images 35281746']],
  [[guess('guess.classes', 'fundamental 5', CLASSES, { n: 5 })], ['pace 2000', 'fundamental 5']],
  [[guess('guess.pairs', 'check 12345678', '(\\d+) attacking pairs')], ['check 12345678']],
  [[guess('guess.placed', 'search 4', PLACED, { n: 4 })], ['pace 500', 'search 4'], 10],
  [[first(8)], ['pace 50', 'search 8']],
  [[20, 21].map(first), ['pace 2000', 'solve 20']],
  [['solve', 'count'].map(by), ['count 13']],
  [[guess('guess.ram', 'info', '^static RAM: (\\d+) bytes')], ['info']],
  [[12, 13].map(count), ['count 13']],
  [[], ['pace 2000', 'search 4']],
  [['1586....', '1357....'].map(complete), ['pace 2000', 'complete 1586....']],
  [['15......', '25......', '25.....4'].map(complete), ['pace 2000', 'complete 25......']],
].map(([guesses, watch, lines = 1]) => ({ guesses, watch, lines }));

/** A paragraph of the lesson, in which a sign is a key. */
const shown = (text) => inline(text).replaceAll(/<code>(\W)<\/code>/g, '<kbd>$1</kbd>');

function chapter(text, title) {
  const found = text.match(new RegExp(`^## ${title}\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm'));
  if (!found) throw new Error(`the lesson has no chapter "${title}"`);
  return found[1];
}

function check({ number, typed, guesses }) {
  for (const { from, pattern } of guesses) {
    const answer = typed.find(([command]) => command === from)?.[1];
    if (!answer?.some((line) => line.match(pattern)))
      throw new Error(`question ${number}: "${from}" does not answer ${pattern}`);
  }
}

/**
 * @param {string} file the lesson in one language
 * @param {Object<string, string>} table the page's texts in that language, with the titles of the chapters.
 * @returns {{rule: string, steps: {number, title, text, typed, guesses, watch, lines}[]}} texts as HTML.
 * Throws if a question lacks what the page adds, or does not answer it.
 */
export function readLesson(file, table) {
  const text = readFileSync(file, 'utf8');
  const [, ...questions] = chapter(text, table['lesson.questions']).split(/^(?=\*\*\d+\. )/m);
  if (questions.length !== ADDED.length)
    throw new Error(`the lesson has ${questions.length} questions, ADDED has ${ADDED.length}`);
  const steps = questions.map((question, i) => {
    const [, number, title, rest] = question.match(/^\*\*(\d+)\. ([\s\S]*?)\*\*([\s\S]*)/);
    return {
      number: Number(number),
      title: shown(title),
      text: shown(rest.replaceAll(/^```console\n[\s\S]*?^```/gm, '')),
      typed: sessionsOf(question).flat(),
      ...ADDED[i],
    };
  });
  steps.forEach(check);
  return { rule: shown(chapter(text, table['lesson.rule']).replace(/!\[.*\n/, '')), steps };
}
