/**
 * Web Serial in the page, its ports in this program: each is an object with open(baudRate, push), signals(),
 * write(), close().
 */
import { WebSocketServer } from '../../sim/node_modules/ws/wrapper.mjs';
import { Tab } from './browser.mjs';

/*
 * In the page: what a browser offers, every call handed on over a WebSocket, which is quicker than the
 * browsers' own remote control.
 */
const IN_PAGE = (address, offered) => {
  const fail = ({ error, message }) => {
    throw new DOMException(message ?? 'Failed to open serial port.', error);
  };
  const ports = new Map();
  const controllers = new Map();
  const waiting = new Map();
  let calls = 0;
  const socket = new WebSocket(address);
  const connected = new Promise((done) => (socket.onopen = done));
  socket.onmessage = ({ data }) => {
    const { id, bytes, call, answer } = JSON.parse(data);
    if (bytes) controllers.get(id)?.enqueue(Uint8Array.from(bytes));
    else waiting.get(call)(answer);
  };
  const ask = async (id, what, value) => {
    await connected;
    const call = calls++;
    socket.send(JSON.stringify({ id, what, value, call }));
    return new Promise((done) => waiting.set(call, done));
  };
  const make = ({ id, info }) => ({
    getInfo: () => info,
    async open({ baudRate }) {
      this.readable = new ReadableStream({
        start: (controller) => controllers.set(id, controller),
        cancel: () => void controllers.delete(id),
      });
      this.writable = new WritableStream({ write: (bytes) => ask(id, 'write', [...bytes]) });
      const answer = await ask(id, 'open', baudRate);
      if (answer?.error) fail(answer);
    },
    setSignals: (signals) => ask(id, 'signals', signals),
    async close() {
      if (this.readable?.locked || this.writable?.locked) throw new TypeError('the port is still in use');
      await ask(id, 'close');
    },
  });
  const portOf = (offer) => ports.get(offer.id) ?? ports.set(offer.id, make(offer)).get(offer.id);
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

const servers = new Set();

function shut(server) {
  servers.delete(server);
  for (const client of server.clients) client.terminate();
  server.close();
}

/** Ends what tests that failed left open: a program with an open server never ends. */
export const closePorts = () => servers.forEach(shut);

function serve(ports) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  servers.add(server);
  server.on('connection', (socket) =>
    socket.on('message', async (data) => {
      const { id, what, value, call } = JSON.parse(data);
      const push = (bytes) => socket.send(JSON.stringify({ id, bytes: [...bytes] }));
      socket.send(JSON.stringify({ call, answer: (await ports[id][what]?.(value, push)) ?? null }));
    }),
  );
  return server;
}

/** A tab with a page that finds these ports: the user chooses the first, the others were allowed before. */
export async function openWithPorts(browser, ports, options = {}) {
  const offers = Object.entries(ports).map(([id, { info = {} }]) => ({ id, info }));
  const server = serve(ports);
  await new Promise((done) => server.on('listening', done));
  const tab = await Tab.open(browser, {
    ...options,
    before: (page) => page.evaluateOnNewDocument(IN_PAGE, `ws://127.0.0.1:${server.address().port}`, offers),
  });
  const close = tab.close.bind(tab);
  tab.close = async () => {
    await close();
    shut(server);
  };
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
