/** A real board, as far as the browser goes: the choice of a port, a silent port. Four simulated ones. */
import assert from 'node:assert/strict';

/* A port that opens and never sends a byte. The page's calls of requestPort() are recorded. */
const silentPort = (page) =>
  page.evaluateOnNewDocument(() => {
    globalThis.asked = [];
    const port = {
      getInfo: () => ({}),
      async open() {
        this.readable = new ReadableStream({ start: (controller) => (globalThis.board = controller) });
        this.writable = new WritableStream({});
      },
      setSignals: async () => {},
      close: async () => {},
    };
    const serial = {
      requestPort: async (options) => {
        globalThis.asked.push(options);
        return port;
      },
      getPorts: async () => [],
    };
    Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
  });

export function real(check) {
  check.once('the browser lists ports of boards, or all ports if mine is not listed', async ({ open }) => {
    const tab = await open({ before: silentPort, hash: '#real' });
    await tab.page.click('#connect');
    await tab.until('asked.length === 1');
    const vendors = await tab.run('asked[0].filters.map(({ usbVendorId }) => usbVendorId)');
    assert.deepEqual(vendors, [0x2341, 0x2a03, 0x1a86, 0x0403, 0x10c4]);
    /* Not by the mouse: after 2 s of silence a notice moves the button. */
    await tab.run("document.querySelector('avr-install-button').shadowRoot.querySelector('input').click()");
    await tab.run("document.querySelector('#connect').click()");
    await tab.until('asked.length === 2');
    assert.deepEqual(await tab.run('asked[1].filters'), []);
    assert.match(await tab.textOf('#real'), /CH340/);
    await tab.close();
  });

  check.once('a board that sends nothing is reported after 2 s, with what to try', async ({ open }) => {
    const tab = await open({ before: silentPort, hash: '#real' });
    await tab.page.click('#connect');
    await tab.until(
      "/Nothing was received.*reset.*baud/.test(document.querySelector('#notice').textContent)",
    );
    await tab.run('board.enqueue(new TextEncoder().encode("nqueens"))');
    await tab.until("document.querySelector('#notice').textContent.trim() === ''");
    await tab.close();
  });
}

export function many(check) {
  check.once('four Unos count one n in 32 parts, and unplugging one loses none', async ({ tab }) => {
    await tab.page.click('#pause');
    await tab.page.click('#tab-many');
    await tab.choose('#many-size', '12');
    await tab.page.click('#many-start');
    await tab.until("document.querySelectorAll('.parts .counted').length >= 3");
    assert.match(await tab.textOf('.many-status'), /^\d+ of 32 parts: \d+ solutions so far$/);
    await tab.press('.unos li:nth-child(2)', 'Unplug');
    await tab.until("/no power/.test(document.querySelector('.unos li:nth-child(2)').textContent)");
    await tab.until("document.querySelectorAll('.parts .counted').length >= 12");
    await tab.press('.unos li:nth-child(2)', 'Plug in');
    await tab.until("/^\\d+ solutions for/.test(document.querySelector('.many-status').textContent)");
    assert.match(await tab.textOf('.many-status'), /^14200 solutions for n = 12, as known, in /);
    const counted = (await tab.each('.unos p')).map((words) => Number(words.match(/(\d+) counted/)[1]));
    assert.equal(counted.reduce((a, b) => a + b, 0), 32, counted.join());
    assert.ok(!counted.includes(0), counted.join());
    await tab.page.click('#tab-try');
    await tab.page.click('#pause');
  });
}
