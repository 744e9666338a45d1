/**
 * make report: node sim/report/main.mjs PORT EXPECTED REPORT BOARD
 *
 * UNATTENDED=1 asks nobody; PATIENCE=10 stretches every limit, for boards that are simulated; ONLY=id,id runs
 * some of the checks. Ctrl-C ends the checks and restores the settings; a second one ends all. Exit status: 0
 * if everything agrees, 1 if not, 2 if the port cannot be opened.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, platform } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { markdown, report } from './report.mjs';
import { SerialPort, userOf } from './serial.mjs';

const [path, expectedFile, reportFile, board] = process.argv.slice(2);
const { stdin, stderr, env } = process;
const ANSWER_WITHIN = 180_000; /* ms */

const isTerminal = stderr.isTTY;
let shown = '';

/** One line that is drawn over, on a terminal; else a line a check. */
function show(title, share) {
  if (isTerminal) stderr.write(`\r\x1b[K${title} ${Math.round(100 * share)} %`);
  else if (title !== shown) stderr.write(`${title} ...\n`);
  shown = title;
}

function tell(words) {
  if (isTerminal) stderr.write('\r\x1b[K');
  stderr.write(`${words}\n`);
}

const stopping = new AbortController();

function stop() {
  tell('Stopped: the settings are restored. Ctrl-C again leaves them as they are.');
  process.removeListener('SIGINT', stop);
  stopping.abort();
}

process.on('SIGINT', stop);

/** A question, and one of its answers, which may be typed in part; null when none comes. */
async function ask(question, answers) {
  tell(question);
  const lines = createInterface({ input: stdin, output: stderr });
  const closed = new AbortController();
  lines.on('SIGINT', () => process.emit('SIGINT')).on('close', () => closed.abort());
  const signal = AbortSignal.any([AbortSignal.timeout(ANSWER_WITHIN), stopping.signal, closed.signal]);
  try {
    for (;;) {
      const words = (await lines.question(`[${answers.join('/')}] `, { signal })).trim().toLowerCase();
      const answer = answers.find((each) => words && each.startsWith(words));
      if (answer) return answer;
    }
  } catch {
    return null; /* a signal has ended the question */
  } finally {
    lines.close();
  }
}

/* What the user can do about a port that cannot be opened, by the error of the system. */
const ADVICE = {
  ENOENT: 'there is no such port: is the board plugged in?',
  EACCES: 'you lack the permission: run sudo usermod -aG dialout $USER, then log in again',
  EBUSY: 'another program uses the port: close it there',
};

function refuse(why) {
  console.error(`report: ${path}: ${why}`);
  process.exit(2);
}

const expected = JSON.parse(readFileSync(expectedFile, 'utf8'));
const isAttended = !env.UNATTENDED && stdin.isTTY;
const start = performance.now();
const port = new SerialPort(path);

async function compare() {
  const user = userOf(path);
  if (user) refuse(`${user} uses the port: close it there`);
  try {
    return await report(port, expected, {
      ask: isAttended ? ask : null,
      tell,
      show,
      patience: Number(env.PATIENCE ?? 1),
      only: env.ONLY?.split(','),
      isSimulated: Boolean(env.PATIENCE),
      signal: stopping.signal,
    });
  } catch (error) {
    if (port.wasOpen) throw error;
    return refuse(ADVICE[error.code] ?? error.message);
  }
}

const found = await compare();
port.close();
const text = markdown(found, {
  board,
  'USB id': port.usbId(),
  'compared with': expected.greeting.split('\r')[0],
  computer: `${platform} ${arch}, Node ${process.version}`,
  date: new Date().toISOString().slice(0, 10),
  took: `${((performance.now() - start) / 1000).toFixed(0)} s${isAttended ? '' : ', unattended'}`,
});
writeFileSync(reportFile, text);
if (isTerminal) stderr.write('\r\x1b[K');
for (const { title, result, why } of found.checks)
  console.log(`${result.padEnd(9)} ${title}${why ? `: ${why}` : ''}`);
let verdict = found.agrees ? 'the board agrees with the simulation' : 'NOT as the simulation';
if (stopping.signal.aborted) verdict = 'stopped';
console.log(`report: ${verdict}`);
console.log(`report: ${reportFile} has the text for an issue`);
process.exit(found.agrees ? 0 : 1);
