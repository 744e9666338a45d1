/** The variables and functions of an image with their addresses and owners, from the ELF's symbols. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const RAM = 0x800000;
const plain = (name) => name.replace(/(\.(lto_priv|constprop|part|isra|cold|localalias)\.\d+|\.\d+)+$/, '');

/** The symbols that a file defines, by address; the size is 0 if it has none. */
const symbolsIn = (file) =>
  execFileSync('avr-nm', ['-n', '-S', '--defined-only', file], { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .map((line) => line.match(/^(\S+) (?:(\S+) )?([a-zA-Z]) (\S+)$/))
    .filter(Boolean)
    .map(([, address, size = '0', kind, name]) => ({
      address: parseInt(address, 16),
      size: parseInt(size, 16),
      kind,
      name,
    }));

/** firmware/console/print.o belongs to console, hal/avr/uart.o to hal, firmware/main.o to firmware. */
function moduleOf(file) {
  const [top, first, second] = file.split('/');
  return top === 'firmware' && second ? first : top;
}

/** Each name and the files that define it. The ELF lacks this: link-time optimization drops the files. */
function definitions(elf) {
  const found = new Map();
  const map = readFileSync(elf.replace(/elf$/, 'map'), 'latin1');
  for (const [, object, file] of map.matchAll(/^LOAD (.+\/((?:firmware|hal)\/.+)\.o)$/gm)) {
    const isAssembly = existsSync(`${file}.S`);
    for (const { size, kind, name } of symbolsIn(object)) {
      const others = found.get(plain(name)) ?? [];
      found.set(plain(name), [...others, { file, size, isAssembly, isLabel: isAssembly && kind === 't' }]);
    }
  }
  return found;
}

function owner(all, size, ownerOf) {
  const own = all.length > 1 ? all.filter((definition) => definition.size === size) : all;
  const owners = new Set(own.map(({ file }) => ownerOf(file)));
  return owners.size === 1 ? [...owners][0] : all.length ? 'several' : 'library';
}

/**
 * Symbols by address. A symbol without a size ends at the next one of `all`. A symbol within another one is
 * part of it.
 */
function spans(symbols, all, end) {
  const sorted = [];
  for (const symbol of symbols.sort((a, b) => a.address - b.address || b.size - a.size)) {
    const before = sorted.at(-1);
    if (!before || symbol.address >= before.address + Math.max(before.size, 1)) sorted.push(symbol);
  }
  const endOf = (own) => Math.min(end, all.find(({ address }) => address > own)?.address ?? end);
  return sorted.map((symbol) => ({ ...symbol, size: symbol.size || endOf(symbol.address) - symbol.address }));
}

/**
 * @returns {{ram: [address, size, name, owner][], code: same}} addresses in bytes, of the data space and of
 * flash. `ownerOf` is what owns a source, by default its module.
 */
export function readSymbols(elf, ownerOf = moduleOf) {
  const found = definitions(elf);
  const defined = symbolsIn(elf);
  const definitionsOf = (name) => found.get(plain(name)) ?? [];
  const edge = (name) => defined.find((symbol) => symbol.name === name).address;
  const isNamed = (name) => !/^(__|_edata|_end|_etext|\.)/.test(name) || name.startsWith('__vector_');
  /* A label of assembly is an address within a function. */
  const isLabel = (own) => own.length > 0 && own.every(({ isLabel: is }) => is);
  const all = defined.filter(({ name }) => isNamed(name) && !isLabel(definitionsOf(name)));
  const isRam = ({ address, kind }) => kind.toLowerCase() !== 'a' && address >= RAM;
  /* Tables come before the constructors. */
  const isCode = ({ address, kind, name }) =>
    'tTwW'.includes(kind) &&
    address < RAM &&
    (address >= edge('__ctors_end') || definitionsOf(name).some(({ isAssembly }) => isAssembly));
  const rows = (is, end, base) =>
    spans(all.filter(is), all, edge(end)).map(({ address, size, name }) => [
      address - base,
      size,
      plain(name),
      owner(definitionsOf(name), size, ownerOf),
    ]);
  return { ram: rows(isRam, '_end', RAM), code: rows(isCode, '_etext', 0), end: edge('_end') - RAM };
}
