/** The page from disk, on a phone, on a desk, and without scripts; its documents. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { FOLDER, PANELS, servePage } from '../../support/browser.mjs';

const boxes = (tab, ...selectors) =>
  tab.run(
    (all) => all.map((one) => document.querySelector(one).getBoundingClientRect().toJSON()),
    selectors,
  );

export function look(check) {
  check.once('a link to the page has a title, a description and a picture, without a script', () => {
    const html = readFileSync(`${FOLDER}/index.html`, 'utf8');
    const content = (name) =>
      html.match(new RegExp(`<meta property="og:${name}"[^>]* content="([^"]+)"`))?.[1];
    assert.equal(content('title'), 'Queens on an Uno');
    assert.match(content('description'), /firmware/);
    assert.ok(statSync(`${FOLDER}/${content('image')}`).size > 10_000);
  });

  check.once('the page has less than 700 kB and asks for nothing beyond its folder', async ({ open }, t) => {
    const loaded = ['avr-install-button.js', 'index.html', 'page.css', 'page.js'];
    const size = loaded.reduce((sum, file) => sum + statSync(`${FOLDER}/${file}`).size, 0);
    t.diagnostic(`${size} bytes`);
    assert.ok(size < 700_000, `${size} bytes`);
    /* The server allows nothing else: the browser would complain. */
    const { url, asked, close } = await servePage();
    const complaints = [];
    const fresh = await open({ url, complaints });
    await fresh.printed(/^nqueens \d+\.\d+\.\d+ \(ATmega328P, 16 MHz\)\n/);
    assert.deepEqual(complaints, []);
    await fresh.close();
    close();
    const files = loaded.map((file) => `/${file}`);
    assert.deepEqual([...new Set(asked)].filter((own) => own !== '/favicon.ico').sort(), files);
    assert.doesNotMatch(readFileSync(`${FOLDER}/page.css`, 'utf8'), /url\((?!["']?data:)/);
  });

  check.once('without scripts there is a solution and a sentence', async ({ browser }) => {
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.goto(`file://${FOLDER}/index.html`);
    const source = await page.content();
    const shot = await page.screenshot();
    await page.close();
    const leds = source.split('id="leds"')[1].split('</g>')[0].split('<use class="led"').slice(1);
    const lit = leds.map((led, i) => (/^ style="opacity: ?1/.test(led) ? (i % 8) + 1 : '')).join('');
    assert.equal(lit, '15863724');
    assert.match(source, /<noscript>[^]*first of the 92 solutions/);
    assert.ok(shot.length > 20_000, 'an empty picture');
  });

  check.once('a sentence says what the page is; its links open pages in its language', async (at) => {
    const { tab, open } = at;
    assert.match(await tab.get('header p'), /n queens on a board of n by n squares so that no two attack/);
    for (const [language, readme, teaching] of [
      ['zh-CN', '上的 N 皇后', '用皇后问题上课'],
      ['en', 'N queens on an', 'Teaching with the queens'],
    ]) {
      await tab.page.select('#language', language);
      for (const [id, title] of Object.entries({ readme, teaching })) {
        const page = await open({ url: await tab.get(`#${id}`, 'href') });
        assert.match(await page.get('h1'), new RegExp(title));
        assert.equal(await page.get('html', 'lang'), language);
        assert.ok((await page.count('[role=main] table')) > 0 && (await page.count('li')) > 2);
        assert.doesNotMatch(await page.get('article'), /^#|\]\(|\*\*|^\|/m, 'Markdown is left');
        await page.close();
      }
    }
  });

  check.once('every link and picture of these pages leads to something in the folder', () => {
    const pages = readdirSync(`${FOLDER}/docs`, { recursive: true }).filter((file) => file.endsWith('.html'));
    assert.ok(pages.length > 10, pages.join());
    const read = (file) => readFileSync(file, 'utf8');
    for (const page of pages.map((file) => resolve(FOLDER, 'docs', file)))
      for (const [, target] of read(page).matchAll(/<(?:a|img|link) [^<>]*(?:href|src)="([^"]*)"/g)) {
        if (/^https:/.test(target)) continue;
        const [path, anchor] = target.split('#');
        const file = path ? resolve(dirname(page), path) : page;
        assert.ok(existsSync(file) && /\.(html|css|svg|webp)$/.test(file), `${page}: ${target}`);
        if (anchor) assert.ok(read(file).includes(` id="${anchor}"`), `${page}: ${target}`);
      }
  });

  check.once('a link types commands', async ({ open }) => {
    const linked = await open({ hash: '#pace+0&solve+6' });
    const text = await linked.printed(/^4 solutions, .*\nok\n>/m);
    assert.match(text, /246135\n362514\n415263\n531642\n4 solutions/);
    await linked.after(() => linked.run("location.hash = 'count+18'"), /count 18/); /* takes hours */
    await linked.after(() => linked.run("location.hash = 'solve+4'"), /2413\n3142\n2 solutions/);
    for (const [before, after] of [[], ['#pause'], ['#plug', '#plug']]) {
      if (before) await linked.page.click(before);
      await linked.after(async () => {
        await linked.page.click('[href="#solve+6"]');
        if (after) await linked.page.click(after);
      }, /solve 6\n246135/);
    }
    await linked.run("location.hash = 'inside'");
    await linked.until("!document.getElementById('inside').hidden");
    await linked.close();
  });

  check.once('a page that the user comes back to has the first choice in each list', async ({ open }) => {
    const tab = await open();
    const lists = { '#speed': '4', '#place-size': '6', '#flash-board': 'mega', '#many-size': '10' };
    const values = () => tab.each(Object.keys(lists).join(), 'value');
    const first = await values();
    for (const [list, value] of Object.entries(lists)) await tab.page.select(list, value);
    await tab.page.goto(await tab.get('#readme', 'href'));
    await tab.page.goBack();
    await tab.printed(/^> /m);
    assert.deepEqual(await values(), first);
    await tab.close();
  });

  /* One phone, of the size that a test asks for; the last of these tests closes it. */
  const onPhone = (sentence, width, height, act) =>
    check.once(sentence, async (at) => {
      at.phone ??= await at.open({ width, height, phone: true });
      await at.phone.page.bringToFront();
      await at.phone.resize(width, height);
      await at.phone.until((own) => innerWidth === own, width);
      await act(at.phone);
    });

  for (const [width, height] of [[320, 640], [390, 740], [568, 320], [844, 390]]) {
    const fit = `controls have 44 pixels for a finger, and are seen in their cards: ${width} x ${height}`;
    onPhone(fit, width, height, async (phone) => {
      for (const name of PANELS) {
        await phone.panel(name);
        await phone.painted();
        /* Firefox's window includes a scrollbar; a phone has none. */
        assert.ok((await phone.get('html', 'scrollWidth')) <= width, name);
        const wrong = await phone.run(() => {
          document.querySelector('#tabs').scrollIntoView();
          const box = (element) => element.getBoundingClientRect();
          const shown = (selector) => [...document.querySelectorAll(selector)].filter((e) => box(e).width);
          const large = 'canvas, table, .scene, .plots, #terminal';
          const inCards = shown(`section :is(button, select, input, ${large})`);
          /* A board of 8 has no room for more than 40 pixels a square on 320. */
          const squares = innerWidth < 390 ? '.squares *' : 'none';
          const touched = shown(`:is(button, select, input, a:not(p:not(.soft) a), summary):not(${squares})`);
          const isOut = ({ left, right }, card) => left < card.left || right > card.right;
          const isSmall = ({ width, height }) => Math.min(width, height) < 43.9;
          const isCovered = ({ x, y }) => !document.elementFromPoint(x + 9, y + 9)?.closest('[role="tab"]');
          return [
            ...inCards.filter((element) => isOut(box(element), box(element.closest('section')))),
            ...touched.filter((element) => isSmall(box(element))),
            ...shown('[role="tab"]').filter((element) => isCovered(box(element))),
          ].map(({ id, textContent }) => id || textContent.trim());
        });
        assert.deepEqual(wrong, [], name);
      }
    });
  }

  onPhone('the labels of drawing and plots can be read on a phone', 390, 844, async (phone) => {
    await phone.page.click('#whole');
    await phone.panel('inside');
    const tiny = await phone.run(() => {
      const scale = document.querySelector('.scene').getBoundingClientRect().width / 578;
      const plots = [...document.querySelectorAll('.plots text')];
      const labels = [...document.querySelectorAll('.pin.used, .module .silk, .note')];
      return [
        ...plots.filter((e) => e.getBoundingClientRect().height <= 10),
        ...labels.filter((e) => parseFloat(getComputedStyle(e).fontSize) * scale < 6),
      ].map(({ textContent }) => textContent);
    });
    assert.deepEqual(tiny, []);
    await phone.page.click('#whole');
  });

  onPhone('the next question of the lesson is in sight below the matrix', 390, 844, async (phone) => {
    await phone.panel('lesson');
    await phone.press('.guesses', 'I have no guess');
    await phone.press('.ends', 'Next');
    await phone.painted();
    const [title, matrix] = await boxes(phone, '.lesson-now h3', '.bench');
    assert.ok(title.top >= matrix.bottom - 4 && title.bottom < 844, `${title.top}, ${matrix.bottom}`);
  });

  for (const [width, height] of [[667, 375], [844, 390], [900, 600]])
    onPhone(`in landscape the board is beside the rest: ${height}`, width, height, async (phone) => {
      await phone.panel('try');
      await phone.run("document.querySelector('#examples').scrollIntoView()");
      const [board, rest] = await boxes(phone, '.bench', '.panels');
      assert.ok(board.top >= 0 && board.bottom <= height, `${board.top} to ${board.bottom}`);
      assert.ok(rest.left >= board.right && rest.width > 0.5 * width, `${rest.left}, ${rest.width}`);
    });

  check.once('on a desk the panels begin in the first screen below 64 columns of text', async ({ open }) => {
    const desk = await open({ width: 1280, height: 720 });
    const [{ top }] = await boxes(desk, '#tabs');
    assert.ok(top < 480, `${top}`);
    for (const width of [1280, 1344, 1440, 1680, 1920]) {
      await desk.resize(width, 900);
      await desk.until((own) => innerWidth === own, width);
      await desk.painted();
      assert.ok((await desk.run('nqueens.terminal.cols')) >= 64, `${width}`);
    }
    await desk.close();
  });

  const inSight = 'on a phone the matrix stays in sight while an example is tapped';
  onPhone(inSight, 390, 844, async (phone) => {
    await phone.panel('try');
    const button = await phone.button('#examples', 'check 15863725');
    await button.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await phone.painted();
    const isSeen = () =>
      phone.run(() => {
        const { x, top, bottom, width, height } = document.querySelector('#leds').getBoundingClientRect();
        const isInside = top >= 0 && bottom <= innerHeight && height > 150;
        const isOnTop = document.elementFromPoint(x + width / 2, top + height / 2)?.closest('svg');
        return isInside && isOnTop && scrollY > 200;
      });
    assert.ok(await isSeen(), 'out of sight before the tap');
    await button.click();
    await phone.until('nqueens.chip.levels.filter((level) => level > 0.05).length === 8');
    assert.ok(await isSeen(), 'out of sight after the tap');
    await phone.close();
  });
}
