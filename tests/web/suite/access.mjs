/** Barriers: axe checks every panel in light, dark, on a phone, in Chinese and in forced colours. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Tab, launch } from '../../support/browser.mjs';

const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const PANELS = ['try', 'lesson', 'place', 'inside', 'real', 'many'];

/** @param {object} rules of axe */
async function verify(tab, rules) {
  await tab.run("document.querySelector('#pause').click()");
  await tab.run(AXE);
  const found = [];
  for (const panel of PANELS) {
    await tab.run((name) => document.getElementById(`tab-${name}`)?.click(), panel);
    await tab.painted();
    found.push(
      ...(await tab.run(async (name, options) => {
        const { violations } = await axe.run(document, options);
        return violations.map(
          ({ id, nodes }) =>
            `${name}: ${id}: ${nodes
              .slice(0, 3)
              .map(({ html, failureSummary }) => `${html.slice(0, 120)} ${failureSummary.slice(0, 200)}`)
              .join(' | ')}`,
        );
      }, panel, { resultTypes: ['violations'], ...rules })),
    );
  }
  assert.deepEqual(found, []);
}

/*
 * Firefox takes the system's colours from its preferences, Chromium from the protocol. Colours change
 * contrast only; size and language change everything else.
 */
const CONTRAST = { runOnly: ['color-contrast'] };
const NAMES = { rules: { 'color-contrast': { enabled: false } } };
const MODES = {
  light: {
    prefs: { 'ui.systemUsesDarkTheme': 0 },
    media: [{ name: 'prefers-color-scheme', value: 'light' }],
  },
  dark: {
    prefs: { 'ui.systemUsesDarkTheme': 1 },
    media: [{ name: 'prefers-color-scheme', value: 'dark' }],
    rules: CONTRAST,
  },
  phone: {
    prefs: { 'ui.systemUsesDarkTheme': 0 },
    media: [{ name: 'prefers-color-scheme', value: 'light' }],
    width: 390,
    height: 844,
    phone: true,
    rules: NAMES,
  },
  'in Chinese': {
    prefs: { 'ui.systemUsesDarkTheme': 0 },
    media: [{ name: 'prefers-color-scheme', value: 'light' }],
    language: 'zh-CN',
    rules: NAMES,
  },
  'forced colours': {
    prefs: { 'browser.display.document_color_use': 2 },
    media: [{ name: 'forced-colors', value: 'active' }],
    rules: CONTRAST,
  },
};

async function openIn(kind, browser, { prefs, media, width, height, phone }) {
  const size = { width, height, phone };
  if (kind === 'firefox') {
    const own = await launch(kind, prefs);
    return [await Tab.open(own, size), () => own.close()];
  }
  const before = async (page) =>
    (await page.createCDPSession()).send('Emulation.setEmulatedMedia', { features: media });
  const tab = await Tab.open(browser, { ...size, before });
  return [tab, () => tab.close()];
}

export function access(check) {
  for (const [name, mode] of Object.entries(MODES))
    check.once(`axe finds no barrier in any panel: ${name}`, async ({ kind, browser }) => {
      const [tab, close] = await openIn(kind, browser, mode);
      try {
        if (name === 'forced colours')
          assert.ok(await tab.run("matchMedia('(forced-colors: active)').matches"));
        if (name === 'dark') assert.ok(await tab.run("matchMedia('(prefers-color-scheme: dark)').matches"));
        if (mode.language) await tab.choose('#language', mode.language);
        await verify(tab, mode.rules);
      } finally {
        if (mode.language) await tab.choose('#language', 'en');
        await close();
      }
    });

  check('every control has a name', async ({ tab }) => {
    const nameless = await tab.run(() =>
      [...document.querySelectorAll('button, select, textarea, input, canvas, [role="button"], [role="img"]')]
        .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length))
        .map((e) => e.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(nameless, []);
  });
}
