/** The board to click. */
import assert from 'node:assert/strict';

const squares = '.squares [role="row"]';

/** Clicks the squares of a board, a column a row. */
async function put(tab, columns, how = 'click') {
  for (const [row, column] of [...columns].entries()) {
    const square = await tab.page.$(`${squares}:nth-child(${row + 1}) button:nth-child(${column})`);
    await square[how]();
  }
}

const status = (tab, pattern) =>
  tab.until(
    (words) => new RegExp(words).test(document.querySelector('.place-status').textContent),
    15,
    pattern,
  );

export function place(check) {
  check('a board placed by mouse is judged by the chip, and lines show who attacks whom', async ({ tab }) => {
    await tab.page.click('#tab-place');
    assert.equal(await tab.run("document.querySelector('#place-check').disabled"), true);
    await put(tab, '15863725');
    await tab.page.click('#place-check');
    await status(tab, 'not a solution: 2 attacking pairs');
    const attacked = await tab.run(
      (rows) =>
        [...document.querySelectorAll(`${rows} .attacked`)].map((square) =>
          square.getAttribute('aria-label'),
        ),
      squares,
    );
    assert.deepEqual(attacked, [
      'row 2 column 5, queen, attacked',
      'row 6 column 7, queen, attacked',
      'row 8 column 5, queen, attacked',
    ]);
    assert.equal(await tab.run("document.querySelectorAll('.attack-lines line').length"), 2);
    const ends = await tab.run(
      "[...document.querySelectorAll('#attacks path')].map((path) => path.getAttribute('d'))",
    );
    const leds = await tab.run(
      "[...document.querySelectorAll('#leds > *')]" +
        ".map((led) => `${led.getAttribute('x')},${led.getAttribute('y')}`)",
    );
    assert.deepEqual(
      ends.map((d) =>
        d
          .slice(1)
          .split('L')
          .map((end) => leds.indexOf(end)),
      ),
      [
        [8 + 4, 56 + 4],
        [40 + 6, 56 + 4],
      ],
    );
    await tab.until(
      "nqueens.chip.levels.map((level, i) => (level > 0.05 ? (i % 8) + 1 : '')).length === 64 && " +
        "[...nqueens.chip.levels].map((level, i) => (level > 0.05 ? (i % 8) + 1 : '')).join('') === " +
        "'15863725'",
    );
  });

  check('a queen moved to peace makes a solution, of its class', async ({ tab }) => {
    await tab.run((rows) => document.querySelectorAll(`${rows}:nth-child(8) button`)[3].click(), squares);
    assert.equal(await tab.run("document.querySelectorAll('.attack-lines line').length"), 0);
    await tab.page.click('#place-check');
    await status(tab, 'solution: class 15863724, size 8');
  });

  check('arrows and Space place queens too', async ({ tab }) => {
    await tab.choose('#place-size', '4');
    await tab.page.focus(`${squares} button`);
    for (const [row, column] of [2, 4, 1, 3].entries()) {
      for (let i = 0; i < 4; i++) await tab.page.keyboard.press('ArrowLeft');
      for (let i = 1; i < column; i++) await tab.page.keyboard.press('ArrowRight');
      await tab.page.keyboard.press(' ');
      if (row < 3) await tab.page.keyboard.press('ArrowDown');
    }
    await tab.page.click('#place-check');
    await status(tab, 'solution: class 2413, size 2');
  });

  check('a finger places queens, on squares of 44 pixels', async ({ kind, open }) => {
    const phone = await open({ width: 390, height: 844, phone: true, hash: '#place' });
    await phone.until('nqueens.chip.cycles > 1e6');
    const box = await phone.run(
      (rows) => document.querySelector(`${rows} button`).getBoundingClientRect().width,
      squares,
    );
    assert.ok(box >= 44, `${box}`);
    await put(phone, '15863724', kind === 'chrome' ? 'tap' : 'click');
    await (await phone.page.$('#place-check'))[kind === 'chrome' ? 'tap' : 'click']();
    await status(phone, 'solution: class 15863724, size 8');
    await phone.close();
  });
}
