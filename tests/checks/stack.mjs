#!/usr/bin/env node
/**
 * Proves the deepest stack of a firmware image from its machine code.
 *
 *   tests/checks/stack.mjs [FILE.elf...]      default: one image for each chip of its own, as below
 *
 * It walks every path of the disassembly from reset and from each interrupt vector, and follows the stack
 * pointer instruction by instruction: push, pop, calls, frames made through Y.  The worst case is the deepest
 * path of the main program plus the deepest interrupt on top of it.  These are errors, never a guess:
 * recursion, an indirect call, an interrupt routine that enables interrupts, a loop that pushes, a stack
 * pointer that cannot be followed.
 *
 * Frames: assembly may push frames in a loop and pop them elsewhere, if its source declares them by symbols.
 * NAME is one kind of frame.  Each label has a suffix of its own, such as \@ within a macro:
 *
 *          .set    stack.bytes.NAME, 4     ; bytes of a frame
 *          .set    stack.most.NAME, 6      ; at most so many frames are on the stack at the same time
 *      stack.push.NAME.1:                  ; here a frame is pushed: 4 times push in a row
 *          push    r2
 *          ...
 *      stack.pop.NAME.1:                   ; here the newest frame is popped: 4 times pop in a row
 *          pop     r5
 *          ...
 *
 * From the first push until all frames are dropped, they count as 6 x 4 bytes.  The walk checks that
 *   - each label has as many pushes or pops as are declared;
 *   - in such a routine each instruction has one depth of stack, frames not counted, and nothing pops below
 *     the frames;
 *   - of two kinds of frames, one is always above the other;
 *   - the routine drops all frames before it returns.
 * To drop frames, set the stack pointer to a copy that was read before the first of them was pushed.  The
 * copy may be in registers, in an I/O register or in a variable (in, out, mov, movw, lds, sts).  To restore
 * its low byte is enough where the stack does not cross a page of 256 bytes.  Code may read a frame in place
 * (ldd).
 * The walk does not see how many frames there are: use the constant of stack.most in the code, too, and let a
 * test on the simulated chip reach it.
 *
 * Jumps: the source declares the targets of an ijmp, which is an error otherwise:
 *
 *      stack.jump.NAME.1:                  ; at the ijmp
 *      stack.target.NAME.1:                ; at each of its targets
 *
 * Registers: a routine need not save a register that none of its callers uses, direct or indirect.  It
 * declares such registers as a sum of bits, 1 << number, and the walk checks the callers:
 *
 *          .set    stack.clobbers.ROUTINE, (1 << 14) - (1 << 2)        ; r2 to r13
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import {
  declared, isCall, isReturn, number, readImage, register, successors, written,
} from './machine_code.mjs';

const SPL = 0x3d, SPH = 0x3e;
const Y = 28;

const IMAGES = ['uno', 'tiny13', 'tiny85'].map((folder) => `build/${folder}/nqueens.elf`);
const [, program, ...given] = process.argv;
if (given.length !== 1) {
  const files = given.length ? given : IMAGES;
  const proofs = files.map((file) => spawnSync(program, [file], { stdio: 'inherit' }));
  process.exit(proofs.some(({ status }) => status) ? 1 : 0);
}

const [elf] = given;
if (!existsSync(elf)) {
  console.log(`not ok 1 - there is an image ${elf}`);
  process.exit(1);
}
const image = readImage(elf);
const errors = new Set();

function fail(text) {
  errors.add(text);
}

const hex = ({ at }) => `0x${at.toString(16)}`;

/* ---- what the source declares ------------------------------------------------------------------------- */

const frameBytes = new Map(declared(image, 'stack.bytes'));
const frameMost = new Map(declared(image, 'stack.most'));
const pushSites = new Map(declared(image, 'stack.push').map(([name, at]) => [at, name]));
const popSites = new Map(declared(image, 'stack.pop').map(([name, at]) => [at, name]));
for (const name of [...pushSites.values(), ...popSites.values()])
  if (!(frameBytes.get(name) > 0 && frameMost.get(name) > 0))
    fail(`frames ${name} have no declaration of bytes and most`);

