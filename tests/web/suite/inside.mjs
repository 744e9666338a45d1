/** The memory view: it agrees with what the firmware reports. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';

const rowsOf = (tab, body) =>
  tab.run(
    (id) =>
      [...document.querySelectorAll(`#${id} tr`)].map((row) =>
        [...row.children].map((cell) => cell.textContent),
      ),
    body,
  );

/** Points at an address of the RAM with the mouse, and reads the page's description. */
async function pointAt(tab, address) {
  const box = await tab.run(() => {
    const canvas = document.querySelector('#ram');
    canvas.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = canvas.getBoundingClientRect();
    return { x, y, width, height };
  });
  const i = address - 0x100;
  await tab.page.mouse.move(
    box.x + ((i % 64) + 0.5) * (box.width / 64),
    box.y + (Math.floor(i / 64) + 0.5) * (box.height / 32),
  );
  return tab.textOf('#ram-where');
}

export function inside(check) {
  check.once('the registers of the MAX7219 are those of the picture that is shown', async ({ tab }) => {
    await tab.run('nqueens.simulatedLine.stop()');
    await tab.page.click('#tab-inside');
    await tab.say('bright 9');
    await tab.say('check 15863724');
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
    const read = async () => {
      await tab.passes(0.6);
      const values = [];
      for (let i = 0; i < 7; i++) values.push(await pointAt(tab, parseInt(address, 16) + i));
      values.forEach((text, i) =>
        assert.match(text, new RegExp(`: settings\\[${i}\\] of storage, 0x\\w\\w$`)),
      );
      return values.map((text) => text.slice(-2));
    };
    await tab.say('bright 9');
    const before = await read();
    await tab.say('bright 4');
    const after = await read();
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
    const legend = Object.fromEntries(
      (await rowsOf(tab, 'ram-legend')).map(([name, , bytes]) => [name, Number(bytes)]),
    );
    const { stack, total: all, ...rooms } = legend;
    const sum = Object.values(rooms).reduce((a, b) => a + b, 0);
    assert.equal(sum, Number(variables));
    assert.equal(all, sum + stack);
    assert.ok(
      Math.abs(stack - deepest) <= 8,
      `${stack} on the map, ${deepest} reported before the answer was printed`,
    );
    assert.ok(all <= 256, `${all}`);
    assert.ok(Object.keys(rooms).length >= 5, 'nearly everything belongs to one owner');
    const free = await tab.run(() => {
      const canvas = document.querySelector('#ram');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const scale = canvas.width / 64;
      const at = (i) =>
        [
          ...data
            .slice(4 * ((Math.floor(i / 64) * scale + 1) * canvas.width + (i % 64) * scale + 1))
            .slice(0, 3),
        ].join();
      return Array.from({ length: 2048 }, (_, i) => at(i)).filter((colour, i, all) => colour === all[1024])
        .length;
    });
    assert.equal(free, 2048 - all);
  });

  const profile = 'the profile shows the count while it runs, and sleep while the chip is idle';
  check.once(profile, async ({ tab }) => {
    await tab.panel('inside');
    const shares = async () =>
      (await rowsOf(tab, 'profile')).map(([name, room, , share]) => [name, room, parseFloat(share)]);
    await tab.until("document.querySelector('#profile tr th').textContent === 'asleep'");
    await tab.passes(1.5);
    const idle = await shares();
    assert.ok(idle[0][0] === 'asleep' && idle[0][2] > 90, idle[0].join());
    await tab.run("void nqueens.simulatedLine.command('count 14')");
    const counted = (rows) =>
      rows.filter(([, room]) => room === 'count').reduce((sum, [, , share]) => sum + share, 0);
    let busy = [];
    for (let looks = 0; counted(busy) < 80 && looks < 15; looks++) {
      await tab.passes(0.25);
      busy = await shares();
    }
    await tab.run('nqueens.simulatedLine.stop()');
    assert.ok(counted(busy) > 80, busy.join(' | '));
    const all = busy.reduce((sum, [, , share]) => sum + share, 0);
    assert.ok(all > 90 && all < 100.6, `${all} % in the ten rows`);
  });
}
