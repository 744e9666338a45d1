#!/usr/bin/env node
/**
 * Proves from the machine code of each image how long interrupts wait, and that no byte is lost.
 *
 *   tests/checks/latency.mjs
 *   tests/checks/latency.mjs --bounds           prints image, name, bound, vector, for the simulation
 *
 * tests/PROOF.md explains the proof.  A loop is refused unless constants end it.
 * A label loop.reset.N marks the start of code that ends in a reset: no interrupt waits for what follows.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { NO, YES, byte } from './bits.mjs';
import { SREG, UNKNOWN, explore, forgotten, longest, refusal, stateAt } from './flow.mjs';
import { FLAGS, step } from './instructions.mjs';
import {
  bytesOf, functionsOf, isCall, isReturn, number, readImage, register, registerOf, resetsOf, run,
  successors,
} from './machine_code.mjs';
import { check, done } from '../support/tap.mjs';

const DISPLAYS = readFileSync('firmware/display/displays.tsv', 'utf8').split('\n')
  .map((row) => row.split('\t')).filter(([, , boards]) => /\buno\b/.test(boards))
  .map(([name]) => `uno-${name}`);
const IMAGES = readFileSync('tests/checks/checks.mk', 'utf8').match(/^latency_images := (.*)/m)[1]
  .replace('$(uno_displays)', DISPLAYS.join(' ')).replace('$(TINY_BOARDS)', 'tiny13 tiny85')
  .split(' ').map((folder) => `build/${folder}/nqueens.elf`);

/** Runs between reset and main: interrupts are off, and the receiver, too.  And what runs after main. */
const SKIPPED = ['__ctors_end', 'cpu_begin', 'cpu_fail', '_exit'];

/* With each compiler: cycles with interrupts disabled and within an interrupt, % of a software UART's bit. */
const MOST = { disabled: 64, interrupt: 128, edge: 40 };

const WAKE = 4; // cycles that an interrupt takes longer out of sleep
const SHORTEST_BYTE = 0.96; // of a byte's time: the USART follows no sender that is more than 4 % too fast
const BYTES_HELD = 2; // by the USART, beside the one that is being received
const PRESCALERS = [0, 1, 8, 64, 256, 1024]; // by the clock select bits of Timer0 and Timer1

/* ---- what avr-libc knows of the chip ---- */

