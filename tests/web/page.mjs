#!/usr/bin/env -S node --test-reporter=tap
/** The browser page in a headless Chromium. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { PAGE, launch, skip } from '../cross/session/browser.mjs';

const SOLUTIONS = readFileSync('tests/vectors/solutions-8.txt', 'latin1').trim().split('\n');

let browser;
let page;
const complaints = [];

async function open(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const opened = await context.newPage();
  opened.on('pageerror', (error) => complaints.push(error.message));
  opened.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await opened.goto(PAGE);
  return opened;
}

/** All text of the terminal, a line of it a line. */
const terminalText = (on = page) =>
  on.evaluate(() => {
    const { active } = nqueens.terminal.buffer;
    return Array.from({ length: active.length }, (_, i) => active.getLine(i).translateToString(true)).join('\n');
  });

/** Waits until the terminal's text from `start` on has the pattern; gives that text. */
async function printed(pattern, start = 0, seconds = 15) {
  for (const deadline = Date.now() + seconds * 1000; ; await sleep(30)) {
    const text = (await terminalText()).slice(start);
    if (pattern.test(text)) return text;
    assert.ok(Date.now() < deadline, `no ${pattern} on the terminal, but: ${text.slice(-300)}`);
  }
}

/** Types a line at the terminal; what it printed since, up to the next prompt. */
async function say(line, seconds) {
  const start = (await terminalText()).trimEnd().length;
  await page.locator('#terminal textarea').focus();
  await page.keyboard.type(`${line}\n`);
  return printed(/^(ok|error: .*)\n>/m, start, seconds);
}

/** The drawn matrix, as the columns of its lit LEDs, a row a character; null unless each row has just one. */
const readMatrix = `(() => {
  const light = [...document.querySelectorAll('#leds > *')].map((led) => Number(getComputedStyle(led).opacity));
  const most = Math.max(...light);
  if (most < 0.1 || light.some((level) => level > 0.02 && level < most * 0.98)) return null;
  const rows = Array.from({ length: 8 }, (_, row) => light.slice(row * 8, row * 8 + 8));
  if (rows.some((row) => row.filter((level) => level > 0.1).length !== 1)) return null;
  return rows.map((row) => row.findIndex((level) => level > 0.1) + 1).join('');
})()`;

before(async () => {
  if (skip) return;
  browser = await launch();
  page = await open();
});
after(() => browser?.close());

test('the page runs within a second from disk', { skip }, async (t) => {
  let best = Infinity;
  for (let i = 0; i < 4 && best > 1000; i++) {
    const fresh = await open();
    const ready = await fresh.evaluate(() => new Promise((done) => {
      const look = () => (nqueens.bench.uno.cycles > 0 ? done(performance.now()) : requestAnimationFrame(look));
      look();
    }));
    best = Math.min(best, ready);
    await fresh.context().close();
  }
  t.diagnostic(`${best.toFixed(0)} ms`);
  assert.ok(best < 1000, `${best} ms`);
});

test('the firmware greets in the terminal', { skip }, async () => {
  await printed(/^nqueens \d+\.\d+\.\d+ \(ATmega328P, 16 MHz\)\n/);
});

test('real time is held', { skip }, async (t) => {
  const measure = () => page.evaluate(async () => {
    const { uno } = nqueens.bench;
    const frame = () => new Promise(requestAnimationFrame);
    const [start, cycles] = [await frame(), uno.cycles];
    let now = start;
    while (now < start + 1500) now = await frame();
    return (uno.cycles - cycles) / 16000 / (now - start);
  });
  let speed = 0;
  for (let i = 0; i < 6 && Math.abs(speed - 1) > 0.02; i++) speed = await measure();
  t.diagnostic(`${speed.toFixed(4)} of real time`);
  assert.ok(Math.abs(speed - 1) < 0.02, `${speed}`);
});

test('the matrix shows each of the 92 boards that the terminal prints', { skip }, async () => {
  await page.evaluate((read) => {
    const seen = (globalThis.seen = []);
    const look = () => {
      const picture = eval(read);
      if (picture && picture !== seen.at(-1)) seen.push(picture);
      requestAnimationFrame(look);
    };
    look();
  }, readMatrix);
  /* A busy machine may skip a frame of the screen, and with it a picture: then once more, at half the pace. */
  for (const pace of [60, 120, 240]) {
    await say(`pace ${pace}`);
    const lines = (await say('solve 8', 30)).match(/^[1-8]{8}$/gm);
    assert.deepEqual(lines, SOLUTIONS);
    const seen = await page.evaluate('seen.splice(0)');
    if (pace < 240 && seen.slice(-92).join() !== lines.join()) continue;
    assert.deepEqual(seen.slice(-92), lines);
    break;
  }
});

for (const [how, push] of [
  ['a click', () => page.locator('#push-key').click()],
  ['the space bar', async () => {
    await page.locator('#push-key').focus();
    await page.keyboard.press('Space');
  }],
])
  test(`the push button pauses and goes on by ${how}`, { skip }, async () => {
    const start = (await terminalText()).trimEnd().length;
    await page.locator('#examples button', { hasText: 'solve 8' }).click();
    await printed(/15863724\n/, start);
    await push();
    await sleep(150);
    const [text, picture] = [await terminalText(), await page.evaluate(readMatrix)];
    await sleep(400);
    assert.equal(await terminalText(), text);
    assert.equal(await page.evaluate(readMatrix), picture);
    await push();
    await printed(/./, text.trimEnd().length + 20);
    await page.locator('#live button', { hasText: 'Ctrl-C' }).click();
    await printed(/stopped: .*\nok\n>/, text.trimEnd().length);
  });

