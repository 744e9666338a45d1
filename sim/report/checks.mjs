/** The checks of a board: those that need nobody beside it, then those with a person. */
import { Trouble } from './line.mjs';
import { KEYS, constant, playJob, playKey, playLine } from './session.mjs';
import { settingsOf, text, timeless, visible } from './session.mjs';

/** What makes a check fail: what was seen, what was expected. */
export class Difference extends Error {
  constructor(message, seen = '', expected = '') {
    super(message);
    Object.assign(this, { seen, expected });
  }
}

/** What makes a check not tried, and why. */
export class NotTried extends Error {}

const CTRL_U = '\x15';
const MOST_DIFFERENCES = 5;
/* Contract: a live key is answered within 50 ms; USB adapters add up to 16 ms each way. */
const KEY_LIMIT = 0.082;
const FIRMWARE = /nqueens \S+ \(\w+, \d+ MHz\)/;
const STATUS = /^(?:part \d+\/\d+ of )?count (\d+)\b[^\r]*?(\d+) solutions?[^\r]*\r\n/m;

const expect = (seen, expected, message) => {
  if (seen !== expected) throw new Difference(message, text(seen), text(expected));
};

/** A board that sends nothing, or nothing that can be read. */
function silence(trouble) {
  if (trouble.kind === 'silent')
    return new Difference(
      'nothing was received: is this firmware on the board, and is it this port?',
      '',
      'the line with the version',
    );
  if (/[^\x07-\x7e]/.test(trouble.seen))
    return new Difference('what came cannot be read: another baud rate, or a clock far off', trouble.seen);
  return new Difference('what answers is not this firmware', text(trouble.seen), 'nqueens ...');
}

/** Opening the port resets the board: its first words. A board that DTR does not reset answers to `info`. */
async function greet(run) {
  const { line } = run;
  try {
    run.greeting = await line.reset();
  } catch (trouble) {
    if (!(trouble instanceof Trouble) || trouble.isFinal) throw trouble;
    if (trouble.kind === 'wrong' && !/^> /m.test(trouble.seen)) throw silence(trouble);
    run.hasReset = false;
    try {
      await line.settle();
      run.greeting = await line.say('info', 3);
    } catch (second) {
      throw second instanceof Trouble && !second.isFinal ? silence(second) : second;
    }
  }
  run.firmware = run.greeting.match(FIRMWARE)?.[0];
  if (!run.firmware) throw new Difference('what answers is not this firmware', text(run.greeting));
  return run.firmware;
}

async function version(run) {
  const [expected] = run.expected.greeting.match(FIRMWARE);
  expect(run.firmware, expected, 'another version or another chip: what follows is compared all the same');
}

/** What is printed after a reset, by a count, or by a demo as the owner has set it; then its status. */
async function statusOf(line) {
  const came = await line.listen(1.2);
  line.send('?');
  const status = await line.until(/\r\n(?!> )[^\r]*\r\n|^[^\r>]+\r\n/m).catch((trouble) => {
    if (trouble.isFinal) throw trouble;
    return trouble.seen;
  });
  return came + status;
}

/** A button that goes down pauses a search, or ends it and prints boards. */
async function watch(run) {
  const { line } = run;
  const status = await statusOf(line);
  const [, n] = status.match(/^(?:> )?(?:part \S+ of )?count (\d+)/m) ?? [];
  if (n) await park(run, n);
  await line.settle();
  line.send('search 32\r');
  const rows = (await line.listen(3)).split('\r\n').slice(0, -1);
  if (/, paused\r/.test(status)) rows.push(status);
  const odd = rows.find((row) => !/^(search 32|(place|attack|lift)[ \d]+|)$/.test(row));
  if (odd)
    throw new Difference(
      'something is printed that nobody asked for: is the button down, or a wire at D2 loose?',
      odd,
      'the moves of a search',
    );
}

/** One that is down since the reset prints nothing: the firmware takes no press before the pin was high. */
async function button(run) {
  if (run.hasReset) await watch(run);
  await run.line.settle();
  const isDown = /^button: down\r/m.test(await run.line.say('info'));
  if (isDown)
    throw new Difference('the button is down: is it stuck, or D2 connected to GND?', 'button: down');
}

