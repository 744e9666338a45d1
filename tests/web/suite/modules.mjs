/** Chains of modules: the board on 8 x 8, 32 x 8 and 32 x 32 LEDs; other displays. */
import assert from 'node:assert/strict';
import { SIGNS } from '../../../sim/web/panels/queens.mjs';
import { LIT } from './chip.mjs';

/** Chooses modules, and waits until the setting was typed. */
async function attach(tab, shape) {
  if ((await tab.get('#shape', 'value')) === shape) return;
  /* Where the page is slow, the demo has begun, and prints until the first line stops it. */
  await tab.after(() => tab.page.select('#shape', shape), /> save\nok\n>/);
  assert.match(await tab.say('settings'), new RegExp(`^modules ${shape}$`, 'm'));
}

/** Lets the chip show a board. Modules change one by one. */
async function shows(tab, board) {
  await tab.say(`check ${board}`);
  const wanted = JSON.stringify([...board].map((sign, row) => [row + 1, SIGNS.indexOf(sign) + 1]));
  let seen = '';
  for (let looks = 0; seen !== wanted && looks < 100; looks++) {
    await tab.passes(0.05);
    seen = JSON.stringify(await tab.run(LIT));
  }
  assert.equal(seen, wanted);
}

export function modules(check) {
  check.once('a solution of 32 is on 4x4 modules, one LED per queen', async ({ tab }) => {
    await attach(tab, '4x4');
    await shows(tab, '135249bdf6ioqupvswrtgja8hcl7enkm');
  });

  check.once('four modules in a row show the board on the first, also after a reload', async ({ tab }) => {
    await attach(tab, '4x1');
    await tab.page.reload();
    await tab.printed(/^> /m);
    assert.equal(await tab.get('#shape', 'value'), '4x1');
    assert.match(await tab.say('settings'), /^modules 4x1$/m);
    await tab.say('check 15863724');
    await tab.until('[0, 12, 23, 29, 34, 46, 49, 59].every((i) => nqueens.chip.levels[i] > 0.05)');
    const board = (await tab.run(LIT)).filter(([, column]) => column <= 8).map(([, column]) => column);
    assert.equal(board.join(''), '15863724');

    /* Each id is there once, so the module has its colour and is listed. */
    await tab.panel('inside');
    await tab.until("document.querySelectorAll('#registers-module option').length === 4");
    const ids = await tab.each('[id]', 'id');
    assert.deepEqual(ids.filter((id, i) => ids.indexOf(id) < i), []);
    const fill = await tab.get('.module rect', 'fill');
    assert.equal(await tab.get(fill.slice(4, -1), 'tagName'), 'linearGradient', fill);
    await tab.panel('try');
  });

  check.once('colour LEDs and an OLED show the same board with their own images', async ({ tab }) => {
    await attach(tab, '2x2');
    await tab.after(() => tab.page.select('#shape', 'ws2812'), /> modules 1x1\nok\n> save\nok\n>/);
    await tab.until('nqueens.chip.levels.some((level) => level > 0.05)'); /* without a command */
    const drawn = await tab.get('#scene');
    assert.match(drawn, /DIN[^]*330 Ω[^]*1000 µF/);
    assert.doesNotMatch(drawn, /WS2812|MAX7219/); /* the LEDs have their chips */
    await shows(tab, '15863724');
    await tab.until("[...document.querySelectorAll('#leds > *')][4 + 8].style.color === 'rgb(47, 209, 95)'");
    assert.ok(await tab.get('#legend', 'offsetHeight'));
    await tab.after(() => tab.page.select('#shape', 'ssd1306'), /nqueens .*\n[^]*> /);
    await tab.say('check 15863724');
    /* In each block of 8 x 8 pixels on the left half: is a queen there? */
    await tab.until(`[...'15863724'].every((c, row) => [1, 2, 3, 4, 5, 6, 7, 8].every((column) =>
      nqueens.chip.levels.slice(64 * (16 * row + column - 1), 64 * (16 * row + column))
        .some((level) => level > 0.05) === (column === +c)))`);
    assert.ok((await tab.get('#pixels', 'd')).length > 500);
    assert.equal(await tab.get('#legend', 'offsetHeight'), 0);
    const [, used] = (await tab.say('info')).match(/flash used: (\d+) bytes/);
    assert.equal(await tab.get('#flash'), `${(used / 1024).toFixed(1)} of 32 KB`);
    await attach(tab, '1x1');
    assert.equal(await tab.count('#leds > *'), 64);
  });
}
