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

/** From now on the page keeps in `sent` what the chip receives. */
export const keepSent = (tab) =>
  tab.run(() => {
    const order = nqueens.chip.order.bind(nqueens.chip);
    globalThis.sent = '';
    nqueens.chip.order = (...words) => order(...words, (globalThis.sent += JSON.stringify(words)));
  });

/** Ends the job by Ctrl-C. */
const stop = (tab) => tab.after(() => tab.control('c'), /stopped: .*\nok\n>/);

export function line(check) {
  check('Ctrl+V is left to the browser, and the pasted text is typed', async ({ tab }) => {
    await tab.run(() =>
      addEventListener('keydown', ({ key, defaultPrevented }) => {
        if (key === 'v') globalThis.isLeft = !defaultPrevented;
      }),
    );
    await tab.control('v');
    assert.equal(await tab.run('globalThis.isLeft'), true);
    await tab.control('c');
    await tab.after(() => paste(tab, 'solve 4'), /solve 4$/);
    await tab.after(() => tab.page.keyboard.press('Enter'), /2 solutions, .*\nok\n>/);
  });

  check('Backspace edits the line; cursor keys, Ctrl-A and live keys are no part of it', async ({ tab }) => {
    await tab.page.focus('#terminal textarea');
    await tab.page.keyboard.type('count 48');
    for (const key of ['Backspace', 'ArrowUp', 'Home']) await tab.page.keyboard.press(key);
    await tab.after(() => tab.page.keyboard.press('Enter'), /\n2 solutions, .*\nok\n>/);
    for (const key of ['ArrowUp', 'F1', 'a', 'Backspace']) await tab.page.keyboard.press(key);
    await tab.control('a');
    await tab.page.keyboard.type('x?');
    await tab.page.keyboard.press('Backspace');
    await tab.page.keyboard.press('Enter');
    await tab.after(() => paste(tab, 'count 5\n'), /count 5\n10 solutions, .*\nok\n>/);
  });

  check.once('Ctrl-C discards pasted lines that wait', async ({ tab }) => {
    await tab.after(() => paste(tab, 'solve 9\ncount 5\ncount 6\n'), /^[1-9]{9}\n/m);
    assert.match(await tab.get('#notice'), /wait to be typed: 2/);
    await tab.until(() => {
      nqueens.terminal.input(','); /* a live key does not wait */
      return nqueens.simulatedLine.history.slice(-99).includes('at the start');
    });
    const { length } = await tab.text();
    await stop(tab);
    await tab.passes(0.2);
    assert.doesNotMatch((await tab.text()).slice(length), /count/);
    assert.match(await tab.get('#notice'), /discarded: 2/);
  });

  check('Ctrl+C copies the selection, and without one stops the job', async ({ tab }) => {
    const { length } = await tab.text();
    await tab.page.focus('#terminal textarea');
    await tab.page.keyboard.type('solve 9');
    await tab.page.keyboard.press('Enter');
    await tab.printed(/^136824975\n/m, length);
    await tab.run(() => {
      const { setData, getData } = DataTransfer.prototype;
      /* Firefox has the text in the event, Chromium gets it by this call. */
      DataTransfer.prototype.setData = function keep(type, text) {
        globalThis.copied = text;
        return setData.call(this, type, text);
      };
      document.addEventListener('copy', ({ clipboardData }) =>
        setTimeout(() => (globalThis.copied ||= getData.call(clipboardData, 'text/plain'))),
      );
      const { active } = nqueens.terminal.buffer;
      let row = active.length - 1;
      while (!active.getLine(row).translateToString().startsWith('136824975')) row--;
      nqueens.terminal.select(0, row, 9);
    });
    await tab.control('c');
    await tab.until("globalThis.copied === '136824975'");
    assert.equal(await tab.run('nqueens.terminal.hasSelection()'), false);
    assert.doesNotMatch((await tab.text()).slice(length), /stopped/);
    await stop(tab);
  });

  check.once('characters that the firmware does not read are reported and not sent', async ({ tab }) => {
    const notice = (pattern) =>
      tab.until((words) => document.querySelector('#notice').textContent.match(words), pattern);
    await keepSent(tab);
    await tab.after(() => tab.run("nqueens.terminal.input('gr\\u00fc\\u00df')"), /gr$/);
    await notice('Not sent: ü ß');
    await tab.control('c');
    await tab.passes(0.1);
    const pasted = () => paste(tab, 'count 4\ncount fünf\ncount 5\n');
    const text = await tab.after(pasted, /10 solutions, .*\nok\n>/);
    await notice('“count fünf” .ü.');
    assert.match(text, /count 4\n2 solutions, .*\nok\n> count 5\n/);
    assert.match(await tab.run('sent'), /^[\x20-\x7e]+$/);
  });

  check.once('the live region gets neither the demo nor a hint', async ({ open }) => {
    const fresh = await open();
    await fresh.printed(/15863724\n16837425\n/);
    assert.equal(await fresh.get('#voice'), '');
    await fresh.panel('place');
    await fresh.page.click('#place-hint');
    await fresh.until("/^Hint: row 1, column 1/.test(document.querySelector('.place-status').textContent)");
    assert.doesNotMatch(await fresh.text(), /stopped|ok/);
    assert.equal(await fresh.get('#voice'), '');
    assert.equal((await fresh.get('#terminal .live-region', 'aria-live')) ?? 'off', 'off');
    await fresh.say('count 6');
    assert.match(await fresh.get('#voice'), /^stopped: .*\n4 solutions, .*\nok$/);
    await fresh.close();
  });

  check.once('text that comes without a key is typed: dictation, a list of characters', async ({ tab }) => {
    await tab.page.focus('#terminal textarea');
    await tab.after(async () => {
      await tab.run("document.execCommand('insertText', false, 'count 5')");
      await tab.page.keyboard.press('Enter');
    }, /count 5\n(stopped: .*\n)?10 solutions/);
  });

  check.once('Stop prints nothing while nothing runs, so no empty prompt is left', async ({ tab }) => {
    await tab.say('echo on'); /* nothing runs any more */
    const { length } = await tab.text();
    const type = (command) => tab.run(async (line) => {
      for (let i = 0; i < 2; i++) await nqueens.simulatedLine.stop();
      await nqueens.simulatedLine.command(line);
    }, command);
    for (const command of ['pace 0', 'count 5', 'pace 10000']) await type(command);
    void type('solve 5');
    await tab.printed(/\n13524/, length);
    await tab.input('?'); /* no part of a line */
    await type('count 6');
    const text = (await tab.text()).slice(length);
    assert.match(text, /13524\n(.*\n)+stopped: 1 solution, .*\nok\n> count 6\n4 solutions/);
    assert.doesNotMatch(text, /\n(> )?\n/);
  });

  const owners = 'an answer belongs to its command where a job ends, and a command discards what waits';
  check.once(owners, async ({ tab }) => {
    const found = await tab.run(async () => {
      let sent = '';
      const line = new nqueens.simulatedLine.constructor((text) => (sent += text));
      const receive = (text) => line.receive(new TextEncoder().encode(text.replaceAll('\n', '\r\n')));
      let isStopped = false;
      const stopping = line.stop().then(() => (isStopped = true));
      receive('15863724\nstopped: 1 solution, 9 queens placed\n'); /* of the demo */
      await new Promise((done) => setTimeout(done));
      const isEarly = isStopped;
      receive('> ');
      await stopping;
      line.type('solve 9\r');
      line.paste('bright 3\rcount 5\n'); /* no setting waits for a job that was typed */
      const answers = ['solve 4', 'bright 4'].map((words) => line.command(words));
      receive('solve 9\n> bright 3\nok\n> solve 4\nstopped: 1 solution, 9 queens placed, 0.1 s\nok\n');
      receive('2 solutions, 6 queens placed, 0.1 s\nok\n> bright 4\nok\n> ');
      line.paste('pace 0\r\nsol');
      receive('pace 0\nok\n> ');
      line.type('\x15help\rcount 5\r\x03'); /* discards the count */
      receive('help\nstopped: 3 lines\nok\n> ');
      const again = line.stop();
      receive('\n> ');
      answers.push(again.then(() => line.command('count 5')));
      await again;
      receive('count 5\n10 solutions\nok\n> co');
      await Promise.all(answers);
      answers.push(...['help', 'help'].map((words) => line.command(words)));
      receive('help\n1\nok\n> help\n2\nok\n> ');
      line.type('count 6\r');
      line.onStart = () => answers.push('greeted');
      receive('nqueens 2.0.0 (ATmega328P, 16 MHz)\nhelp lists commands\n> ');
      line.remark('-'.repeat(99_999)); /* a page that is open for days */
      return [isEarly, sent, ...(await Promise.all(answers)), line.history.length];
    });
    const sent =
      '\x03solve 9\rbright 3\r\x15solve 4\r\x15bright 4\rpace 0\rsol' +
      '\x15help\rcount 5\r\x03\x03\x15count 5\r\x15help\r\x15help\rcount 6\r';
    const solved = ['2 solutions, 6 queens placed, 0.1 s', 'ok'];
    const counted = ['10 solutions', 'ok'];
    const twice = [['1', 'ok'], ['2', 'ok']];
    assert.deepEqual(found, [false, sent, solved, ['ok'], counted, ...twice, 'greeted', 60_000]);
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
    assert.match(await tab.get('#notice'), /no solution that can be saved/);
    await tab.say('pace 0');
    await tab.say('solve 6');
    await tab.say('help'); /* has lines that the terminal wraps */
    const text = await saved('#save-text', 'nqueens.txt');
    const received = await tab.run('nqueens.simulatedLine.history');
    assert.ok(received.replaceAll('\r', '').trim().endsWith(text.trim()), text);
    const longest = Math.max(...text.split('\n').map(({ length }) => length));
    assert.ok(longest > (await tab.run('nqueens.terminal.cols')));
    assert.match(text, /> solve 6\n246135\n(.*\n)+4 solutions, /);
    const csv = await saved('#save-csv', 'nqueens.csv');
    assert.equal(csv, '2,4,6,1,3,5\n3,6,2,5,1,4\n4,1,5,2,6,3\n5,3,1,6,4,2\n');
    await tab.say('pace 500');
  });

  check('Tab leaves the terminal', async ({ tab }) => {
    await tab.page.focus('#terminal textarea');
    await tab.page.keyboard.press('Tab');
    assert.equal(await tab.count('#terminal :focus'), 0);
  });

  check.once('a toolbar is one stop for Tab, and arrow keys move within it', async ({ tab }) => {
    for (const bar of ['#live', '#examples', '#bench-bar', '#tabs', '.switch']) {
      const stops = await tab.run((where) => {
        const controls = [...document.querySelectorAll(`${where} :is(button, select):enabled`)];
        return controls.filter(({ offsetParent, tabIndex }) => offsetParent && tabIndex >= 0).length;
      }, bar);
      assert.equal(stops, 1, bar);
    }
    for (const [first, key, words] of [
      ['#live button', 'ArrowRight', /pause/],
      [':focus', 'End', /Ctrl-C/],
      [':focus', 'ArrowRight', /status/],
      ['#tab-try', 'ArrowRight', /Lesson/],
    ]) {
      await tab.page.focus(first);
      await tab.page.keyboard.press(key);
      assert.match(await tab.get(':focus'), words);
    }
    assert.equal(await tab.get('#lesson', 'hidden'), false);
    await tab.page.keyboard.press('Home');
    assert.equal(await tab.get('#try', 'hidden'), false);
  });
}
