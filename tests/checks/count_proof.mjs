#!/usr/bin/env node
/**
 * Proves from the machine code of each image that the count of a cross adds what its rows have.
 *
 *   tests/checks/count_proof.mjs                      a sample: some cuts, some broken images
 *   tests/checks/count_proof.mjs --prove FILE.elf...  all cuts, for all kinds of boards, all that is broken
 *
 * tests/PROOF.md states the theorem; count_paths.mjs proves paths from a cut; count_cuts.mjs has the cuts.
 * Machine code that several images have alike is proved once.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Solver, proveAll } from './bits.mjs';
import { CUTS } from './count_cuts.mjs';
import { proveDeal } from './count_deal.mjs';
import { proveLevels } from './count_levels.mjs';
import { provePaths } from './count_paths.mjs';
import { proveSlices } from './count_slices.mjs';
import { proveSums } from './count_sums.mjs';
import { broken, bytesOf, countCode, readImage } from './machine_code.mjs';
import { check, done } from '../support/tap.mjs';

const WINDOW = ['middle', 'e_rows', 'middle_next', 'b_high', 'a_next', 'a_high_next', 'b', 'b_next', 'e_low',
                'e_high', 'e_next', 'window'];
const LAST = ['last_level', 'last_back', 'last_low', 'last_low_on', 'last_low_again', 'last_high',
              'last_high_on', 'last_high_again'];
const PAIR = ['pair', 'pair_low', 'pair_high', 'pair_next', 'cut.pair_upper', 'cut.pair_lower'];
const SAVED = ['level_low', 'level_high', 'level_high_on', 'low_again', 'high_again', 'level_far', 'row',
                'enter_low', 'enter_high', 'level_enter', 'up', 'up_last', 'last_up'];
const SHIFTED = ['cut.shifted_down', 'cut.shifted_up', 'shifted_low', 'shifted_high', 'shifted_high_on',
                 'shifted_enter_low', 'shifted_enter_high', 'shifted_up', 'shifted_last', 'shifted_last pair',
                 'shifted_up_last', 'shifted_up_last pair', 'last_up', 'shifted_to_level1', 'shifted_begin'];
const SLICES = ['descend_row', 'cut.descend', 'stop', 'cut.stop_up', 'stop_level1'];
const END = ['store_row', 'check_entry', 'leave'];
const FIRST = ['level1_up', 'level1_dead', 'level1', 'level1_on', 'cut.descend', 'deal_done'];
const WINDOWS = ['uweabcd', 'weabcd', 'eabcd', 'abcd', 'bcd'];
const DISTANCES = [1, 2, 3, 4, 5, 6, 7];
const ofRow = (row) => ['', '_back', '_low_again', '_high_again'].map((each) => row + each);
const each = (cuts, kinds) => cuts.flatMap((cut) => kinds.map((kind) => `${cut} ${kind}`));

/** Cuts, and the kind of board: its rows below the last level, and how far the first one is. */
const PROOFS = {
  'in a window': [...WINDOW, ...each(['window_up'], WINDOWS), ...each(['cut.short'], ['abcd', 'bcd'])],
  'in the rows above a window': [
    ...each(ofRow('upper'), ['uweabcd']), ...each(ofRow('lower'), ['uweabcd', 'weabcd'])],
  'in a pair and the level above it': each(PAIR, ['xy']),
  'on the levels that save diagonals': each(['saved'], SAVED),
  'on the levels that shift them back': each(['shifted'], SHIFTED),
  'on level 1': [...each(['first saved'], FIRST), ...each(['first shifted'], FIRST)],
  'where a part gets its squares of level 2': ['deal', 'deal_next'],
  'at the end of a slice and the begin of the next one':
    [...each(['slice saved'], SLICES), ...each(['slice shifted'], SLICES), ...each(['slice end'], END)],
  'on the last level above a window':
    each(LAST, WINDOWS.flatMap((rows) => DISTANCES.map((distance) => `${rows} ${distance}`))),
};
const SUMS = { 'where a slice is added to the totals': ['sum_add', 'cross_add'] };
const SAMPLE = { 'in a sample of its cuts':
  ['deal_next', 'slice saved descend_row', 'e_low', 'b_next', 'saved level_low',
   'first shifted level1_dead', 'last_high eabcd 3'] };

