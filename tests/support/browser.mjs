/** Chromium and Firefox without a window, where they are, and the built page in them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer from '../../sim/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js';

const NAMES = {
  chrome: 'chromium chromium-headless-shell chromium-browser google-chrome google-chrome-stable'.split(' '),
  firefox: ['firefox-esr', 'firefox'],
};
const FLAGS = (
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync'
).split(' ');

export const FOLDER = resolve(process.env.NQUEENS_PAGE ?? 'build/web');
export const PAGE = `file://${FOLDER}/index.html`;
export const PANELS = ['try', 'lesson', 'place', 'inside', 'real', 'many'];
export { sleep };
const POLL = 50; /* ms between two queries of the page, which take most of the processor's time */

const TYPES = { html: 'text/html', css: 'text/css', js: 'text/javascript', json: 'application/json' };

/* The page may load what is in its folder. */
const POLICY = "default-src 'self' data: blob: 'unsafe-inline'; connect-src 'self' data:";

/**
 * Serves the page's folder, some files with another text: its address, the paths that were asked for, and a
 * function that ends it.
 */
export async function servePage(texts = {}) {
  const asked = [];
  const host = createServer(({ url }, answer) => {
    asked.push(url);
    answer.setHeader('Content-Security-Policy', POLICY);
    answer.setHeader('Content-Type', TYPES[url.split('.').at(-1)] ?? 'text/plain');
    answer.end(texts[url] ?? (existsSync(FOLDER + url) ? readFileSync(FOLDER + url) : ''));
  }).listen(0, '127.0.0.1');
  host.unref();
  await once(host, 'listening');
  return { url: `http://127.0.0.1:${host.address().port}/index.html`, asked, close: () => host.close() };
}

/* Ubuntu's firefox and chromium-browser are scripts that want a snap. */
const isSnap = (path) =>
  path.startsWith('/usr/bin/') && ['/usr/bin/snap', path.replace('/usr/', '/snap/')].every(existsSync);
const isProgram = (path) => existsSync(path) && !isSnap(path);
const find = (names) =>
  names.flatMap((name) => process.env.PATH.split(':').map((folder) => `${folder}/${name}`)).find(isProgram);
const programs = Object.fromEntries(Object.entries(NAMES).map(([kind, names]) => [kind, find(names)]));

/** For node:test: false, or why tests in that browser are left out. */
export const skip = (kind) => (programs[kind] ? false : `no ${NAMES[kind][0]} here`);

/** Where the browsers save what the page lets a user save. */
export const DOWNLOADS = mkdtempSync(join(tmpdir(), 'nqueens-'));
process.on('exit', () => rmSync(DOWNLOADS, { recursive: true, force: true }));

/* Pictures cost more than the rest of the page: Firefox draws 20 per second. */
const PREFERENCES = {
  'layout.frame_rate': 20,
  'dom.ipc.processPrelaunch.enabled': false,
  'browser.download.dir': DOWNLOADS,
  'browser.download.folderList': 2,
};

/* ms: keeps a test from hanging, and is no measure of this computer's speed. */
const HANG = 600_000;

/** @param {'chrome'|'firefox'} kind */
export const launch = (kind) =>
  puppeteer.launch({
    browser: kind,
    executablePath: programs[kind],
    headless: true,
    args: kind === 'chrome' ? FLAGS : [],
    extraPrefsFirefox: PREFERENCES,
    defaultViewport: null,
    timeout: HANG,
    protocolTimeout: HANG,
    downloadBehavior: kind === 'chrome' ? { policy: 'allow', downloadPath: DOWNLOADS } : undefined,
  });

/* Firefox before 144 sizes a page, but knows of no orientation. */
const UNKNOWN = /unknown command emulation.setScreenOrientationOverride/;

/** A tab with the page in it. */
export class Tab {
  /** Addresses that were asked for. */
  requests = [];

  /** `complaints` gets the errors of scripts and of the console. */
  static async open(browser, options = {}) {
    const { width = 1280, height = 800, phone = false, before, hash = '', url = PAGE, scheme } = options;
    const tab = new Tab();
    tab.complaints = options.complaints ?? [];
    tab.page = await browser.newPage();
    tab.page.setDefaultTimeout(HANG);
    tab.page.on('pageerror', (error) => tab.complaints.push(error.message));
    tab.page.on('console', (message) => message.type() === 'error' && tab.complaints.push(message.text()));
    tab.page.on('request', (request) => tab.requests.push(request.url()));
    tab.isTouched = phone && (await browser.version()).startsWith('Chrome');
    await tab.resize(width, height);
    if (scheme) await tab.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    if (before) await before(tab.page);
    await tab.page.goto(url + hash);
    await tab.page.bringToFront();
    return tab;
  }

