/**
 * What a board with this image answers, as the simulated Uno answers it:
 *
 *   node sim/report/expect.mjs IMAGE SESSION MCU FILE
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { CLOCK_JOBS } from './checks.mjs';
import { Line } from './line.mjs';
import { KEYS, constant, linesOf, playJob, playKey, playLine, settingsOf, timeless } from './session.mjs';
import { SteppedBoard } from './stepped.mjs';

const HZ = 16_000_000;
const LIMIT = 600; /* s: a Leonardo counts slowly */

async function timesOf(line, { short, long }) {
  await line.say(short); /* meanwhile the matrix has shown what came before: drawing takes time */
  const cycles = ({ start, end }) => Math.round((end - start) * HZ);
  const first = await playJob(line, short, LIMIT);
  const second = await playJob(line, long, LIMIT);
  return { short: cycles(first), long: cycles(second), answer: second.answer };
}

async function expectation(line, session) {
  const greeting = await line.until(/^> /m, 3, true);
  await line.say('pace 0');
  await line.say('defaults');
  const settings = settingsOf(await line.say('settings'));
  await line.say('pace 0');
  const info = constant(await line.say('info'));
  const steps = [];
  for (const send of session) steps.push({ send, answer: await playLine(line, send) });
  const keys = [];
  for (const key of KEYS) keys.push(await playKey(line, key));
  const solve9 = timeless(await line.say('solve 9'));
  const clock = await timesOf(line, CLOCK_JOBS);
  return { hz: HZ, greeting, settings, info, session: steps, keys, solve9, clock };
}

const [image, session, mcu, file] = process.argv.slice(2);
const port = new SteppedBoard({ image, mcu });
try {
  const expected = await expectation(new Line(port), linesOf(readFileSync(session, 'utf8')));
  writeFileSync(file, JSON.stringify(expected));
} finally {
  port.stop();
}
