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
import { SteppedBoard } from '../../sim/report/stepped.mjs';
import { BoardOnTerminal, folder, silentImage } from '../support/boards.mjs';

const expected = JSON.parse(readFileSync('build/report/uno.json', 'utf8'));
/* ppm. A line arrives between two ticks of the board, and an answer leaves so: 1 ms each in 8 s. */
const OFF = 250;

/** A board in simulated time. */
function portOf(t, board) {
  const port = new SteppedBoard(board);
  t.after(() => port.stop());
  return port;
}

/** The report of a board; `only` names the checks, where the others would say nothing about the fault. */
async function reportAt(t, port, only, { against = expected, ...options } = {}) {
  const found = await report(port, against, { only: only?.split(' '), ...options });
  t.diagnostic(found.checks.map(({ id, result }) => `${id}: ${result}`).join(', '));
  if (found.clock) t.diagnostic(`${found.clock.ppm} ± ${found.clock.uncertainty} ppm`);
  return found;
}

/** The report of a board on a pseudo-terminal; `optionsOf` takes the board. */
async function reportOnTerminal(t, only, optionsOf) {
  const board = await new BoardOnTerminal().plug();
  t.after(() => board.stop());
  return reportAt(t, board.port, only, { patience: 60, isSimulated: true, ...optionsOf(board) });
}

const failures = ({ checks }) => checks.filter(({ result }) => result === 'failed');
const resultOf = ({ checks }, id) => checks.find((check) => check.id === id);

/** Exactly these checks failed, each for its reason. */
function failed(found, reasons) {
  const seen = JSON.stringify(failures(found), null, 2);
  const ids = failures(found).map(({ id }) => id);
  assert.deepEqual(ids, Object.keys(reasons), seen);
  for (const [id, why] of Object.entries(reasons)) assert.match(resultOf(found, id).why, why);
  assert.equal(found.agrees, ids.length === 0);
}

