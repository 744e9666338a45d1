#!/usr/bin/env -S node --test-reporter=tap
/**
 * The board report: of a board that is right, and of faulty ones, each named. The clock is that of the
 * simulated board, so nothing depends on this computer's speed; a few boards are on a pseudo-terminal, in
 * real time, and no check of these measures time.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { markdown, report } from '../../sim/report/report.mjs';
import { BoardOnTerminal, SteppedPort, folder, silentImage } from '../support/boards.mjs';

const expected = JSON.parse(readFileSync('build/report/uno.json', 'utf8'));
/* ppm. A line arrives between two ticks of the board, and an answer leaves so: 1 ms each in 8 s. */
const OFF = 250;

function portOf(t, image, hz) {
  const port = new SteppedPort(image, hz);
  t.after(() => port.board.stop());
  return port;
}

/*
 * The report sees a board through its port only. So faults are planted there: text that does not come, a line
 * that the board does not get, a reset that nobody asked for. Or the board is right, and the expectation is
 * wrong.
 */

/** The report of a board; only some of its checks, where the others would say nothing about the fault. */
async function reportOf(t, { image, hz, isButtonStuck = false, ...options } = {}) {
  const port = portOf(t, image, hz);
  port.board.press(isButtonStuck);
  return reportAt(t, port, options);
}

async function reportAt(t, port, { against = expected, ...options }) {
  const found = await report(port, against, options);
  t.diagnostic(found.checks.map(({ id, result }) => `${id}: ${result}`).join(', '));
  if (found.clock) t.diagnostic(`${found.clock.ppm} ± ${found.clock.uncertainty} ppm`);
  return found;
}

/** The report of a board on a pseudo-terminal; `optionsOf` takes the board. */
async function reportOnTerminal(t, optionsOf) {
  const board = await new BoardOnTerminal().plug();
  t.after(() => board.stop());
  return reportAt(t, board.port, { patience: 60, isSimulated: true, ...optionsOf(board) });
}

const failures = ({ checks }) => checks.filter(({ result }) => result === 'failed');
const resultOf = ({ checks }, id) => checks.find((check) => check.id === id);

/** Exactly these checks failed, each for its reason. */
function failed(found, reasons) {
  const seen = JSON.stringify(failures(found), null, 2);
  const ids = failures(found).map(({ id }) => id);
  assert.deepEqual(ids, Object.keys(reasons), seen);
  for (const [id, why] of Object.entries(reasons)) assert.match(resultOf(found, id).why, why);
  assert.equal(found.agrees, false);
}

