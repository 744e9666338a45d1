/** Barriers: axe checks every panel in light, dark, on a phone and in forced colours; the languages. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { PANELS, Tab } from '../../support/browser.mjs';

const AXE = readFileSync(new URL('../../../sim/node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/**
 * With rules of axe, each panel; with all rules, each in its page. What is around the panels is the same.
 */
async function verify(tab, rules) {
  const found = [];
  for (const panel of PANELS) {
    await tab.panel(panel);
    await tab.painted();
    const part = rules && panel !== PANELS[0] ? `#${panel}` : null;
    const options = { resultTypes: ['violations'], ...rules };
    const violations = await tab.run(
      async (...what) => (await axe.run(what[0] ?? document, what[1])).violations,
      part,
      options,
    );
    for (const { id, nodes } of violations)
      found.push(...nodes.slice(0, 3).map(({ html, failureSummary }) => [panel, id, html, failureSummary]));
  }
  assert.deepEqual(found, []);
}

/* Colours change contrast only; the size changes everything else. */
const CONTRAST = { runOnly: ['color-contrast'] };
const NAMES = { rules: { 'color-contrast': { enabled: false } } };
const LIGHT = { media: ['prefers-color-scheme', 'light'], paper: /^rgb\(2\d\d/ };
const MODES = {
  light: LIGHT,
  dark: { media: ['prefers-color-scheme', 'dark'], rules: CONTRAST, paper: /^rgb\(\d\d,/ },
  'forced colours': { media: ['forced-colors', 'active'], rules: CONTRAST },
  phone: { ...LIGHT, size: { width: 390, height: 844, phone: true }, rules: NAMES },
};

/** A tab with axe, whose chip is paused. What axe loads in vain is no complaint about the page. */
async function openPaused(browser, size) {
  const tab = await Tab.open(browser, size);
  await tab.run("document.querySelector('#pause').click()");
  await tab.run(AXE);
  return tab;
}

/* ---- languages ---- */

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
      for (const words of [...own, element.getAttribute('aria-label') ?? ''])
        if (hasWords(words)) found.push(words.trim());
    }
    return found;
  });

export function access(check) {
  let desk; /* a tab for all modes but the phone */
  for (const [mode, { media, size, rules, paper = /^rgb/ }] of Object.entries(MODES))
    check.once(`axe finds no barrier, and colours follow the system: ${mode}`, async ({ browser }) => {
      const tab = size ? await openPaused(browser, size) : (desk ??= await openPaused(browser));
      const [name, value] = media;
      await tab.page.bringToFront();
      const session = await tab.page.createCDPSession();
      await session.send('Emulation.setEmulatedMedia', { features: [{ name, value }] });
      assert.ok(await tab.run((query) => matchMedia(query).matches, `(${name}: ${value})`));
      assert.match(await tab.run('getComputedStyle(document.documentElement).backgroundColor'), paper);
      await verify(tab, rules);
      await session.detach();
    });

  for (const [spoken, shown, title] of [
    ['zh-TW', 'zh-CN', 'Uno 上的 n 皇后'],
    ['de-DE', 'en', 'Queens on an Uno'],
  ])
    check.once(`a browser in ${spoken} gets a page in ${shown}`, async ({ open }) => {
      const tab = await open({ before: speaks(spoken) });
      await tab.printed(/^> /m);
      assert.equal(await tab.get('h1'), title);
      assert.equal(await tab.run('document.title'), title);
      assert.equal(await tab.get('html', 'lang'), shown);
      await tab.close();
    });

  check.once('the switch changes the language of the whole page, and is remembered', async ({ open }) => {
    const tab = await open();
    await tab.printed(/^> /m);
    await tab.page.click('#plug');
    await tab.page.click('#plug');
    await tab.say('count 5');
    await tab.page.select('#language', 'zh-CN');
    assert.equal(await tab.get('html', 'lang'), 'zh-CN');
    assert.equal(await tab.get('#terminal textarea', 'aria-label'), '串口终端。输入命令，再按回车键。');
    for (const panel of PANELS) {
      await tab.panel(panel);
      await tab.painted();
      assert.deepEqual(await english(tab), [], panel);
    }
    assert.match(await tab.text(), /10 solutions, .*\nok/, 'the terminal stays as it is');
    await tab.page.reload();
    await tab.printed(/^> /m);
    assert.equal(await tab.get('h1'), 'Uno 上的 n 皇后');
    await tab.page.select('#language', 'en');
    assert.equal(await tab.get('h1'), 'Queens on an Uno');
    await tab.page.reload();
    await tab.printed(/^> /m);
    assert.equal(await tab.get('html', 'lang'), 'en');
    await tab.close();
  });
}
