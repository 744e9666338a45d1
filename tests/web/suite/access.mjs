/** Barriers: axe checks every panel in light, dark, on a phone and in forced colours. */
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
}