/** Names of the interrupts by number; addresses of registers, as `lds` has them, by name. */
function headersOf(elf) {
  const [mcu] = bytesOf(elf, '.note.gnu.avr.deviceinfo').toString('latin1').match(/at(mega|tiny)\w+/);
  const text = run('avr-gcc', `-mmcu=${mcu}`, '-E', '-dM', '-include', 'avr/io.h', '-x', 'c', '/dev/null');
  const vectors = [...text.matchAll(/^#define (\w+)_vect_num (\d+)$/gm)].sort().reverse();
  const interruptNames = new Map(vectors.map(([, name, n]) => [Number(n), name]));
  const rows = text.matchAll(/^#define (\w+) _SFR_(MEM|IO)8\((0[xX][0-9A-Fa-f]+)\)$/gm);
  const first = { MEM: 0, IO: 0x20 };
  const registers = new Map([...rows].map(([, name, kind, at]) => [name, first[kind] + Number(at)]));
  return { interruptNames, registers };
}

/* ---- the facts about an image ---- */

/** The code that ends in a reset; it must neither return nor enable interrupts. */
function resetting(image) {
  const resets = resetsOf(image);
  for (const { op, at } of resets)
    if (/^(r?call|reti?|sei)$/.test(op))
      throw new Error(`${op} at 0x${at.toString(16)}, after a label that declares a reset`);
  return resets.add(image.code.get(image.addressOf('_exit')));
}

/** Whether an instruction accesses a register of the chip. */
const accesses = ({ registers }, each, name) => registers.get(name) === registerOf(each);

const writes = (facts, each, name) => /^(sts|out)$/.test(each.op) && accesses(facts, each, name);

/** Where a function may return to that was called before a path: after each call of it. */
function returnsTo({ image, functions, calls }, at) {
  const entries = [...functions].filter(([, body]) => body.has(at)).map(([entry]) => entry);
  return [...calls].filter(({ target }) => entries.includes(image.code.get(target))).map(({ next }) => next);
}

/** What follows while interrupts are off: a path ends where they are on, at a reset and at `isPoint`. */
function following(facts, state, isInterrupt, isPoint = () => false) {
  const { image, resets } = facts;
  const { op } = state.at;
  const refuse = (text) => {
    throw refusal(image, state, text);
  };
  const ways = step(state, image);
  if (!ways.length) refuse('an indirect jump');
  if (isPoint(state.at)) return [{ cycles: Math.min(...ways.map(({ cycles }) => cycles)), end: 'point' }];
  return ways.flatMap(({ cycles, state: after, returns }) => {
    if (isInterrupt && !returns && after.f.I !== NO) refuse('interrupts are enabled');
    if (returns && isInterrupt) {
      if (op !== 'reti') refuse('a return without a call');
      const { r, f } = stateAt(after.at, { I: after.f.I });
      const isSame = r.every((each, i) => each === after.r[i]) &&
        FLAGS.every((name) => f[name] === after.f[name]);
      if (!isSame || after.stack.length) refuse('a register, a flag or the stack is not restored');
      return { cycles, end: 'on' };
    }
    if (returns)
      return returnsTo(facts, state.at).map((at) => ({ cycles, state: stateAt(at, { I: after.f.I }) }));
    if (!after.at) refuse('it leaves the code');
    if (!isInterrupt && after.f.I === YES) return { cycles, end: 'on' };
    if (resets.has(after.at)) return { cycles, end: 'reset' };
    return { cycles, state: forgotten(state, after) };
  });
}

/** All paths from a point on, while interrupts are off; `name` is that of the interrupt or of the section. */
function pathsFrom(facts, name, first, isInterrupt) {
  const { image } = facts;
  try {
    const graph = explore(image, [first], (state) => following(facts, state, isInterrupt));
    return { name, cycles: longest(image, graph, (end) => end === 'on'), graph, first };
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
}

/** Each interrupt that returns: { name, n, cycles } from the chip's response to the end of `reti`. */
function interruptsOf(facts) {
  const { image, interruptNames, entry } = facts;
  return [...image.vectors.entries()]
    .filter(([n, { target }]) => n && image.nameAt(target) !== '__bad_interrupt')
    .map(([n, vector]) => ({
      n, ...pathsFrom(facts, interruptNames.get(n), stateAt(vector, { I: NO }), true) }))
    .filter(({ cycles }) => cycles)
    .map((each) => ({ ...each, cycles: entry + each.cycles }));
}

/** The paths from the end of a `cli` to the end of `sei`: so long, interrupts are disabled. */
function sectionFrom(facts, cli) {
  const { image } = facts;
  const name = `${image.functionOf(cli).replace(/\..*/, '')} at 0x${cli.at.toString(16)}`;
  // avr-gcc saves SREG before `cli`, and has 0 in r1.
  const { op, a, b } = image.instructions[image.instructions.indexOf(cli) - 1];
  const sreg = UNKNOWN.input(stateAt(cli, { I: YES }), SREG);
  const saved = op === 'in' && number(b) === SREG && { [register(a)]: sreg };
  const first = stateAt(cli.next, { I: NO, 1: byte(0), ...saved });
  return { cli, ...pathsFrom(facts, name, first, false) };
}

/** Each of these sections of the program. */
function sectionsOf(facts) {
  const { image, functions } = facts;
  const interrupts = new Set(image.vectors.slice(1));
  const program = [...functions].filter(([entry]) => !interrupts.has(entry)).flatMap(([, body]) => [...body])
    .filter((each) => !SKIPPED.includes(image.functionOf(each)));
  const all = [...new Set(program.filter(({ op }) => op === 'cli'))].map((cli) => sectionFrom(facts, cli));
  const seen = new Set(all.flatMap(({ graph }) => [...graph.values()].map(({ state }) => state.at)));
  const at = program.find((each) => writes(facts, each, 'SREG') && !seen.has(each));
  if (at) throw refusal(image, { at }, 'SREG is written, and no cli is before it');
  return all.filter(({ cycles }) => cycles).sort((one, other) => one.cli.at - other.cli.at);
}

/** The fewest instructions that run from the second one after a section's end to the next `cli`. */
function instructionsToCli(facts) {
  const { image, running } = facts;
  const isEnd = ({ out }) => out.some(({ end }) => end === 'on');
  const following = (each) => {
    if (isCall(each)) return [image.code.get(each.target)];
    return isReturn(each) ? returnsTo(facts, each) : successors(image, each);
  };
  const ends = running.flatMap(({ graph }) => [...graph.values()].filter(isEnd).map(({ state }) => state.at));
  let wave = ends.flatMap(({ next }) => following(next));
  let instructions = 0;
  for (; instructions < 20 && !wave.some(({ op }) => op === 'cli'); instructions++)
    wave = [...new Set(wave.flatMap(following))];
  return instructions;
}

/* ---- how long an interrupt waits ---- */

/** The constant that the start writes to a register, and nothing else does; NaN if it is not known. */
function startConstant(facts, name) {
  const here = [...facts.start.graph.values()].map(({ state }) => state)
    .filter(({ at }) => writes(facts, at, name));
  const [value, ...others] = new Set(here.map(({ at, r }) => r[register(at.b)].value));
  const isElsewhere = (each) => writes(facts, each, name) && !here.some(({ at }) => at === each);
  const all = [...facts.functions.values()].flatMap((body) => [...body]);
  return value === undefined || others.length || all.some(isElsewhere) ? NaN : Number(value);
}

/** Cycles from one interrupt of a kind to the next, at least: from the constants that the start writes. */
function periodOf(facts, { name }) {
  const both = (name) => startConstant(facts, `${name}H`) * 256 + startConstant(facts, `${name}L`);
  const usart = name.match(/^USART(\d?)_/)?.[1];
  // Ten bits of eight times the divided clock (U2X), of a sender that is as fast as the receiver can follow.
  if (usart !== undefined) return Math.floor(SHORTEST_BYTE * 80 * (both(`UBRR${usart || 0}`) + 1));
  // The ATtiny85 samples each bit of a byte, and waits for one edge per byte; a bit is as long as a sent one.
  const timer = name.startsWith('TIMER1') && startConstant(facts, 'OCR1AL') >= 0 ? '1' : '0';
  const top = timer === '1' ? both('OCR1A') : startConstant(facts, 'OCR0A');
  return PRESCALERS[startConstant(facts, `TCCR${timer}B`) & 7] * (top + 1);
}

/**
 * How long an interrupt waits at worst, from its flag to its vector: tests/PROOF.md.  Each instruction that
 * the program runs between two interrupts may be another `cli`, if it gets to one by so few of them.
 */
function waitOf(facts, interrupt) {
  const { interrupts, instruction, disabled, toCli, entry } = facts;
  const higher = interrupts.filter(({ n }) => n < interrupt.n);
  const after = (first, wait) => {
    let sum = first ? WAKE + first.cycles + entry : entry;
    if (higher.includes(first)) sum += instruction - 1;
    let times = 0;
    for (const each of higher) {
      const often = Math.ceil(wait / each.period) - (each === first ? 1 : 0);
      times += often;
      sum += often * (each.cycles + instruction);
    }
    return sum + (1 + Math.floor(times / (toCli + 1))) * (1 + disabled + instruction);
  };
  for (let wait = 1; ; ) {
    // An interrupt delays itself only if it comes again before it has ended.
    const firsts = interrupts.filter((each) => each !== interrupt || each.period < wait + each.cycles);
    const longer = Math.max(...[undefined, ...firsts].map((first) => after(first, wait)));
    if (longer <= wait || wait >= 1e6) return wait;
    wait = longer;
  }
}

/** Cycles from an interrupt's vector to the end of an instruction of it: { shortest, longest }. */
function cyclesTo(facts, { first }, isPoint) {
  const graph = explore(facts.image, [first], (state) => following(facts, state, true, isPoint));
  const most = (weight) => longest(facts.image, graph, (end) => end === 'point', weight);
  return { longest: most(), shortest: -most(({ cycles }) => -cycles) };
}

/* ---- the serial line ---- */

/** The USART's receiver: how long after its end a byte is read at worst, and how many bytes wait at most. */
function receiverOf(facts) {
  const { interrupts, instruction, disabled } = facts;
  const receive = interrupts.find(({ name }) => /^USART\d?_RX$/.test(name));
  if (!receive) return undefined;
  const usart = receive.name.match(/\d/)?.[0] ?? '0';
  const read = cyclesTo(facts, receive, (each) => accesses(facts, each, `UDR${usart}`)).longest;
  const first = receive.wait + read;
  // Until no byte waits, reads follow each other; after each the program runs an instruction, perhaps `cli`.
  const next = receive.cycles + instruction + 1 + disabled + instruction;
  let bytes = 0;
  for (let taken = 0; taken < 100; taken++) {
    const come = 1 + Math.floor((first + taken * next) / receive.period);
    if (come <= taken) break;
    bytes = Math.max(bytes, come - taken);
  }
  return { read: first, bytes, limit: BYTES_HELD * receive.period };
}

/** The ATtinys' line: how late an edge that is sent comes, or a sample of a received bit. */
function softwareOf(facts) {
  const { interrupts, entry } = facts;
  const named = (name) => interrupts.find((each) => each.name === name), send = named('TIM0_COMPA');
  if (!send) return undefined;
  const moved = (name, isPoint) => {
    const each = named(name);
    if (!each) return 0;
    const { longest: most, shortest: least } = cyclesTo(facts, each, isPoint);
    return each.wait - entry + most - least;
  };
  const edge = moved('TIM0_COMPA', (each) => each.op === 'out' && accesses(facts, each, 'PORTB'));
  const start = moved('PCINT0', (each) => each.op === 'out' && accesses(facts, each, 'TCNT1'));
  const sample = moved('TIM1_COMPA', (each) => accesses(facts, each, 'PINB'));
  return { bit: send.period, edge, sample: start && start + sample };
}

/* ---- an image's bounds ---- */

/** All that is proved of an image. */
export function proveLatency(elf, image = readImage(elf)) {
  const functions = functionsOf(image);
  const calls = new Set([...functions.values()].flatMap((body) => [...body].filter(isCall)));
  const most = 4 + image.pcBytes - 2; // cycles of call and ret, and of the response to an interrupt
  const facts = { name: basename(dirname(elf)), image, functions, calls, resets: resetting(image),
                  instruction: most, entry: most, ...headersOf(elf) };
  facts.interrupts = interruptsOf(facts);
  const sections = sectionsOf(facts);
  facts.start = sections.find(({ cli }) => cli.at >= image.addressOf('main')); // it sets up the chip
  facts.running = sections.filter((each) => each !== facts.start);
  facts.section = facts.running.reduce((one, other) => (other.cycles > one.cycles ? other : one));
  facts.disabled = facts.section.cycles;
  facts.toCli = instructionsToCli(facts);
  for (const each of facts.interrupts) {
    each.period = periodOf(facts, each);
    if (!(each.period > 0)) throw new Error(`${each.name}: its rate is not set in main's first section`);
  }
  for (const each of facts.interrupts) each.wait = waitOf(facts, each);
  facts.receiver = receiverOf(facts);
  facts.software = softwareOf(facts);
  return facts;
}

/** The bounds of an image, as [name, what, cycles, vector]; vector 0 is that of no interrupt. */
const boundsOf = ({ name: image, start, disabled, interrupts, receiver, software }) => [
  ['start', start.cycles, 0], ['disabled', disabled, 0],
  ...interrupts.flatMap(({ name, n, cycles, wait }) =>
    [[`${name} runs`, cycles, n], [`${name} waits`, wait, n]]),
  ...[['byte read', receiver?.read, 0], ['edge moves', software?.edge, 0],
      ['sample moves', software?.sample, 0]].filter(([, cycles]) => cycles),
].map((row) => [image, ...row]);

/** The limits of an image with each compiler, as [whether it holds, sentence]. */
export function limitsOf({ name, section, disabled, interrupts, receiver, software }) {
  const longest = interrupts.reduce((one, other) => (other.cycles > one.cycles ? other : one));
  return [
    [disabled <= MOST.disabled,
     `${name}: interrupts are disabled for at most ${disabled} cycles, in ${section.name}, ` +
     `of ${MOST.disabled} allowed`],
    [longest.cycles <= MOST.interrupt,
     `${name}: an interrupt delays others for at most ${longest.cycles} cycles, ${longest.name}, ` +
     `of ${MOST.interrupt} allowed`],
    receiver &&
    [receiver.read <= receiver.limit && receiver.bytes <= BYTES_HELD,
     `${name}: no byte is lost at full rate: each is read within ${receiver.read} of ` +
     `${receiver.limit} cycles, and at most ${receiver.bytes} of ${BYTES_HELD} bytes wait`],
    software &&
    [Math.max(software.edge, software.sample) <= MOST.edge / 100 * software.bit,
     `${name}: an edge comes at most ${software.edge} cycles late` +
     (software.sample ? `, a sample ${software.sample}` : '') +
     `, of ${software.bit} of a bit; ${MOST.edge} % are allowed`],
  ].filter(Boolean);
}

function main([flag]) {
  const images = [];
  for (const elf of IMAGES) {
    try {
      images.push(proveLatency(elf));
    } catch (error) {
      check(false, `${basename(dirname(elf))}: ${error.message}`);
    }
  }
  const rows = images.flatMap(boundsOf);
  if (flag === '--bounds') return rows.forEach((row) => console.log(row.join('\t')));
  for (const [name, what, cycles] of rows) console.log(`# ${`${name}: ${what}`.padEnd(36)} ${cycles} cycles`);
  images.flatMap(limitsOf).forEach((each) => check(...each));
  return done();
}

if (import.meta.url.endsWith(process.argv[1].split('/').at(-1))) main(process.argv.slice(2));