/** The instruction after the pushes or pops of a frame at a label. */
function afterFrame(site, op, name) {
  let after = site;
  let bytes = 0;
  for (; after?.op === op; after = after.next) bytes++;
  if (bytes !== frameBytes.get(name)) fail(`frames ${name}: ${bytes} ${op} in a row at ${hex(site)}`);
  return after;
}

/* ---- a state: what is known in front of an instruction ------------------------------------------------ */

/*
 *   depth   bytes on the stack since the entry, without declared frames
 *   frames  the kinds of frames that may be on it, the oldest first, each { name, base }: base is the depth
 *           under the frames
 *   copies  copies of the stack pointer: where ("r28", "0x2e", ...) -> { half: low or high, depth, frames }
 *
 * A copy's `sub` is what `subi` has taken from a low byte while `sbci` of the high one is still to come.  At
 * the entry of the program `constants` are the numbers that `ldi` has loaded, for the first stack pointer.
 */
const EMPTY = { depth: 0, frames: [], copies: new Map(), constants: new Map() };

const sameFrame = (one, other) => one.name === other.name && one.base === other.base;
const sameFrames = (one, other) =>
  one.length === other.length && one.every((each, i) => sameFrame(each, other[i]));
const startsWith = (long, short) => sameFrames(long.slice(0, short.length), short);

const sameCopy = (one, other) =>
  one?.half === other.half && one.depth === other.depth && one.sub === other.sub &&
  sameFrames(one.frames, other.frames);

/** Bytes of the declared frames, all of them. */
const bytesOf = (frames) =>
  frames.reduce((sum, { name }) => sum + frameBytes.get(name) * frameMost.get(name), 0);

/** The state on both of two paths to an instruction: the deeper stack, the copies that both have. */
function joined(one, other) {
  const copies = [...one.copies].filter(([where, copy]) => sameCopy(other.copies.get(where), copy));
  const constants = [...one.constants].filter(([where, value]) => other.constants.get(where) === value);
  const depth = Math.max(one.depth, other.depth);
  return { depth, frames: one.frames, copies: new Map(copies), constants: new Map(constants) };
}

const sameState = (one, other) =>
  one.depth === other.depth && one.copies.size === other.copies.size &&
  one.constants.size === other.constants.size;

/* ---- what an instruction does to a state -------------------------------------------------------------- */

/** A copy moved by some bytes: what `sbiw` or `subi` and `sbci` make of it. */
const lowered = (copy, bytes) => ({ half: copy.half, depth: copy.depth + bytes, frames: copy.frames });

/** The copies of the stack pointer after an instruction. */
function copiesAfter(state, instruction) {
  const { op, a, b } = instruction;
  const { depth, frames } = state;
  const copies = new Map(state.copies);
  const set = (where, copy) => (copy ? copies.set(where, copy) : copies.delete(where));
  const r = register(a);
  const low = state.copies.get(a), high = state.copies.get(`r${r + 1}`);
  for (const each of written(instruction)) copies.delete(`r${each}`);
  if (op === 'in' && number(b) === SPL) set(a, { half: 'low', depth, frames });
  else if (op === 'in' && number(b) === SPH) set(a, { half: 'high', depth, frames });
  else if (/^(in|lds|mov)$/.test(op)) set(a, state.copies.get(b));
  else if (/^(out|sts)$/.test(op)) set(a, state.copies.get(b));
  else if (op === 'movw') {
    set(a, state.copies.get(b));
    set(`r${r + 1}`, state.copies.get(`r${register(b) + 1}`));
  } else if (/^(sbiw|adiw)$/.test(op) && low?.half === 'low' && high?.half === 'high') {
    const bytes = op === 'sbiw' ? number(b) : -number(b);
    set(a, lowered(low, bytes));
    set(`r${r + 1}`, lowered(high, bytes));
  } else if (op === 'subi' && low?.half === 'low') {
    // The stack pointer of a small chip has one byte.
    const byte = number(b) & 0xff;
    if (image.stackTop < 256) set(a, lowered(low, byte > 127 ? byte - 256 : byte));
    else set(a, { ...low, sub: byte });
  } else if (op === 'sbci' && low?.half === 'high') {
    const partner = state.copies.get(`r${r - 1}`);
    if (partner?.sub === undefined) return copies;
    const bytes = (((number(b) & 0xff) << 8 | partner.sub) << 16) >> 16;
    set(`r${r - 1}`, lowered(partner, bytes));
    set(a, lowered(low, bytes));
  }
  return copies;
}

