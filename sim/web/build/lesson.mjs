/** Reads the lesson from its text, one per language, so that page and text cannot differ. */
import { readFileSync } from 'node:fs';
import { sameAnswer, sessionsOf } from '../../report/session.mjs';
import { inline } from './documents.mjs';
import { STEPS } from '../panels/steps.mjs';

/** A paragraph of the lesson, in which a sign is a key. */
const shown = (text) => inline(text).replaceAll(/<code>(\W)<\/code>/g, '<kbd>$1</kbd>');

function chapter(text, title) {
  const found = text.match(new RegExp(`^## ${title}\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm'));
  if (!found) throw new Error(`the lesson has no chapter "${title}"`);
  return found[1];
}

function check(step, extra) {
  if (!extra) throw new Error(`question ${step.number} of the lesson has no row in panels/steps.mjs`);
  for (const { from, pattern } of extra.guess) {
    const answer = step.typed.find(([command]) => command === from)?.[1];
    if (!answer?.some((line) => pattern.test(line)))
      throw new Error(`question ${step.number}: "${from}" does not answer ${pattern}`);
  }
  for (const [command, answer] of step.typed)
    if (!sameAnswer(answer, answer)) throw new Error(`question ${step.number}: "${command}"`);
}

/**
 * @param {string} file the lesson in one language
 * @param {Object<string, string>} table the page's texts in that language, with the titles of the chapters.
 * @returns {{rule: string, steps: {number, title, text, typed}[]}} texts as HTML. Throws if the lesson and
 * panels/steps.mjs differ.
 */
export function readLesson(file, table) {
  const text = readFileSync(file, 'utf8');
  const steps = chapter(text, table['lesson.chapterQuestions'])
    .split(/^(?=\*\*\d+\. )/m)
    .filter((question) => question.trim())
    .map((question) => {
      const [, number, title] = question.match(/^\*\*(\d+)\. ([\s\S]*?)\*\*/);
      const rest = question.replace(/^\*\*[\s\S]*?\*\*/, '').replaceAll(/^```console\n[\s\S]*?^```/gm, '');
      return {
        number: Number(number),
        title: shown(title),
        text: shown(rest),
        typed: sessionsOf(question).flat(),
      };
    });
  if (steps.length !== STEPS.length)
    throw new Error(`the lesson has ${steps.length} questions, panels/steps.mjs ${STEPS.length}`);
  steps.forEach((step, i) => check(step, STEPS[i]));
  return { rule: shown(chapter(text, table['lesson.rule']).replace(/!\[.*\n/, '')), steps };
}
