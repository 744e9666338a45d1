/** The languages of the page. */
import assert from 'node:assert/strict';
import { PANELS } from '../../support/browser.mjs';

/** A browser of a user who speaks this language and has not chosen another one. */
const speaks = (name) => (page) =>
  page.evaluateOnNewDocument((own) => {
    Object.defineProperty(navigator, 'language', { get: () => own });
    localStorage.removeItem('nqueens-language');
  }, name);

/** Texts and labels that have English words outside of names, commands and the terminal. */
const english = (tab) =>
  tab.run(() => {
    const names = /avr-libc|Arduino|Uno|MAX7219|HT16K33|README|LED|USB|CH340|Windows|macOS|Linux|WCH/g;
    const hasWords = (words) => /[A-Za-z]{3,}[ ,]+[A-Za-z]{3,}/.test(words.replaceAll(names, ''));
    const skipped = '[lang="en"], code, kbd, script, style, noscript, #language, #profile, .typed button';
    const isSkipped = (element) => element.closest(`${skipped}, .scene text`);
    const found = [];
    const { shadowRoot } = document.querySelector('avr-install-button');
    for (const element of [...document.body.querySelectorAll('*'), ...shadowRoot.querySelectorAll('*')]) {
      if (isSkipped(element)) continue;
      const own = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data);
      for (const words of [...own, element.getAttribute('aria-label') ?? '', element.title ?? ''])
        if (hasWords(words)) found.push(words.trim());
    }
    return found;
  });

export function language(check) {
  for (const [spoken, shown, title] of [
    ['zh-TW', 'zh-CN', 'Uno 上的 n 皇后'],
    ['de-DE', 'en', 'Queens on an Uno'],
  ])
    check.once(`a browser in ${spoken} gets a page in ${shown}`, async ({ open }) => {
      const tab = await open({ before: speaks(spoken) });
      await tab.printed(/^> /m);
      assert.equal(await tab.textOf('h1'), title);
      assert.equal(await tab.run('document.title'), title);
      assert.equal(await tab.run('document.documentElement.lang'), shown);
      await tab.close();
    });

  check.once('the switch changes the language of the whole page, and is remembered', async ({ open }) => {
    const tab = await open();
    await tab.printed(/^> /m);
    await tab.page.click('#plug');
    await tab.page.click('#plug');
    await tab.say('count 5');
    await tab.choose('#language', 'zh-CN');
    assert.equal(await tab.run('document.documentElement.lang'), 'zh-CN');
    for (const panel of PANELS) {
      await tab.panel(panel);
      await tab.painted();
      assert.deepEqual(await english(tab), [], panel);
    }
    assert.match(await tab.text(), /10 solutions, .*\nok/, 'the terminal stays as it is');
    await tab.page.reload();
    await tab.printed(/^> /m);
    assert.equal(await tab.textOf('h1'), 'Uno 上的 n 皇后');
    await tab.choose('#language', 'en');
    assert.equal(await tab.textOf('h1'), 'Queens on an Uno');
    await tab.page.reload();
    await tab.printed(/^> /m);
    assert.equal(await tab.run('document.documentElement.lang'), 'en');
    await tab.close();
  });
}