/** The constants in r28 and r29 after an instruction: what the startup code sets the stack pointer to. */
function constantsAfter(state, instruction) {
  const constants = new Map(state.constants);
  for (const each of written(instruction)) constants.delete(`r${each}`);
  if (instruction.op === 'ldi') constants.set(instruction.a, number(instruction.b) & 0xff);
  return constants;
}

/** The state after `out` to the low byte of the stack pointer. */
function withStackPointer(state, instruction) {
  const { b } = instruction;
  const copy = state.copies.get(b);
  if (copy?.half === 'low' && copy.sub === undefined && startsWith(state.frames, copy.frames))
    return { ...state, depth: copy.depth, frames: copy.frames };
  const high = image.stackTop < 256 ? 0 : state.constants.get(`r${register(b) + 1}`);
  const constant = high * 256 + state.constants.get(b);
  if (constant >= 0 && image.ownerOf(instruction.at) === startup)
    return { ...state, depth: image.stackTop - constant };
  fail(`stack pointer set to an unknown value in ${image.functionOf(instruction)}`);
  return state;
}

/** The state after an instruction that is no jump, no call and no return. */
function stepped(state, instruction) {
  const { op, a } = instruction;
  const copies = copiesAfter(state, instruction);
  const constants = constantsAfter(state, instruction);
  let next = { ...state, copies, constants };
  if (op === 'push') next.depth++;
  if (op === 'pop') next.depth--;
  if (op === 'rcall') next.depth += image.pcBytes; // rcall .+0: bytes of a frame
  if (op === 'out' && number(a) === SPL) next = withStackPointer(next, instruction);
  const top = next.frames.at(-1);
  if (top && next.depth < top.base) {
    fail(`pops below frames ${top.name} in ${image.functionOf(instruction)}`);
    next = { ...next, depth: top.base };
  }
  return next;
}

/** A callee leaves r2 to r17, r28 and r29 as they were. */
function afterCall(state) {
  const saved = [...state.copies].filter(([where]) => {
    const r = register(where);
    return (r >= 2 && r <= 17) || r === Y || r === Y + 1;
  });
  return { ...state, copies: new Map(saved), constants: new Map() };
}

/** The state after a frame of a kind was pushed at a label. */
function withFrame(state, name, instruction) {
  const index = state.frames.findIndex((each) => each.name === name);
  const base = state.frames[index]?.base ?? state.depth;
  if (base !== state.depth)
    fail(`frames ${name}: at ${hex(instruction)} there are more or fewer bytes below a frame than elsewhere`);
  if (index >= 0 && index < state.frames.length - 1)
    fail(`frames ${name} are pushed over frames ${state.frames.at(-1).name} at ${hex(instruction)}`);
  return index >= 0 ? state : { ...state, frames: [...state.frames, { name, base }] };
}

/** The state after the newest frame of a kind was popped at a label: others may still be there. */
function withoutFrame(state, name, site) {
  const top = state.frames.at(-1);
  if (top.name !== name || top.base !== state.depth)
    fail(`no frame ${name} is the newest on the stack at ${hex(site)}`);
  const copies = new Map(state.copies);
  for (let at = site; at.op === 'pop'; at = at.next) copies.delete(at.a);
  return { ...state, copies };
}

/* ---- the walk ----------------------------------------------------------------------------------------- */

const startup = image.vectors[0]?.target;
const deepest = new Map(); // entry -> { bytes, callee, before }
const enables = new Set(); // entries under which interrupts may be enabled
const callers = new Map(); // entry -> entries that call it
const bodies = new Map(); // entry -> the instructions of its walk
const walking = new Set();

