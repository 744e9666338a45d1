/** The simulated chip: its speed, power and button; the view of its memory; four of them share a count. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { sleep } from '../../support/browser.mjs';

const SOLUTIONS = readFileSync('tests/vectors/solutions-8.txt', 'latin1').trim().split('\n');

/** The lit LEDs as [row, column], as they are drawn. */
export const LIT = `(() => {
  const leds = [...document.querySelectorAll('#leds > *')];
  const sorted = (axis) =>
    [...new Set(leds.map((led) => +led.getAttribute(axis)))].sort((a, b) => a - b).map(String);
  const [rows, columns] = [sorted('y'), sorted('x')];
  return leds
    .filter((led) => getComputedStyle(led).opacity > 0.05)
    .map((led) => [rows.indexOf(led.getAttribute('y')) + 1, columns.indexOf(led.getAttribute('x')) + 1])
    .sort(([a], [b]) => a - b);
})()`;

const STOPPED = /stopped: .*\nok\n>/;

/** Ends the job by the button of Ctrl-C. */
const stop = (tab) => tab.after(() => tab.press('#live', 'Ctrl-C'), STOPPED);

/*
 * Waits until a tab is hidden by another one. Chromium's headless shell hides none; there the window is
 * minimized.
 * @returns a function that shows the tab again.
 */
async function hide(kind, tab) {
  const hidden = "document.visibilityState === 'hidden'";
  if (kind === 'chrome') await sleep(500);
  if (kind === 'firefox' || (await tab.run(hidden))) return tab.until(hidden).then(() => () => {});
  const session = await tab.page.createCDPSession();
  const { windowId } = await session.send('Browser.getWindowForTarget');
  const set = (windowState) => session.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
  await set('minimized');
  await tab.until(hidden);
  return () => set('normal');
}

