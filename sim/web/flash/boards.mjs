/** The boards that the button can write to: one row each. */
import { Avr109 } from './avr109.mjs';
import { Stk500 } from './stk500.mjs';
import { Stk500v2 } from './stk500v2.mjs';

const ATMEGA328P = { chip: 'ATmega328P', signature: [0x1e, 0x95, 0x0f] };
const ATMEGA2560 = { chip: 'ATmega2560', signature: [0x1e, 0x98, 0x01] };
const ATMEGA32U4 = { chip: 'ATmega32U4', signature: [0x1e, 0x95, 0x87] };

/**
 * `end` is the address of the boot loader in flash. `touch`: opening the port of the running firmware at 1200
 * baud starts it. `wiring` is the key of a text.
 */
export const BOARDS = {
  uno: {
    name: 'Uno, Nano',
    ...ATMEGA328P,
    Loader: Stk500,
    baudRate: 115200,
    page: 128,
    end: 0x7e00,
    wiring: 'flash.wiring',
  },
  'nano-old': {
    name: 'Nano with the old boot loader',
    ...ATMEGA328P,
    Loader: Stk500,
    baudRate: 57600,
    page: 128,
    end: 0x7800,
    wiring: 'flash.wiring',
  },
  mega: {
    name: 'Mega 2560',
    ...ATMEGA2560,
    Loader: Stk500v2,
    baudRate: 115200,
    page: 256,
    end: 0x3e000,
    wiring: 'flash.wiringMega',
  },
  leonardo: {
    name: 'Leonardo',
    ...ATMEGA32U4,
    Loader: Avr109,
    baudRate: 57600,
    page: 128,
    end: 0x7000,
    touch: true,
    wiring: 'flash.wiringLeonardo',
  },
};

/** The chip of a signature and the boards that have it; null if no board here has that chip. */
export function chipOf(signature) {
  const same = ({ signature: own }) => own.every((byte, i) => byte === signature[i]);
  const found = Object.values(BOARDS).filter(same);
  return found.length ? { chip: found[0].chip, boards: found.map(({ name }) => name) } : null;
}