  /** Gives the page another size. A phone stays a phone. */
  resize(width, height) {
    const { isTouched } = this;
    return this.page
      .setViewport({ width, height, isMobile: isTouched, hasTouch: isTouched })
      .catch((error) => assert.match(error.message, UNKNOWN));
  }

  run(script, ...values) {
    return this.page.evaluate(script, ...values);
  }

  close() {
    return this.page.close();
  }

  /** All text of the terminal, as the page saves it. */
  text() {
    return this.run('nqueens.shown().trimEnd()');
  }

  /** Waits until a script gives something true, and gives that. */
  async until(script, ...values) {
    for (const deadline = Date.now() + HANG; ; await sleep(POLL)) {
      const value = await this.run(script, ...values);
      if (value) return value;
      assert.ok(Date.now() < deadline, `in vain: ${script} ${values}`);
    }
  }

  /** Waits until the chip has run for so many seconds of its own time. */
  async passes(seconds) {
    const start = await this.run('nqueens.chip.cycles');
    await this.until((end) => nqueens.chip.cycles >= end, start + seconds * 16e6);
  }

  /** Waits until what was changed is drawn, and transitions have ended. */
  painted() {
    return this.run(async () => {
      const frame = () => new Promise(requestAnimationFrame);
      await frame();
      const isEnding = (animation) => animation.effect.getComputedTiming().endTime < Infinity;
      const endings = document.getAnimations().filter(isEnding);
      await Promise.all(endings.map(({ finished }) => finished.catch(() => {})));
      await frame();
    });
  }

  /** Waits until the terminal's text from `start` on has the pattern; gives that text. */
  async printed(pattern, start = 0) {
    for (const deadline = Date.now() + HANG; ; await sleep(POLL)) {
      const text = (await this.text()).slice(start);
      if (pattern.test(text)) return text;
      assert.ok(Date.now() < deadline, `no ${pattern} on the terminal, but: ${text.slice(-300)}`);
    }
  }

  /** Does something, and waits until the terminal has printed the pattern since; gives what it printed. */
  async after(act, pattern) {
    const { length } = await this.text();
    await act();
    return this.printed(pattern, length);
  }

  /** Characters as the terminal gets them from the keyboard, whose events cost 10 ms of a processor each. */
  input(characters) {
    return this.run((text) => nqueens.terminal.input(text), characters);
  }

  /** Types a line at the terminal; what it printed since, up to the next prompt. */
  say(line) {
    return this.after(() => this.input(`${line}\r`), /^(ok|error: .*)\n>/m);
  }

  /** Ctrl with a letter, in an element. */
  async control(letter, selector = '#terminal textarea') {
    await this.page.focus(selector);
    await this.page.keyboard.down('Control');
    await this.page.keyboard.press(letter);
    await this.page.keyboard.up('Control');
  }

  /** The button in a container that has this text. */
  async button(container, text) {
    const buttons = await this.page.$$(`${container} button`);
    const at = (await this.each(`${container} button`)).findIndex((words) => words.includes(text));
    assert.ok(at >= 0, `no button "${text}" in ${container}`);
    return buttons[at];
  }

  async press(container, text) {
    await (await this.button(container, text)).click();
  }

  /** Shows a panel. */
  panel(name) {
    return this.run((own) => document.getElementById(`tab-${own}`).click(), name);
  }

  count(selector) {
    return this.run((what) => document.querySelectorAll(what).length, selector);
  }

  /** A property or attribute of each of these elements; without a name, their text. */
  each(selector, name = 'textContent') {
    return this.run(
      (what, own) =>
        [...document.querySelectorAll(what)].map((e) =>
          own in e && typeof e[own] !== 'object' ? e[own] : e.getAttribute(own),
        ),
      selector,
      name,
    );
  }

  /** The same of the first one. */
  async get(selector, name) {
    return (await this.each(selector, name))[0];
  }
}
