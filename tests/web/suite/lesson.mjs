/** The lesson. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { servePage } from '../../support/browser.mjs';
import { keepSent } from './line.mjs';

const QUESTIONS = [...readFileSync('sim/LESSON.md', 'utf8').matchAll(/^\*\*(\d+)\. ([^]*?)\*\*/gm)].map(
  ([, number, title]) => [Number(number), title.replaceAll(/\s+/g, ' ').replaceAll('`', '')],
);

const go = (tab, step) =>
  tab.run((i) => document.querySelectorAll('.lesson-steps button')[i].click(), step);
const active = (tab) => tab.count('.typed button:enabled');
const guesses = (tab) => tab.each('.guess input', 'value');

async function startOver(tab, answer) {
  tab.page.once('dialog', (dialog) => dialog[answer]());
  await tab.press('.ends', 'Start over');
}

/** Double-clicks a command of the question, and waits for what the page says about its answer. */
async function press(tab, i) {
  await (await tab.page.$$('.typed button'))[i].click({ count: 2 });
  return tab.until((at) => {
    const { textContent } = document.querySelectorAll('.typed .verdict')[at];
    return textContent !== '…' && textContent;
  }, i);
}

export function lesson(check) {
  const asks = 'the page shows the rule; commands wait for a guess of numbers or for none, and are answered';
  check.once(asks, async ({ tab }) => {
    await tab.page.click('#tab-lesson');
    await tab.page.click('.rule summary');
    assert.ok((await tab.get('.rule-picture', 'clientHeight')) > 100);
    assert.match(await tab.get('#rule-words'), /her row, of her column and of both diagonals/);
    await tab.page.click('.rule summary');
    await tab.page.select('#speed', 'Infinity');
    for (const [number, title] of QUESTIONS) {
      assert.equal(await tab.get('.lesson-now h3'), `${number} ${title}`);
      const count = await tab.count('.typed button');
      const waits = (await tab.count('.guess')) > 0;
      if (number === 6) await tab.page.type('.guess input', 'x');
      assert.equal(await tab.count('.guess input[aria-invalid=true]'), number === 6 ? 1 : 0);
      assert.equal(await active(tab), waits ? 0 : count, `question ${number}`);
      assert.equal(await tab.get('.after', 'hidden'), waits, `question ${number}`);
      if (number === 6) await tab.page.keyboard.press('Backspace');
      if (waits) await tab.press('.guesses', 'I have no guess');
      assert.ok(count > 0 && count === (await active(tab)));
      for (let i = 0; i < count; i++) {
        assert.equal(await tab.count('.lesson-steps .done'), number - 1);
        assert.match(await press(tab, i), /^✓/, `question ${number}, command ${i + 1}`);
      }
      await tab.until((at) => document.querySelectorAll('.lesson-steps .done').length === at, number);
      if (number < QUESTIONS.length) await tab.press('.ends', 'Next');
    }
    await tab.page.select('#speed', '1');
  });

  check('a guess is compared with the answer, is sent nowhere, and survives a reload', async ({ open }) => {
    const { url, asked, close } = await servePage();
    const tab = await open({ url, hash: '#lesson' });
    await tab.printed(/^> /m);
    const own = ['2', '7 351', '４', '7351']; // one is full-width
    for (const [i, input] of (await tab.page.$$('.guess input')).entries()) {
      assert.equal(await active(tab), 0);
      await input.type(own[i]);
    }
    const before = [asked.length, tab.requests.length];
    await keepSent(tab);
    const verdicts = [];
    for (let i = 0; i < 5; i++) verdicts.push(await press(tab, i));
    assert.deepEqual(verdicts, [
      '✓',
      '✓ 2: you guessed right',
      'the chip answers 10, you guessed 7 351',
      '✓ 4: you guessed right',
      'the chip answers 92, you guessed 7351',
    ]);
    assert.match(await tab.run('sent'), /count 8/);
    assert.doesNotMatch(await tab.run('sent'), /7 ?351/);
    assert.deepEqual([asked.length, tab.requests.length], before, 'nothing is asked for');
    await tab.press('.ends', 'Next');
    await tab.page.select('#speed', '4');
    await tab.page.reload();
    await tab.printed(/^> /m);
    assert.equal(await tab.get('#speed', 'value'), '1');
    assert.equal(await tab.count('.lesson-steps .done'), 1);
    assert.match(await tab.get('.lesson-now h3'), /^2 /);
    await tab.press('.ends', 'Back');
    assert.deepEqual(await guesses(tab), own);
    assert.doesNotMatch(asked.join(), /7(%20| |\+)?351/);
    await startOver(tab, 'dismiss');
    assert.deepEqual(await guesses(tab), own, 'nothing is erased');
    await startOver(tab, 'accept');
    assert.deepEqual(await guesses(tab), ['', '', '', '']);
    await tab.close();
    close();
  });

  check.once('grey commands have their reason beside them: no real Uno, no power', async ({ tab }) => {
    await tab.panel('lesson');
    const reason = () =>
      tab.run(() => {
        const { offsetParent, textContent } = document.querySelector('#not-ready');
        return offsetParent && textContent;
      });
    assert.equal(await reason(), null);
    await tab.page.click('#plug');
    assert.match(await reason(), /no power/);
    await tab.page.click('#plug');
    await tab.run("document.querySelector('#to-real').click()");
    await tab.until("!document.querySelector('#real').hidden"); /* no port was chosen */
    for (const panel of ['try', 'lesson', 'place']) {
      await tab.panel(panel);
      assert.match(await reason(), /no real Uno is connected.*Simulated Uno/, panel);
    }
    await tab.panel('real');
    assert.equal(await reason(), null);
    await tab.run("document.querySelector('#to-simulated').click()");
  });

  check.once('an answer that differs from the lesson is reported', async ({ tab }) => {
    await tab.panel('lesson');
    await tab.say('format list');
    await go(tab, 3);
    assert.match(await press(tab, 1), /does not answer as .* Type: format digits/);
    await tab.say('format digits');
  });

  check.once('after the guess, the matrix shows what to look at', async ({ tab }) => {
    await tab.panel('lesson');
    await startOver(tab, 'accept');
    await go(tab, 5);
    await tab.page.type('.guess input', '8');
    assert.match(await tab.get('.watch'), /Eight LEDs are lit on one diagonal/);
    await tab.press('.watch', 'Show it');
    await tab.until('nqueens.chip.levels.every((level, i) => (level > 0.05) === (i % 9 === 0))');
  });

  const printed = 'only the sheet is printed: the questions with lines to write on, and no answers';
  check.once(printed, async ({ open }) => {
    const sheet = await open({ hash: '#lesson' });
    const question = (number) => `#sheet > ol > li:nth-child(${number})`;
    await sheet.until((last) => document.querySelector(last) !== null, question(QUESTIONS.length));
    const display = () => sheet.run("getComputedStyle(document.querySelector('#sheet')).display");
    assert.equal(await display(), 'none');
    await sheet.page.emulateMediaType('print');
    assert.notEqual(await display(), 'none');
    const others = await sheet.each('body > :not(#sheet, script)', 'offsetHeight');
    assert.deepEqual(others.filter(Boolean), []);
    const first = [4, 5, 6, 8].map((n) => `n = ${n}`);
    assert.deepEqual(await sheet.each(`${question(1)} .blank`), [...first, 'what we saw']);
    assert.equal(await sheet.count(`${question(6)} .blank`), 2);
    assert.equal(await sheet.count(`${question(7)} .blank`), 11, 'ten moves have ten lines');
    const marks = await sheet.run(
      (own) => [...document.querySelectorAll(own)].map((blank) => getComputedStyle(blank, '::after').content),
      `${question(15)} .blank`,
    );
    assert.deepEqual(marks, ['"/"', '"/"', '"/"', '""'], 'a guess and an answer');
    assert.match(await sheet.get(`${question(14)} p`), /complete 1357\.\.\.\.$/, 'no dot more');
    const keys = (number) => sheet.each(`${question(number)} p:first-child kbd`);
    assert.deepEqual([await keys(8), await keys(9)], [['?'], ['?', '?']], 'the keys that the answers need');
    assert.doesNotMatch(await sheet.get('#sheet'), /92|Twelve|1028|199,635|14200/);
    await sheet.close();
  });
}