test('a right board agrees in every check, and its settings are as before', async (t) => {
  const found = await reportOf(t);
  assert.deepEqual(failures(found), []);
  assert.ok(found.agrees);
  const skipped = found.checks.filter(({ result }) => result === 'not tried').map(({ id }) => id);
  assert.deepEqual(skipped, ['plug', 'button', 'matrix']);
  assert.match(resultOf(found, 'clock').seen, /as exact as a crystal/);
  assert.ok(Math.abs(found.clock.ppm) <= OFF, `${found.clock.ppm} ppm`);
  const readme = readFileSync('sim/report/README.md', 'utf8');
  const shown = [...readme.matchAll(/^(passed|not tried) +(.*?)(?:: unattended.*)?$/gm)];
  assert.deepEqual(
    found.checks.map(({ result, title }) => `${result} ${title}`),
    shown.map(([, result, title]) => `${result} ${title}`),
  );
  const text = markdown(found, { board: 'uno', 'USB id': '2341:0043' });
  assert.match(text, /^## Board report: agrees with the simulation, 3 not tried\n/);
  assert.match(text, /\| USB id \| 2341:0043 \|/);
  assert.match(text, /\| the clock \| passed \| [+−]\d+ ± \d+ ppm/);
});

test('another version is named, and everything else is compared all the same', async (t) => {
  const against = { ...expected, greeting: expected.greeting.replace(/nqueens \d/, 'nqueens 9') };
  const found = await reportOf(t, { against, only: ['greeting', 'version', 'settings', 'keys'] });
  failed(found, { version: /another version/ });
  assert.match(resultOf(found, 'version').expected, /nqueens 9\./);
  assert.equal(resultOf(found, 'keys').result, 'passed');
});

test('the answer that is wrong is named, with what is right', async (t) => {
  const session = expected.session.map(({ send, answer }) => ({
    send,
    answer: send === 'check 15863724' ? answer.replace('size 8', 'size 4') : answer,
  }));
  const against = { ...expected, session };
  const found = await reportOf(t, { against, only: ['greeting', 'settings', 'session'] });
  failed(found, { session: /^1 of \d+ answers differ: `check 15863724`$/ });
  const { seen, expected: right } = resultOf(found, 'session');
  assert.match(right, /class 15863724, size 4/);
  assert.match(seen, /class 15863724, size 8/);
});

for (const [percent, what] of [
  [0.5, 'is that of a resonator'],
  [-0.5, 'is that of a resonator'],
  [-3, 'fails'],
])
  test(`a clock that is off by ${percent} % ${what}, and its ppm are right`, async (t) => {
    const hz = Math.round(16_000_000 * (1 + percent / 100));
    const found = await reportOf(t, { only: ['greeting', 'settings', 'clock'], hz });
    if (what === 'fails') failed(found, { clock: /the clock is off/ });
    else assert.deepEqual(failures(found), []);
    const kind = what === 'fails' ? /too far off for a crystal or a resonator/ : /: a resonator$/;
    assert.match(resultOf(found, 'clock').seen, kind);
    assert.ok(Math.abs(found.clock.ppm - 10_000 * percent) <= OFF, `${found.clock.ppm} ppm`);
  });

/** The report's clock, while the button is pressed for so many seconds at each `count 14`. */
async function clockWithPress(t, seconds) {
  const port = portOf(t);
  const send = port.send.bind(port);
  port.send = (text) => {
    send(text);
    if (!/^count 14/.test(text)) return;
    port.pause(1).then(() => port.board.press(true));
    port.pause(1 + seconds).then(() => port.board.press(false));
  };
  return reportAt(t, port, { only: ['greeting', 'settings', 'clock', 'reset'] });
}

for (const [press, seconds] of [
  ['short', 0.1],
  ['long', 1.2],
])
  test(`a ${press} press of the button during the measurement of the clock is named`, async (t) => {
    const found = await clockWithPress(t, seconds);
    failed(found, { clock: /the button was pressed, or a wire at D2 is loose/ });
    assert.equal(resultOf(found, 'restore').result, 'passed');
  });

test('a clock that a busy computer cannot measure is not tried', async (t) => {
  const port = portOf(t);
  let lines = 0;
  port.board.onByte = (byte, time) => {
    lines += byte === 10;
    port.onText(String.fromCharCode(byte), time + 0.03 * (lines % 5));
  };
  const found = await reportAt(t, port, { only: ['greeting', 'settings', 'clock'] });
  assert.equal(resultOf(found, 'clock').result, 'not tried');
  assert.match(resultOf(found, 'clock').why, /this computer was too busy to measure it/);
});

for (const [lost, what] of [
  ['save', 'what is saved'],
  ['count 16', 'a count'],
])
  test(`an EEPROM that does not keep ${what} is named`, async (t) => {
    const port = portOf(t);
    const send = port.send.bind(port);
    port.send = (text) => send(text === `${lost}\r` ? 'check 1\r' : text);
    const found = await reportAt(t, port, { only: ['greeting', 'settings', 'reset'] });
    failed(found, { reset: new RegExp(`the EEPROM does not keep ${what}`) });
  });

test('a button that is stuck since the reset is named without a person', async (t) => {
  const found = await reportOf(t, {
    only: ['greeting', 'button-up', 'settings', 'keys'],
    isButtonStuck: true,
  });
  failed(found, { 'button-up': /the button is down: is it stuck/ });
  assert.equal(resultOf(found, 'keys').result, 'passed');
});

/** A person at a board in simulated time, with these answers; the button works unless it is stuck. */
const person = ({ board }, asked = []) => ({
  tell(words) {
    if (/Pull the plug/.test(words)) board.cutPower();
    if (!/Press the button/.test(words)) return;
    board.press(true);
    board.pause(0.1).then(() => board.press(false));
  },
  async ask(question, answers) {
    asked.push(question);
    return answers.includes('yes') ? 'yes' : '0';
  },
});

test('a button that is stuck, or not between its pins, is named when a person presses it', async (t) => {
  const port = portOf(t);
  const { ask } = person(port);
  const only = ['greeting', 'settings', 'button'];
  const found = await reportAt(t, port, { only, ask });
  failed(found, { button: /is the button stuck, or not between D2 and GND/ });
});

/** A port that prints this after a reset, and gives these answers. */
class SpeakingPort {
  #now = 0;

  constructor(text, answerTo = () => '') {
    Object.assign(this, { text, answerTo });
  }

  now() {
    return this.#now;
  }

  async pause(seconds) {
    this.#now += seconds;
  }

  send(text) {
    this.onText(this.answerTo(text), this.#now);
  }

  async reset() {
    this.onText(this.text, this.#now);
  }
}

test('what nobody asked for is named: a button or a loose wire', async () => {
  const answerTo = (text) => {
    const [word] = text.match(/settled\d+/) ?? [];
    return word ? `error: unknown command '${word}'\r\n> ` : 'ok\r\n> ';
  };
  const reportAfter = (text) => {
    const greeting = 'nqueens 2.0.0 (ATmega328P, 16 MHz)\r\n> ';
    return report(new SpeakingPort(greeting + text, answerTo), expected, { only: ['greeting', 'button-up'] });
  };
  for (const text of ['\r\n15863724\r\n\r\npaused\r\n> ', '\r\n15863724\r\n2413\r\n', '\r\nresumed\r\n']) {
    const found = await reportAfter(text);
    failed(found, { 'button-up': /is the button down, or a wire at D2 loose/ });
  }
  assert.ok((await reportAfter('\r\n15863724\r\n1683')).agrees);
});

test('what cannot be read, or is no queens at all, is named', async () => {
  for (const [text, why] of [
    ['\xf8\x80\xff\x00', /cannot be read: another baud rate, or a clock far off/],
    ['Hello, world!\r\n', /what answers is not this firmware/],
  ]) {
    failed(await report(new SpeakingPort(text), expected), { greeting: why });
  }
});

test('silence is named, and nothing else is tried', async (t) => {
  const found = await reportOf(t, { image: silentImage() });
  failed(found, { greeting: /nothing was received/ });
  assert.ok(found.checks.slice(1).every(({ result }) => result === 'not tried'));
});

test('a cable that is pulled in the middle of the session is named, and nothing hangs', async (t) => {
  const found = await reportOnTerminal(t, (board) => ({
    only: ['greeting', 'settings', 'session', 'clock', 'reset'],
    show: (title, share) => share > 0.3 && /every command/.test(title) && board.child.kill('SIGKILL'),
  }));
  failed(found, { session: /the port is gone: was the cable pulled/ });
  assert.match(markdown(found, {}), /\| settings before \| format digits<br>pace 500<br>/);
  assert.equal(resultOf(found, 'clock').result, 'not tried');
});

test('a board that resets itself is named', async (t) => {
  const port = portOf(t);
  const resetAgain = () => port.pause(0.5).then(() => (port.board.reset(), resetAgain()));
  resetAgain();
  const found = await reportAt(t, port, { only: ['greeting', 'settings', 'session', 'clock', 'reset'] });
  assert.equal(found.agrees, false);
  assert.match(failures(found).map(({ why }) => why).join('; '), /resets itself/);
});

/** Types lines, and gives each so many seconds. */
async function type(port, lines, seconds) {
  for (const line of lines) {
    port.send(`${line}\r`);
    await port.pause(seconds);
  }
}

test('settings that were saved are there again afterwards', async (t) => {
  const port = portOf(t);
  const one = (...only) => reportAt(t, port, { only });
  await one('greeting');
  await type(port, ['bright 9', 'pace 20', 'orient 3', 'save'], 0.5);
  const found = await one('greeting', 'settings', 'keys');
  assert.match(found.settings, /pace 20\nbright 9\norient 3/);
  assert.equal(resultOf(found, 'restore').result, 'passed');
  const again = await one('greeting', 'settings');
  assert.equal(again.settings, found.settings);
});

test('a count of the owner waits afterwards as it did before', async (t) => {
  const port = portOf(t);
  await reportAt(t, port, { only: ['greeting'] });
  await type(port, ['count 18', 'check 1'], 3);
  for (let i = 0; i < 2; i++) {
    const only = ['greeting', 'button-up', 'settings', 'session', 'clock', 'reset'];
    const found = await reportAt(t, port, { only });
    assert.equal(found.parked, '18');
    assert.deepEqual(failures(found), []);
    assert.match(resultOf(found, 'clock').seen, /as exact as a crystal/);
  }
});

test('with a person: the plug is pulled, the button pressed, the matrix examined', async (t) => {
  const port = portOf(t);
  const asked = [];
  const only = ['greeting', 'button-up', 'settings', 'plug', 'button', 'matrix'];
  const found = await reportAt(t, port, { only, ...person(port, asked) });
  assert.deepEqual(failures(found), []);
  for (const id of ['plug', 'button', 'matrix']) assert.equal(resultOf(found, id).result, 'passed');
  assert.match(asked.at(-1), /Does the matrix show this\?\nQ \. \. \. \. \. \. \.\n\. \. \. \. Q/);
});

test('Ctrl-C instead of an answer ends the checks, too', async (t) => {
  const stopping = new AbortController();
  const ask = async () => (stopping.abort(), null);
  const only = ['greeting', 'settings', 'plug', 'matrix'];
  const found = await reportAt(t, portOf(t), { only, ask, signal: stopping.signal });
  failed(found, { plug: /^stopped by Ctrl-C$/ });
  assert.equal(resultOf(found, 'matrix').result, 'not tried');
  assert.equal(resultOf(found, 'restore').result, 'passed');
});

test('Ctrl-C ends the wait for a plug, too', async (t) => {
  const stopping = new AbortController();
  const found = await reportOnTerminal(t, (board) => ({
    only: ['greeting', 'settings', 'plug'],
    tell: (words) => /Pull the plug/.test(words) && board.unplug().then(() => stopping.abort()),
    ask: async () => 'yes',
    signal: stopping.signal,
  }));
  failed(found, { plug: /^stopped by Ctrl-C$/, restore: /./ });
});

test('the port of a board goes with its plug, and is opened again', async (t) => {
  const found = await reportOnTerminal(t, (board) => ({
    only: ['greeting', 'settings', 'plug'],
    tell: (words) => /Pull the plug/.test(words) && board.unplug().then(() => board.plug()),
    ask: async () => 'yes',
  }));
  assert.deepEqual(failures(found), []);
  assert.equal(resultOf(found, 'plug').result, 'passed');
});

/** Some checks of `make report`: the exit status, and what it prints, which `act` gets with the process. */
async function run(link, only, act = () => {}) {
  const args = ['sim/report/main.mjs', link, 'build/report/uno.json', join(folder, 'report.md'), 'uno'];
  const env = { ...process.env, PATIENCE: '60', ONLY: only };
  const child = spawn(process.execPath, args, { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => act(child, (output += text.toString())));
  const [status] = await once(child, 'close');
  return { status, output };
}

test('a port that cannot be used is explained, with exit status 2', async (t) => {
  const board = await new BoardOnTerminal().plug();
  t.after(() => board.stop());
  const held = openSync(board.link, 'r');
  t.after(() => closeSync(held));
  for (const [link, why] of [
    ['/missing/tty', /no such port: is the board plugged in/],
    ['build/report/uno.json', /no serial port/],
    [board.link, /node \(\d+\) uses the port: close it there/],
  ]) {
    const { status, output } = await run(link, 'greeting');
    assert.equal(status, 2);
    assert.match(output, why);
  }
});

test('make report answers with its exit status, and one SIGINT restores the settings', async (t) => {
  const board = await new BoardOnTerminal().plug();
  t.after(() => board.stop());
  const { status, output } = await run(board.link, 'greeting,version');
  assert.deepEqual(
    [status, output.match(/^report: the board agrees/m)?.[0]],
    [0, 'report: the board agrees'],
  );
  let isStopped = false;
  const stopped = await run(board.link, 'greeting,settings,session', (child, text) => {
    if (isStopped || !/every command/.test(text)) return;
    isStopped = child.kill('SIGINT');
  });
  assert.equal(stopped.status, 1);
  assert.match(stopped.output, /^failed +every command .*: stopped by Ctrl-C\n/m);
  assert.match(stopped.output, /^passed +the settings are as before\nreport: stopped$/m);
});
