/** The lesson. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { FOLDER } from '../../support/browser.mjs';

const QUESTIONS = [...readFileSync('sim/LESSON.md', 'utf8').matchAll(/^\*\*(\d+)\. ([^]*?)\*\*/gm)].map(
  ([, number, title]) => [Number(number), title.replaceAll(/\s+/g, ' ').replaceAll('`', '')],
);

export function lesson(check) {
  check.once(
    'the page asks the questions of the lesson, and the chip answers each as expected',
    async ({ tab }) => {
      await tab.page.click('#tab-lesson');
      await tab.choose('#speed', 'Infinity');
      for (const [number, title] of QUESTIONS) {
        assert.equal(await tab.textOf('.lesson-now h3'), `${number} ${title}`);
        const count = await tab.count('.typed button');
        assert.ok(count > 0);
        for (let i = 0; i < count; i++) {
          await tab.run((at) => document.querySelectorAll('.typed button')[at].click(), i);
          const verdict = await tab.until(
            (at) => {
              const { textContent } = document.querySelectorAll('.typed .verdict')[at];
              return textContent !== '…' && textContent;
            },
            i,
          );
          assert.match(verdict, /^✓/, `question ${number}, command ${i + 1}: ${verdict}`);
        }
        await tab.until((at) => document.querySelectorAll('.lesson-steps .done').length === at, number);
        if (number < QUESTIONS.length) await tab.press('.ends', 'Next');
      }
      await tab.choose('#speed', '1');
    },
  );

  check.once('the rule is shown as a picture and as text', async ({ tab }) => {
    await tab.page.click('#tab-lesson');
    await tab.page.click('.rule summary');
    assert.ok(
      await tab.run("document.querySelector('.rule-picture svg').getBoundingClientRect().height > 100"),
    );
    assert.match(
      await tab.textOf('#rule-words'),
      /attacks every square of her row, of her column and of both diagonals/,
    );
    await tab.page.click('.rule summary');
  });

  check.once(
    'a guess is compared with the answer, and progress survives a reload of the page',
    async ({ tab }) => {
      await tab.page.click('#tab-lesson');
      await tab.run("[...document.querySelectorAll('.lesson-steps button')].at(-1).click()");
      await tab.press('.ends', 'Start over');
      assert.equal(await tab.count('.lesson-steps .done'), 0);
      const inputs = await tab.page.$$('.guess input');
      await inputs[0].type('2');
      await inputs[1].type('7');
      for (const command of ['pace 0', 'count 4', 'count 5', 'count 6', 'count 8']) {
        await tab.press('.typed', command);
        await tab.until(
          (words) =>
            [...document.querySelectorAll('.typed li')].some(
              ({ textContent: row }) => row.startsWith(words) && row !== words && !row.endsWith('…'),
            ),
          command,
        );
      }
      assert.deepEqual(await tab.each('.typed .verdict'), [
        '✓',
        '✓ 2: you guessed right',
        'the chip answers 10, you guessed 7',
        '✓ the chip answers 4',
        '✓ the chip answers 92',
      ]);
      await tab.press('.ends', 'Next');
      await tab.page.reload();
      await tab.printed(/^> /m);
      assert.equal(await tab.count('.lesson-steps .done'), 1);
      assert.match(await tab.textOf('.lesson-now h3'), /^2 /);
      await tab.press('.ends', 'Back');
      assert.equal(await tab.run("document.querySelector('.guess input').value"), '2');
    },
  );

  check.once('an answer that differs from the lesson is reported', async ({ tab }) => {
    await tab.panel('lesson');
    await tab.say('format list');
    await tab.run("document.querySelectorAll('.lesson-steps button')[3].click()");
    await tab.press('.typed', 'images');
    await tab.until(
      "/does not answer as/.test(document.querySelectorAll('.typed .verdict')[1].textContent)",
    );
    await tab.say('format digits');
  });

  const after = 'what tells the answer is shown after the guess, and the matrix can show it';
  check.once(after, async ({ tab }) => {
    await tab.run("document.querySelectorAll('.lesson-steps button')[5].click()");
    await tab.press('.ends', 'Start over');
    const hidden = () => tab.run("document.querySelector('.after').hidden");
    for (let step = 0; step < QUESTIONS.length; step++) {
      await tab.run((i) => document.querySelectorAll('.lesson-steps button')[i].click(), step);
      const guesses = await tab.count('.guess');
      assert.equal(await hidden(), guesses > 0, `question ${step + 1}`);
    }
    await tab.run("document.querySelectorAll('.lesson-steps button')[5].click()");
    await tab.page.type('.guess input', '8');
    assert.equal(await hidden(), false);
    assert.match(await tab.textOf('.watch'), /Eight LEDs are lit on one diagonal/);
    await tab.press('.watch', 'Show it');
    await tab.until('nqueens.chip.levels.every((level, i) => (level > 0.05) === (i % 9 === 0))');
  });

  const printed = 'only the sheet is printed: the questions with lines to write on, and no answers';
  check.once(printed, async ({ open }) => {
    const sheet = await open({ hash: '#lesson' });
    await sheet.until(
      (count) => document.querySelectorAll('#sheet li').length === count,
      QUESTIONS.length,
    );
    assert.equal(await sheet.run("getComputedStyle(document.querySelector('#sheet')).display"), 'none');
    /*
     * Not every browser can show the print layout, so the rules for print are applied without their
     * condition.
     */
    const [, rules] = readFileSync(`${FOLDER}/page.css`, 'utf8').match(
      /@media print ?\{((?:[^{}]*\{[^{}]*\})+)\}/,
    );
    await sheet.run((text) => {
      const own = new CSSStyleSheet();
      own.replaceSync(text);
      document.adoptedStyleSheets = [own];
    }, rules);
    const seen = await sheet.run(
      '[...document.body.children].filter((each) => getComputedStyle(each).display !== ' +
        "'none').map((each) => each.id || each.tagName)",
    );
    assert.deepEqual(
      seen.filter((name) => name !== 'SCRIPT'),
      ['sheet'],
    );
    const first = [4, 5, 6, 8].map((n) => `n = ${n}`);
    assert.deepEqual((await sheet.each('#sheet .blank')).slice(0, 5), [...first, 'what we saw']);
    assert.doesNotMatch(await sheet.textOf('#sheet'), /92|Twelve|1028|199,635|14200/);
    await sheet.close();
  });
}
