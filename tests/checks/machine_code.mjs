/** The machine code of an AVR image: instructions as avr-objdump prints them, symbols, vectors. */
import { execFileSync } from 'node:child_process';

/** What a tool prints. */
export const run = (tool, ...options) =>
  execFileSync(tool, options, { encoding: 'utf8', maxBuffer: 1 << 26 });

/** The bytes of an image's code and constants. */
export function flashOf(elf) {
  const rows = run('avr-objdump', '-s', '-j', '.text', elf).matchAll(/^ ([0-9a-f]+) ((?:[0-9a-f]+ ){1,4})/gm);
  return Buffer.concat([...rows].map(([, , bytes]) => Buffer.from(bytes.replaceAll(' ', ''), 'hex')));
}

/** Section sizes of an image, in bytes. */
function sections(elf) {
  const rows = run('avr-objdump', '-h', elf).matchAll(/^\s*\d+\s+(\.\S+)\s+([0-9a-f]+)/gm);
  return Object.fromEntries([...rows].map(([, name, bytes]) => [name, parseInt(bytes, 16)]));
}

/** Symbols as { name, type, value }; code and data addresses are as the linker has them. */
function symbolsOf(elf) {
  const rows = run('avr-nm', '-n', elf).matchAll(/^([0-9a-f]+) (\S) (\S+)$/gm);
  return [...rows].map(([, value, type, name]) => ({ name, type, value: parseInt(value, 16) }));
}

/** An operand's number: "0x3d", "61", "-2"; NaN if it has none. */
export const number = (operand) => (operand === undefined ? NaN : Number(operand.replace(/^\+/, '')));

/** A register's number; -1 if the operand is none. */
export const register = (operand) => (/^r\d+$/.test(operand ?? '') ? Number(operand.slice(1)) : -1);

const JUMPS = /^(r?jmp|r?call|br..|brb[sc])$/;

/** The address that a jump names; with 8 KB of flash a jump over the end comes in again at the start. */
function targetOf(op, text, wraps) {
  if (!JUMPS.test(op)) return -1;
  const found = text.match(/; 0x([0-9a-f]+)/) ?? text.match(/^0x([0-9a-f]+)/);
  if (!found) return -1;
  return wraps ? parseInt(found[1], 16) % 8192 : parseInt(found[1], 16);
}

/** All instructions in the order of the disassembly: { at, op, a, b, target, next }. */
function instructionsOf(disassembly, wraps) {
  const all = [];
  for (const line of disassembly.split('\n')) {
    const fields = line.match(/^ *([0-9a-f]+):\t([^\t]+)\t?(.*)$/);
    if (!fields) continue;
    const op = fields[2].trim();
    const [a, b] = fields[3].split(/\t|;/)[0].trim().split(/, */);
    const target = targetOf(op, fields[3], wraps);
    all.push({ at: parseInt(fields[1], 16), op, a: a ?? '', b: b ?? '', target });
  }
  all.forEach((each, i) => (each.next = all[i + 1]));
  return all;
}

/**
 * A label of the compiler's own (`.L5`; the assembler's `1:` is `L1^A5` with newer binutils) is a place
 * within a function, and so is a declaration for a proof.
 */
const names = ({ name, type, value }) =>
  /[tw]/i.test(type) && value < 0x800000 && !/^\.L|^L\d+\x01|^(loop|cut)\./.test(name);

/**
 * Reads an image.  `code` maps an address to its instruction.  `nameAt` gives the label that an address has;
 * `ownerOf` the address of the last label at or before one.
 */
