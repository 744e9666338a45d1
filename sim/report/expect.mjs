/**
 * What a board with this image answers, as the simulated Uno answers it:
 *
 *   node sim/report/expect.mjs SIMULATOR IMAGE SESSION MCU FILE
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { COUNTS, SEARCHES } from './clock.mjs';
import { Line, Port } from './line.mjs';
import { KEYS, constant, linesOf, playJob, playKey, playLine, settingsOf, timeless } from './session.mjs';

const HZ = 16_000_000;
const PATIENCE = 200; /* only to end a simulator that hangs: on a busy computer it may be slow */

/** The simulated Uno in a pipe; the time of its text is that of the chip's cycles. */
class Simulated extends Port {
  #stamps;
  #lines = 0;

  constructor(program, image, mcu, stamps) {
    super();
    this.#stamps = stamps;
    const options = [`--mcu=${mcu}`, `--stamps=${stamps}`, '--type-ahead', '--seconds=1e6'];
    this.child = spawn(program, [...options, image], { stdio: ['pipe', 'pipe', 'inherit'] });
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
}

async function timesOf(port, line, { format = 'digits', short, long }) {
  await line.say(`format ${format}`);
  await line.say(short); /* meanwhile the matrix has shown what came before: drawing takes time */
  const cycles = ({ start, end }) => port.cycle(end) - port.cycle(start);
  const first = await playJob(line, short);
  const second = await playJob(line, long);
  return { short: cycles(first), long: cycles(second), answer: second.answer };
}

async function expectation(port, line, session) {
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
  const counts = await timesOf(port, line, COUNTS);
  const searches = await timesOf(port, line, SEARCHES);
  return { hz: HZ, greeting, settings, info, session: steps, keys, solve9, counts, searches };
}

const [program, image, session, mcu, file] = process.argv.slice(2);
const port = new Simulated(program, image, mcu, `${file}.stamps`);
try {
  const line = new Line(port, { patience: PATIENCE });
  const expected = await expectation(port, line, linesOf(readFileSync(session, 'utf8')));
  writeFileSync(file, JSON.stringify(expected));
} finally {
  port.child.kill('SIGKILL');
  rmSync(`${file}.stamps`, { force: true });
}
