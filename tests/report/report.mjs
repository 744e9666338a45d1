#!/usr/bin/env -S node --test-reporter=tap
/**
 * The board report: of a board that is right, and of faulty ones, each named. No limit here is of this
 * computer's speed: they only keep a test from hanging.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { clockOf, clockWords } from '../../sim/report/clock.mjs';
import { markdown, report } from '../../sim/report/report.mjs';
import {
  SimulatedBoard,
  deadEepromImage,
  otherVersion,
  resettingImage,
  rightImage,
  silentImage,
  stuckButtonImage,
  wrongImage,
} from './board.mjs';

const expected = JSON.parse(readFileSync('build/report/uno.json', 'utf8'));
/*
 * ppm. A line arrives between two ticks of the board, and an answer leaves so: 250 in count 14. The board
 * keeps to the computer's clock, which a busy computer reads late: 421 were seen.
 */
const OFF = 1000;
const SIMULATED = { patience: 6, tempo: 0.4, isSimulated: true };

/** The report of a board; only some of its checks, where the others would say nothing about the fault. */
async function reportOf(t, image, { only, board = {}, ...options } = {}) {
  const simulated = await new SimulatedBoard(image, board).plug();
  t.after(() => simulated.stop());
  const found = await report(simulated.port, expected, {
    ...SIMULATED,
    only,
    ...options,
    ...(options.person?.(simulated) ?? {}),
  });
  t.diagnostic(found.checks.map(({ id, result }) => `${id}: ${result}`).join(', '));
  return found;
}

const failures = ({ checks }) => checks.filter(({ result }) => result === 'failed');
const resultOf = ({ checks }, id) => checks.find((check) => check.id === id);

/** Exactly these checks failed. */
function failed(found, ...ids) {
  assert.deepEqual(
    failures(found).map(({ id }) => id),
    ids,
    JSON.stringify(failures(found), null, 2),
  );
  assert.equal(found.agrees, false);
}

test('a right board agrees in every check, and its settings are as before', async (t) => {
  const found = await reportOf(t, rightImage);
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
  const found = await reportOf(t, otherVersion(), { only: ['greeting', 'version', 'settings', 'keys'] });
  failed(found, 'version');
  assert.match(resultOf(found, 'version').why, /another version/);
  assert.match(resultOf(found, 'version').seen, /nqueens 9\./);
  assert.equal(resultOf(found, 'keys').result, 'passed');
});

test('one changed instruction: the answer that is wrong is named, with what is right', async (t) => {
  const found = await reportOf(t, wrongImage(), { only: ['greeting', 'version', 'settings', 'session'] });
  failed(found, 'session');
  const { why, seen, expected: right } = resultOf(found, 'session');
  assert.match(why, /^1 of \d+ answers differ: `check 15863724`$/);
  assert.match(right, /class 15863724, size 8/);
  assert.doesNotMatch(seen, /class 15863724, size 8/);
});

for (const [share, ppm] of [
  [0.005, 5000],
  [-0.005, -5000],
])
  test(`a clock that is off by ${100 * share} % is that of a resonator, and its ppm are right`, async (t) => {
    const hz = Math.round(16_000_000 * (1 + share));
    const found = await reportOf(t, rightImage, { only: ['greeting', 'settings', 'clock'], board: { hz } });
    assert.deepEqual(failures(found), []);
    assert.match(resultOf(found, 'clock').seen, /: a resonator$/);
    assert.ok(Math.abs(found.clock.ppm - ppm) <= OFF, `${found.clock.ppm} ppm`);
  });

test('a clock that is off by 3 % fails, and its ppm are right', async (t) => {
  const hz = 15_520_000;
  const found = await reportOf(t, rightImage, { only: ['greeting', 'settings', 'clock'], board: { hz } });
  failed(found, 'clock');
  assert.match(resultOf(found, 'clock').seen, /too far off for a crystal or a resonator/);
  assert.ok(Math.abs(found.clock.ppm + 30_000) <= OFF, `${found.clock.ppm} ppm`);
});

