/** Every test of the page, in one browser. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Tab, launch, skip as absent } from '../../support/browser.mjs';
import { access } from './access.mjs';
import { chip } from './chip.mjs';
import { inside } from './inside.mjs';
import { lesson } from './lesson.mjs';
import { line } from './line.mjs';
import { look } from './look.mjs';
import { modules } from './modules.mjs';
import { place } from './place.mjs';

/** @param {'chrome'|'firefox'} kind */
export function suite(kind) {
  const skip = absent(kind);
  /* The browser, a tab that most tests share, and the errors of all tabs. */
  const at = { kind };
  const complaints = [];

  before(async () => {
    if (skip) return;
    at.browser = await launch(kind);
    at.open = async (options) => {
      const tab = await Tab.open(at.browser, options);
      tab.complaints = complaints;
      return tab;
    };
    at.tab = await at.open();
  });
  after(() => at.browser?.close());

  const only = process.env.ONLY && new RegExp(process.env.ONLY);
  /* check.once: what all browsers do alike, in Chromium only. */
  const check = (sentence, act) => {
    if (only && !only.test(sentence)) return;
    test(sentence, { skip }, async (t) => {
      await at.tab.page.bringToFront();
      /* The tests read the terminal again and again. */
      await at.tab.run('nqueens.terminal.buffer.active.length > 300 && nqueens.terminal.clear()');
      await act(at, t);
    });
  };
  check.once = kind === 'chrome' ? check : () => {};
  /* First the chip: its greeting leaves the terminal with what the demo prints meanwhile. */
  for (const suite of [chip, look, line, lesson, place, inside, modules, access])
    suite(check);
  check('no tab has reported an error', () => assert.deepEqual(complaints, []));
}
