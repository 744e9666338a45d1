/** An HT16K33 on an 8x8 backpack, at address 0x70 of the two-wire bus. */

const ADDRESS = 0x70;
const BITS_A_BYTE = 9;

export class Ht16k33 {
  /** Bytes received since power-up. */
  latches = 0;
  /** Called with the cycle after each byte received. */
  onLatch = null;
  ram = new Uint8Array(16);
  oscillator = false;
  on = false;
  dimming = 15;

  #bytes = 0;
  #pointer = 0;

  /** At power-up, the content of the RAM is undefined: it is noise here. */
  constructor() {
    for (let i = 0; i < 16; i++) this.ram[i] = Math.random() * 256;
    this.chips = [this];
  }

  /** The RAM, then the values set by commands. */
  get registers() {
    return Uint8Array.from([...this.ram, this.oscillator, this.on, this.dimming]);
  }

  #command(byte) {
    const value = byte & 15;
    if (byte >> 4 === 0) this.#pointer = value;
    if (byte >> 4 === 2) this.oscillator = (value & 1) === 1;
    if (byte >> 4 === 8) this.on = (value & 1) === 1;
    if (byte >> 4 === 14) this.dimming = value;
  }

  connect(address) {
    this.#bytes = 0;
    return address === ADDRESS;
  }

  /** The first byte after the address is a command; all others go to the RAM. */
  write(byte, cycle) {
    if (this.#bytes++ === 0) this.#command(byte);
    else if (this.oscillator) this.ram[this.#pointer++ & 15] = byte;
    this.latches++;
    this.onLatch?.({ to: cycle });
  }

  /** As the backpack is wired: the left column is bit 7, the others from left to right are bits 0 to 6. */
  rows(into = new Uint8Array(8)) {
    const lit = this.oscillator && this.on;
    for (let row = 0; row < 8; row++) {
      into[row] = 0;
      for (let column = 0; column < 8 && lit; column++)
        if ((this.ram[2 * row] >> ((column + 7) & 7)) & 1) into[row] |= 0x80 >> column;
    }
    return into;
  }

  brightness() {
    return (this.dimming + 1) / 16;
  }
}

/** Puts the display on the chip's bus; each step takes the time of its bits. */
export function attachToBus(display, twi, cpu, cycles) {
  const after = (bits, act) => cpu.addClockEvent(act, Math.round((bits * 16e6) / twi.sclFrequency));
  twi.eventHandler = {
    start: () => after(1, () => twi.completeStart()),
    stop: () => after(1, () => twi.completeStop()),
    connectToSlave: (address, write) =>
      after(BITS_A_BYTE, () => twi.completeConnect(write && display.connect(address))),
    writeByte: (byte) =>
      after(BITS_A_BYTE, () => {
        display.write(byte, cycles());
        twi.completeWrite(true);
      }),
    readByte: () => after(BITS_A_BYTE, () => twi.completeRead(0xff)),
  };
}