/** A count of the owner's waits in the EEPROM: it is parked, and no other count may replace it. */
async function park(run, n) {
  await run.line.say('check 1');
  run.line.send('?');
  const status = await run.line.until(/\r\n> $/);
  if (/a count is parked/.test(status)) run.parked = n;
}

/** As they are after a reset, that is, as they were saved. */
async function settings(run) {
  const { line } = run;
  await line.settle();
  run.settings = settingsOf(await line.say('settings'));
  await line.say('defaults');
  await line.say('pace 0');
}

async function info(run) {
  const answer = await run.line.say('info');
  expect(constant(answer), run.expected.info, 'another image: flash and RAM are not those of this version');
}

/** Continues after the board has reset itself, unless it resets itself again and again. */
async function recover(run, trouble) {
  if (trouble.isFinal) throw trouble;
  if (trouble.kind !== 'restarted') return run.line.settle();
  run.restarts++;
  if (run.restarts >= 3) throw trouble;
  await run.line.listen(2);
  await run.line.say('pace 0');
}

/** Plays steps, and collects how their answers differ from those of the simulation. */
async function compare(run, steps, play, name) {
  const differences = [];
  let played = 0;
  for (const { send, answer } of steps) {
    try {
      const seen = await play(run.line, send);
      if (seen !== answer) differences.push({ name: name(send), seen, answer });
    } catch (trouble) {
      if (!(trouble instanceof Trouble)) throw trouble;
      await recover(run, trouble);
      differences.push({ name: name(send), seen: `${trouble.message}\n${trouble.seen}`, answer });
    }
    run.progress(++played / steps.length);
    if (differences.length === MOST_DIFFERENCES) break;
  }
  if (!differences.length) return `${played} answers`;
  const [{ seen, answer }] = differences;
  const where = differences.map((each) => `\`${visible(each.name)}\``).join(', ');
  const why = `${differences.length} of ${played} answers differ: ${where}`;
  throw new Difference(why, text(seen), text(answer));
}

const isCount = (send) => /^\s*count\b/i.test(send);

async function session(run) {
  const steps = run.expected.session.filter(({ send }) => !run.parked || !isCount(send));
  const count = await compare(run, steps, playLine, (send) => send);
  return run.parked ? `${count}; no count, as one waits on this board` : count;
}

/** Each live key, then how long `?` takes: it is pressed while a search stands still. */
async function keys(run) {
  const steps = run.expected.keys.map((answer, i) => ({ send: KEYS[i], answer }));
  await compare(run, steps, playKey, ([sent]) => sent);
  const { line } = run;
  const delays = [];
  for (let i = 0; i < 9; i++) {
    const start = line.now();
    line.send('?');
    await line.until(/^> /m);
    delays.push(line.timeOf(line.position) - start);
  }
  delays.sort((a, b) => a - b);
  run.latency = { median: delays[4], most: delays[8] };
  if (!run.isSimulated && delays[4] > KEY_LIMIT)
    throw new Difference('keys are answered late', `${(1000 * delays[4]).toFixed(0)} ms`, '50 ms');
}

/** Both directions at the line's full rate: 40 bytes at once, each echoed; then 40 kB of output. */
async function rate(run) {
  const { line } = run;
  const burst = 'abcdefghijklmnopqrstuvwxyz0123456789ABCD';
  for (let i = 0; i < 25; i++) {
    line.send(burst);
    const echo = await line.until(/D/, 3).catch((trouble) => {
      if (trouble.isFinal || trouble.kind === 'restarted') throw trouble;
      return trouble.seen;
    });
    expect(echo, burst, `a byte was lost or changed in burst ${i + 1}`);
    line.send(CTRL_U);
    await line.until(/(\x08 \x08){40}/);
    run.progress(i / 50);
  }
  for (let i = 0; i < 4; i++) {
    const answer = timeless(await line.say('solve 9', 30));
    expect(answer, run.expected.solve9, 'a byte was lost or changed in the output of solve 9');
    run.progress(0.5 + i / 8);
  }
  return '1,000 bytes in and out, then 16,000 out';
}

/* ---- the clock: two jobs of known cycles are timed by the clock of this computer ---- */

/** Counts that replace none that waits on the board. They save nothing: an EEPROM has a clock of its own. */
export const CLOCK_JOBS = { short: 'usaco 12', long: 'usaco 14' };
const REPEATS = 5;

