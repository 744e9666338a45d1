/**
 * What a board with this image answers, as the simulated Uno answers it:
 *
 *   node sim/report/expect.mjs SIMULATOR IMAGE SESSION MCU FILE
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { COUNTS, SEARCHES } from './clock.mjs';
import { Line } from './line.mjs';
import { KEYS, constant, linesOf, playKey, playLine, timeless } from './script.mjs';

const HZ = 16_000_000;

/** The simulated Uno in a pipe; the time of its text is that of the chip's cycles. */
class Simulated {
  #stamps;
  #lines = 0;

  constructor(program, image, mcu, stamps) {
    this.#stamps = stamps;
    const options = [`--mcu=${mcu}`, `--stamps=${stamps}`, '--type-ahead', '--seconds=1e6'];
    this.child = spawn(program, [...options, image], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.child.stdout.setEncoding('latin1');
    this.child.stdout.on('data', (text) => {
      for (const piece of text.split(/(?<=\n)/)) {
        if (piece.endsWith('\n')) this.#lines++;
        this.onText(piece, this.#lines);
      }
    });
    this.child.on('exit', () => this.onLost());
  }

  /** The cycle at which so many lines had come. */
  cycle(lines) {
    return parseInt(readFileSync(this.#stamps, 'latin1').split('\n')[lines - 1], 10);
  }

  send(text) {
    this.child.stdin.write(text, 'latin1');
  }

  now() {
    return performance.now() / 1000;
  }

  pause(seconds) {
    return sleep(1000 * seconds);
  }
}

/** Cycles from the end of the line's echo to the end of its answer. */
async function cyclesOf(port, line, words) {
  line.send(`${words}\r`);
  await line.until(/\r\n/, 60);
  const start = port.cycle(line.timeOf(line.place));
  const answer = await line.until(/^ok\r\n/m, 600);
  const cycles = port.cycle(line.timeOf(line.place)) - start;
  await line.until(/^> /m, 60);
  return { cycles, answer: timeless(answer) };
}

/** The cycles of both jobs, and the answer to the long one. */
async function timesOf(port, line, { format = 'digits', short, long }) {
  await line.say(`format ${format}`, 60);
  await line.say(short, 60); /* meanwhile the matrix has shown what came before: drawing takes time */
  const { cycles } = await cyclesOf(port, line, short);
  const whole = await cyclesOf(port, line, long);
  return { short: cycles, long: whole.cycles, answer: whole.answer };
}

async function expectation(port, line, session) {
  const greeting = await line.until(/^> /m, 60, true);
  await line.say('pace 0', 60);
  const settingsOf = (text) => text.replaceAll('\r', '').replace(/^settings\n/, '').replace(/\nok\n$/, '');
  await line.say('defaults', 60);
  const settings = settingsOf(await line.say('settings', 60));
  await line.say('pace 0', 60);
  const info = constant(await line.say('info', 60));
  const steps = [];
  for (const send of session) steps.push({ send, answer: await playLine(line, send) });
  const keys = [];
  for (const key of KEYS) keys.push(await playKey(line, key));
  const solve9 = timeless(await line.say('solve 9', 60));
  const counts = await timesOf(port, line, COUNTS);
  const searches = await timesOf(port, line, SEARCHES);
  return { hz: HZ, greeting, settings, info, session: steps, keys, solve9, counts, searches };
}

const [program, image, session, mcu, file] = process.argv.slice(2);
const port = new Simulated(program, image, mcu, `${file}.stamps`);
try {
  const line = new Line(port, { patience: 10 });
  const expected = await expectation(port, line, linesOf(readFileSync(session, 'utf8')));
  writeFileSync(file, JSON.stringify(expected));
} finally {
  port.child.kill('SIGKILL');
  rmSync(`${file}.stamps`, { force: true });
}