const isReset = ({ target, at }) => target === 0 || target === at; // or an endless loop
/** Deepest stack below an entry, its own bytes included, the return address to it not. */
function deepestBelow(entry) {
  if (deepest.has(entry)) return deepest.get(entry).bytes;
  if (walking.has(entry)) {
    fail(`recursion through ${image.nameAt(entry)}`);
    return 0;
  }
  walking.add(entry);
  const worst = { bytes: 0, callee: -1, before: 0 };
  const walk = { entry, states: new Map(), work: [], frames: false, worst };
  visit(walk, image.code.get(entry), EMPTY);
  while (walk.work.length) follow(walk, ...walk.work.pop());
  if (walk.frames) checkDepths(walk);
  walking.delete(entry);
  deepest.set(entry, walk.worst);
  bodies.set(entry, [...walk.states.keys()]);
  return walk.worst.bytes;
}

/** A routine that pushes declared frames has one depth at each instruction, and none at its return. */
function checkDepths({ states }) {
  const depthsAt = ([instruction, ways]) =>
    [instruction, new Set([...ways.values()].flatMap(({ depth, lowest }) => [depth, lowest]))];
  const all = [...states].map(depthsAt);
  const [unequal] = all.find(([, depths]) => depths.size > 1) ?? [];
  if (unequal) fail(`the stack has two depths at ${hex(unequal)}, in a routine that pushes frames`);
  for (const [instruction, depths] of all.filter(([each]) => isReturn(each)))
    if (!depths.has(0))
      fail(`returns in ${image.functionOf(instruction)} with ${[...depths]} bytes on the stack`);
}

/**
 * Sets a state of an instruction of the walk, which stores one for each list of frames.  Assembly without
 * declared frames may pop as marks on the stack require: where depths differ, the deepest counts.
 */
function visit(walk, instruction, state) {
  if (!instruction) return fail(`a path leaves the code in ${image.nameAt(walk.entry)}`);
  if (!walk.states.has(instruction)) walk.states.set(instruction, new Map());
  const ways = walk.states.get(instruction);
  if (state.depth > 4096 || ways.size > 16) {
    walk.work.length = 0;
    return fail(`the stack grows without end in ${image.functionOf(instruction)}`);
  }
  const key = state.frames.map(({ name, base }) => `${name} ${base}`).join();
  const before = ways.get(key);
  const now = before ? joined(before, state) : state;
  if (before && sameState(before, now)) return;
  ways.set(key, { ...now, lowest: Math.min(before?.lowest ?? state.depth, state.depth) });
  walk.work.push([instruction, key]);
}

/** Notes a depth of the walk, its own or that of a call. */
function note(walk, bytes, callee = -1, before = 0) {
  if (bytes > walk.worst.bytes) walk.worst = { bytes, callee, before };
}

/** Follows an instruction, with one list of frames, to all that can run next. */
function follow(walk, instruction, key) {
  const { at, op, next } = instruction;
  const state = walk.states.get(instruction).get(key);
  note(walk, state.depth + bytesOf(state.frames));
  if (pushSites.has(at) || popSites.has(at)) return followFrame(walk, instruction, state);
  if (isReturn(instruction)) return followReturn(instruction, state);
  if (isCall(instruction)) return followCall(walk, instruction, state);
  if (/^r?jmp$/.test(op) && isReset(instruction)) return;
  if (op === 'sei') enables.add(walk.entry);
  const following = successors(image, instruction);
  if (/^e?icall$/.test(op) || !following.length)
    fail(`indirect jump or call in ${image.functionOf(instruction)}`);
  for (const to of following) visit(walk, to, to === next ? stepped(state, instruction) : state);
}

function followFrame(walk, instruction, state) {
  const pushed = pushSites.get(instruction.at), popped = popSites.get(instruction.at);
  walk.frames = true;
  if (pushed) {
    visit(walk, afterFrame(instruction, 'push', pushed), withFrame(state, pushed, instruction));
  } else if (state.frames.length) {
    // Code does not pop where it has pushed nothing: no path leads from such a state.
    visit(walk, afterFrame(instruction, 'pop', popped), withoutFrame(state, popped, instruction));
  }
}

function followReturn(instruction, state) {
  if (state.frames.length)
    fail(`returns in ${image.functionOf(instruction)} while frames ${state.frames.at(-1).name} may be on ` +
         'the stack');
}