export function chip(check) {
  /* A busy computer makes the chip slower than real time, never faster. */
  check.once('the chip runs, and not faster than real time', async ({ tab }, t) => {
    const speed = await tab.run(async () => {
      await new Promise(requestIdleCallback); /* older reports of the chip wait no more */
      const [cycles, start] = [nqueens.chip.cycles, performance.now()];
      while (nqueens.chip.cycles < cycles + 4 * 16e6) await new Promise((done) => setTimeout(done, 50));
      return (nqueens.chip.cycles - cycles) / 16e3 / (performance.now() - start);
    });
    t.diagnostic(`${speed.toFixed(4)} of real time`);
    assert.ok(speed < 1.25, `${speed}`); /* the page may be stopped for a second before it measures */
  });

  check('the chip runs on while the page is hidden', async ({ kind, browser, tab }) => {
    const other = await browser.newPage();
    await other.bringToFront();
    const show = await hide(kind, tab);
    await tab.passes(1);
    await other.close();
    await show();
    await tab.page.bringToFront();
  });

  check.once('the matrix shows each board that the terminal prints', async ({ tab }) => {
    await tab.say('pace 10000');
    const boards = SOLUTIONS.slice(0, 12);
    const text = await tab.after(async () => {
      await tab.input('solve 8\r');
      for (const [i, board] of boards.entries()) {
        if (i > 0) await tab.input('.');
        await tab.until(`${LIT}.map(([, column]) => column).join('') === '${board}'`);
      }
      await tab.control('c');
    }, STOPPED);
    assert.deepEqual(text.match(/^[1-8]{8}$/gm), boards);
    await tab.say('pace 500');
  });

  check('the push button pauses by a click, and resumes by the space bar', async ({ tab }) => {
    await tab.after(() => tab.press('#examples', 'solve 8'), /15863724\n/);
    await tab.page.click('#push-key');
    await tab.passes(0.2);
    const [text, picture] = [await tab.text(), await tab.run(LIT)];
    await tab.passes(0.6);
    assert.equal(await tab.text(), text);
    assert.deepEqual(await tab.run(LIT), picture);
    await tab.run("document.querySelector('#push-key').focus()");
    await tab.page.keyboard.press(' ');
    await tab.printed(/./, text.length + 20);
    await stop(tab);
  });

  check.once('Pause stops the chip until it is pressed again', async ({ tab }) => {
    await tab.page.click('#pause');
    assert.equal(await tab.get('#pause', 'aria-pressed'), 'true');
    await tab.until(async () => {
      const { cycles } = nqueens.chip;
      await new Promise((done) => setTimeout(done, 200));
      return nqueens.chip.cycles === cycles;
    });
    await tab.page.click('#pause');
    await tab.passes(0.1);
  });

  check.once('at full speed a sleeping chip is ahead; the page draws while it counts', async ({ tab }) => {
    await tab.run('nqueens.simulatedLine.stop()');
    await tab.page.select('#speed', 'Infinity');
    const lead = 'nqueens.chip.cycles / 16e6 - performance.now() / 1000';
    await tab.until(`${lead} > ${await tab.run(lead)} + 1`);
    /* An hour of the chip's time: the count runs until it is stopped. */
    await tab.run("void nqueens.simulatedLine.command('count 18')");
    await tab.run(async () => {
      for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
    });
    await stop(tab);
    await tab.page.select('#speed', '1');
  });

  check.once('at full speed, the chip is at most a second ahead of a page that is busy', async ({ tab }) => {
    await tab.page.select('#speed', 'Infinity');
    const answer = await tab.run(async () => {
      const { simulatedLine: own } = nqueens;
      await own.command('pace 10000');
      const found = new Promise((done) => (own.onLine = (line) => line === '15863724' && done()));
      own.command('solve 8');
      await found;
      const start = performance.now();
      while (performance.now() < start + 500); /* half a minute for a sleeping chip that does not wait */
      own.type('?');
      const status = await new Promise((done) => (own.onLine = done));
      own.onLine = () => {};
      await own.stop();
      await own.command('pace 500');
      return status;
    });
    await tab.page.select('#speed', '1');
    assert.match(answer, /^solve 8: 1 solution, /);
  });

  const dark = 'without power the matrix is dark, nothing arrives, buttons are grey, what was saved stays';
  check.once(dark, async ({ tab }) => {
    await tab.page.select('#speed', 'Infinity');
    await tab.run("void nqueens.simulatedLine.command('solve 9')");
    await tab.say('bright 9');
    await tab.say('save');
    const late = await tab.run(async () => {
      const { chip } = nqueens;
      const { onBytes } = chip;
      let bytes = 0;
      document.querySelector('#plug').click();
      chip.onBytes = ({ length }) => (bytes += length);
      await new Promise((done) => setTimeout(done, 150));
      chip.onBytes = onBytes;
      return bytes + chip.levels.filter((level) => level > 0).length;
    });
    assert.equal(late, 0);
    await tab.until("[...document.querySelectorAll('#leds > *')].every((led) => !(+led.style.opacity > 0))");
    const buttons = ':is(#examples button, #live button, #pause, #reset)';
    assert.equal(await tab.count(`${buttons}:enabled`), 0, 'a button that can do nothing is not disabled');
    await tab.page.select('#speed', '1');
    await tab.after(async () => {
      await tab.page.click('#cable', { button: 'right' });
      assert.equal(await tab.count('.unplugged'), 1, 'that opens a menu');
      const click = "new MouseEvent('click', { bubbles: true })"; /* by a screen reader, without a pointer */
      await tab.run(`document.querySelector('#cable').dispatchEvent(${click})`);
    }, /nqueens \d+\.\d+\.\d+[^]*\n>/);
    assert.equal(await tab.count(`${buttons}:disabled`), 0);
    await tab.run("nqueens.simulatedLine.command('count 5')"); /* its answer, not that of the lost job */
    assert.match(await tab.say('settings'), /^bright 9$/m);
    await tab.say('defaults');
  });

  check.once('what may not be stored lasts as long as the page', async ({ open }) => {
    const refuse = () => Object.defineProperty(globalThis, 'localStorage', { get: () => null.allowed });
    const tab = await open({ before: (page) => page.evaluateOnNewDocument(refuse) });
    await tab.printed(/^> /m);
    await tab.page.select('#language', 'zh-CN');
    assert.equal(await tab.get('html', 'lang'), 'zh-CN');
    await tab.say('save');
    assert.match(await tab.say('settings'), /^auto on$/m);
    await tab.close();
  });

  check.once('each example command is understood', async ({ tab }) => {
    const commands = await tab.each('#examples code');
    assert.ok(commands.length >= 12);
    for (const command of commands) {
      const text = await tab.after(async () => {
        await tab.after(() => tab.press('#examples', command), new RegExp(command.replaceAll('.', '\\.')));
        await tab.passes(0.1); /* Ctrl-C would drop a line that the firmware has not begun */
        await tab.press('#live', 'Ctrl-C');
      }, /^(ok|error: .*)\n>/m);
      assert.doesNotMatch(text, /error:/, command);
    }
  });

  check.once('four Unos count one n in 32 parts, and unplugging one loses none', async ({ tab }) => {
    const second = '.unos li:nth-child(2)';
    const counted = (count) =>
      tab.until((least) => document.querySelectorAll('.parts .counted').length >= least, count);
    await tab.page.click('#pause');
    await tab.page.click('#tab-many');
    await tab.page.select('#many-size', '12');
    await tab.page.click('#many-start');
    await counted(3);
    assert.match(await tab.get('.many-status'), /^\d+ of 32 parts: \d+ solutions so far$/);
    await tab.press(second, 'Unplug');
    await tab.until((uno) => document.querySelector(uno).textContent.includes('no power'), second);
    await counted(12);
    await tab.press(second, 'Plug in');
    await counted(32);
    assert.match(await tab.get('.many-status'), /^14200 solutions for n = 12, as known, in /);
    const parts = (await tab.each('.unos p')).map((words) => Number(words.match(/(\d+) counted/)[1]));
    assert.equal(parts.reduce((a, b) => a + b, 0), 32, parts.join());
    assert.ok(!parts.includes(0), parts.join());
    await tab.page.click('#tab-try');
    await tab.page.click('#pause');
  });
}

