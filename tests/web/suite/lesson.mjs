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
        const count = await tab.run("document.querySelectorAll('.typed button').length");
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
      assert.equal(await tab.run("document.querySelectorAll('.lesson-steps .done').length"), 0);
      const inputs = await tab.page.$$('.guess input');
      await inputs[0].type('2');
      await inputs[1].type('7');
      for (const command of ['pace 0', 'count 4', 'count 5', 'count 6', 'count 8']) {
        await tab.press('.typed', command);
        await tab.until(
          (words) =>
            [...document.querySelectorAll('.typed li')]
              .find((row) => row.textContent.startsWith(words))
              .textContent.includes('✓'),
          command,
        );
      }
      const verdicts = await tab.run(
        "[...document.querySelectorAll('.typed .verdict')].map((verdict) => verdict.textContent)",
      );
      assert.deepEqual(verdicts, [
        '✓',
        '✓ 2: you guessed right',
        '✓ the chip answers 10, you guessed 7',
        '✓ the chip answers 4',
        '✓ the chip answers 92',
      ]);
      await tab.press('.ends', 'Next');
      await tab.page.reload();
      await tab.printed(/^> /m);
      assert.equal(await tab.run("document.querySelectorAll('.lesson-steps .done').length"), 1);
      assert.match(await tab.textOf('.lesson-now h3'), /^2 /);
      await tab.press('.ends', 'Back');
      assert.equal(await tab.run("document.querySelector('.guess input').value"), '2');
    },
  );

  check.once('an answer that differs from the lesson is reported', async ({ tab }) => {
    await tab.say('format list');
    await tab.run("document.querySelectorAll('.lesson-steps button')[3].click()");
    await tab.press('.typed', 'images');
    await tab.until(
      "/does not answer as/.test(document.querySelectorAll('.typed .verdict')[1].textContent)",
    );
    await tab.say('format digits');
  });

  check.once('the matrix can show what the question is about', async ({ tab }) => {
    await tab.run("document.querySelectorAll('.lesson-steps button')[5].click()");
    assert.match(await tab.textOf('.watch'), /Eight LEDs are lit on one diagonal/);
    await tab.press('.watch', 'Show it');
    await tab.until('nqueens.chip.levels.every((level, i) => (level > 0.05) === (i % 9 === 0))');
  });

  check.once('only the sheet with questions and answers is printed', async ({ open }) => {
    const sheet = await open({ hash: '#lesson' });
    await sheet.until(
      (count) => document.querySelectorAll('#sheet .questions li').length === count,
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
      '[...document.body.children].filter((part) => getComputedStyle(part).display !== ' +
        "'none').map((part) => part.id || part.tagName)",
    );
    assert.deepEqual(
      seen.filter((name) => name !== 'SCRIPT'),
      ['sheet'],
    );
    assert.match(await sheet.textOf('#sheet .questions'), /n = 8: we guess _+, the chip answers _+/);
    assert.match(await sheet.textOf('#sheet .answers'), /n = 8: 92/);
    await sheet.close();
  });
}
