/** The board to place queens on. */
import assert from 'node:assert/strict';
import { LIT } from './chip.mjs';

const row = '.squares [role="row"]';

/** Clicks the squares of a board, one column per row. */
async function put(tab, columns, how = 'click', first = 1) {
  for (const [i, column] of [...columns].entries())
    await (await tab.page.$(`${row}:nth-child(${first + i}) button:nth-child(${column})`))[how]();
}

/** The column of the queen in each row; 0: there is none. */
const board = async (tab) => {
  const queens = await tab.each(`${row} button`);
  const n = Math.sqrt(queens.length);
  return Array.from({ length: n }, (_, i) => queens.slice(n * i, n * i + n).findIndex(Boolean) + 1).join('');
};

const status = (tab, pattern) =>
  tab.until((words) => document.querySelector('.place-status').textContent.match(words), pattern);

async function checked(tab, pattern) {
  await tab.page.click('#place-check', { count: 2 });
  await status(tab, pattern);
}

async function emptyBoard(tab, n) {
  await tab.page.click('#tab-place');
  await tab.page.select('#place-size', n);
}

export function place(check) {
  check('the chip checks a board placed by mouse, and lines show the attacks', async ({ tab }) => {
    await tab.page.click('#tab-place');
    assert.equal(await tab.get('#place-check', 'disabled'), true);
    await put(tab, '1586372');
    assert.equal(await tab.count('.attack-lines path'), 0);
    await put(tab, '5', 'click', 8);
    assert.match(await tab.get('.place-status'), /Attacking pairs of queens: 2/);
    const { length } = await tab.text();
    await checked(tab, 'not a solution: 2 attacking pairs');
    assert.deepEqual(await tab.each(`${row} .attacked`, 'aria-label'), [
      'row 2 column 5, queen, attacked',
      'row 6 column 7, queen, attacked',
      'row 8 column 5, queen, attacked',
    ]);
    assert.equal(await tab.count('.attack-lines path'), 2);
    const [x, y] = [await tab.each('#leds > *', 'x'), await tab.each('#leds > *', 'y')];
    const path = (...leds) => `M${leds.map((i) => `${x[i]},${y[i]}`).join('L')}`;
    const paths = [path(8 + 4, 56 + 4), path(40 + 6, 56 + 4)];
    assert.deepEqual(await tab.each('#attacks path', 'd'), paths);
    await tab.until(`[...nqueens.chip.levels].map((level, i) => (level > 0.05 ? (i % 8) + 1 : ''))
      .join('') === '15863725'`);
    await put(tab, '4', 'click', 8); /* the queen of that row moves */
    assert.equal(await tab.count('.attack-lines path'), 0);
    await checked(tab, 'solution: class 15863724, size 8');
    const { length: before } = await tab.text();
    await tab.run("for (const act of ['check', 'undo']) document.querySelector(`#place-${act}`).click()");
    await tab.printed(/solution: .*\nok\n>/, before);
    assert.match(await tab.get('.place-status'), /Attacking pairs/, 'the verdict is about another board');
    assert.doesNotMatch((await tab.text()).slice(length), /> \n/, 'an empty prompt');
  });

  check.once('while queens are placed the matrix shows them, until a command is typed', async ({ tab }) => {
    await tab.run("void nqueens.simulatedLine.command('solve 8')");
    await emptyBoard(tab, '8');
    await put(tab, '24');
    await tab.until(`${LIT}.join() === '1,2,2,4'`);
    await tab.passes(1.2); /* two solutions later */
    assert.deepEqual(await tab.run(LIT), [[1, 2], [2, 4]]);
    assert.match(await tab.get('#leds', 'ariaLabel'), /: row 1: 2, row 2: 4, row 3: none,/);
    await tab.press('#live', 'Ctrl-C');
    await tab.until(`${LIT}.length === 8`);
  });

  check.once('Undo, Redo and Clear, also by Ctrl-Z, Ctrl-Y and Ctrl-Shift-Z', async ({ tab }) => {
    await emptyBoard(tab, '4');
    assert.equal(await tab.get('#place-undo', 'disabled'), true);
    await put(tab, '24');
    await put(tab, '3');
    assert.equal(await board(tab), '3400');
    const becomes = async (...steps) => {
      for (const [what, result] of steps) {
        if (what === 'Z') await tab.page.keyboard.down('Shift');
        if (what.length > 1) await tab.page.click(`#place-${what}`);
        else await tab.control(what, `${row} button`);
        await tab.page.keyboard.up('Shift');
        assert.equal(await board(tab), result, what);
      }
    };
    await becomes(['undo', '2400'], ['undo', '2000'], ['redo', '2400']);
    await put(tab, '1', 'click', 3);
    assert.equal(await tab.get('#place-redo', 'disabled'), true);
    await becomes(['clear', '0000'], ['undo', '2410'], ['z', '2400'], ['z', '2000'], ['y', '2400']);
    await becomes(['Y', '2410'], ['Z', '0000']); /* Y by Caps Lock */
  });

  const puzzle = 'the puzzle of the day gives two queens, which stay; hints, a square each, solve it';
  check(puzzle, async ({ tab }) => {
    await tab.say('format list');
    await tab.say('pace 10000');
    await tab.input('solve 8\r'); /* and it runs on */
    await tab.printed(/\n1 5 8 6 3 7 2 4$/);
    await tab.page.click('#tab-place');
    await tab.page.click('#place-puzzle');
    assert.match(await tab.get('.place-status'), /two queens are given/);
    const given = await board(tab);
    for (const what of ['.squares .given', '#place-clear']) {
      await tab.page.click(what);
      assert.equal(await board(tab), given);
    }
    const { length } = await tab.text();
    await tab.page.focus('#place-hint');
    for (let queens = 3; queens <= 8; queens++) {
      await tab.page.keyboard.press('Enter');
      await status(tab, '^Hint: row \\d, column \\d');
      assert.equal(await tab.count('.squares [aria-selected=true]'), queens);
      assert.doesNotMatch((await tab.text()).slice(length), /[a-z]/, 'the terminal shows no command');
      await tab.until(`${LIT}.length === ${queens}`);
    }
    await checked(tab, '^Solved! .* The chip answers: solution');
    await tab.say('format digits');
    await tab.say('pace 500');
  });

  check.once('without a solution the hint is to take a queen back', async ({ tab }) => {
    await emptyBoard(tab, '4');
    await put(tab, '1');
    await tab.page.click('#place-hint');
    await status(tab, 'No solution from here: take a queen back');
  });

  check('arrows and Space place queens too', async ({ tab }) => {
    await emptyBoard(tab, '4');
    await tab.page.focus(`${row} button`);
    const type = async (key, times = 1) => {
      for (let i = 0; i < times; i++) await tab.page.keyboard.press(key);
    };
    for (const column of [2, 4, 1, 3]) {
      await type('ArrowRight', column - 1);
      await type(' ');
      await type('ArrowLeft', column - 1);
      await type('ArrowDown');
    }
    await checked(tab, '^The chip answers: solution: class 2413, size 2');
  });

  check('a finger places queens', async ({ kind, open }) => {
    const phone = await open({ width: 390, height: 844, phone: true, hash: '#place' });
    await phone.until('nqueens.chip.cycles > 1e6');
    const touch = kind === 'chrome' ? 'tap' : 'click';
    await put(phone, '15863724', touch);
    await (await phone.page.$('#place-check'))[touch]();
    await status(phone, 'solution: class 15863724, size 8');
    await phone.close();
  });
}