test('a dead EEPROM is named', async (t) => {
  const found = await reportOf(t, deadEepromImage(), { only: ['greeting', 'settings', 'reset'] });
  failed(found, 'reset');
  assert.match(resultOf(found, 'reset').why, /the EEPROM does not keep/);
});

/* The firmware takes no press before the pin was high once. */
test('a button that is stuck since the reset is named when a person presses it', async (t) => {
  const found = await reportOf(t, stuckButtonImage(), {
    only: ['greeting', 'button-up', 'settings', 'keys', 'button'],
    ask: async () => 'yes',
    patience: 1 / 2,
  });
  failed(found, 'button');
  assert.match(resultOf(found, 'button').why, /is the button stuck, or not between D2 and GND/);
});

test('without a person the report says that a stuck button looks like none', async (t) => {
  const found = await reportOf(t, stuckButtonImage(), { only: ['greeting', 'button-up', 'button'] });
  assert.deepEqual(failures(found), []);
  const { result, why } = resultOf(found, 'button');
  assert.deepEqual([result, why], ['not tried', 'unattended: a stuck button looks like none']);
});

/** A port that prints this after a reset, and answers nothing. */
const printing = (text) => ({
  now: () => 0,
  send() {},
  async reset() {
    this.onText(`nqueens 2.0.0 (ATmega328P, 16 MHz)\r\n> ${text}`, 0);
  },
});

test('what nobody asked for is named: a button or a loose wire', async () => {
  for (const text of ['\r\n15863724\r\n\r\npaused\r\n> ', '\r\n15863724\r\n2413\r\n', '\r\nresumed\r\n']) {
    const options = { only: ['greeting', 'button-up'], tempo: 0.01 };
    const found = await report(printing(text), expected, options);
    failed(found, 'button-up');
    assert.match(resultOf(found, 'button-up').why, /is the button down, or a wire at D2 loose/);
  }
  const only = ['greeting', 'button-up'];
  assert.ok((await report(printing('\r\n15863724\r\n1683'), expected, { only, tempo: 0.01 })).agrees);
});

test('what cannot be read, or is no queens at all, is named', async () => {
  const saying = (text) => ({ ...printing(''), reset: async function () { this.onText(text, 0); } });
  for (const [text, why] of [
    ['\xf8\x80\xff\x00', /cannot be read: another baud rate, or a clock far off/],
    ['Hello, world!\r\n', /what answers is not this firmware/],
  ]) {
    const found = await report(saying(text), expected, { patience: 0.02, tempo: 0.01 });
    failed(found, 'greeting');
    assert.match(resultOf(found, 'greeting').why, why);
  }
});

test('silence is named, and nothing else is tried', async (t) => {
  const found = await reportOf(t, silentImage(), { patience: 0.3 });
  failed(found, 'greeting');
  assert.match(resultOf(found, 'greeting').why, /nothing was received/);
  assert.ok(found.checks.slice(1).every(({ result }) => result === 'not tried'));
});

test('a cable that is pulled in the middle of the session is named, and nothing hangs', async (t) => {
  const found = await reportOf(t, rightImage, {
    only: ['greeting', 'settings', 'session', 'clock', 'reset'],
    person: (board) => ({
      show: (title, share) => share > 0.3 && /every command/.test(title) && board.child.kill('SIGKILL'),
    }),
  });
  failed(found, 'session');
  assert.match(markdown(found, {}), /\| settings before \| format digits<br>pace 500<br>/);
  assert.match(resultOf(found, 'session').why, /the port is gone: was the cable pulled/);
  assert.equal(resultOf(found, 'clock').result, 'not tried');
});

test('a board that resets itself is named', async (t) => {
  const found = await reportOf(t, resettingImage(), {
    only: ['greeting', 'settings', 'session', 'clock', 'reset'],
  });
  assert.equal(found.agrees, false);
  const words = failures(found).map(({ why }) => why);
  assert.ok(
    words.some((why) => /resets itself/.test(why)),
    words.join('; '),
  );
});

