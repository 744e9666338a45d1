/** The variables and functions of an image with their addresses and owners, from the ELF's symbols. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const RAM = 0x800000;
const nm = (file, ...options) =>
  execFileSync('avr-nm', [...options, file], { encoding: 'utf8', maxBuffer: 1 << 26 })
    .trim()
    .split('\n');
const plain = (name) => name.replace(/(\.(lto_priv|constprop|part|isra|cold|localalias)\.\d+|\.\d+)+$/, '');

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
    const assembly = existsSync(`${file}.S`);
    for (const line of nm(object, '-S', '--defined-only')) {
      const [, size = '0', kind, name] = line.match(/^\S+ (?:(\S+) )?([a-zA-Z]) (\S+)$/) ?? [];
      if (!name) continue;
      const key = plain(name);
      found.set(key, [
        ...(found.get(key) ?? []),
        { file, size: parseInt(size, 16), label: assembly && kind === 't' },
      ]);
    }
  }
  return found;
}

function owner(found, name, size, ownerOf) {
  const all = found.get(plain(name)) ?? [];
  const own = all.length > 1 ? all.filter((definition) => definition.size === size) : all;
  const owners = new Set(own.map(({ file }) => ownerOf(file)));
  return owners.size === 1 ? [...owners][0] : all.length ? 'several' : 'library';
}

/**
 * Symbols by address. A symbol without a size ends at the next one of `all`. A symbol within another one is
 * part of it.
 */
function spans(symbols, all, end) {
  const ends = [...all.map(({ address }) => address), end].sort((a, b) => a - b);
  const sorted = [];
  for (const symbol of [...symbols].sort((a, b) => a.address - b.address || b.size - a.size)) {
    const before = sorted.at(-1);
    if (!before || symbol.address >= before.address + Math.max(before.size, 1)) sorted.push(symbol);
  }
  const endOf = (address) => ends.find((each) => each > address);
  return sorted.map((symbol) => ({ ...symbol, size: symbol.size || endOf(symbol.address) - symbol.address }));
}

/**
 * @returns {{ram: [address, size, name, owner][], code: same}} addresses in bytes, of the data space and of
 * flash. `ownerOf` is what owns a source, by default its module.
 */
export function readSymbols(elf, ownerOf = moduleOf) {
  const found = definitions(elf);
  const defined = nm(elf, '-n', '-S', '--defined-only')
    .map((line) => line.match(/^(\S+) (?:(\S+) )?([a-zA-Z]) (\S+)$/))
    .filter(Boolean)
    .map(([, address, size, kind, name]) => ({
      address: parseInt(address, 16),
      size: size ? parseInt(size, 16) : 0,
      kind,
      name,
    }));
  const edge = (name) => defined.find((symbol) => symbol.name === name).address;
  const named = ({ name }) => !/^(__|_edata|_end|_etext|\.L)/.test(name) || name.startsWith('__vector_');
  const row =
    (base) =>
    ({ address, size, name }) => [address - base, size, plain(name), owner(found, name, size, ownerOf)];
  /* A label of assembly is an address within a function. */
  const isLabel = ({ name }) => name.startsWith('.') || found.get(plain(name))?.every(({ label }) => label);
  const all = defined.filter((symbol) => named(symbol) && !isLabel(symbol));
  const isRam = ({ address, kind }) => kind.toLowerCase() !== 'a' && address >= RAM;
  /* Tables come before the constructors. */
  const isCode = ({ address, kind, name }) =>
    'tTwW'.includes(kind) &&
    address < RAM &&
    !name.startsWith('__c.') &&
    (address >= edge('__ctors_end') || found.get(name)?.some(({ file }) => existsSync(`${file}.S`)));
  const rows = (is, end, base) => spans(all.filter(is), all, edge(end)).map(row(base));
  return { ram: rows(isRam, '_end', RAM), code: rows(isCode, '_etext', 0), end: edge('_end') - RAM };
}