/* ppm. A crystal keeps to 100, this computer's clock too; a resonator is sold as 0.5 %, and ages. */
const CRYSTAL = 200;
const RESONATOR = 10_000;
const TOO_NOISY = 1000;
/* Seconds: the tick of the board and the frames of USB. */
const JITTER = 0.002;
const OFF = 'too far off for a crystal or a resonator';
const UNKNOWN = 'this computer was too busy to measure it';

const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;

/**
 * The delay of the line is in every time, so it cancels in the difference of the long and the short job;
 * what is left of it is the scatter of the short ones.
 * @param {{short: number, long: number}} cycles @param {number[]} short seconds of each @param {number} long
 */
function clockOf(cycles, hz, short, long) {
  const measured = long - mean(short);
  /* The range of five times is some two standard deviations. */
  const scatter = Math.max(Math.max(...short) - Math.min(...short), JITTER);
  const ppm = Math.round(((cycles.long - cycles.short) / hz / measured - 1) * 1e6);
  const uncertainty = Math.round((scatter / measured) * 1e6);
  const most = Math.abs(ppm) - uncertainty;
  let kind = 'a resonator';
  if (most > RESONATOR) kind = OFF;
  else if (uncertainty > TOO_NOISY) kind = UNKNOWN;
  else if (most <= CRYSTAL) kind = 'as exact as a crystal';
  return { ppm, uncertainty, kind };
}

const signed = (number, digits = 0) => `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(digits)}`;

export const clockWords = ({ ppm, uncertainty, kind }) =>
  `${signed(ppm)} ± ${uncertainty} ppm (${signed(ppm / 1e4, 2)} %): ${kind}`;

/** A job that is timed: its answer and its seconds. */
async function timed(run, words, seconds) {
  const { start, end, answer } = await playJob(run.line, words, seconds);
  if (/^(paused|stopped: .*)\r$/m.test(answer)) {
    await run.line.settle();
    throw new Difference(`during ${words} the button was pressed, or a wire at D2 is loose`, text(answer));
  }
  return { answer, time: end - start };
}

async function clock(run) {
  const { line, expected } = run;
  await line.rest(1); /* Until the matrix has shown what came before: drawing takes time. */
  const short = [];
  for (let i = 0; i < REPEATS; i++) {
    short.push((await timed(run, CLOCK_JOBS.short, 60)).time);
    run.progress(i / (REPEATS * 4));
  }
  const long = await timed(run, CLOCK_JOBS.long, 180);
  expect(long.answer, expected.clock.answer, `${CLOCK_JOBS.long} is wrong`);
  run.clock = clockOf(expected.clock, expected.hz, short, long.time);
  if (run.clock.kind === OFF)
    throw new Difference('the clock is off', clockWords(run.clock), '16 MHz within 1 %');
  if (run.clock.kind === UNKNOWN) throw new NotTried(clockWords(run.clock));
  return clockWords(run.clock);
}

/* ---- the EEPROM ---- */

/** Settings that were saved, and a count that was parked, are there after a reset. */
async function reset(run) {
  if (!run.hasReset) throw new NotTried('DTR does not reset this board');
  const { line } = run;
  for (const setting of ['bright 3', 'pace 50', 'save']) await line.say(setting);
  if (!run.parked) await countAndPark(line);
  await line.reset();
  await expectCount(run);
  const kept = await line.say('settings');
  if (!/^bright 3\r/m.test(kept) || !/^pace 50\r/m.test(kept))
    throw new Difference('the EEPROM does not keep what is saved', text(kept), 'bright 3, pace 50');
  await line.say('defaults');
  await line.say('pace 0');
}

async function countAndPark(line) {
  line.send('count 16\r');
  await line.until(/\r\n/);
  await line.rest(1.5);
  await line.say('check 1');
  await line.until(/ok\r\n> $/, 3);
}

/** The count that was parked runs again by itself. It is parked or ended, as it was before. */
async function expectCount(run) {
  const { line } = run;
  const status = await statusOf(line);
  if (!STATUS.test(status)) {
    await line.settle();
    throw new Difference('the EEPROM does not keep a count', text(status), 'count 16: ... solutions');
  }
  if (run.parked) await park(run, run.parked);
  await line.settle();
}

