/** Intel HEX, as avr-objcopy writes it. */

const LARGEST = 0x40000; /* the flash of an ATmega2560 */

/**
 * @returns {Uint8Array} the flash up to the last byte that is not empty; 0xff where the text has no data.
 * Throws on a corrupted line.
 */
export function parseImage(text) {
  const flash = new Uint8Array(LARGEST).fill(0xff);
  let base = 0;
  for (const line of text.split(/\s+/).filter(Boolean)) {
    const bytes = Uint8Array.from(line.slice(1).match(/../g) ?? [], (pair) => parseInt(pair, 16));
    const [length, high, low, type] = bytes;
    const sum = bytes.reduce((a, b) => a + b, 0) & 0xff;
    if (line[0] !== ':' || bytes.length !== length + 5 || sum !== 0)
      throw new Error(`corrupted HEX line: ${line}`);
    const data = bytes.subarray(4, 4 + length);
    const address = base + high * 256 + low;
    if (type === 0 && address + length > LARGEST) throw new Error(`${address + length} bytes do not fit`);
    if (type === 0) flash.set(data, address);
    else if (type === 1) return flash.subarray(0, flash.findLastIndex((byte) => byte !== 0xff) + 1);
    else if (type === 2) base = (data[0] * 256 + data[1]) * 16;
    else if (type === 4) base = (data[0] * 256 + data[1]) * 65536;
  }
  throw new Error('the HEX text has no end record');
}
