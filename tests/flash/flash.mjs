#!/usr/bin/env -S node --test-reporter=tap
/**
 * The firmware through real boot loaders onto simulated boards: by the real avrdude, and by the page in
 * Chromium (install.mjs has the other boot loaders); then the line of the board in the terminal.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Board, BoardOnTerminal, GREETING, LOADERS } from '../support/boards.mjs';
import { launch, servePage, skip, sleep } from '../support/browser.mjs';
import { dtrPort, usbPort, openWithPorts } from '../support/fake_serial.mjs';

const HEX = 'build/uno/nqueens.hex';
const OPTIBOOT = 'build/sim/optiboot.hex';

/* The ports are the test's own, so one browser is enough. */
let browser;
before(async () => {
  if (!skip('chrome')) browser = await launch('chrome');
});
after(() => browser?.close());

/* Of <avr-install-button>, which the page contains. */
const IN_BUTTON = "document.querySelector('avr-install-button').shadowRoot.querySelector";
const STATUS = `${IN_BUTTON}('[role=status]').textContent`;

const verdict = (tab) => tab.until(`/^(Written|Not written)/.test(${STATUS}) && ${STATUS}`);

async function pressFlash(tab) {
  await tab.run(`${STATUS} = ''`);
  await tab.page.click('#flash-start');
  return verdict(tab);
}

async function flash(tab, board) {
  await tab.page.click('#tab-real');
  await tab.page.select('#flash-board', board);
  return pressFlash(tab);
}

/** From now on the page's clock runs so many times as fast, for what it waits for in vain. */
const hurry = (tab, times) =>
  tab.run((factor) => {
    globalThis.realTime ??= { now: performance.now.bind(performance), wait: setTimeout.bind(globalThis) };
    const real = globalThis.realTime;
    const [then, start] = [performance.now(), real.now()];
    performance.now = () => then + factor * (real.now() - start);
    globalThis.setTimeout = (act, ms = 0, ...rest) => real.wait(act, ms / factor, ...rest);
  }, times);

/* The flasher has limits of real time, so a busy computer tries again, with a slower clock each time. */
async function patiently(t, tab, act, wanted = /^(Written and verified in |install-done uno$)/) {
  let text = '';
  for (let speed = 1; speed > 1e-3 && !wanted.test(text); speed /= 4) {
    await hurry(tab, speed);
    t.diagnostic((text = await act()));
  }
  await hurry(tab, 1);
  assert.match(text, wanted);
}

function boardOf(t, name) {
  const board = new Board(LOADERS[name]);
  t.after(() => board.stop());
  return board;
}

/**
 * avrdude and its board keep to real time: they work while other tests run. Optiboot waits for a second: on a
 * computer so busy that avrdude needs longer, it tries again with a slower board. (At less than half speed,
 * avrdude finds no boot loader.)
 */
async function writeByAvrdude(attempts = 20, speed = 1) {
  const uno = await new BoardOnTerminal('', `--bootloader=${OPTIBOOT}`, `--speed=${speed}`).plug();
  const port = ['-c', 'arduino', '-p', 'm328p', '-b', '115200', '-P', uno.link];
  const avrdude = spawn('avrdude', [...port, '-D', '-U', `flash:w:${HEX}:i`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 600_000,
  });
  uno.child.on('exit', () => avrdude.kill('SIGKILL')); /* what is half written runs into a fault */
  let output = '';
  avrdude.stderr.on('data', (text) => (output += text));
  await once(avrdude, 'close').catch((error) => {
    uno.stop();
    throw error;
  });
  if (attempts > 1 && !/ verified/.test(output)) {
    uno.stop();
    return writeByAvrdude(attempts - 1, 0.5);
  }
  return { uno, output };
}

/* 960 bytes of a program: a test of the way needs no more. */
const SMALL = [...readFileSync(HEX, 'latin1').split('\n').slice(0, 60), ':00000001FF'].join('\n');