function followCall(walk, { target, next }, state) {
  const before = state.depth + bytesOf(state.frames) + image.pcBytes;
  note(walk, before + deepestBelow(target), target, before);
  if (enables.has(target)) enables.add(walk.entry);
  callers.set(target, (callers.get(target) ?? new Set()).add(walk.entry));
  if (!/^(main|exit)$/.test(image.nameAt(target))) visit(walk, next, afterCall(state));
}

/* ---- registers that a routine does not save ----------------------------------------------------------- */

/** All entries from which a call leads to this one. */
function callersOf(entry, found = new Set()) {
  for (const caller of callers.get(entry) ?? [])
    if (!found.has(caller)) callersOf(caller, found.add(caller));
  return found;
}

/** The registers that an instruction names or changes. */
function used(instruction) {
  const registers = [register(instruction.a), register(instruction.b), ...written(instruction)];
  if (instruction.op === 'movw') registers.push(register(instruction.b) + 1);
  return registers.filter((each) => each >= 0);
}

function checkClobbers() {
  for (const [name, mask] of declared(image, 'stack.clobbers')) {
    const entry = image.addressOf(name);
    if (!bodies.has(entry)) fail(`${name} declares registers, and nothing calls it`);
    for (const caller of callersOf(entry))
      for (const instruction of bodies.get(caller))
        for (const each of used(instruction).filter((r) => (mask >>> r) & 1))
          fail(`${image.nameAt(caller)} uses r${each}, and calls ${name}, which does not save it`);
  }
}

/* ---- the proof ---------------------------------------------------------------------------------------- */

const row = (bytes, at) => console.log(`  ${String(bytes).padStart(4)}  ${image.nameAt(at)}`);

/** Prints the calls that lead to the deepest stack, up to a recursion. */
function printPath(entry, printed = new Set()) {
  const { bytes, callee, before } = deepest.get(entry);
  row(callee >= 0 ? before : bytes, entry);
  if (callee >= 0 && !printed.has(callee)) printPath(callee, printed.add(entry));
}

/** The limit of static RAM and stack: that of the image, or of an Uno's. */
function limitOf(file) {
  const lines = readFileSync('tests/checks/measurements/images.tsv', 'utf8').trim().split('\n');
  const limits = new Map(lines.map((line) => line.split('\t')).map(([, path, , ram]) => [path, Number(ram)]));
  return limits.get(file) ?? limits.get('build/uno/nqueens.elf');
}

/** Depth of each interrupt, with its return address. */
function interruptsOf(vectors) {
  const bytes = new Map();
  for (const { target } of vectors.slice(1)) {
    if (image.nameAt(target) === '__bad_interrupt' || bytes.has(target)) continue;
    bytes.set(target, image.pcBytes + deepestBelow(target));
    if (enables.has(target)) fail(`${image.nameAt(target)} enables interrupts: they could nest`);
  }
  return bytes;
}

if (!image.vectors.length) fail('no vectors: is this a firmware image?');
const main = image.vectors.length ? deepestBelow(0) : 0;
const interrupts = interruptsOf(image.vectors);
checkClobbers();

const limit = limitOf(elf);
const interrupt = Math.max(0, ...interrupts.values());
const total = image.staticRam + main + interrupt;
console.log("# The deepest path of the main program: each function's bytes, with the call's return address:");
if (main) printPath(0);
console.log("# Each interrupt's bytes, with its return address:");
interrupts.forEach(row);
for (const [name, bytes] of frameBytes)
  console.log(`# Frames ${name}: at most ${frameMost.get(name)} of ${bytes} bytes, as declared`);
for (const text of [...errors].slice(0, 20)) console.log(`# ${text}`);
console.log(`# ${image.staticRam} B static + ${main} B main program + ${interrupt} B interrupt = ` +
            `${total} B of ${limit}`);
console.log('1..2');
console.log(`${errors.size ? 'not ok' : 'ok'} 1 - the deepest stack is known: ` +
            'no recursion, no indirect call, no nested interrupt');
console.log(`${total <= limit ? 'ok' : 'not ok'} 2 - ` +
            `static RAM and deepest stack together fit ${limit} bytes`);
process.exitCode = errors.size || total > limit ? 1 : 0;
