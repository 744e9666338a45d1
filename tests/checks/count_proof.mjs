#!/usr/bin/env node
/**
 * Proves from the machine code of each image that the count of a cross adds what its rows have.
 *
 *   tests/checks/count_proof.mjs                      a sample: some cuts, some broken images
 *   tests/checks/count_proof.mjs --prove FILE.elf...  all cuts, for all kinds of boards, all that is broken
 *   tests/checks/count_proof.mjs --paths FILE.elf     all cuts only
 *   tests/checks/count_proof.mjs --tables FILE.elf    compares all tables and placements only
 *
 * tests/PROOF.md states the theorem; count_paths.mjs proves paths from a cut; count_cuts.mjs has the cuts.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { CUTS, ROWS, ROW_CASES } from './count_cuts.mjs';
import { LEVEL_CASES, proveLevels } from './count_levels.mjs';
import { proveRows } from './count_paths.mjs';
import { DEAL_CASES, SLICE_CASES, SUM_CASES, proveSlices } from './count_slices.mjs';
import { broken, provedCode } from './machine_code.mjs';
import { checkDocumented, checkRefused, end, flag, isFirst, isSample, prove, proveImages } from './paths.mjs';
import { check } from '../support/tap.mjs';

const PROOFS = {
  'below the levels': ROW_CASES, 'on the levels': LEVEL_CASES,
  'where a part gets its squares of level 2': DEAL_CASES,
  'at the end of a slice and the begin of the next one': SLICE_CASES,
};
const SUMS = { 'where a slice is added to the totals': SUM_CASES };
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
  ['a slice that never returns', 'leave', /^cpse r0, r18$/, 'nop', 'slice end leave'],
  ['diagonals that are stored in another page', 'upper', /^std Y\+6, r3$/,
   'mov r0, r29; ldi r29, 0x02; std Y+6, r3; mov r29, r0', 'upper uweabcd'],
  ['diagonals that are stored 256 bytes further on', 'upper', /^std Y\+6, r3$/,
   'adiw r28, 256; std Y+6, r3; sbiw r28, 256', 'upper uweabcd'],
  ['a call with a register that is not 0', 'cross_add', /^eor r1, r1$/, 'nop', 'cross_add'],
  ['a third that is none', 'third_of_found', /^add r25, r1$/, 'nop', 'slice end leave'],
  ['a short window as a long one', 'below_last', /^sbis 0x1e, 2$/, 'sbic 0x1e, 2', 'last_low_on abcd 2'],
  ['a completion of a level', 'enter_high', /^eor r23, r9$/, 'adiw r24, 0x03', 'saved enter_high'],
  ['a completion of the last row', 'row', /^ldd r16, Y\+5$/, '$&; adiw r24, 0x03', 'saved row'],
  ['a slice that begins with a completion', 'descend_end', /^lds r0, .*/, 'adiw r24, 0x03',
   'slice saved descend_row'],
  ['a slice that ends with a completion more', 'stop', /^ldi r22, 0x01$/, '$&; adiw r24, 0x03',
   'slice saved stop'],
  ['a slice that begins as if on level 1', 'descend_end', /^lds r0, .*/, 'set', 'slice saved descend_row'],
  ['a last level that moves', 'descend_end', /^lds r0, .*/, 'mov r19, r0', 'slice shifted descend_row'],
  ['a cross without an end', 'done', /^ldi r22, 0xFF$/, 'ldi r22, 0xFE', 'slice saved done'],
  ['a byte that stays on the stack', 'level_low', /^or r2, r20$/, '$&; push r0', 'saved level_low'],
  ['a return to a byte on the stack', 'third_of_found', /^ret$/, 'push r0; ret', 'slice end leave'],
  ['interrupts that stay disabled', 'e_low', /^or r20, r0$/, '$&; cli', 'e_low'],
  ['an end as of an interrupt', 'sum_add', /^ret$/, 'reti', 'sum_add'],
  ['a received byte that is taken away', 'level_low', /^or r2, r20$/, '$&; lds r0 0x00C6', 'saved level_low'],
  ['a byte that is written in another page', 'level_high_on', /^mov r20, r9$/,
   'ldi r27, 0x02; st X, r9; ldi r27, 0x01; $&', 'saved level_high_on'],
  ['a tick that is lost', 'flag', /^ldi r21, 0x04$/, 'ldi r21, 0x06', 'saved level_high'],
  ['a queen that is not counted', 'level_low', /^inc r11$/, 'nop', 'saved level_low'],
  ['256 queens that are not counted', 'last_carry', /^inc r0$/, 'nop', 'last_high_on eabcd 2'],
];

