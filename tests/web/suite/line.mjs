/** The terminal: typing, paste and copy, the live region, and the toolbars. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { DOWNLOADS, sleep } from '../../support/browser.mjs';

/** Pastes as Ctrl+V does. The clipboard needs a window, so the event is created here. */
const paste = (tab, text) =>
  tab.run((words) => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'clipboardData', { value: { getData: () => words } });
    document.querySelector('#terminal textarea').dispatchEvent(event);
  }, text);

export function line(check) {
  check('Ctrl+V is left to the browser, and the pasted text is typed', async ({ tab }) => {
    await tab.run(() => {
      globalThis.left = null;
      addEventListener(
        'keydown',
        (event) => event.key === 'v' && (globalThis.left ??= !event.defaultPrevented),
      );
    });
    await tab.control('v');
    assert.equal(await tab.run('globalThis.left'), true);
    await tab.control('c');
    const start = (await tab.text()).length;
    await paste(tab, 'solve 4');
    await tab.printed(/solve 4$/, start);
    await tab.page.keyboard.press('Enter');
    await tab.printed(/2 solutions, .*\nok\n>/, start);
  });

  check.once('thirty pasted lines give thirty answers, each before the next is typed', async ({ tab }) => {
    const start = (await tab.text()).length;
    await paste(tab, 'count 7\n'.repeat(30));
    await tab.printed(
      /(count 7\n40 solutions, [^>]*\nok\n> ){29}count 7\n40 solutions, .*\nok\n>/,
      start,
    );
    const text = (await tab.text()).slice(start);
    assert.equal(text.match(/^40 solutions,/gm).length, 30);
    assert.doesNotMatch(text, /stopped|error/);
  });

  check.once('Ctrl-C discards pasted lines that wait', async ({ tab }) => {
    const start = (await tab.text()).length;
    await paste(tab, 'solve 9\ncount 5\ncount 6\n');
    await tab.printed(/solve 9\n[1-9]{9}\n/, start);
    assert.match(await tab.textOf('#notice'), /2 lines wait/);
    await tab.control('c');
    await tab.printed(/stopped: .*\nok\n>/, start);
    await tab.passes(0.2);
    assert.doesNotMatch((await tab.text()).slice(start), /count/);
    assert.match(await tab.textOf('#notice'), /2 pasted lines were discarded/);
  });

  check.once('a pasted setting does not wait for the job that was typed before it', async ({ tab }) => {
    const start = (await tab.text()).length;
    await tab.input('solve 9\r');
    await tab.printed(/^[1-9]{9}\n/m, start);
    await paste(tab, 'bright 3\nbright 4\n');
    await tab.printed(/bright 3\nok\n[^]*bright 4\nok\n/, start);
    await tab.control('c');
    await tab.printed(/stopped: .*\nok\n>/, start);
  });

  check('Ctrl+C copies the selection, and without one stops the job', async ({ tab }) => {
    const start = (await tab.text()).length;
    await tab.page.focus('#terminal textarea');
    await tab.page.keyboard.type('solve 9');
    await tab.page.keyboard.press('Enter');
    await tab.printed(/^136824975\n/m, start);
    await tab.run(() => {
      globalThis.copied = null;
      document.addEventListener(
        'copy',
        (event) =>
          setTimeout(
            () => (globalThis.copied = event.clipboardData?.getData('text/plain') || globalThis.wasCopied),
          ),
        { once: true },
      );
      const { setData } = DataTransfer.prototype;
      DataTransfer.prototype.setData = function keep(type, text) {
        globalThis.wasCopied = text;
        return setData.call(this, type, text);
      };
      const { active } = nqueens.terminal.buffer;
      let row = active.length - 1;
      while (!active.getLine(row).translateToString().startsWith('136824975')) row--;
      nqueens.terminal.select(0, row, 9);
    });
    await tab.control('c');
    await tab.until("[globalThis.copied, globalThis.wasCopied].includes('136824975')");
    assert.equal(await tab.run('nqueens.terminal.hasSelection()'), false);
    assert.doesNotMatch((await tab.text()).slice(start), /stopped/);
    await tab.control('c');
    await tab.printed(/stopped: .*\nok\n>/, start);
  });

  check.once('characters that the firmware does not read are reported and not sent', async ({ tab }) => {
    const start = (await tab.text()).length;
    await tab.run(() => {
      const order = nqueens.chip.order.bind(nqueens.chip);
      globalThis.sent = '';
      nqueens.chip.order = (what, data) => order(what, data, (globalThis.sent += data?.text ?? ''));
    });
    await tab.run("nqueens.terminal.input('gr\\u00fc\\u00df')");
    await tab.until("/Not sent: ü ß/.test(document.querySelector('#notice').textContent)");
    await tab.printed(/gr$/, start);
    await tab.control('c');
    await tab.passes(0.1);
    const then = (await tab.text()).length;
    await paste(tab, 'count 4\ncount fünf\ncount 5\n');
    await tab.until(() => /“count fünf”.*not ü/.test(document.querySelector('#notice').textContent));
    const text = await tab.printed(/10 solutions, .*\nok\n>/, then);
    assert.match(text, /count 4\n2 solutions, .*\nok\n> count 5\n/);
    assert.match(await tab.run('globalThis.sent'), /^[\0-\x7e]+$/);
  });

  check.once('the live region gets no demo, and a hint stops the demo first', async ({ open }) => {
    const fresh = await open();
    await fresh.printed(/15863724\n16837425\n/);
    assert.equal(await fresh.textOf('#voice'), '');
    await fresh.panel('place');
    await fresh.page.click('#place-hint');
    await fresh.until("/^Hint: row 1, column 1/.test(document.querySelector('.place-status').textContent)");
    assert.match(await fresh.text(), /\nstopped: .*\n>$/);
    assert.equal(await fresh.textOf('#voice'), '');
    assert.equal(
      await fresh.run("document.querySelector('#terminal .live-region')?.getAttribute('aria-live') ?? 'off'"),
      'off',
    );
    await fresh.say('count 6');
    assert.match(await fresh.textOf('#voice'), /^(stopped: .*\n)?4 solutions, .*\nok$/);
    await fresh.close();
  });

  check.once('text that comes without a key is typed: dictation, a list of characters', async ({ tab }) => {
    const start = (await tab.text()).length;
    await tab.page.focus('#terminal textarea');
    await tab.run("document.execCommand('insertText', false, 'count 5')");
    await tab.page.keyboard.press('Enter');
    await tab.printed(/count 5\n(stopped: .*\n)?10 solutions/, start);
  });

  check.once('Stop prints nothing while nothing runs, so no empty prompt is left', async ({ tab }) => {
    await tab.say('echo on'); /* nothing runs any more */
    const start = (await tab.text()).length;
    const type = (command) => tab.run(async (line) => {
      await nqueens.simulatedLine.stop();
      await nqueens.simulatedLine.command(line);
    }, command);
    await type('pace 0');
    await type('count 5');
    await type('pace 10000');
    void type('solve 5');
    await tab.printed(/\n13524/, start);
    await type('count 6');
    const text = (await tab.text()).slice(start);
    assert.match(text, /13524\n(.*\n)?stopped: 1 solution, .*\nok\n> count 6\n4 solutions/);
    assert.doesNotMatch(text, /\n(> )?\n/);
  });

  check('the terminal saves its text, and the solutions in it as CSV', async ({ tab }) => {
    const saved = async (button, name) => {
      await tab.page.click(button);
      const file = `${DOWNLOADS}/${name}`;
      const words = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
      for (let i = 0; i < 10_000 && !words().endsWith('\n'); i++) await sleep(25);
      return words();
    };
    await tab.run('nqueens.terminal.reset()');
    await tab.input('\r');
    await tab.printed(/^>/m);
    await tab.page.click('#save-csv');
    assert.match(await tab.textOf('#notice'), /no solution that can be saved/);
    await tab.say('pace 0');
    await tab.say('solve 6');
    const text = await saved('#save-text', 'nqueens.txt');
    assert.equal(text, `${await tab.text()}\n`);
    assert.match(text, /> solve 6\n246135\n(.*\n)+4 solutions, /);
    const csv = await saved('#save-csv', 'nqueens.csv');
    assert.equal(csv, '2,4,6,1,3,5\n3,6,2,5,1,4\n4,1,5,2,6,3\n5,3,1,6,4,2\n');
    await tab.say('pace 500');
  });

  check('Tab leaves the terminal', async ({ tab }) => {
    await tab.page.focus('#terminal textarea');
    await tab.page.keyboard.press('Tab');
    assert.equal(await tab.run("document.activeElement.closest('#terminal')"), null);
  });

  check.once('a toolbar is one stop for Tab, and arrow keys move within it', async ({ tab }) => {
    for (const bar of ['#live', '#examples', '#bench-bar', '#tabs', '.switch']) {
      const stops = await tab.run(
        (where) =>
          [...document.querySelectorAll(`${where} :is(button, select)`)].filter(
            (e) => e.offsetParent && !e.disabled && e.tabIndex >= 0,
          ).length,
        bar,
      );
      assert.equal(stops, 1, bar);
    }
    await tab.run("document.querySelector('#live button').focus()");
    await tab.page.keyboard.press('ArrowRight');
    assert.match(await tab.run('document.activeElement.textContent'), /pause/);
    await tab.page.keyboard.press('End');
    assert.match(await tab.run('document.activeElement.textContent'), /Ctrl-C/);
    await tab.page.keyboard.press('ArrowRight');
    assert.match(await tab.run('document.activeElement.textContent'), /status/);
    await tab.run("document.querySelector('#tab-try').focus()");
    await tab.page.keyboard.press('ArrowRight');
    assert.equal(
      await tab.run("document.activeElement.id + document.getElementById('lesson').hidden"),
      'tab-lessonfalse',
    );
    await tab.page.keyboard.press('Home');
    assert.equal(await tab.run("document.getElementById('try').hidden"), false);
  });
}