/** What is broken: label, the instruction after it as a pattern, what replaces it, the case that shows it. */
const BROKEN = [
  ['a completion that counts twice', 'b_one', /^adiw r24, 0x03$/, 'adiw r24, 0x06', 'b_next'],
  ['a queen of row e without a diagonal', 'e_low', /^or r20, r0$/, 'nop', 'e_low'],
  ['a queen whose column stays taken', 'lower_back', /^eor r6, r0$/, 'nop', 'lower_back weabcd'],
  ['a queen that is left out', 'e_high', /^eor r9, r0$/, 'and r9, r1', 'e_high'],
  ['a diagonal between two bytes that is lost', 'a_low', /^andi r27, 0xFD$/, 'andi r27, 0xFF', 'a_next'],
  ['two columns that a diagonal joins', 'b_different', /^add r30, r30$/, 'nop', 'b_high'],
  ['a test of the same columns for different ones', 'b_low', /^cpc .*/, 'nop', 'b'],
  ['a wrong distance from the middle column', 'middle_masks', /^andi r22, 0x5F$/, 'andi r22, 0x7F', 'middle'],
  ['a middle column that is tried again', 'middle_d', /^andi r18, 0x7F$/, 'nop', 'middle_next'],
  ['a mark that is missing', 'middle', /^ori r17, 0x01$/, 'nop', 'middle'],
  ['a column that need not be covered', 'e_rows_below', /^cp r0, r26$/, 'mov r0, r26', 'e_rows'],
  ['a distance of two rows for one', 'a_low', /^subi r30, 0xFB$/, 'nop', 'a_next'],
  ['a row above the window that is skipped', 'window_up', /^sbic/, 'sbis', 'window_up weabcd'],
  ['squares of another byte', 'upper_back', /^ldd r8, Y\+10$/, 'ldd r8, Y+9', 'upper_back uweabcd'],
  ['a diagonal of another set', 'upper', /^std Y\+6, r3$/, 'std Y+6, r2', 'upper uweabcd'],
  ['a byte that is written beside', 'upper', /^std Y\+5, r2$/, 'std Y+11, r2', 'upper uweabcd'],
  ['a factor for the other diagonals', 'last_level', /^mul r3, r10$/, 'mul r3, r21', 'last_level abcd 2'],
  ['half of a product', 'last_low_placed', /^or r5, r1$/, 'or r5, r0', 'last_high_on eabcd 2'],
  ['squares from another port', 'last_back', /^in r9, 0x27$/, 'in r9, 0x2a', 'last_back bcd 1'],
  ['a diagonal of a pair that stays', 'cut.pair_upper', /^add r16, r16$/, 'nop', 'cut.pair_upper xy'],
  ['two ways in a pair that count as one', 'cut.pair_lower', /^adiw r24, 0x03$/, 'nop', 'cut.pair_lower xy'],
  ['two columns of a pair that a diagonal joins', 'pair_rows', /^or r16, r6$/, 'nop', 'cut.pair_upper xy'],
  ['a column that the pair does not give back', 'pair_next', /^eor r6, r20$/, 'nop', 'pair_next xy'],
  ['a queen without a diagonal', 'level_low', /^or r4, r20$/, 'nop', 'saved level_low'],
  ['a column that a level does not take', 'level_high_on', /^eor r7, r20$/, 'nop', 'saved level_high_on'],
  ['what the cross attacks in another row', 'row', /^ldd r16, Y\+5$/, 'ldd r16, Y+6', 'saved row'],
  ['a queen that is not removed', 'dead', /^eor r6, r20$/, 'nop', 'saved row'],
  ['diagonals of another level', 'high_again', /^ldd r4, Y\+2$/, 'ldd r4, Y+3', 'saved high_again'],
  ['squares that are stored beside', 'row_low', /^st X\+, r9$/, 'st X, r9', 'saved row'],
  ['a level too far up', 'up', /^subi r28, 0x07$/, 'subi r28, 0x0E', 'saved up'],
  ['a queen that stays in its squares', 'up_last', /^eor r8, r0$/, 'nop', 'saved up_last'],
  ['a row too few', 'level_far', /^dec r21$/, 'subi r21, 2', 'saved level_far'],
  ['a bit that does not come back', 'cut.shifted_up', /^ror r3$/, 'lsr r3', 'shifted cut.shifted_up'],
  ['a queen that stays in a diagonal', 'cut.shifted_up', /^eor r4, r0$/, 'nop', 'shifted cut.shifted_up'],
  ['a bit that is lost', 'cut.shifted_down', /^adc r12, r12$/, 'nop', 'shifted cut.shifted_down'],
  ['lost bits that are not stored', 'shifted_last', /^std Y\+36, r13$/, 'nop', 'shifted shifted_last'],
  ['a column that level 1 keeps', 'level1_dead', /^eor r7, r9$/, 'nop', 'first saved level1_dead'],
  ['squares of level 1 that are lost', 'deal_done', /^sts 0x00BA, r8$/, 'nop', 'first saved deal_done'],
  ['a position with squares of another byte', 'stop', /^st X\+, r8$/, 'st X+, r9', 'slice saved stop'],
  ['a position on another level', 'cut.stop_up', /^inc r22$/, 'nop', 'slice shifted cut.stop_up'],
  ['a way down to other squares', 'level1_carry', /^and r16, r0$/, 'nop', 'slice saved descend_row'],
  ['a way down without a diagonal', 'descend', /^or r4, r16$/, 'nop', 'slice shifted descend_row'],
  ['a way down without squares of level 1', 'descend_first', /^sts 0x00BA, r8$/, 'nop',
   'slice saved descend_row'],
  ['a square that two parts get', 'deal_ours', /^ldd r18, Z\+24.*$/, 'nop', 'deal_next'],
  ['a square that no part gets', 'deal_turn', /^subi r18, 0x01$/, 'subi r18, 0x02', 'deal_next'],
  ['a square of another part', 'deal_high', /^eor r17, r0$/, 'nop', 'deal_next'],
  ['squares of level 2 that are not dealt out', 'descend_row', /^sbic 0x1e, 6$/, 'sbis 0x1e, 6',
   'first saved cut.descend'],
  ['a register that the caller does not get back', 'leave', /^pop r16$/, 'nop', 'slice end leave'],
  ['a level that is not stored', 'leave', /^st X, r22$/, 'nop', 'slice end leave'],
  ['a flag I that stays clear', 'leave', /^out 0x3f, r0$/, 'nop', 'slice end leave'],
  ['a carry that is lost', 'sum_add', /^subi r22, 0xFF$/, 'nop', 'sum_add'],
  ['a total of other images', 'cross_add', /^mul r24, r15$/, 'mul r23, r15', 'cross_add'],
  ['a way down past the position', 'level1_carry', /^cp r28, r19$/, 'nop', 'slice saved descend_row'],
  ['a way up to level 1 too early', 'up_last', /^rjmp .*/, 'nop', 'saved up_last'],
  ['a way up beyond level 1', 'shifted_dead', /^breq \.\+14$/, 'nop', 'shifted cut.shifted_up'],
  ['a last level at another address', 'stop_last', /^lds r26, .*/, 'nop', 'last_low eabcd 2'],
  ['squares of a last level at another address', 'last_up', /^lds r26, .*/, 'nop', 'saved last_up'],
  ['a window that is taken for a pair', 'shifted_last', /^sbic 0x1e, 3$/, 'nop', 'shifted shifted_last'],
  ['levels that shift nothing back', 'deal_done', /^sbis 0x1e, 4$/, 'nop', 'first shifted deal_done'],
  ['a window that is taken for a short one', 'below_last', /^rjmp \.\+4\d\d$/, 'nop', 'last_low_on eabcd 2'],
  ['an interrupt that uses a wrong SP', 'leave', /^cli$/, 'nop', 'slice end leave'],
  ['a call with a register that is not 0', 'cross_add', /^eor r1, r1$/, 'nop', 'cross_add'],
  ['a third that is none', 'third_of_found', /^add r25, r1$/, 'nop', 'slice end leave'],
  ['a short window as a long one', 'below_last', /^sbis 0x1e, 2$/, 'sbic 0x1e, 2', 'last_low_on abcd 2'],
];

