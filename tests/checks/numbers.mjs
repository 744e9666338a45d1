#!/usr/bin/env node
/**
 * Compares numbers in documents with what programs, tests and kept measurements give.
 *
 * A row is a text of a document, with # for each number, and the numbers.  A number is right if what is
 * written is the value, rounded to the digits that are written; `about` allows 2 % more or less.  These are
 * measured on images of avr-gcc 5.4: with another compiler only their sentences are looked for.
 *
 * Other programs compare sessions (session/readme.mjs), goals of proofs (prove/prove, engine.mjs,
 * count_proof.mjs), and translations.  Tests assert limits and settings.
 * Nothing compares: downloads, prices, data sheets; times of a PC; what hours on the simulated chip gave
 * (cycles of a count from n = 14 on, speed-up of a fleet), which is run by hand; coverage, mutants and flips,
 * which `make coverage`, `mutants` and `stress` print; history (CHANGELOG.md, EXPERIMENTS.md).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { run, sizesOf } from './machine_code.mjs';
import { check, done } from '../support/tap.mjs';

const isMeasured = run('avr-gcc', '-dumpversion').startsWith('5.4.');

/* ---- where the numbers come from ---- */

const table = (file) => readFileSync(file, 'utf8').trim().split('\n').map((row) => row.split('\t'));

/** The numbers that the groups of a pattern match in a text. */
function found(text, pattern) {
  const match = text.match(pattern);
  if (!match) throw new Error(`nothing matches ${pattern}`);
  return match.slice(1).map((number) => Number(number.replace(/_/g, '')));
}
const source = (file, pattern) => found(readFileSync(file, 'utf8'), pattern);
/** Of boards of up to n rows: count_run makes no table of a flash that it does not need. */
const placements = (n) =>
  found(run('sh', '-c', `build/checks/count_run 0 0 0 0 ${n} <Makefile`), /(\d+) placements/)[0];

const timeOf = (file) => statSync(file).mtimeMs;
const BUILT = run('find', 'build', '-maxdepth', '2', '-name', 'nqueens.elf').trim().split('\n').map(timeOf);

/** What `make test` has stored of a program, if it has ended and nothing was built since. */
function stored(program) {
  const log = `build/test-results/${program.replaceAll('/', '_')}.log`;
  if (!existsSync(log) || timeOf(log) < Math.max(timeOf(program), ...BUILT)) return undefined;
  const text = readFileSync(log, 'utf8'), plan = text.match(/^1\.\.(\d+)/m);
  return plan && text.match(/^(not )?ok /gm)?.length === Number(plan[1]) ? text : undefined;
}

/** What a program prints; `only` is a pattern of the names of its tests. */
const outputs = new Map();
function printed(program, ...words) {
  const key = [program, ...words].join(' ');
  const env = { ...process.env, CMOCKA_MESSAGE_OUTPUT: 'TAP' };
  if (!outputs.has(key)) {
    const known = words.length ? undefined : stored(program);
    outputs.set(key, known ?? spawnSync(program, words, { env, encoding: 'utf8' }).stdout);
  }
  return outputs.get(key);
}
const test = (name, only, pattern) => found(printed(`build/simulator/${name}`, 'only', only), pattern);
const about = (values, share = 0.02) => [values].flat().map((value) => ({ value, share }));

const PROGRAMS = new Map(table('tests/checks/measurements/bench.tsv').slice(2)
  .map(([program, n, solutions, moves, ...rest]) =>
    [`${program} ${n}`, [solutions, moves, ...rest].map(Number)]));
const bench = (program, n) => {
  const [solutions, moves, cycles, fixed, stack] = PROGRAMS.get(`${program} ${n}`);
  return { solutions, moves, cycles, fixed, stack };
};
const cycles = (program, n) => about(bench(program, n).cycles, 0.01);
const ramOf = (program, n) => bench(program, n).fixed + bench(program, n).stack;
const ratio = (one, other, n = 8) => about(bench(one, n).cycles / bench(other, n).cycles, 0.01);
const growth = (program) => about(bench(program, 8).cycles / bench(program, 7).cycles, 0.01);
const bytes = (kind, what) =>
  test('../../tests/checks/size.mjs', '', new RegExp(`^# ${kind} +${what} +(\\d+)`, 'm'));