const PROVERS = [[/^(saved|shifted|first) /, proveLevels], [/^(slice |deal|sum_|cross_)/, proveSlices],
                 [/^/, proveRows]];
/** The job that proves a case of an image. */
const jobOf = (image, flash) => (one) => (solver) =>
  PROVERS.find(([pattern]) => pattern.test(one))[1](image, flash, one, solver);

/** Completions a cycle: with any rate the next function has a bound, with this one nearly the lowest. */
const RATE = 0.044;

/**
 * The most completions that a slice of so many cycles counts: those of the rate, and the most that any way
 * through the cuts counts beyond it.  An edge is [cut, the next one, cycles, completions].  Row b has at most
 * three squares; each queen leads to b_next.
 */
function mostCounted(edges, slice) {
  const isB = (cut) => /^b(_|$)/.test(cut);
  const expanded = edges.flatMap(([from, to, ...costs]) => {
    if (!isB(from)) return [[from, isB(to) ? `${to} 3` : to, ...costs]];
    const next = (left) => ({ b: 'b 3', b_high: `b_high ${left}`, b_next: `b_next ${left - 1}` }[to] ?? to);
    const before = to === 'b_next' ? [1, 2, 3] : [0, 1, 2, 3];
    return before.map((left) => [`${from} ${left}`, next(left), ...costs]);
  });
  const best = new Map(expanded.map(([from]) => [from, 0]));
  for (let round = 0, changes = true; changes; round++) {
    if (round > best.size) return Infinity;
    changes = false;
    for (const [from, to, cycles, counted] of expanded) {
      const sum = best.get(from) + counted - RATE * cycles;
      if (sum > (best.get(to) ?? 0) + 1e-9) changes = Boolean(best.set(to, sum));
    }
  }
  return Math.floor(RATE * slice + Math.max(...best.values()));
}

/* A cut that is about no row below the levels is on a level. */
const DEPTHS = ['level', 'deal', ...ROWS];
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

/** Compares the tables and the placements up to these n with plain enumeration: the difference, or a sum. */
function compared(image, flash, [tables, placements]) {
  const ram = image.addressOf('__DATA_REGION_ORIGIN__') & 0xffff;
  const at = ['rows_run', 'descend_row'].map((name) => image.addressOf(name));
  const { status, stdout } = spawnSync('build/checks/count_run', [...at, ram, tables, placements],
                                       { input: flash, encoding: 'utf8' });
  return [status === 0, stdout.trim()];
}

function compareAll(file, image, flash) {
  const [isRight, text] = compared(image, flash, MOST);
  check(isRight, `${file}: all placements and tables are those of plain enumeration: ${text}`, text);
  for (const [name, label, pattern] of BROKEN_TABLES) {
    const [, at] = broken(image, [name, label, pattern, 'nop']);
    const [passes, why] = compared(image, Buffer.from(flash).fill(0, at, at + 2), [18, 18]);
    check(!passes && /queens on/.test(why), `${name} is found`, why);
  }
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
  checkDocumented([{ most }], (sum) => `${sum('most')} completions`);
}

/** Proves groups of cases of an image: { where: cases }. */
async function proveGroups(file, image, flash, groups) {
  const all = [];
  for (const [where, cases] of Object.entries(groups))
    all.push(...await prove(cases.map(jobOf(image, flash)),
                            (sum) => `${file}: ${where}: ${sum('paths')} paths`));
  if (groups === PROOFS) checkDocumented(all, (sum) => `${sum('paths')} paths and ${sum('goals')} goals`);
  return all.flatMap(({ edges = [] }) => edges);
}

/** Proves the rows of an image; of the first, a broken image must be refused, with a board. */
async function proveCount(file, image, flash) {
  const edges = await proveGroups(file, image, flash, isSample ? SAMPLE : PROOFS);
  if (!isSample) checkSlices(file, edges);
  if (flag === '--paths') return;
  compareAll(file, image, flash);
  for (const fault of isFirst(file) ? FAULTS : [])
    await checkRefused(fault[0], [jobOf(broken(image, fault)[0], flash)(fault[4])]);
}

const FAULTS = isSample ? BROKEN.slice(0, 3) : BROKEN;
const MOST = { '--prove': [18, 20], '--tables': [20, 20] }[flag] ?? [14, 18]; // n of tables, of placements

await proveImages((file, image, flash) => {
  const { count, sums } = provedCode(image, flash);
  if (flag === '--tables') return [['tables', count, () => compareAll(file, image, flash)]];
  const none = () => check(/leonardo/.test(file), `${file}: it has no count by crosses`);
  if (!count) return [['count', file, none]];
  return [['count', count, () => proveCount(file, image, flash)],
          ['sums', sums, () => proveGroups(file, image, flash, SUMS)]];
});
end();