const PROVERS = [[/^(saved|shifted|first) /, proveLevels], [/^deal/, proveDeal], [/^slice /, proveSlices],
                 [/^(sum|cross)_add$/, proveSums]];
const proofOf = (what) => (PROVERS.find(([pattern]) => pattern.test(what)) ?? [, provePaths])[1];

async function prove(what, cases, solvers, image, flash) {
  const began = Date.now(), jobs = cases.map((one) => (solver) => proofOf(one)(image, flash, one, solver));
  const all = await proveAll(jobs, solvers, image);
  const sum = (key) => all.reduce((total, result) => total + (result[key] ?? 0), 0);
  const failure = all.find((result) => result.failure)?.failure;
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  const text = `${sum('paths')} paths with ${sum('goals')} goals`;
  check(!failure, `${what}: ${text} are proved, ${seconds} s`, failure);
  return { edges: all.flatMap(({ edges = [] }) => edges), paths: sum('paths'), goals: sum('goals') };
}

/**
 * The most completions that a slice of so many cycles counts: no way through the cuts counts more.  An edge
 * is [cut, the next one, cycles, completions].  Row b has at most three squares; each queen leads to b_next.
 */
function mostCounted(edges, slice) {
  const isB = (cut) => ['b', 'b_next', 'b_high'].includes(cut);
  const expanded = edges.flatMap(([from, to, ...costs]) => {
    if (!isB(from)) return [[from, isB(to) ? `${to} 3` : to, ...costs]];
    const next = (left) => ({ b: 'b 3', b_high: `b_high ${left}`, b_next: `b_next ${left - 1}` }[to] ?? to);
    const least = to === 'b_next' ? 1 : 0;
    return [0, 1, 2, 3].slice(least).map((left) => [`${from} ${left}`, next(left), ...costs]);
  });
  /** The most that any way counts beyond a rate, in completions for a cycle; Infinity without a bound. */
  const beyond = (rate) => {
    const best = new Map(expanded.map(([from]) => [from, 0]));
    for (let round = 0, changes = true; changes; round++) {
      if (round > best.size) return Infinity;
      changes = false;
      for (const [from, to, cycles, counted] of expanded) {
        const sum = best.get(from) + counted - rate * cycles;
        if (sum > (best.get(to) ?? 0) + 1e-9) changes = Boolean(best.set(to, sum));
      }
    }
    return Math.max(...best.values());
  };
  const rates = Array.from({ length: 200 }, (_, i) => (i + 1) / 1000);
  return Math.floor(Math.min(...rates.map((rate) => rate * slice + beyond(rate))));
}