test('a right board agrees in every check, and its settings are as before', async (t) => {
  const found = await reportAt(t, portOf(t));
  failed(found, {});
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

/* ---- faults of a board, as far as a report can see them ---- */

/** Presses the button then, for so many seconds, in simulated time. */
async function press(board, at, seconds) {
  await board.pause(at);
  board.press(true);
  await board.pause(seconds);
  board.press(false);
}

/** Types lines, and gives each so many seconds. */
async function type(port, lines, seconds) {
  for (const line of lines) {
    port.send(`${line}\r`);
    await port.pause(seconds);
  }
}

/** Changes what is typed at the board. */
function typing(port, change) {
  const send = port.send.bind(port);
  port.send = (text) => send(change(text));
}

/** What the board sends: a byte and its time become a text and its time. */
function sending(port, change) {
  port.onByte = (byte, time) => port.onText(...change(String.fromCharCode(byte), time));
}

const duringClock = (seconds) => (port) =>
  typing(port, (text) => {
    if (/^usaco 14/.test(text)) press(port, 1, seconds);
    return text;
  });
const losing = (line) => (port) => typing(port, (text) => (text === `${line}\r` ? 'check 1\r' : text));

function delayed(port) {
  let lines = 0;
  sending(port, (text, time) => [text, time + 0.03 * ((lines += text === '\n') % 5)]);
}

/** A long press then begins boards of four rows, without a word. */
function pressedIdle(port) {
  const reset = port.reset.bind(port);
  port.reset = async (dropped) => {
    await type(port, ['', 'auto off', 'save'], 1);
    await reset(dropped);
    press(port, 0.7, 1.2);
  };
}

async function resetting(port) {
  for (;;) {
    await port.pause(0.5);
    port.restart();
  }
}

const otherVersion = { ...expected, greeting: expected.greeting.replace(/nqueens \d/, 'nqueens 9') };
const otherSession = {
  ...expected,
  session: expected.session.map(({ send, answer }) =>
    send === 'check 15863724' ? { send, answer: answer.replace('size 8', 'size 4') } : { send, answer },
  ),
};

/*
 * Each: the fault; the checks that are run; which of them fails, and why; what plants the fault: in the
 * board, in its port, or in what is expected; what else is seen. Every other check passes.
 */
for (const [fault, only, reasons, { board, plant = () => {}, against }, isNamed = () => {}] of [
  ['another version', 'greeting version settings keys', { version: /another version/ },
    { against: otherVersion },
    (found) => assert.match(resultOf(found, 'version').expected, /nqueens 9\./)],
  ['one wrong answer', 'greeting settings session',
    { session: /^1 of \d+ answers differ: `check 15863724`$/ },
    { against: otherSession },
    (found) => {
      assert.match(resultOf(found, 'session').expected, /class 15863724, size 4/);
      assert.match(resultOf(found, 'session').seen, /class 15863724, size 8/);
    }],
  ...[0.5, -0.5, -3].map((percent) => [
    `a clock that is off by ${percent} %`, 'greeting settings clock',
    percent === -3 ? { clock: /the clock is off/ } : {},
    { board: { hz: Math.round(16_000_000 * (1 + percent / 100)) } },
    (found) => {
      const kind = percent === -3 ? /too far off for a crystal or a resonator/ : /: a resonator$/;
      assert.match(resultOf(found, 'clock').seen, kind);
      assert.ok(Math.abs(found.clock.ppm - 10_000 * percent) <= OFF, `${found.clock.ppm} ppm`);
    }]),
  ...[0.1, 1.2].map((seconds) => [
    `a press of ${seconds} s during the measurement of the clock`, 'greeting settings clock reset',
    { clock: /the button was pressed, or a wire at D2 is loose/ },
    { plant: duringClock(seconds) }]),
  ['a computer that is too busy to measure the clock', 'greeting settings clock', {},
    { plant: delayed },
    (found) => {
      assert.equal(resultOf(found, 'clock').result, 'not tried');
      assert.match(resultOf(found, 'clock').why, /this computer was too busy to measure it/);
    }],
  ...Object.entries({ save: 'what is saved', 'count 16': 'a count' }).map(([line, what]) => [
    `an EEPROM that does not keep ${what}`, 'greeting settings reset',
    { reset: RegExp(`the EEPROM does not keep ${what}`) },
    { plant: losing(line) }]),
  ['a button that is stuck since the reset', 'greeting button-up settings keys',
    { 'button-up': /the button is down: is it stuck/ },
    { plant: (port) => port.press(true) }],
  ...Object.entries({ 'in the demo': (port) => press(port, 1, 0.1), 'without it': pressedIdle }).map(
    ([when, plant]) => [
      `a button or a loose wire that goes down ${when}`, 'greeting button-up',
      { 'button-up': /is the button down, or a wire at D2 loose/ },
      { plant }]),
  ['a line at another rate', 'greeting version',
    { greeting: /cannot be read: another baud rate, or a clock far off/ },
    { plant: (port) => sending(port, (text, time) => ['\xf8', time]) }],
  ['another program on the board', 'greeting version', { greeting: /what answers is not this firmware/ },
    { board: { image: 'build/uno/bench.hex' } }],
  ['silence', 'greeting version', { greeting: /nothing was received/ }, { board: { image: silentImage() } }],
  ['a board that resets itself again and again', 'greeting settings session clock reset',
    { session: /the board has reset itself/ },
    { plant: resetting }],
])
  test(`${fault} is named, and nothing else`, async (t) => {
    const port = portOf(t, board);
    plant(port);
    const found = await reportAt(t, port, only, { against });
    failed(found, reasons);
    isNamed(found);
  });

test('a cable that is pulled in the middle of the session is named, and nothing hangs', async (t) => {
  const found = await reportOnTerminal(t, 'greeting settings session clock reset', (board) => ({
    show: (title, share) => share > 0.3 && /every command/.test(title) && board.child.kill('SIGKILL'),
  }));
  failed(found, { session: /the port is gone: was the cable pulled/ });
  assert.match(markdown(found, {}), /\| settings before \| format digits<br>pace 500<br>/);
  assert.equal(resultOf(found, 'clock').result, 'not tried');
});

test('settings that were saved, and a count of the owner, are afterwards as they were before', async (t) => {
  const port = portOf(t);
  await reportAt(t, port, 'greeting');
  await type(port, ['bright 9', 'pace 20', 'orient 3', 'save', 'count 18', 'check 1'], 3);
  for (let i = 0; i < 2; i++) {
    const found = await reportAt(t, port, 'greeting button-up settings session clock reset');
    failed(found, {});
    assert.match(found.settings, /pace 20\nbright 9\norient 3/);
    assert.equal(found.parked, '18');
    assert.match(resultOf(found, 'clock').seen, /as exact as a crystal/);
  }
});

test("a demo and a format of the owner's are no button that is down", async (t) => {
  const port = portOf(t);
  await reportAt(t, port, 'greeting');
  for (const lines of [['format grid', 'pace 0'], ['auto search 6', 'format list'], ['auto count 12']]) {
    await type(port, ['stop', ...lines, 'save'], 1);
    const found = await reportAt(t, port, 'greeting button-up settings reset');
    failed(found, {});
    assert.match(found.settings, RegExp(lines[0]));
    assert.equal(found.parked, undefined);
  }
});

/* ---- with a person ---- */

/** A person at a board in simulated time, with these answers. */
const person = (port, asked = []) => ({
  tell(words) {
    if (/Pull the plug/.test(words)) port.cutPower();
    if (/Press the button/.test(words)) press(port, 0, 0.1);
  },
  async ask(question, answers) {
    asked.push(question);
    return answers.includes('yes') ? 'yes' : '0';
  },
});

test('a button that is stuck, or not between its pins, is named when a person presses it', async (t) => {
  const port = portOf(t);
  const { ask } = person(port);
  const found = await reportAt(t, port, 'greeting settings button', { ask });
  failed(found, { button: /is the button stuck, or not between D2 and GND/ });
});

test('with a person: the plug is pulled, the button pressed, the matrix examined', async (t) => {
  const port = portOf(t);
  const asked = [];
  const only = 'greeting button-up settings plug button matrix';
  const found = await reportAt(t, port, only, person(port, asked));
  failed(found, {});
  for (const id of ['plug', 'button', 'matrix']) assert.equal(resultOf(found, id).result, 'passed');
  assert.match(asked.at(-1), /Does the matrix show this\?\nQ \. \. \. \. \. \. \.\n\. \. \. \. Q/);
});

test('Ctrl-C instead of an answer ends the checks, too', async (t) => {
  const stopping = new AbortController();
  const ask = async () => (stopping.abort(), null);
  const { signal } = stopping;
  const found = await reportAt(t, portOf(t), 'greeting settings plug matrix', { ask, signal });
  failed(found, { plug: /^stopped by Ctrl-C$/ });
  assert.equal(resultOf(found, 'matrix').result, 'not tried');
  assert.equal(resultOf(found, 'restore').result, 'passed');
});

test('Ctrl-C ends the wait for a plug, too', async (t) => {
  const stopping = new AbortController();
  const found = await reportOnTerminal(t, 'greeting settings plug', (board) => ({
    tell: (words) => /Pull the plug/.test(words) && board.unplug().then(() => stopping.abort()),
    ask: async () => 'yes',
    signal: stopping.signal,
  }));
  failed(found, { plug: /^stopped by Ctrl-C$/, restore: /./ });
});

test('the port of a board goes with its plug, and is opened again', async (t) => {
  const found = await reportOnTerminal(t, 'greeting settings plug', (board) => ({
    tell: (words) => /Pull the plug/.test(words) && board.unplug().then(() => board.plug()),
    ask: async () => 'yes',
  }));
  failed(found, {});
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
