/** A 128x64 OLED with an SSD1306, at address 0x3c of the two-wire bus. */

const ADDRESS = 0x3c;
const [WIDE, HIGH] = [16, 8]; /* in blocks of 8x8 pixels */
const DATA = 0x40;
/* Commands with an operand. */
const LONG = [0x20, 0x81, 0x8d, 0xa8, 0xd3, 0xd5, 0xd9, 0xda, 0xdb];

export class Ssd1306 {
  /** Bytes received since power-up. */
  latches = 0;
  /** Called with the cycle after each 16 bytes of pixels, and each command. */
  onLatch = null;
  ram = new Uint8Array(128 * HIGH);
  on = false;
  contrast = 0x7f;

  #bytes = 0;
  #control = 0;
  #command = 0;
  #page = 0;
  #column = 0;
  #mirrored = true;
  #upsideDown = true;

  /** At power-up, the content of the RAM is undefined: it is noise here. */
  constructor() {
    for (let i = 0; i < this.ram.length; i++) this.ram[i] = Math.random() * 256;
    this.chips = Array.from({ length: WIDE * HIGH }, () => this);
  }

  get registers() {
    return Uint8Array.from([this.on, this.contrast, this.#page, this.#column]);
  }

  connect(address) {
    this.#bytes = 0;
    return address === ADDRESS;
  }

  /** The first byte after the address says whether commands or pixels follow. */
  write(byte, cycle) {
    this.latches++;
    if (this.#bytes++ === 0) this.#control = byte;
    else if (this.#control === DATA) this.ram[this.#page * 128 + (this.#column++ & 127)] = byte;
    else this.#obey(byte);
    if (this.#control !== DATA || this.#bytes % 17 === 0) this.onLatch?.({ to: cycle });
  }

  #obey(byte) {
    if (this.#command) {
      if (this.#command === 0x81) this.contrast = byte;
      this.#command = 0;
    } else if (LONG.includes(byte)) this.#command = byte;
    else if (byte < 0x10) this.#column = (this.#column & 0xf0) | byte;
    else if (byte < 0x20) this.#column = (this.#column & 15) | ((byte & 15) << 4);
    else if (byte >> 3 === 0xb0 >> 3) this.#page = byte & 7;
    else if (byte >> 1 === 0xa0 >> 1) this.#mirrored = byte === 0xa0;
    else if (byte === 0xc0 || byte === 0xc8) this.#upsideDown = byte === 0xc0;
    else if (byte >> 1 === 0xae >> 1) this.on = byte === 0xaf;
  }

  #pixel(row, column) {
    const x = this.#mirrored ? 127 - column : column;
    const y = this.#upsideDown ? 63 - row : row;
    return (this.ram[(y >> 3) * 128 + x] >> (y & 7)) & 1;
  }

  /** A block of 8x8 pixels, row by row of blocks. */
  rows(into = new Uint8Array(8), block = 0) {
    into.fill(0);
    const [top, left] = [(block >> 4) * 8, (block & 15) * 8];
    for (let i = 0; i < 64 && this.on; i++)
      if (this.#pixel(top + (i >> 3), left + (i & 7))) into[i >> 3] |= 0x80 >> (i & 7);
    return into;
  }

  brightness() {
    return 0.2 + (0.8 * this.contrast) / 255;
  }
}