/* The rows, each below the one before; cuts that are about none of them are on a level. */
const DEPTHS = ['level', 'deal', ...'lpxyuwseramb'];
const depthOf = (cut) =>
  DEPTHS.indexOf((CUTS[cut]?.depth ?? CUTS[cut]?.row) || (cut === 'deal_next' ? 'deal' : 'level'));

/**
 * The cuts of a loop that may not end, or undefined.  The highest row of a loop must have less to try after
 * it: that is a number, and no path makes it greater while the rows above stay as they are.
 */
function endlessLoop(edges) {
  for (const [depth, row] of DEPTHS.entries()) {
    const next = new Map();
    for (const [from, to, , , less] of edges)
      if (!less.includes(row) && depthOf(from) >= depth && depthOf(to) >= depth)
        next.set(from, (next.get(from) ?? new Set()).add(to));
    for (const start of next.keys()) {
      const reached = new Set(depthOf(start) === depth ? next.get(start) : []);
      for (const cut of reached) for (const each of next.get(cut) ?? []) reached.add(each);
      if (reached.has(start)) return [row, start, ...reached].join(' ');
    }
  }
  return undefined;
}

/** What is broken in the table of a cross: an instruction that does nothing. */
const BROKEN_TABLES = [
  ['a diagonal that the table loses', 'table_row', /^adc r3, r3$/],
  ['a column that stays free', 'table_queen', /^and r7, r0$/],
  ['a factor of one row less', 'table_next', /^add r16, r16$/],
  ['a queen that the table does not count', 'rows_run', /^inc r16$/],
];