/* ---- the view of the memory: it agrees with what the firmware reports ---- */

const rowsOf = (tab, body) =>
  tab.run(
    (id) =>
      [...document.getElementById(id).rows].map(({ cells }) => [...cells].map((cell) => cell.textContent)),
    body,
  );

/** Points at an address of the RAM with the mouse, and reads the page's description. */
async function pointAt(tab, address) {
  const { x, y, width, height } = await tab.run(() => {
    const canvas = document.querySelector('#ram');
    canvas.scrollIntoView({ block: 'center' });
    return canvas.getBoundingClientRect().toJSON();
  });
  const i = address - 0x100;
  const middle = (index, count, size) => (index + 0.5) * (size / count);
  await tab.page.mouse.move(x + middle(i % 64, 64, width), y + middle(Math.floor(i / 64), 32, height));
  return tab.get('#ram-where');
}

export function inside(check) {
  check.once('the registers of the MAX7219 are those of the picture that is shown', async ({ tab }) => {
    await tab.run('nqueens.simulatedLine.stop()');
    await tab.page.click('#tab-inside');
    await tab.say('bright 9');
    await tab.say('check 15863724');
    await tab.until("/ row 1: 1, row 2: 5, row 3: 8,/.test(document.querySelector('#leds').ariaLabel)");
    const digits = "[...document.querySelectorAll('#registers td:nth-child(3)')].slice(0, 8)";
    const wanted = '0x80 0x08 0x01 0x04 0x20 0x02 0x40 0x10';
    await tab.until(`${digits}.map(({ textContent }) => textContent).join(' ') === '${wanted}'`);
    const rows = await rowsOf(tab, 'registers');
    assert.equal(rows.length, 13);
    const named = Object.fromEntries(rows.map(([, name, value, meaning]) => [name, `${value} ${meaning}`]));
    assert.equal(named.Intensity, '0x09 9: lit 19/32 of the time');
    assert.equal(named['Scan limit'], '0x07 rows 1 to 8');
    assert.equal(named.Shutdown, '0x01 in operation');
    await tab.say('bright 4');
  });

  check.once('each byte of the RAM has the name that the ELF gives it, and its value', async ({ tab }) => {
    await tab.page.click('#tab-inside');
    const symbols = execFileSync('avr-nm', ['-S', 'build/uno/nqueens.elf'], { encoding: 'latin1' });
    const [, address] = symbols.match(/^008(\w{5}) \w+ [bBdD] settings$/m);
    const read = async (bright) => {
      await tab.say(`bright ${bright}`);
      await tab.passes(0.6);
      const values = [];
      for (let i = 0; i < 7; i++) {
        const text = await pointAt(tab, parseInt(address, 16) + i);
        assert.match(text, new RegExp(`: settings\\[${i}\\] of storage, 0x\\w\\w$`));
        values.push(text.slice(-2));
      }
      return values;
    };
    const [before, after] = [await read(9), await read(4)];
    const changed = before.map((value, i) => [value, after[i]]).filter(([a, b]) => a !== b);
    assert.deepEqual(changed, [['09', '04']]);
    assert.match(await pointAt(tab, 0x500), /never used/);
    assert.match(await pointAt(tab, 0x8ff), /stack/);
  });

  check.once('the map has as many bytes of each colour as the firmware reports', async ({ tab }) => {
    await tab.panel('inside');
    const info = await tab.say('info');
    const [, variables] = info.match(/static RAM: (\d+) bytes/);
    const [, deepest] = info.match(/deepest stack: (\d+) bytes/);
    await tab.passes(0.6);
    const legend = (await rowsOf(tab, 'ram-legend')).map(([name, , bytes]) => [name, Number(bytes)]);
    const { stack, total, ...rooms } = Object.fromEntries(legend);
    const sum = Object.values(rooms).reduce((a, b) => a + b, 0);
    assert.equal(sum, Number(variables));
    assert.equal(total, sum + stack);
    const seen = `${stack} on the map, ${deepest} reported before the answer was printed`;
    assert.ok(Math.abs(stack - deepest) <= 8, seen);
    assert.ok(total <= 256, `${total}`);
    assert.ok(Object.keys(rooms).length >= 5, 'nearly everything belongs to one owner');
    const free = await tab.run(() => {
      const canvas = document.querySelector('#ram');
      const context = canvas.getContext('2d');
      const scale = canvas.width / 64;
      const colours = Array.from({ length: 2048 }, (_, i) =>
        context.getImageData((i % 64) * scale + 1, Math.floor(i / 64) * scale + 1, 1, 1).data.join(),
      );
      return colours.filter((colour) => colour === colours[1024]).length;
    });
    assert.equal(free, 2048 - total);
  });

  const profile = 'the profile shows the count while it runs, and sleep while the chip is idle';
  check.once(profile, async ({ tab }) => {
    await tab.panel('inside');
    const shares = async () =>
      (await rowsOf(tab, 'profile')).map(([name, room, , share]) => [name, room, parseFloat(share)]);
    const sum = (rows) => rows.reduce((all, [, , share]) => all + share, 0);
    const counted = (rows) => sum(rows.filter(([, room]) => room === 'count'));
    await tab.until("document.querySelector('#profile tr th').textContent === 'asleep'");
    await tab.passes(1.5);
    const [[name, , share]] = await shares();
    assert.ok(name === 'asleep' && share > 90, `${name} ${share}`);
    await tab.run("void nqueens.simulatedLine.command('count 14')");
    let busy = [];
    for (let looks = 0; counted(busy) < 80 && looks < 15; looks++) {
      await tab.passes(0.25);
      busy = await shares();
    }
    await tab.run('nqueens.simulatedLine.stop()');
    assert.ok(counted(busy) > 80, busy.join(' | '));
    assert.ok(sum(busy) > 90 && sum(busy) < 100.6, `${sum(busy)} % in the ten rows`);
  });
}