export function readImage(elf, objdump = process.env.OBJDUMP || 'avr-objdump') {
  const family = Number(run('avr-objdump', '-f', elf).match(/avr:(\d+)/)[1]);
  const instructions = instructionsOf(run(objdump, '-dz', '--no-show-raw-insn', elf), family === 25);
  const symbols = symbolsOf(elf);
  const size = sections(elf);
  const labels = new Map();
  // Of several labels of an address, a weak one comes last.
  const weakLast = (symbol) => /w/i.test(symbol.type);
  for (const symbol of symbols.filter(names).sort((one, other) => weakLast(one) - weakLast(other)))
    if (!labels.has(symbol.value)) labels.set(symbol.value, symbol.name);
  const starts = [...labels.keys()].sort((one, other) => one - other);
  const image = {
    symbols,
    instructions,
    code: new Map(instructions.map((each) => [each.at, each])),
    staticRam: (size['.data'] ?? 0) + (size['.bss'] ?? 0) + (size['.noinit'] ?? 0),
    stackTop: symbols.find(({ name }) => name === '__stack')?.value ?? 0,
    pcBytes: family === 6 ? 3 : 2,
    nameAt: (at) => labels.get(at) ?? `0x${at.toString(16)}`,
    ownerOf: (at) => starts.findLast((start) => start <= at) ?? 0,
    addressOf: (name) => symbols.find((symbol) => symbol.name === name && names(symbol))?.value,
  };
  image.functionOf = ({ at }) => image.nameAt(image.ownerOf(at));
  image.vectors = vectorsOf(image);
  return image;
}

/* ---- control flow ----------------------------------------------------------------------------------- */

/** The symbols KEY.NAME and KEY.NAME.SUFFIX (KEY: "loop.at") of a source, as [NAME, value]. */
export function declared(image, key) {
  return image.symbols
    .filter(({ name }) => name.startsWith(`${key}.`))
    .map(({ name, value }) => [name.split('.')[2], value]);
}

export const isCall = ({ op, target, next }) => /^r?call$/.test(op) && target !== next?.at;
export const isSkip = ({ op }) => /^(cpse|sbr[cs]|sbi[cs])$/.test(op);
export const isReturn = ({ op }) => op === 'ret' || op === 'reti';

/** A switch through a table jumps within its own function, to an instruction that nothing falls into. */
function tableTargets(image, jump) {
  const owner = image.ownerOf(jump.at);
  return image.instructions
    .filter(({ at, op, next }) => /^(reti?|r?jmp)$/.test(op) && next && image.ownerOf(at) === owner &&
            image.ownerOf(next.at) === owner)
    .map(({ next }) => next);
}

/** The instructions that can run after this one within the same function; after a call, its return. */
export function successors(image, instruction) {
  const { op, next, target } = instruction;
  if (isReturn(instruction)) return [];
  if (op === 'ijmp' || op === 'eijmp') return [];
  if (op === 'jmp' || op === 'rjmp') {
    if (image.nameAt(target) === '__tablejump2__') return tableTargets(image, instruction);
    return [image.code.get(target)];
  }
  if (isSkip(instruction)) return [next, next.next];
  if (op.startsWith('br')) return [next, image.code.get(target)];
  return [next];
}

/** The instructions that can run from some labels on, in the order of their addresses. */
export function instructionsFrom(image, ...names) {
  const found = new Set(names.map((name) => image.code.get(image.addressOf(name))));
  for (const each of found) successors(image, each).forEach((next) => next && found.add(next));
  return [...found].sort((one, other) => one.at - other.at);
}

/**
 * The functions of an image: entry -> the instructions that run in it, what it jumps to included.  Entries
 * are reset, the interrupts, and what is called.
 */
export function functionsOf(image) {
  const functions = new Map();
  const entries = [image.code.get(0), ...image.vectors];
  while (entries.length) {
    const entry = entries.pop();
    if (!entry || functions.has(entry)) continue;
    const body = new Set([entry]);
    for (const each of body) {
      if (isCall(each)) entries.push(image.code.get(each.target));
      for (const next of successors(image, each)) if (next) body.add(next);
    }
    functions.set(entry, body);
  }
  return functions;
}

/** The jumps at address 0 and on: reset first, then the interrupts. */
function vectorsOf({ instructions, ownerOf, addressOf }) {
  if (addressOf('__vectors') === undefined) return [];
  return instructions.filter(({ at, target }) => target >= 0 && ownerOf(at) === 0);
}