/** A page that holds nothing but the button, with a program for an Uno. */
async function buttonAlone(tab, t) {
  const { size } = statSync('build/web/avr-install-button.js');
  t.diagnostic(`${size} bytes`);
  assert.ok(size <= 20_000);
  const builds = [
    { chip: 'ATmega2560', hex: 'data:text/plain,:00000001FF' },
    { chip: 'ATmega328P', hex: 'data:text/plain,:017E00000081%0A:00000001FF' }, /* in the boot loader */
    { chip: 'ATmega328P', board: 'uno', hex: `data:text/plain,${SMALL.replaceAll('\n', '%0A')}` },
  ];
  await tab.run(
    (manifest) => {
      document.body.innerHTML = '<avr-install-button></avr-install-button>';
      const button = document.querySelector('avr-install-button');
      Object.assign(button, { manifest, texts: { 'flash.done': '{name} {version}: {board}' } });
      globalThis.heard = [];
      for (const type of ['install-done', 'install-failed'])
        button.addEventListener(type, ({ detail }) => heard.push([type, detail.board ?? detail.key]));
    },
    { name: 'A part of queens', version: '1.2.3', builds },
  );
}

/** Presses the button; the event at the end, with the board or the key of the text. */
async function pressInstall(tab) {
  await tab.run(`heard.length = 0, ${IN_BUTTON}('button').click()`);
  return (await tab.until('heard[0]')).join(' ');
}

const inBrowser = (sentence, act) => test(sentence, { skip: skip('chrome') }, act);

const writing = writeByAvrdude();
writing.catch(() => {}); /* its test reports that */

inBrowser('the install button is one small file, and writes to the board that answers', async (t) => {
  const tab = await openWithPorts(browser, { uno: dtrPort(boardOf(t, 'uno')) });
  await buttonAlone(tab, t);
  await patiently(t, tab, () => pressInstall(tab));
  assert.equal(await tab.run(STATUS), 'A part of queens 1.2.3: Uno, Nano');

  for (const [key, words] of [
    ['flash.tooLarge', /would overwrite the boot loader/],
    ['flash.noImage', /signature 1e 95 0f. There is no program/],
  ]) {
    await tab.run("document.querySelector('avr-install-button').manifest.builds.pop()");
    await patiently(t, tab, () => pressInstall(tab), new RegExp(`^install-failed ${key}$`));
    assert.match(await tab.run(STATUS), words);
  }
  assert.equal(await tab.run(`${IN_BUTTON}('button').disabled`), false);

  await tab.run("document.querySelector('avr-install-button').manifest = null");
  assert.equal(await pressInstall(tab), 'install-failed flash.other');
  assert.match(await tab.run(STATUS), /avr-install-button> has no attribute "manifest"/);
  await tab.close();
});

const leonardo = 'a Leonardo is touched at 1200 baud, or the page asks for its reset button, and is written';
inBrowser(leonardo, async (t) => {
  const calls = [];
  const { url, asked, close } = await servePage({ '/nqueens-leonardo.hex': SMALL });
  t.after(close);
  const sketch = {
    info: { usbProductId: 0x8036 },
    open: (baudRate) => void calls.push(`open ${baudRate}`),
    signals: ({ dataTerminalReady }) => void calls.push(`DTR ${dataTerminalReady}`),
    close: () => void calls.push('close'),
  };
  const loader = usbPort(boardOf(t, 'leonardo'), { usbProductId: 0x0036 });
  const tab = await openWithPorts(browser, { sketch, loader }, { url });
  await patiently(t, tab, () => flash(tab, 'leonardo'));
  assert.deepEqual(calls.slice(-3), ['open 1200', 'DTR false', 'close']);
  assert.ok(asked.includes('/manifest.json') && asked.includes('/nqueens-leonardo.hex'), asked.join());
  assert.match(await tab.get('#flash-hint'), /D0 and D1, not on USB/);

  /* The browser was never allowed to use the boot loader: it shows that port only if it is asked for. */
  await tab.run((info) => offer([{ id: 'sketch', info }]), sketch.info);
  await hurry(tab, 20);
  assert.match(await pressFlash(tab), /Press the reset button .*choose the new port/);
  await hurry(tab, 1);
  await tab.run((info) => offer([{ id: 'loader', info }]), loader.info);
  await patiently(t, tab, () => pressFlash(tab));
  assert.deepEqual(await tab.run('asked.at(-1)'), { filters: [] });
  await tab.close();
});

