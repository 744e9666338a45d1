/** The boards that the page can write to: a row each. */
import { Avr109 } from './avr109.mjs';
import { Stk500 } from './stk500.mjs';
import { Stk500v2 } from './stk500v2.mjs';

const ATMEGA328P = { chip: 'ATmega328P', signature: [0x1e, 0x95, 0x0f] };
const ATMEGA2560 = { chip: 'ATmega2560', signature: [0x1e, 0x98, 0x01] };
const ATMEGA32U4 = { chip: 'ATmega32U4', signature: [0x1e, 0x95, 0x87] };

const PLAIN_WIRING = 'D11 to DIN, D10 to CS, D13 to CLK';

/**
 * `end` is where the boot loader lies in flash; `touch`: the port of a running sketch, opened at 1200 baud,
 * starts it.
 */
export const BOARDS = {
  uno: {
    name: 'Uno',
    ...ATMEGA328P,
    image: 'uno',
    Loader: Stk500,
    baudRate: 115200,
    page: 128,
    end: 0x7e00,
    wiring: PLAIN_WIRING,
  },
  nano: {
    name: 'Nano (from 2018)',
    ...ATMEGA328P,
    image: 'nano',
    Loader: Stk500,
    baudRate: 115200,
    page: 128,
    end: 0x7e00,
    wiring: PLAIN_WIRING,
  },
  'nano-old': {
    name: 'Nano (older boot loader)',
    ...ATMEGA328P,
    image: 'nano',
    Loader: Stk500,
    baudRate: 57600,
    page: 128,
    end: 0x7800,
    wiring: PLAIN_WIRING,
  },
  mega: {
    name: 'Mega 2560',
    ...ATMEGA2560,
    image: 'mega',
    Loader: Stk500v2,
    baudRate: 115200,
    page: 256,
    end: 0x3e000,
    wiring: 'D51 to DIN, D10 to CS, D52 to CLK',
  },
  leonardo: {
    name: 'Leonardo',
    ...ATMEGA32U4,
    image: 'leonardo',
    Loader: Avr109,
    baudRate: 57600,
    page: 128,
    end: 0x7000,
    touch: true,
    wiring: 'MOSI and SCK of its ICSP header to DIN and CLK, D10 to CS',
  },
};

/** What a signature belongs to, in words; null if no board here has that chip. */
export function chipOf(signature) {
  const same = ({ signature: own }) => own.every((byte, i) => byte === signature[i]);
  const found = Object.values(BOARDS).filter(same);
  return found.length ? { chip: found[0].chip, boards: found.map(({ name }) => name) } : null;
}
