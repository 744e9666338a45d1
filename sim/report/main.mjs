/**
 * make report: node sim/report/main.mjs PORT EXPECTED REPORT BOARD
 *
 * UNATTENDED=1 asks nobody; PATIENCE=10 stretches every limit, for boards that are simulated. Exit status: 0
 * if everything agrees, 1 if not, 2 if the port cannot be opened.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, platform } from 'node:process';
import { createInterface } from 'node:readline';
import { markdown, report } from './report.mjs';
import { SerialPort } from './serial.mjs';

const [path, expectedFile, reportFile, board] = process.argv.slice(2);
const { stdin, stderr, env } = process;
const ANSWER_WITHIN = 180_000; /* ms */

const isTerminal = stderr.isTTY;
let shown = '';

/** One line that is drawn over, on a terminal; else a line a check. */
function show(title, share) {
  if (!isTerminal && share > 0) return;
  shown = isTerminal ? `\r\x1b[K${title} ${Math.round(100 * share)} %` : `${title} ...\n`;
  stderr.write(shown);
}

function tell(words) {
  if (isTerminal) stderr.write('\r\x1b[K');
  stderr.write(`${words}\n`);
}

/** A question, and one of its answers; null when none comes. */
async function ask(question, answers) {
  tell(question);
  const lines = createInterface({ input: stdin, output: stderr });
  const limit = AbortSignal.timeout(ANSWER_WITHIN);
  const answer = () =>
    new Promise((done) => {
      lines.once('close', () => done(null));
      limit.addEventListener('abort', () => done(null));
      lines.question(`[${answers.join('/')}] `, (words) => done(words.trim().toLowerCase()));
    });
  try {
    for (;;) {
      const words = await answer();
      if (words === null || answers.includes(words)) return words;
      const [begun] = answers.filter((each) => words && each.startsWith(words));
      if (begun) return begun;
    }
  } finally {
    lines.removeAllListeners('close');
    lines.close();
  }
}

const expected = JSON.parse(readFileSync(expectedFile, 'utf8'));
const isAttended = !env.UNATTENDED && stdin.isTTY;
const start = performance.now();
const port = new SerialPort(path);

async function compare() {
  try {
    return await report(port, expected, {
      ask: isAttended ? ask : null,
      tell,
      show,
      patience: Number(env.PATIENCE ?? 1),
      only: env.ONLY?.split(','),
      isSimulated: Boolean(env.PATIENCE),
    });
  } catch (error) {
    if (port.wasOpen) throw error;
    console.error(`report: ${error.message}\nreport: no other program may have the port open`);
    process.exit(2);
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
console.log(`report: ${found.agrees ? 'the board agrees with the simulation' : 'NOT as the simulation'}`);
console.log(`report: ${reportFile} has the text for an issue`);
process.exit(found.agrees ? 0 : 1);
