/** Barriers: axe checks every panel in light, dark, on a phone and in forced colours. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { PANELS, Tab, launch } from '../../support/browser.mjs';

const AXE = readFileSync(new URL('../../../sim/node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/**
 * With rules of axe, each panel; with all rules, each in its page. What is around the panels is the same.
 */
async function verify(tab, rules) {
  const found = [];
  for (const panel of PANELS) {
    await tab.panel(panel);
    await tab.painted();
    found.push(
      ...(await tab.run(
        async (name, isAlone, options) => {
          const { violations } = await axe.run(isAlone ? `#${name}` : document, options);
          return violations.map(
            ({ id, nodes }) =>
              `${name}: ${id}: ${nodes
                .slice(0, 3)
                .map(({ html, failureSummary }) => `${html.slice(0, 120)} ${failureSummary.slice(0, 200)}`)
                .join(' | ')}`,
          );
        },
        panel,
        rules && panel !== PANELS[0],
        { resultTypes: ['violations'], ...rules },
      )),
    );
  }
  assert.deepEqual(found, []);
}

/*
 * Firefox takes the system's colours from its preferences, Chromium from the protocol. Colours change
 * contrast only; the size changes everything else.
 */
const CONTRAST = { runOnly: ['color-contrast'] };
const NAMES = { rules: { 'color-contrast': { enabled: false } } };
const LIGHT = {
  prefs: { 'ui.systemUsesDarkTheme': 0 },
  media: ['prefers-color-scheme', 'light'],
  paper: /^rgb\(2\d\d/,
};
const MODES = {
  light: LIGHT,
  dark: {
    prefs: { 'ui.systemUsesDarkTheme': 1 },
    media: ['prefers-color-scheme', 'dark'],
    rules: CONTRAST,
    paper: /^rgb\(\d\d,/,
  },
  'forced colours': {
    prefs: { 'browser.display.document_color_use': 2 },
    media: ['forced-colors', 'active'],
    rules: CONTRAST,
    is: '(forced-colors: active)',
  },
  phone: { ...LIGHT, size: { width: 390, height: 844, phone: true }, rules: NAMES },
};

/* A tab with axe, whose chip is paused. */
async function openPaused(browser, size) {
  const tab = await Tab.open(browser, size);
  await tab.run("document.querySelector('#pause').click()");
  await tab.run(AXE);
  return tab;
}

/* In Chromium, one tab has all modes but the phone. */
let desk = null;

async function openIn(kind, browser, { prefs, media: [name, value], size }) {
  if (kind === 'firefox') {
    const own = await launch(kind, prefs);
    return [await openPaused(own, size), () => own.close()];
  }
  const tab = size ? await openPaused(browser, size) : (desk ??= await openPaused(browser));
  const session = await tab.page.createCDPSession();
  await session.send('Emulation.setEmulatedMedia', { features: [{ name, value }] });
  await tab.page.bringToFront();
  return [tab, () => (size ? tab.close() : session.detach())];
}

export function access(check) {
  for (const [name, mode] of Object.entries(MODES))
    check.once(`axe finds no barrier, and colours follow the system: ${name}`, async ({ kind, browser }) => {
      const [tab, close] = await openIn(kind, browser, mode);
      try {
        if (mode.is) assert.ok(await tab.run((query) => matchMedia(query).matches, mode.is));
        const paper = await tab.run('getComputedStyle(document.documentElement).backgroundColor');
        if (mode.paper) assert.match(paper, mode.paper);
        await verify(tab, mode.rules);
      } finally {
        await close();
      }
    });
}
