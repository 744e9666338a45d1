/** Compares a board with the simulation, check by check, and writes what it found as one Markdown text. */
import { CHECKS, Difference, NotTried, RESTORE, clockWords } from './checks.mjs';
import { Line, Trouble } from './line.mjs';

async function attempt(check, run) {
  try {
    if (check.needsPerson && !run.ask) throw new NotTried('unattended');
    return { result: 'passed', seen: (await check.act(run)) ?? '' };
  } catch (reason) {
    if (reason instanceof NotTried) return { result: 'not tried', why: reason.message };
    if (reason instanceof Difference)
      return { result: 'failed', why: reason.message, seen: reason.seen, expected: reason.expected };
    if (!(reason instanceof Trouble)) throw reason;
    const { kind, message, seen } = reason;
    return { result: 'failed', why: message, seen: seen.slice(-300), kind };
  }
}

/* After these, nothing that follows means anything. */
const FINAL = ['lost', 'restarted', 'silent', 'stopped'];
const endsAll = (check, { result, kind }) => result === 'failed' && (check.isVital || FINAL.includes(kind));

/**
 * @param port see line.mjs; it is closed, and the first reset opens it @param expected see expect.mjs
 * @param options `ask` and `tell` a person; `show(title, share)` the progress; `only`: the ids of checks;
 * `patience`: see line.mjs; `isSimulated`: the delay of keys is no failure; `signal`: once it is aborted, the
 * settings are restored and nothing else is tried
 */
export async function report(port, expected, options = {}) {
  const line = new Line(port, options);
  const { ask = null, tell = () => {}, show = () => {}, isSimulated = false, signal } = options;
  signal?.addEventListener('abort', () => line.stop(true));
  const run = { line, expected, ask, tell, isSimulated, hasReset: true, restarts: 0 };
  const wanted = ({ id }) => !options.only || options.only.includes(id);
  const checks = [];
  let ended = null;
  const take = async (check) => {
    run.progress = (share) => show(check.title, share);
    run.progress(0);
    const outcome = ended ? { result: 'not tried', why: ended } : await attempt(check, run);
    if (!ended && endsAll(check, outcome)) ended = outcome.why;
    checks.push({ id: check.id, title: check.title, ...outcome });
  };
  for (const check of CHECKS.filter(wanted)) await take(check);
  if (signal?.aborted) {
    ended = null;
    line.stop(false);
  }
  if (run.settings !== undefined) await take(RESTORE);
  const { firmware, latency, clock, parked, settings } = run;
  const agrees = checks.every(({ result }) => result !== 'failed');
  return { agrees, checks, firmware, latency, clock, parked, settings };
}

const cell = (words) => words.replaceAll('|', '\\|').replaceAll('\n', '<br>');
const ms = (seconds) => `${(1000 * seconds).toFixed(0)} ms`;

function details({ title, why, seen, expected }) {
  const block = (label, words) => (words ? `\n${label}:\n\n\`\`\`\n${words}\n\`\`\`\n` : '');
  return `\n### ${title}: failed\n\n${why}\n${block('seen', seen)}${block('expected', expected)}`;
}

/** @param {object} found by report() @param {{[name: string]: string}} facts about the board and this run. */
export function markdown(found, facts) {
  const { checks, latency, clock } = found;
  const failed = checks.filter(({ result }) => result === 'failed');
  const skipped = checks.filter(({ result }) => result === 'not tried').length;
  const all = {
    ...facts,
    firmware: found.firmware ?? 'unknown',
    clock: clock ? clockWords(clock) : 'not measured',
    'key latency': latency ? `median ${ms(latency.median)}, at most ${ms(latency.most)}` : 'not measured',
  };
  const isRestored = checks.some(({ id, result }) => id === RESTORE.id && result === 'passed');
  if (found.settings && !isRestored) all['settings before'] = found.settings;
  const verdict = failed.length ? `${failed.length} failed` : 'agrees with the simulation';
  const rows = checks.map(
    ({ title, result, why, seen }) => `| ${title} | ${result} | ${cell(why ?? seen?.split('\n')[0] ?? '')} |`,
  );
  return [
    `## Board report: ${verdict}${skipped ? `, ${skipped} not tried` : ''}\n`,
    '| | |\n| --- | --- |',
    ...Object.entries(all).map(([name, value]) => `| ${name} | ${cell(value)} |`),
    '\n| check | result | |\n| --- | --- | --- |',
    ...rows,
    ...failed.map(details),
    '',
  ].join('\n');
}
