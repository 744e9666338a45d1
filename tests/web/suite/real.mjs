/**
 * A real board, as far as the browser's side of it goes: the choice of the port, and a port that is silent.
 */
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
    await tab.page.evaluate(
      "document.querySelector('avr-install-button').shadowRoot.querySelector('input').click()",
    );
    await tab.page.click('#connect');
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