test('Pause stops the chip, Go on lets it run', { skip }, async () => {
  const button = page.locator('#pause');
  await button.click();
  const cycles = await page.evaluate('nqueens.bench.uno.cycles');
  await sleep(200);
  assert.equal(await page.evaluate('nqueens.bench.uno.cycles'), cycles);
  assert.equal(await button.getAttribute('aria-pressed'), 'true');
  await button.click();
  await sleep(200);
  assert.ok((await page.evaluate('nqueens.bench.uno.cycles')) > cycles);
});

test('full speed is faster than real time', { skip }, async () => {
  await page.locator('#speed').selectOption('Infinity');
  await sleep(600);
  const speed = await page.evaluate('nqueens.bench.figures().speed');
  await page.locator('#speed').selectOption('1');
  assert.ok(speed > 1.2, `${speed}`);
});

test('without power the matrix is dark, and afterwards the firmware starts anew', { skip }, async () => {
  await page.locator('#plug').click();
  await sleep(100);
  const light = await page.evaluate("[...document.querySelectorAll('#leds > *')].map((led) => Number(led.style.opacity))");
  assert.deepEqual(light.filter((level) => level > 0), []);
  const { length } = (await terminalText()).trimEnd();
  await page.locator('#plug').click();
  await printed(/nqueens \d+\.\d+\.\d+/, length);
});

test('settings that were saved outlive the plug and the page', { skip }, async () => {
  await say('bright 9');
  assert.match(await say('save'), /^ok$/m);
  await page.locator('#plug').click();
  await page.locator('#plug').click();
  assert.match(await say('settings'), /^bright 9$/m);
  await page.reload();
  assert.match(await say('settings'), /^bright 9$/m);
  await say('defaults');
  assert.match(await say('settings'), /^bright 4$/m);
});

test('the plug loses no count', { skip }, async (t) => {
  await page.locator('#speed').selectOption('Infinity');
  /* A count that takes at least 5 s of the chip's time: the first save comes after 2. */
  let [n, seconds, uncut] = [10, 0];
  for (; seconds < 5; n++) {
    const text = await say(`count ${n}`, 200);
    [, uncut, seconds] = text.match(/(\d+ solutions, \d+ queens placed), ([\d.]+) s, as known/);
  }
  n--;
  await page.evaluate(async (line) => {
    const { bench } = nqueens;
    bench.send(line);
    const enough = bench.uno.cycles + 2.5 * 16e6;
    while (bench.uno.cycles < enough) await new Promise(requestAnimationFrame);
    bench.speed = 0.1; /* the cut then comes in time, however slow this machine is */
  }, `count ${n}\r`);
  await page.locator('#plug').click();
  await page.evaluate('nqueens.bench.speed = Infinity');
  const { length } = (await terminalText()).trimEnd();
  await page.locator('#plug').click();
  const text = await printed(/as known/, length, 200);
  assert.match(text, new RegExp(`^count ${n} goes on: [1-9]`, 'm'));
  t.diagnostic(text.match(/^count .*$/m)[0]);
  assert.ok(text.includes(`${uncut}, `), `${uncut} without the cut, but: ${text}`);
  await page.locator('#speed').selectOption('1');
});

test('each example command is understood', { skip }, async () => {
  await page.locator('#speed').selectOption('4');
  for (const button of await page.locator('#examples button').all()) {
    const command = await button.textContent();
    const start = (await terminalText()).trimEnd().length;
    await button.click();
    await sleep(150);
    await page.locator('#live button', { hasText: 'Ctrl-C' }).click();
    const text = await printed(/^(ok|error: .*)\n>/m, start);
    assert.doesNotMatch(text, /error:/, command);
  }
  await page.locator('#speed').selectOption('1');
});

test('Tab leaves the terminal', { skip }, async () => {
  await page.locator('#terminal textarea').focus();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate("document.activeElement.closest('#terminal')"), null);
});

test('every control has a name', { skip }, async () => {
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('button, select, textarea, [role="button"], [role="img"]')]
      .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length))
      .map((e) => e.outerHTML.slice(0, 80)),
  );
  assert.deepEqual(nameless, []);
});

for (const width of [320, 390])
  test(`nothing is wider than a phone of ${width} pixels`, { skip }, async () => {
    const phone = await open({ viewport: { width, height: 740 }, hasTouch: true, isMobile: true });
    await sleep(300);
    const [content, window] = await phone.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    await phone.context().close();
    assert.equal(content, window);
    assert.equal(window, width);
  });

test('dark and light follow the system', { skip }, async () => {
  const lightness = async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    return page.evaluate(() => {
      const sum = (colour) => colour.match(/\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0);
      return sum(getComputedStyle(document.documentElement).backgroundColor) - sum(getComputedStyle(document.documentElement).color);
    });
  };
  assert.ok((await lightness('dark')) < -400);
  assert.ok((await lightness('light')) > 400);
});

test('the page complains of nothing', { skip }, () => assert.deepEqual(complaints, []));