test('settings that were saved are there again afterwards', async (t) => {
  const simulated = await new SimulatedBoard(rightImage).plug();
  t.after(() => simulated.stop());
  const { port } = simulated;
  const one = (only) => report(port, expected, { ...SIMULATED, only });
  await one(['greeting']);
  for (const line of ['bright 9', 'pace 20', 'orient 3', 'save']) {
    port.send(`${line}\r`);
    await new Promise((done) => setTimeout(done, 250));
  }
  port.close();
  const found = await one(['greeting', 'settings', 'keys']);
  assert.match(found.settings, /pace 20\nbright 9\norient 3/);
  assert.equal(resultOf(found, 'restore').result, 'passed');
  port.close();
  const again = await one(['greeting', 'settings']);
  assert.equal(again.settings, found.settings);
});

test('a count of the owner waits afterwards as it did before', async (t) => {
  const simulated = await new SimulatedBoard(rightImage).plug();
  t.after(() => simulated.stop());
  const { port } = simulated;
  const one = (only) => report(port, expected, { ...SIMULATED, only });
  await one(['greeting']);
  for (const line of ['count 18', 'check 1']) {
    port.send(`${line}\r`);
    await new Promise((done) => setTimeout(done, 1000));
  }
  port.close();
  for (let i = 0; i < 2; i++) {
    const found = await one(['greeting', 'button-up', 'settings', 'session', 'clock', 'reset']);
    assert.equal(found.parked, '18');
    assert.deepEqual(failures(found), []);
    assert.match(resultOf(found, 'clock').seen, /as exact as a crystal/);
    port.close();
  }
});

test('with a person: the plug is pulled, the button pressed, the matrix looked at', async (t) => {
  const simulated = await new SimulatedBoard(rightImage).plug();
  t.after(() => simulated.stop());
  const asked = [];
  const found = await report(simulated.port, expected, {
    ...SIMULATED,
    only: ['greeting', 'settings', 'plug', 'matrix'],
    tell: (words) => {
      if (/Pull the plug/.test(words)) simulated.unplug().then(() => simulated.plug());
    },
    ask: async (question, answers) => {
      asked.push(question);
      return answers.includes('yes') ? 'yes' : '0';
    },
  });
  assert.deepEqual(failures(found), []);
  for (const id of ['plug', 'matrix']) assert.equal(resultOf(found, id).result, 'passed');
  assert.match(asked.at(-1), /Does the matrix show this\?\nQ \. \. \. \. \. \. \.\n\. \. \. \. Q/);
});

/** The port of a USB adapter at D0 and D1: it stays when the board loses its power. */
function behindAdapter(port) {
  const adapter = {
    onText: () => {},
    send: (text) => port.send(text),
    reset: (dropped) => port.reset(dropped),
    now: () => port.now(),
    reconnect: () => assert.fail('the port was open all the time'),
  };
  port.onText = (text, time) => adapter.onText(text, time);
  port.onLost = () => port.reconnect(60);
  return adapter;
}

test('the port of a USB adapter stays when the plug of a Leonardo is pulled', async (t) => {
  const simulated = await new SimulatedBoard(rightImage).plug();
  t.after(() => simulated.stop());
  const found = await report(behindAdapter(simulated.port), expected, {
    ...SIMULATED,
    only: ['greeting', 'settings', 'plug'],
    tell: (words) => {
      if (/Pull the plug/.test(words)) simulated.unplug().then(() => simulated.plug());
    },
    ask: async () => 'yes',
  });
  assert.deepEqual(failures(found), []);
  assert.equal(resultOf(found, 'plug').result, 'passed');
});

test('ppm and their uncertainty follow from the times of the counts', () => {
  const cycles = { short: 16_000_000, long: 160_000_000 };
  const exact = clockOf(cycles, 16_000_000, [1.01, 1.01, 1.01], 10.01);
  assert.equal(exact.ppm, 0);
  assert.ok(exact.uncertainty > 0 && exact.uncertainty <= 300);
  const jittery = clockOf(cycles, 16_000_000, [1, 1.01, 1.02], 10.01);
  assert.ok(jittery.uncertainty > 1000);
  const slow = clockOf(cycles, 16_000_000, [1, 1, 1], 10.09);
  assert.match(clockWords(slow), /^−9901 ± \d+ ppm .*: a resonator$/);
});
