/** Every test of the page, in one browser. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Tab, launch, skip as absent } from '../../support/browser.mjs';
import { access } from './access.mjs';
import { chip, inside } from './chip.mjs';
import { lesson } from './lesson.mjs';
import { line } from './line.mjs';
import { look } from './look.mjs';
import { modules } from './modules.mjs';
import { place } from './place.mjs';

/** @param {'chrome'|'firefox'} kind */
export function suite(kind) {
  const skip = absent(kind);
  const complaints = []; /* the errors of all tabs */
  const at = { kind, open: (options) => Tab.open(at.browser, { complaints, ...options }) };

  before(async () => {
    if (skip) return;
    at.browser = await launch(kind);
    at.tab = await at.open(); /* most tests share it */
  });
  after(() => at.browser?.close());

  /* check.once: what all browsers do alike, in Chromium only. */
  const check = (sentence, act) => {
    test(sentence, { skip }, async (t) => {
      await at.tab.page.bringToFront();
      /* The tests read the terminal again and again. */
      await at.tab.run('nqueens.terminal.buffer.active.length > 300 && nqueens.terminal.clear()');
      await act(at, t);
    });
  };
  check.once = kind === 'chrome' ? check : () => {};
  for (const part of [chip, look, line, lesson, place, inside, modules, access]) part(check);
  check('no tab has reported an error', () => assert.deepEqual(complaints, []));
}