/** Compares placements and tables with plain enumeration: the difference, or what is compared. */
function compared(image, flash, [tables, placements]) {
  const ram = image.addressOf('__DATA_REGION_ORIGIN__') & 0xffff;
  const at = ['rows_run', 'descend_row'].map((name) => image.addressOf(name));
  const { status, stdout } = spawnSync('build/checks/count_run', [...at, ram, tables, placements],
                                       { input: flash, encoding: 'utf8' });
  return [status === 0, stdout.trim()];
}

function compareAll(file, image, flash, isSample) {
  const [isRight, text] = compared(image, flash, isSample ? [14, 17] : [18, 20]);
  check(isRight, `${file}: all placements and tables are those of plain enumeration: ${text}`, text);
  for (const [name, label, pattern] of isSample ? BROKEN_TABLES.slice(0, 1) : BROKEN_TABLES) {
    const [, at] = broken(image, [name, label, pattern, 'nop']);
    const [passes, why] = compared(image, Buffer.from(flash).fill(0, at, at + 2), [18, 18]);
    check(!passes && /queens on/.test(why), `${name} is found`, why);
  }
}

async function proveAllOf(file, proofs, solvers, image, flash) {
  const proved = [];
  for (const [where, cases] of Object.entries(proofs))
    proved.push(await prove(`${file}: ${where}`, cases, solvers, image, flash));
  const sum = (key) => proved.reduce((total, one) => total + one[key], 0).toLocaleString('en');
  const text = `${sum('paths')} paths and ${sum('goals')} goals`;
  if (proofs === PROOFS)
    check(readFileSync('tests/PROOF.md', 'utf8').includes(text), `tests/PROOF.md has these ${text}`);
  return proved.flatMap(({ edges }) => edges);
}

/** No slice has more than SLICE_MAX cycles: simulator/count.c. */
const SLICE_MAX = Number(readFileSync('tests/simulator/count.c', 'utf8').match(/SLICE_MAX +(\d+)/)[1]);

/** What a slice counts has 16 bits, three times and for eight images. */
function checkSlices(file, edges) {
  const most = mostCounted(edges, SLICE_MAX);
  const loop = endlessLoop(edges);
  check(!loop, `${file}: no loop of cuts is endless`, loop);
  const kept = DEPTHS.filter((row) => edges.some(([, , , , less]) => less.includes(row)) &&
    !endlessLoop(edges.map(([from, to, , , less]) => [from, to, 0, 0, less.filter((each) => each !== row)])));
  check(!kept.length, `${file}: a row that keeps what it has tried would be endless`, kept.join(' '));
  check(8 * most < 65536, `${file}: a slice counts at most ${most} ways; eight times that fits into 16 bits`);
}

/** A broken image must be refused, with a board. */
async function refuse(faults, solvers, image, flash) {
  const jobs = faults.map((fault) => (solver) =>
    proofOf(fault[4])(broken(image, fault)[0], flash, fault[4], solver));
  const results = await proveAll(jobs, solvers, image);
  faults.forEach(([name], i) => {
    const failure = results[i].failure ?? '';
    check(/\n# n = /.test(failure), `${name} is refused, with a board`, failure || 'nothing is refused');
  });
}

async function main([flag, ...files]) {
  const isSample = flag !== '--prove', solvers = [new Solver(), new Solver()];
  const proved = new Map(); // machine code -> the first image that has it
  for (const file of isSample ? ['build/uno/nqueens.elf'] : files) {
    const image = readImage(file), flash = bytesOf(file);
    const code = countCode(image, flash), known = proved.get(code), edges = [];
    if (!code) check(true, `${file}: it has no count by crosses`);
    else if (known) check(true, `${file}: the machine code of its count is that of ${known}`);
    else edges.push(...await proveAllOf(file, isSample ? SAMPLE : PROOFS, solvers, image, flash));
    if (code) await proveAllOf(file, SUMS, solvers, image, flash);
    if (edges.length && !isSample) checkSlices(file, edges);
    if (code && !known) compareAll(file, image, flash, isSample);
    if (code && !proved.size) await refuse(isSample ? BROKEN.slice(0, 3) : BROKEN, solvers, image, flash);
    if (code) proved.set(code, known ?? file);
  }
  solvers.forEach((solver) => solver.end());
  done();
}

await main(process.argv.slice(2));