/** The owner's settings, and what was parked. */
async function restore(run) {
  const { line } = run;
  await line.settle();
  await line.say('defaults');
  if (run.settings !== run.expected.settings) {
    for (const setting of run.settings.split('\n')) await line.say(setting);
    await line.say('save');
  }
  const now = settingsOf(await line.say('settings'));
  expect(now, run.settings, 'the settings are not as they were: type these lines, then save');
  if (run.parked && run.hasReset) await line.reset();
}

/* ---- with a person ---- */

const YES = ['yes', 'no'];

async function ask(run, question, answers = YES) {
  const answer = await run.ask(question, answers);
  run.line.ensureUse();
  if (answer === null || answer === 'skip') throw new NotTried('no answer');
  return answer;
}

async function plug(run) {
  if (!run.parked) {
    await ask(run, 'Next, the plug is pulled. Are you ready?', ['yes', 'skip']);
    await countAndPark(run.line);
  }
  run.tell('Pull the plug of the board now, wait a second, and put it in again.');
  await run.line.restart(60);
  await expectCount(run);
}

async function press(run) {
  const { line } = run;
  if ((await ask(run, 'Is a push button wired to D2?')) === 'no') throw new NotTried('no button');
  for (const setting of ['pace 200', 'format none']) await line.say(setting);
  line.send('solve 10\r');
  await line.until(/\r\n/);
  try {
    for (const words of ['paused', 'resumed']) {
      run.tell(`Press the button briefly (it should then print "${words}").`);
      await line.until(new RegExp(`^${words}\\r\\n`, 'm'), 30).catch((trouble) => {
        if (trouble.kind !== 'silent' && trouble.kind !== 'wrong') throw trouble;
        throw new Difference('no press was seen: is the button stuck, or not between D2 and GND?', '', words);
      });
    }
  } finally {
    await line.settle();
    for (const setting of ['format digits', 'pace 0']) await line.say(setting);
  }
}

const drawn = (board) =>
  [...board].map((c) => `${'. '.repeat(c - 1)}Q ${'. '.repeat(8 - c)}`.trim()).join('\n');

async function matrix(run) {
  const { line } = run;
  const pictures = text(await line.say('orient ?')).replace(/^.*\n|\nok$/g, '');
  const turn = await ask(run, pictures, ['0', '1', '2', '3', '4', '5', '6', '7', 'dark', 'skip']).catch(
    async (reason) => {
      await line.settle();
      throw reason;
    },
  );
  if (turn === 'dark') {
    await line.settle();
    throw new Difference('the matrix stays dark', 'dark', 'a letter F');
  }
  await line.say(turn);
  line.send('test\r');
  const lit = await ask(run, 'Did every LED light, then each row and each column?');
  await line.settle();
  if (lit === 'no') throw new Difference('an LED, a row or a column stays dark', 'no', 'yes');
  await line.say('check 15863724');
  const same = await ask(run, `Does the matrix show this?\n${drawn('15863724')}`);
  if (same === 'no') throw new Difference('the matrix shows another board', 'no', drawn('15863724'));
  return `orient ${turn}`;
}

/**
 * In their order. `isVital`: without it nothing else is tried. `needsPerson`: run.ask(question, answers)
 * gives an answer or null.
 */
export const CHECKS = [
  { id: 'greeting', title: 'the board answers', act: greet, isVital: true },
  { id: 'version', title: 'version and chip', act: version },
  { id: 'button-up', title: 'nobody presses the button', act: button },
  { id: 'settings', title: 'settings are read, and set to their defaults', act: settings, isVital: true },
  { id: 'info', title: 'flash and RAM as in the simulation', act: info },
  { id: 'session', title: 'every command and every error, as in the simulation', act: session },
  { id: 'keys', title: 'every live key, as in the simulation', act: keys },
  { id: 'rate', title: 'the serial line at full rate, both ways', act: rate },
  { id: 'clock', title: 'the clock', act: clock },
  { id: 'reset', title: 'settings and a count across a reset', act: reset },
  { id: 'plug', title: 'a count across a power cut', act: plug, needsPerson: true },
  { id: 'button', title: 'the button', act: press, needsPerson: true },
  { id: 'matrix', title: 'the matrix', act: matrix, needsPerson: true },
];

export const RESTORE = { id: 'restore', title: 'the settings are as before', act: restore };
