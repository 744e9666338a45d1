/** The machine code of an AVR image: instructions as avr-objdump prints them, symbols, vectors. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a tool prints. */
export const run = (tool, ...options) =>
  execFileSync(tool, options, { encoding: 'utf8', maxBuffer: 1 << 26 });

/** The bytes of a section: by default of code and constants. */
export function bytesOf(elf, section = '.text') {
  const rows = run('avr-objdump', '-s', '-j', section, elf).matchAll(/^ ([0-9a-f]+) ((?:[0-9a-f]+ ){1,4})/gm);
  return Buffer.concat([...rows].map(([, , bytes]) => Buffer.from(bytes.replaceAll(' ', ''), 'hex')));
}

/** Bytes of an image: of code, of start values, of all of its flash, of its static RAM. */
export function sizesOf(elf) {
  const [code, data, bss] = run('avr-size', elf).split('\n')[1].trim().split(/\s+/).map(Number);
  return { code, data, flash: code + data, ram: data + bss };
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
const SUFFIX = /\.(constprop|isra)\..*/; // of a function that the compiler has changed

/** The address that a jump names; with 8 KB of flash a jump over the end comes in again at the start. */
function targetOf(op, text, size) {
  const found = JUMPS.test(op) && text.match(/(?:^|; )0x([0-9a-f]+)/);
  return found ? parseInt(found[1], 16) % size : -1;
}

const ADDED = 0xff0000; // an address beyond any flash, of instructions that a broken image has more
const isAdded = ({ at }) => at >= ADDED;

/** Sets the next instruction of each: there is none where the disassembly has a gap, or data. */
function linked(instructions) {
  for (const [i, one] of instructions.entries()) {
    const after = instructions[i + 1];
    const follows = after && (after.at === one.at + one.size || isAdded(one) || isAdded(after));
    one.next = follows ? after : undefined;
  }
  return instructions;
}

/** All instructions in the order of the disassembly: { at, size, op, a, b, target, next }. */
function instructionsOf(disassembly, size) {
  const rows = disassembly.matchAll(/^ *([0-9a-f]+):\t([^\t\n]+)\t?(.*)$/gm);
  const all = [...rows].map(([, at, name, rest]) => {
    const op = name.trim();
    const [a = '', b = ''] = rest.split(/\t|;/)[0].trim().split(/, */);
    const bytes = /^(jmp|call|lds|sts)$/.test(op) ? 4 : 2;
    return { at: parseInt(at, 16), size: bytes, op, a, b, target: targetOf(op, rest, size) };
  });
  return linked(all);
}

/**
 * A label of the compiler's own (`.L5`; the assembler's `1:` is `L1^A5` with newer binutils) is a point
 * within a function, and so is a declaration for a proof.
 */
const names = ({ name, type, value }) =>
  /[tw]/i.test(type) && value < 0x800000 && !/^\.L|^L\d+\x01|^(loop|cut)\./.test(name);

/**
 * Reads an image.  `code` maps an address to its instruction.  `nameAt` gives the label that an address has;
 * `ownerOf` the address of the last label at or before one.
 */
export function readImage(elf) {
  const family = Number(run('avr-objdump', '-f', elf).match(/avr:(\d+)/)[1]);
  const size = family === 25 ? 8192 : Infinity;
  const instructions = instructionsOf(run('avr-objdump', '-dz', '--no-show-raw-insn', elf), size);
  const symbols = symbolsOf(elf);
  const labels = new Map();
  // Of several labels of an address, a weak one comes last.
  const weakLast = (symbol) => /w/i.test(symbol.type);
  for (const symbol of symbols.filter(names).sort((one, other) => weakLast(one) - weakLast(other)))
    if (!labels.has(symbol.value)) labels.set(symbol.value, symbol.name);
  const addresses = new Map(symbols.map(({ name, value }) => [name.replace(SUFFIX, ''), value]));
  const starts = [...labels.keys()].sort((one, other) => one - other);
  const image = {
    symbols,
    instructions,
    code: new Map(instructions.map((each) => [each.at, each])),
    staticRam: sizesOf(elf).ram,
    stackTop: symbols.find(({ name }) => name === '__stack')?.value ?? 0,
    pcBytes: family === 6 ? 3 : 2,
    nameAt: (at) => labels.get(at) ?? `0x${at.toString(16)}`,
    ownerOf: (at) => starts.findLast((start) => start <= at) ?? 0,
    addressOf: (name) => addresses.get(name),
  };
  image.functionOf = ({ at }) => image.nameAt(image.ownerOf(at));
  // The jumps at address 0 and on: reset first, then the interrupts.
  const jumps = instructions.filter(({ at, target }) => target >= 0 && image.ownerOf(at) === 0);
  image.vectors = image.addressOf('__vectors') === undefined ? [] : jumps;
  return image;
}

/** Where the job of an image has something in RAM: JOB_BOARD or JOB_TOTAL. */
export function addressInJob(image, what) {
  const [offset] = readFileSync('build/support/offsets.h', 'utf8').match(RegExp(`(?<=${what} )\\d+`));
  return (image.addressOf('job') & 0xffff) + Number(offset);
}

/* ---- control flow ----------------------------------------------------------------------------------- */

export const isCall = ({ op, target, next }) => /^r?call$/.test(op) && target !== next?.at;
export const isSkip = ({ op }) => /^(cpse|sbr[cs]|sbi[cs])$/.test(op);
export const isReturn = ({ op }) => op === 'ret' || op === 'reti';

/** The address of the register of the chip, or of the byte of RAM, that an instruction names; or NaN. */
export function registerOf({ op, a, b }) {
  if (op === 'lds' || op === 'sts') return number(op === 'lds' ? b : a);
  return /^(in|out|[sc]bi|sbi[cs])$/.test(op) ? number(op === 'in' ? b : a) + 0x20 : NaN;
}

/** A switch through a table jumps within its own function, to an instruction that nothing falls into. */
function tableTargets(image, jump) {
  const isWithin = ({ at }) => image.ownerOf(at) === image.ownerOf(jump.at);
  const before = image.instructions.filter((each) => /^(reti?|r?jmp)$/.test(each.op) && isWithin(each));
  return before.map(({ next }) => next).filter((each) => each && isWithin(each));
}

/** The instructions that can run after this one within the same function; after a call, its return. */
export function successors(image, instruction) {
  const { op, next, target } = instruction;
  if (isReturn(instruction) || /^e?ijmp$/.test(op)) return [];
  const isTable = image.nameAt(target) === '__tablejump2__';
  if (/^r?jmp$/.test(op)) return isTable ? tableTargets(image, instruction) : [image.code.get(target)];
  if (isSkip(instruction)) return [next, next?.next];
  return op.startsWith('br') ? [next, image.code.get(target)] : [next];
}

/** All instructions that can run from some on, without those of functions that are called. */
export function instructionsFrom(image, ...entries) {
  const found = new Set(entries);
  for (const each of found) successors(image, each).forEach((next) => next && found.add(next));
  return found;
}

/** What runs from labels loop.reset.N on: it ends in a reset, after which no register keeps a value. */
export function resetsOf(image) {
  const declared = image.symbols.filter(({ name }) => name.startsWith('loop.reset.'));
  const found = new Set(declared.map(({ value }) => image.code.get(value)));
  for (const each of found)
    if (each.target !== 0) successors(image, each).forEach((next) => next && found.add(next));
  return found;
}

/**
 * The functions of an image: entry -> the instructions that run in it, what it jumps to included.  Entries
 * are reset, the interrupts, and what is called.
 */
export function functionsOf(image) {
  const functions = new Map();
  const entries = new Set([image.code.get(0), ...image.vectors]);
  for (const entry of entries) {
    functions.set(entry, instructionsFrom(image, entry));
    for (const each of functions.get(entry)) if (isCall(each)) entries.add(image.code.get(each.target));
  }
  return functions;
}

/** The instructions of functions, in the order of their addresses. */
export function bodyOf(image, ...functions) {
  const entries = functions.map((name) => image.code.get(image.addressOf(name)));
  return [...instructionsFrom(image, ...entries)].sort((one, other) => one.at - other.at);
}

export const text = ({ op, a, b }) => `${op} ${[a, b].filter(Boolean).join(', ')}`.trim();

/** The table `beside` of the count: [low byte of the address, content], one row for each bit and distance. */
export function besideOf(image, flash) {
  const from = image.addressOf('beside'), bits = Array.from({ length: 8 }, (_, i) => 1 << i);
  return bits.flatMap((bit) => [bit, bit + 5, bit + 10]).map((at) => [at, flash[from + at]]);
}

/** Functions as text, the same wherever the linker puts them, and tables, whose page is in r31. */
function codeOf(image, functions, ...tables) {
  const instructions = bodyOf(image, ...functions);
  const index = new Map(instructions.map((each, i) => [each.at, i]));
  const nameOf = (address) =>
    image.symbols.find(({ value }) => value === address)?.name.replace(SUFFIX, '') ?? address;
  const line = (each) => {
    const { op, a, b, target } = each, address = { lds: number(b), sts: number(a) }[op];
    if (address >= 0x100) return `${op} ${op === 'lds' ? a : b} ${nameOf(0x800000 + address)}`;
    if (target >= 0) return `${op} ${index.get(target) ?? nameOf(target)}`;
    const table = tables.find((name) => image.addressOf(name) >> 8 === number(b));
    return op === 'ldi' && a === 'r31' && table ? `page of ${table}` : text(each);
  };
  return instructions.map(line).join();
}

/** All that a proof starts from, as text by name: two images with the same text need one proof. */
export function provedCode(image, flash) {
  const page = image.addressOf('queens_page'), table = flash.subarray(page, page + 256).toString('hex');
  const bits = table.slice(2 * 0xf8); // which the table of a cross reads, too
  const job = image.addressOf('job'), hasCount = image.addressOf('rows_run') !== undefined;
  return {
    search: `${table} ${codeOf(image, ['queens_run', 'queens_complete'], 'queens_page')}`,
    verifier: `${job} ${codeOf(image, ['verify_solution'])}`,
    count: hasCount &&
      `${besideOf(image, flash)} ${bits} ${codeOf(image, ['rows_run'], 'beside', 'queens_page')}`,
    sums: hasCount && `${job} ${codeOf(image, ['sum_add', 'cross_add'])}`,
  };
}

/**
 * A copy of an image with other instructions in place of one, the first that has a pattern after a label; and
 * where.  Of several, `$&; cli`, those after the first are at ADDED and on; `@` is an address.
 */
export function broken(image, [, label, pattern, replacement]) {
  const from = image.addressOf(label);
  const found = image.instructions.find((each) => each.at >= from && pattern.test(text(each)));
  if (!found) throw new Error(`no instruction ${pattern} after ${label}`);
  const made = text(found).replace(pattern, replacement).split('; ').filter(Boolean).map((each, i) => {
    const [op, a = '', b = ''] = each.split(/,? /), isNear = op === 'rjmp' && a[0] === '.';
    const target = a[0] === '@' ? number(a.slice(1))
      : isNear ? found.at + 2 + number(a.slice(1)) : found.target;
    return { ...(i ? { at: ADDED + 2 * (i - 1), size: 2 } : found), op, a, b, target };
  });
  const instructions = linked(image.instructions.flatMap((each) => (each === found ? made : { ...each })));
  return [{ ...image, instructions, code: new Map(instructions.map((each) => [each.at, each])) }, found.at];
}
