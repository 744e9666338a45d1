/** The simulated chip: its speed, power, button and memory; four of them that share a count. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { sleep } from '../../support/browser.mjs';

const SOLUTIONS = readFileSync('tests/vectors/solutions-8.txt', 'latin1').trim().split('\n');

/** The drawn matrix as the column of the lit LED of each row; null unless each row has exactly one. */
const READ_MATRIX = `(() => {
  const leds = [...document.querySelectorAll('#leds > *')];
  const light = leds.map((led) => Number(getComputedStyle(led).opacity));
  const most = Math.max(...light);
  if (most < 0.1 || light.some((level) => level > 0.02 && level < most * 0.98)) return null;
  const rows = Array.from({ length: 8 }, (_, row) => light.slice(row * 8, row * 8 + 8));
  if (rows.some((row) => row.filter((level) => level > 0.1).length !== 1)) return null;
  return rows.map((row) => row.findIndex((level) => level > 0.1) + 1).join('');
})()`;

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
  check('the firmware greets in the terminal', ({ tab }) =>
    tab.printed(/^nqueens \d+\.\d+\.\d+ \(ATmega328P, 16 MHz\)\n/),
  );

  /* A busy computer makes the chip slower than real time, never faster. */
  check.once('the chip runs, and not faster than real time', async ({ tab }, t) => {
    const speed = await tab.run(async () => {
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
    const cycles = await tab.run('nqueens.chip.cycles');
    await tab.until((before) => nqueens.chip.cycles > before + 16e6, cycles);
    await other.close();
    await show();
    await tab.page.bringToFront();
  });

  check.once('the matrix shows each board that the terminal prints', async ({ tab }) => {
    await tab.say('pace 10000');
    const start = (await tab.text()).length;
    await tab.input('solve 8\r');
    const boards = SOLUTIONS.slice(0, 12);
    for (const [i, board] of boards.entries()) {
      if (i > 0) await tab.input('.');
      await tab.until((read, wanted) => eval(read) === wanted, READ_MATRIX, board);
    }
    await tab.control('c');
    const text = await tab.printed(/^stopped: .*\nok\n>/m, start);
    assert.deepEqual(text.match(/^[1-8]{8}$/gm), boards);
    await tab.say('pace 500');
  });

  check('the push button pauses by a click, and resumes by the space bar', async ({ tab }) => {
    const start = (await tab.text()).length;
    await tab.press('#examples', 'solve 8');
    await tab.printed(/15863724\n/, start);
    await tab.page.click('#push-key');
    await tab.passes(0.2);
    const [text, picture] = [await tab.text(), await tab.run(READ_MATRIX)];
    await tab.passes(0.6);
    assert.equal(await tab.text(), text);
    assert.equal(await tab.run(READ_MATRIX), picture);
    await tab.run("document.querySelector('#push-key').focus()");
    await tab.page.keyboard.press(' ');
    await tab.printed(/./, text.length + 20);
    await tab.press('#live', 'Ctrl-C');
    await tab.printed(/stopped: .*\nok\n>/, text.length);
  });

  check.once('Pause stops the chip, and Resume lets it run', async ({ tab }) => {
    await tab.page.click('#pause');
    assert.equal(await tab.attribute('#pause', 'aria-pressed'), 'true');
    const cyclesLater = async () => {
      await sleep(200);
      return tab.run('nqueens.chip.cycles');
    };
    let cycles = await cyclesLater();
    for (let i = 0; i < 100; i++) {
      const before = cycles;
      cycles = await cyclesLater();
      if (cycles === before) break;
    }
    assert.equal(await cyclesLater(), cycles);
    await tab.page.click('#pause');
    await tab.passes(0.1);
  });

  check.once('at full speed a sleeping chip is ahead; the page draws while it counts', async ({ tab }) => {
    await tab.run('nqueens.simulatedLine.stop()');
    await tab.choose('#speed', 'Infinity');
    const [chipTime, start] = await tab.run('[nqueens.chip.cycles / 16e6, performance.now() / 1000]');
    await tab.until(
      (chip, now) => nqueens.chip.cycles / 16e6 - chip > performance.now() / 1000 - now + 1,
      chipTime,
      start,
    );
    /* An hour of the chip's time: the count runs until it is stopped. */
    await tab.run("void nqueens.simulatedLine.command('count 18')");
    const { length } = await tab.text();
    await tab.run(async () => {
      for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
    });
    await tab.press('#live', 'Ctrl-C');
    await tab.printed(/stopped: .*\nok\n>/, length);
    await tab.choose('#speed', '1');
  });

  check.once('at full speed, the chip is at most a second ahead of a page that is busy', async ({ tab }) => {
    await tab.choose('#speed', 'Infinity');
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
    await tab.choose('#speed', '1');
    assert.match(answer, /^solve 8: 1 solution, /);
  });

  check.once('pictures and text sent before the power is switched off are dropped', async ({ tab }) => {
    await tab.choose('#speed', 'Infinity');
    await tab.run("void nqueens.simulatedLine.command('solve 9')");
    for (let i = 0; i < 3; i++) {
      await sleep(100);
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
      await tab.page.click('#plug');
    }
    await tab.choose('#speed', '1');
  });

  check.once('without power the matrix is dark and the buttons are disabled', async ({ tab }) => {
    await tab.page.click('#plug');
    await tab.until(
      "[...document.querySelectorAll('#leds > *')].every((led) => !(Number(led.style.opacity) > 0))",
    );
    const active = ':is(#examples button, #live button, #pause, #reset):enabled';
    assert.equal(await tab.count(active), 0, 'a button that can do nothing is not disabled');
    const { length } = await tab.text();
    await tab.page.click('#plug');
    await tab.printed(/nqueens \d+\.\d+\.\d+/, length);
    assert.equal(await tab.count('#examples button:disabled, #live button:disabled'), 0);
  });

  check.once('saved settings survive a power cut and a reload of the page', async ({ tab }) => {
    await tab.say('bright 9');
    assert.match(await tab.say('save'), /^ok$/m);
    const { length } = await tab.text();
    await tab.page.click('#plug');
    await tab.page.click('#plug');
    await tab.printed(/nqueens [^]*\n> /, length);
    assert.match(await tab.say('settings'), /^bright 9$/m);
    await tab.page.reload();
    await tab.printed(/^> /m);
    assert.match(await tab.say('settings'), /^bright 9$/m);
    await tab.say('defaults');
    assert.match(await tab.say('settings'), /^bright 4$/m);
  });

  check.once('each example command is understood', async ({ tab }) => {
    const commands = await tab.each('#examples code');
    assert.ok(commands.length >= 12);
    for (const command of commands) {
      const start = (await tab.text()).length;
      await tab.press('#examples', command);
      /* Ctrl-C would drop a line that the firmware has not begun. */
      await tab.printed(new RegExp(command.replaceAll('.', '\\.')), start);
      await tab.until((line) => {
        const { active } = nqueens.terminal.buffer;
        const row = active.getLine(active.baseY + active.cursorY);
        return !row.translateToString(true).endsWith(line);
      }, command);
      await tab.press('#live', 'Ctrl-C');
      const text = await tab.printed(/^(ok|error: .*)\n>/m, start);
      assert.doesNotMatch(text, /error:/, command);
    }
  });

  check.once('four Unos count one n in 32 parts, and unplugging one loses none', async ({ tab }) => {
    await tab.page.click('#pause');
    await tab.page.click('#tab-many');
    await tab.choose('#many-size', '12');
    await tab.page.click('#many-start');
    await tab.until("document.querySelectorAll('.parts .counted').length >= 3");
    assert.match(await tab.textOf('.many-status'), /^\d+ of 32 parts: \d+ solutions so far$/);
    await tab.press('.unos li:nth-child(2)', 'Unplug');
    await tab.until("/no power/.test(document.querySelector('.unos li:nth-child(2)').textContent)");
    await tab.until("document.querySelectorAll('.parts .counted').length >= 12");
    await tab.press('.unos li:nth-child(2)', 'Plug in');
    await tab.until("/^\\d+ solutions for/.test(document.querySelector('.many-status').textContent)");
    assert.match(await tab.textOf('.many-status'), /^14200 solutions for n = 12, as known, in /);
    const counted = (await tab.each('.unos p')).map((words) => Number(words.match(/(\d+) counted/)[1]));
    assert.equal(counted.reduce((a, b) => a + b, 0), 32, counted.join());
    assert.ok(!counted.includes(0), counted.join());
    await tab.page.click('#tab-try');
    await tab.page.click('#pause');
  });
}