inBrowser('the page writes an Uno, and its line is then in the terminal', async (t) => {
  const uno = boardOf(t, 'uno');
  const tab = await openWithPorts(browser, { uno: dtrPort(uno) });
  await patiently(t, tab, () => flash(tab, 'any'));
  uno.passTime();
  /* Until the switch has turned, the terminal is the simulated one's, which may have printed the same. */
  await tab.until("document.querySelector('#to-real').getAttribute('aria-checked') === 'true'");
  await tab.printed(/^nqueens .*\n/m);
  assert.match(await tab.get('#real-status'), /You are talking to the real Uno/);
  assert.match(await tab.get('#bench-note'), /This one is simulated/);
  await tab.say('count 6');
  assert.match(uno.text, /4 solutions, 76 queens placed/);

  /* The buttons are those of the real one, and the switch leads back. */
  const start = (await tab.text()).length;
  await tab.page.click('#tab-try');
  await tab.press('#examples', 'check 15863725');
  await tab.printed(/not a solution: 2 attacking pairs\nok\n>/, start);
  assert.match(uno.text, /check 15863725/);
  await tab.page.click('#to-simulated');
  assert.doesNotMatch(await tab.text(), /attacking pairs/);
  assert.equal(await tab.run("document.querySelector('#real-status').hidden"), true);
  await tab.page.click('#to-real');
  await tab.printed(/not a solution: 2 attacking pairs/);

  /* Pulled out in the middle of an answer. */
  await tab.input('solve 8\r');
  await tab.printed(/15863724\n/, start);
  uno.stop();
  await tab.run("boardGone('uno')");
  await tab.printed(/was unplugged/, start);
  assert.match(await tab.get('#real-status'), /The real Uno was unplugged/);
  assert.equal(await tab.count('#live button:enabled, #examples button:enabled'), 0);
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

inBrowser('the page compares a board with the simulation, then connects its line', async (t) => {
  const uno = await new BoardOnTerminal().plug();
  t.after(() => uno.stop());
  const tab = await openWithPorts(browser, { uno: dtrPort(uno) });
  await tab.run(() => {
    const checks = ['greeting', 'version', 'settings', 'info', 'session', 'keys', 'matrix'];
    Object.assign(nqueens.report.options, { patience: 120, isSimulated: true, only: checks });
  });
  await tab.page.click('#tab-real');
  await tab.page.click('#board-check');
  await tab.until("document.querySelector('#board-questions button') !== null");
  assert.match(await tab.get('#board-questions'), /Which of these does the matrix show/);
  await tab.press('#board-questions', 'skip');
  await tab.until("!document.querySelector('#board-report').hidden");
  const report = await tab.run("document.querySelector('#board-report').value");
  assert.match(report, /^## Board report: agrees with the simulation, 1 not tried\n/);
  assert.match(report, /\| every command .*, as in the simulation \| passed \| \d+ answers \|/);
  assert.match(await tab.get('#port-status'), /The board agrees with the simulation/);
  assert.equal(await tab.run("document.querySelector('#board-check').disabled"), false);

  await tab.page.click('#to-real');
  await tab.until("document.querySelector('#real-status').textContent.startsWith('You are talking')");
  await tab.printed(/^nqueens .*\n/m);
  assert.match(await tab.say('solve 4'), /2413\n3142\n2 solutions/);
  const greets = /No real Uno is connected\.\n[^]*nqueens .*\n/;
  await tab.after(() => tab.run("document.querySelector('#connect').click()"), greets); /* it was open */
  await tab.after(() => tab.press('#real-status', 'Disconnect'), /No real Uno is connected/);
  await tab.after(() => tab.press('#real-status', 'Connect'), /nqueens .*\n/);
  assert.deepEqual(tab.complaints, []);
  await tab.close();
});

inBrowser('the browser lists ports of boards, or all ports; silence is reported after 2 s', async () => {
  const silent = { open: (baudRate, push) => void (silent.push = push) };
  const tab = await openWithPorts(browser, { silent }, { hash: '#real' });
  await tab.page.click('#connect');
  await tab.until('asked.length === 1');
  const vendors = await tab.run('asked[0].filters.map(({ usbVendorId }) => usbVendorId)');
  assert.deepEqual(vendors, [0x2341, 0x2a03, 0x1a86, 0x0403, 0x10c4]);
  /* Not by the mouse: after 2 s of silence a notice moves the button. */
  await tab.run(`${IN_BUTTON}('input').click()`);
  await tab.run("document.querySelector('#connect').click()");
  await tab.until('asked.length === 2');
  assert.deepEqual(await tab.run('asked[1].filters'), []);
  assert.match(await tab.get('#real'), /CH340/);
  const notice = "document.querySelector('#notice').textContent";
  await tab.until(`/Nothing was received.*reset.*baud/.test(${notice})`);
  silent.push(Buffer.from('nqueens'));
  await tab.until(`${notice}.trim() === ''`);
  await tab.close();
});

inBrowser('a busy port, no port and a wrong board are explained, with what to do', async (t) => {
  const busy = { open: () => ({ error: 'NetworkError' }) };
  /* It answers as a Mega with an Uno's boot loader would. */
  const wrong = {
    open(baudRate, push) {
      this.push = push;
    },
    write(bytes) {
      if (bytes[0] === 0x30) this.push([0x14, 0x10]);
      if (bytes[0] === 0x75) this.push([0x14, 0x1e, 0x98, 0x01, 0x10]);
    },
  };
  const silent = {};
  const ports = { busy, wrong, silent };
  const tab = await openWithPorts(browser, ports);
  const offer = (id) => tab.run((name) => globalThis.offer(name ? [{ id: name, info: {} }] : []), id);
  const flashed = (wanted) => patiently(t, tab, () => pressFlash(tab), wanted);
  const portStatus = (pattern) =>
    tab.until(`new RegExp("${pattern}").test(document.querySelector('#port-status').textContent)`);

  await tab.page.click('#tab-real');
  await tab.page.click('#connect');
  await portStatus('could not be opened.*close it there.*usermod -aG dialout');
  await flashed(/^Not written.*could not be opened/);
  await offer('wrong');
  await flashed(/^Not written.*An ATmega2560 is on the board, not an ATmega328P: choose Mega 2560/);
  await offer(null);
  await flashed(/^Not written. No port was chosen.*plugged in/);
  await offer('silent');
  await hurry(tab, 20);
  const last = pressFlash(tab);
  const isDisabled = "document.querySelector('#flash-start').disabled";
  assert.ok(await tab.until(isDisabled), 'a board can be flashed twice at once');
  const asked = await tab.run("asked.length + (document.querySelector('#to-real').click() ?? 0)");
  assert.equal(await tab.run('asked.length'), asked, 'something else takes the port meanwhile');
  assert.match(await last, /^Not written. No boot loader answers/);
  assert.equal(await tab.run(isDisabled), false);
  await tab.run("Object.defineProperty(navigator, 'serial', { value: undefined })");
  await tab.panel('try');
  await tab.press('#real-status', 'Connect');
  await portStatus('cannot reach serial ports');
  assert.ok(await tab.get('#port-status', 'offsetHeight'), 'the reason is hidden');
  await tab.close();
});

test('avrdude writes and verifies the firmware through Optiboot, and it starts', async (t) => {
  const { uno, output } = await writing;
  t.after(() => uno.stop());
  assert.match(output, /\d+ bytes of flash verified/);
  uno.open();
  for (let looks = 0; looks < 6000 && !GREETING.test(uno.text); looks++) await sleep(20);
  assert.match(uno.text, GREETING);
});