const flash = (...objects) => sum(objects.map((name) => sizesOf(`build/uno/${name}.o`).flash));

const SOLUTIONS = [...readFileSync('firmware/count/known.c', 'utf8').split('solutions_known')[1]
  .matchAll(/BYTES_\d\((?:UINT64_C\()?(\d+)|^ +0,$/gm)].map(([, number = 0]) => Number(number));
const solutions = (n) => SOLUTIONS[n - 1];
const inSearch = (n) => Number(table('tests/vectors/counts.tsv')[n][6]);
const untilFirst = (n) => Number(table('tests/vectors/first.tsv').find(([of]) => Number(of) === n)[1]);

/** Of the parts that were counted: queens (column 3), solutions (4), cycles (5). */
const PARTS = table('tests/checks/measurements/parts.tsv').filter((row) => row.length > 4)
  .map((row) => row.map(Number));
const ofParts = (n, parts, column) =>
  PARTS.filter((row) => row[0] === n && row[1] === parts).map((row) => row[column]);
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
const whole = (...of) => sum(ofParts(...of));

/** Hours of the 64 parts of n = 19 if the next board that is free takes the next part, and % of waiting. */
function fleet(boards) {
  const hours = ofParts(19, 64, 5).map((cycles) => cycles / 16e6 / 3600), free = Array(boards).fill(0);
  for (const time of hours) free[free.indexOf(Math.min(...free))] += time;
  const all = Math.max(...free);
  return [all, 100 * (all / (sum(hours) / boards) - 1)];
}

const LATENCY = printed('tests/checks/latency.mjs'), SEEN = () => printed('build/simulator/interrupts');
const bound = (image, what) =>
  found(LATENCY, new RegExp(`^# ${image}: ${what.replace('USART', 'USART\\d?')} +(\\d+)`, 'm'))[0];
/* The longest wait that a simulation met: any change of the firmware moves it. The bound is its limit. */
const seen = (image, what) => about(found(SEEN(),
  new RegExp(`^# ${image}: ${what.replace('USART', 'USART\\d?')}: seen (\\d+)`, 'm')), 0.25);
const watchdog = (image) => about(found(SEEN(), new RegExp(`^# ${image}: at most ([\\d.]+) ms`, 'm')), 0.1);
const BOARDS = 'uno uno-1000000 mega leonardo uno-ht16k33 uno-ws2812 uno-ssd1306'.split(' ');
const slices = () => [...printed('build/simulator/slices')
  .matchAll(/most (\d+) cycles apart; rounds of at most ([\d.]+) ms, ended ([\d.]+) ms/g)];
const longest = (i) => about(Math.max(...slices().map((row) => Number(row[i]))), 0.1);
const frame = (shape, orient) =>
  about(test('displays', 'no_frame*', new RegExp(`${shape}, orient ${orient}: \\D*(\\d+)\\D*(\\d+)`)));
const perByte = (shape, orient = 0) => // of a MAX7219
  test('displays', 'the_line*', new RegExp(`# ${shape}, orient ${orient}: .* takes ([\\d.]+)`))[0];
const fullRate = (values) => about(values, 0.001);
const tiny = (only, pattern) => test('tiny', only, pattern);
const baud = (chip, hz) => test('tiny', 'the_line*',
  new RegExp(`${chip}, ${hz} MHz: (\\d+) baud \\(([-+.\\d]+) %\\), read from ([-+.\\d]+) to ([-+.\\d]+)`));
const baudRows = [['attiny13', '9.6'], ['attiny85', '8.0'], ['attiny85', '16.5']];

/** The faults of a table of a proof whose row a pattern finds. */
const faults = (name, pattern, program = 'engine') => readFileSync(`tests/checks/${program}.mjs`, 'utf8')
  .split(`const ${name} = [\n`)[1].split('\n];')[0].split('\n').filter((row) => pattern.test(row)).length;

/* ---- what the documents state ---- */

const CELL = '[^|\\n]*';
const ROWS = {
  'README.md': [
    ['fits in **# bytes of RAM**', () => source('tests/simulator/budget.c', /RAM_MAX (\d+)/)],
    ['of n = 19 was [run](sim/fleet/README.md#estimates-for-large-boards) on the simulated chip: # solutions',
     () => [whole(19, 64, 4)]],
    ['the chip sleeps # % of the time', () => test('budget', 'at_pace*', /([\d.]+) % .* solve 8 at pace/)],
  ],
  'firmware/README.md': [
    ['slices of at most # cycles', () => source('tests/simulator/queens.c', /SLICE_MAX (\d+)/)],
    ['# B of flash, # B of RAM with rings of 16 bytes; at most # cycles in an interrupt',
     () => [flash('hal/avr/uart', 'hal/avr/uart_isr'), bytes('ram', 'hal/avr/uart_isr.S')[0],
            bound('uno', 'USART_RX runs')]],
    ['# B of flash, # B of RAM; a CRC-32',
     () => [flash('firmware/storage/record'), bytes('ram', 'firmware/storage/record.c')[0]]],
    ['# B of flash, 3 B of RAM per', () => [flash('firmware/storage/ecc')]],
    ['with any `orient` | # to # |', () => {
      const all = [0, 1, 2, 3, 4, 5, 6, 7].map((orient) => perByte('1x1', orient));
      return fullRate([Math.min(...all), Math.max(...all)]);
    }],
    ...[['with `format none`', 'digits", "solve 12', 'none", "solve 12'], ['n = 28', 'solve 22', 'solve 28']]
      .map(([words, ...lines]) => [`${words} | # s; # s | # s; # s |`, () => {
        const limits = lines.flatMap((line) =>
          source('tests/simulator/solve.c', new RegExp(`${line}.* ([\\d.]+)}`)));
        return [...about(limits, 0.1), ...limits]; // `make bench` measures the times
      }]),
    ['n = 12 | #; # | #; # |', () => [...about(test('queens', 'a_whole*', /n = 8: (\d+)/)),
      ...about(test('queens', 'a_whole*', /n = 12: (\d+)/)),
      ...source('tests/simulator/queens.c', /\{\{8, (\d+).*\{12, (\d+)/)]],
    ['(more: [count/README.md](count/README.md)) | #, # |',
     () => [...cycles('count', 12), ...cycles('count', 14)]],
    ['idle; paused | # %, # %, # % |', () => [/([\d.]+) % .* solve 8 at/, /([\d.]+) % .* idle/,
      /([\d.]+) % .* paused/].flatMap((pattern) => test('budget', 'at_pace*', pattern))],
    ['12 bytes arrive | # cycles | #',
     () => [about(Math.max(...[...printed('build/simulator/queens', 'only', 'a_slice_of_the*')
       .matchAll(/at most (\d+)/g)].map(([, most]) => most)))[0],
            ...source('tests/simulator/queens.c', /SLICE_MAX (\d+)/)]],
  ],
  'firmware/bench/README.md': [
    ...['permute', 'safe', 'rays', 'scan', 'mask', 'search', 'count'].map((program) =>
      [`| \`${program}\` |${CELL}| # | # | # | # + # |`, () => {
        const { moves, cycles: all, fixed, stack } = bench(program, 8);
        return [program === 'scan' ? inSearch(8) : moves, ...about(all, 0.01), ...about(all / 16e3, 0.01),
                fixed, stack];
      }]),
    ['the positions tried, #:', () => [bench('scan', 8).moves]],
    ['spends # cycles per queen, `scan` #.', () => about([bench('permute', 8).cycles / 109600,
      bench('scan', 8).cycles / inSearch(8)], 0.01)],
    ['grow # times (from #), those of `scan` # times', () => [...growth('permute'),
      ...cycles('permute', 7), ...growth('scan')]],
    ['# times the cycles of `scan`', () => ratio('safe', 'scan')],
    ['# times as fast as `scan`', () => ratio('scan', 'mask')],
    ['takes # bytes and # cycles, `mask` #', () =>
      [ramOf('search', 12), ...cycles('search', 12), ...cycles('mask', 12)]],
    ['places # queens instead of # and is # times', () =>
      [bench('count', 12).moves, inSearch(12), ...ratio('search', 'count', 12)]],
    ['counts one, # in all. The Uno takes # cycles', () => [bench('first', 8).moves, ...cycles('first', 8)]],
  ],
  'firmware/count/README.md': [
    ...[8, 9, 10, 11, 12, 13].map((n) => [`| ${n} | # | # | # | # ${n < 12 ? 'ms' : 's'} |`, () =>
      [solutions(n), bench('count', n).moves, ...cycles('count', n),
       ...about(bench('count', n).cycles / (n < 12 ? 16e3 : 16e6), 0.01)]]),
    ...[14, 15, 16, 17].map((n) => [`| ${n} | # |${CELL}|${CELL}|${CELL}|`, () => [solutions(n)]]),
    ...[18, 19, 20].map((n) => [`| ${n} | # | # |${CELL}|${CELL}|`,
                                () => [solutions(n), whole(n, n === 19 ? 64 : 1, 3)]]),
    ['in 64 parts, with # cycles', () => [whole(19, 64, 5)]],
    ['| 17 | 1 | # | | 18 | 2 | # |', () => [placements(17), placements(18) - placements(17)]],
    ['Flash: # kB for the assembly',
     () => about(bytes('flash', 'firmware/count/count_rows_avr.S')[0] / 1000)],
  ],
  'firmware/tiny/README.md': [
    ['(proved) | # + # of 64 bytes | # + # of 512 |', () => [...bytes('ram', 'tiny13'),
      ...bytes('stack', 'tiny13'), ...bytes('ram', 'tiny85'), ...bytes('stack', 'tiny85')]],
    ['| flash | # of 1,024 bytes | # of 8,192 |',
     () => [...bytes('flash', 'tiny13'), ...bytes('flash', 'tiny85')]],
    ['`count 10` | | # s; # s: half the board in plain C | # ms; # ms', () => [
      ...tiny('solve_prints*', /count 8 takes ([\d.]+)/), ...tiny('solve_prints*', /count 10 takes ([\d.]+)/),
      ...about([8, 10].map((n) => bench('count', n).cycles / 16e3))]],
    ['| baud | # (# %) | # (# %) | # (# %) |', () => baudRows.flatMap((row) => baud(...row).slice(0, 2))],
    ['off by | # to # % | # to # % | # to # % |', () => baudRows.flatMap((row) => baud(...row).slice(2))],
    ['are shown | # % | # % |', () => [...tiny('solutions_come*', /attiny13.* ([\d.]+) %/),
                                       ...tiny('solutions_come*', /85, 8.* ([\d.]+) %/)]],
    ['answered within | | # ms | # ms |', () => ['8.0', '16.5'].flatMap((hz) =>
      tiny('live_keys*', new RegExp(`${hz} MHz: .* (\\d+) ms`)))],
  ],
  'firmware/display/README.md': [
    ...['1x1', '2x1', '4x1', '4x2', '4x4'].map((shape) =>
      [`| ${shape}(?:, 2x2|, n = 28)? | #, \\d+, [\\d.]+ | # | # |`, () => {
        const [all] = frame(shape, 0), [turned, step] = frame(shape, 1);
        return [all, turned, step];
      }]),
    ['| 4x1, 2x2 |' + `${CELL}|`.repeat(3) + ' # |', () => fullRate(perByte('4x1'))],
    ['| 4x4, n = 28 |' + `${CELL}|`.repeat(3) + ' # |', () => fullRate(perByte('4x4'))],
    ['64 white LEDs draw # mA', () => test('displays', 'sixty_four*', /up to (\d+) mA/)],
    ['65 steps, 130 | | # |', () => about(Math.max(...[...printed('build/simulator/displays', 'only',
      'no_step*').matchAll(/takes (\d+)/g)].map(([, most]) => most)))],
  ],
  'sim/fleet/README.md': [
    ...[1, 4, 16, 20].map((boards) => [`| ${boards} | # h | # % |`, () => fleet(boards)]),
    ...[32, 64].map((boards) => [`| ${boards} | # min | # % |`,
                                 () => [fleet(boards)[0] * 60, fleet(boards)[1]]]),
  ],
  'sim/LESSON.md': [
    ['It is # for 20, but only # for 21.', () => [untilFirst(20), untilFirst(21)]],
    ['places # instead of #. Of', () => [bench('count', 8).moves, inSearch(8)]],
    ['all eight images: # queens instead of # for 12', () => [bench('count', 12).moves, inSearch(12)]],
  ],
  'sim/TEACHING.md': [['the same chip, # times the work',
                       () => about(ratio('permute', 'count')[0].value)]],
  'tests/PROOF.md': [
    ['*What is broken*. # images with', () => [faults('BROKEN', /^  \['.*?', '(?!verify_solution)/)]],
    ['So are # models', () => [faults('BROKEN_MODELS', /^  \['/)]],
    ['goals. # images with one', () => [faults('BROKEN', /^  \['.*?', 'verify_solution/)]],
    ['# images with one instruction changed are refused, with a board; four',
     () => [faults('BROKEN', /^  \['/, 'count_proof')]],
    ['completions in # cycles', () => source('tests/simulator/count.c', /SLICE_MAX +(\d+)/)],
    ['simavr in # random states (`make test`: #)',
     () => [...source('tests/checks/checks.mk', /semantics.mjs (\d+)/),
            ...source('tests/checks/semantics.mjs', /\?\? (\d+_\d+)\)/)]],
    ...Object.entries({ 'interrupts disabled by the program': 'disabled', 'receiver: runs': 'USART_RX runs',
      'receiver: waits': 'USART_RX waits', 'a byte is read after': 'byte read' }).map(([title, what]) =>
      [`| ${title} |${' # (#) |'.repeat(BOARDS.length)}`,
       () => BOARDS.flatMap((image) => [bound(image, what), ...seen(image, what)])]),
    [`| it is lost after |${' # |'.repeat(BOARDS.length)}`, () => BOARDS.flatMap((image) =>
      found(LATENCY, new RegExp(` - ${image}: no byte .* of (\\d+) cycles`)))],
    [`of 250 ms |${' # ms |'.repeat(BOARDS.length)}`, () => BOARDS.flatMap(watchdog)],
    ['most # cycles between two polls, # ms in a round of the main loop, and # ms from a byte',
     () => [1, 2, 3].flatMap(longest)],
    ['limits are # cycles', () => source('tests/simulator/slices.c', /MOST_APART = (\d+)/)],
    ['beyond # cycles with interrupts disabled and # in an interrupt',
     () => source('tests/checks/latency.mjs', /disabled: (\d+), interrupt: (\d+)/)],
  ],
};

/* ---- the comparison ---- */

const NUMBER = '([-+]?\\d[\\d,]*(?:\\.\\d+)?(?: [kMGT](?![A-Za-z]))?)';

const patternOf = (words) => new RegExp(words.split(/(\[\^\|\\n\]\*|\(\?:.*?\)\?|\\d\+, \[\\d\.\]\+)/)
  .map((piece, i) => (i % 2 ? piece : piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  .join('').replace(/#(?!\w)/g, NUMBER).replace(/\s+/g, '\\s+'));

/** Whether what is written is the value, rounded to the digits that are written. */
function isRight(written, expected) {
  const { value, share = 0 } = expected.value === undefined ? { value: expected } : expected;
  const [digits, suffix = ''] = written.replace(/,/g, '').split(' ');
  const unit = { '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12 }[suffix];
  const last = unit * 10 ** -(digits.split('.')[1] ?? '').length;
  return Math.abs(digits * unit - value) <= (last / 2) * 1.001 + Math.abs(value) * share;
}

for (const [file, rows] of Object.entries(ROWS)) {
  const text = readFileSync(file, 'utf8'), wrong = [];
  for (const [words, valuesOf] of rows) {
    const [sentence, ...written] = text.match(patternOf(words)) ?? [];
    if (!sentence) wrong.push(`not found: ${words}`);
    else if (isMeasured) {
      const values = valuesOf();
      if (values.length !== written.length || !written.every((each, i) => isRight(each, values[i])))
        wrong.push(`${sentence}\nis ${values.map((each) => each.value ?? each).join(' ')}`);
    }
  }
  check(!wrong.length, `${file}: ${rows.length} sentences have the numbers of programs`, wrong.join('\n'));
}
const samples = [[18, 1, 1024], [19, 64, 4096], [20, 1, 4096]].map(([n, parts, cut]) => {
  const own = ofParts(n, cut, 3);
  return [n, (sum(own) / own.length) * cut / whole(n, parts, 3) - 1];
});
check(samples.every(([, share]) => Math.abs(share) < 0.01),
      'the parts of a sample add up to what the whole count places, to 1 %', samples.join('\n'));
done();
