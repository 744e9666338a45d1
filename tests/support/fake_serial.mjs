/**
 * Web Serial in the page, its ports in this program: each is an object with open(baudRate, push), signals(),
 * write(), close().
 */
import { Tab } from './browser.mjs';

/* In the page: what a browser offers. Every call is handed on to serialCall(). */
const IN_PAGE = (offered) => {
  const fail = ({ error, message }) => {
    throw new DOMException(message ?? 'Failed to open serial port.', error);
  };
  const ports = new Map();
  const controllers = new Map();
  const make = ({ id, info }) => ({
    getInfo: () => info,
    async open({ baudRate }) {
      if (this.readable) fail({ error: 'InvalidStateError' });
      this.readable = new ReadableStream({
        start: (controller) => controllers.set(id, controller),
        cancel: () => void controllers.delete(id),
      });
      this.writable = new WritableStream({ write: (bytes) => serialCall(id, 'write', [...bytes]) });
      const answer = await serialCall(id, 'open', baudRate);
      if (!answer?.error) return;
      this.readable = null;
      fail(answer);
    },
    setSignals: (signals) => serialCall(id, 'signals', signals),
    async close() {
      if (this.readable?.locked || this.writable?.locked) throw new TypeError('the port is still in use');
      this.readable = null;
      await serialCall(id, 'close');
    },
  });
  const portOf = (offer) => ports.get(offer.id) ?? ports.set(offer.id, make(offer)).get(offer.id);
  globalThis.boardSends = (id, bytes) => controllers.get(id)?.enqueue(Uint8Array.from(bytes));
  globalThis.boardGone = (id) => {
    controllers.get(id)?.error(new DOMException('The device has been lost.', 'NetworkError'));
    controllers.delete(id);
    ports.get(id).readable = null;
  };
  globalThis.offer = (offers) => (offered = offers);
  globalThis.asked = []; /* what the page asked the browser for */
  const serial = {
    async requestPort(options) {
      globalThis.asked.push(options);
      if (!offered.length) fail({ error: 'NotFoundError', message: 'No port selected by the user.' });
      return portOf(offered[0]);
    },
    getPorts: async () => offered.slice(1).map(portOf),
  };
  Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
};

/** A tab with a page that finds these ports: the user chooses the first, the others were allowed before. */
export async function openWithPorts(browser, ports, options = {}) {
  const offers = Object.entries(ports).map(([id, { info = {} }]) => ({ id, info }));
  const before = async (page) => {
    await page.exposeFunction('serialCall', async (id, what, value) => {
      const send = (own, bytes) => globalThis.boardSends(own, bytes);
      const push = (bytes) => page.evaluate(send, id, [...bytes]).catch(() => {}); /* the tab was closed */
      return (await ports[id][what]?.(value, push)) ?? null;
    });
    await page.evaluateOnNewDocument(IN_PAGE, offers);
  };
  const tab = await Tab.open(browser, { ...options, before });
  /* The simulated chip in the page needs no time now. */
  await tab.run("document.querySelector('#pause').click()");
  return tab;
}

/** A board with a separate USB chip: setting DTR resets it. */
export const dtrPort = (board) => ({
  open(baudRate, push) {
    this.push = push;
  },
  signals({ dataTerminalReady }) {
    if (dataTerminalReady === undefined) return;
    board.close();
    if (dataTerminalReady) board.open(this.push);
  },
  write: (bytes) => board.write(bytes),
  close: () => board.close(),
});

/** A board that is itself the USB device: the boot loader's port comes and goes with it. */
export const usbPort = (board, info) => ({
  info,
  open: (baudRate, push) => board.open(push),
  write: (bytes) => board.write(bytes),
});
