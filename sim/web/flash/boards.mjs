/** The boards that the button can write to: a row each, their USB ids, the way into a boot loader on USB. */
import { Avr109, Stk500, Stk500v2 } from './loaders.mjs';
import { clock } from './wire.mjs';

const ATMEGA2560 = { chip: 'ATmega2560', signature: [0x1e, 0x98, 0x01] };
const ATMEGA32U4 = { chip: 'ATmega32U4', signature: [0x1e, 0x95, 0x87] };
const UNO = {
  name: 'Uno, Nano',
  chip: 'ATmega328P',
  signature: [0x1e, 0x95, 0x0f],
  Loader: Stk500,
  baudRate: 115200,
  page: 128,
  end: 0x7e00,
};

/**
 * `end` is the address of the boot loader in flash. `touch`: opening the port of the running firmware at 1200
 * baud starts it. `wiring` is the key of a text, if the pins are not those of an Uno.
 */
export const BOARDS = {
  uno: UNO,
  'nano-old': { ...UNO, name: 'Nano (57600 baud)', baudRate: 57600, end: 0x7800 },
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

/* ---- USB ---- */

/* Arduino (two), and the USB chips CH340, FTDI and CP2102 of other makers. */
const VENDORS = [0x2341, 0x2a03, 0x1a86, 0x0403, 0x10c4];
/* Arduino's products: Leonardo, Micro; with 0x8000 their programs, without it their boot loaders. */
const NATIVE = [0x0036, 0x0037];
const PROGRAM = 0x8000;
const APPEARS_WITHIN = 5000;

export const FILTERS = VENDORS.map((usbVendorId) => ({ usbVendorId }));

const product = (port) => port.getInfo?.().usbProductId;
export const isBootLoader = (port) => NATIVE.includes(product(port));
export const isNativeProgram = (port) => NATIVE.includes(product(port) - PROGRAM);

/** A running program starts the boot loader when its port is opened at 1200 baud and DTR falls. */
export async function touch(port) {
  await port.open({ baudRate: 1200 });
  await port.setSignals({ dataTerminalReady: false });
  await clock.pause(50);
  await port.close().catch(() => {}); /* it may be gone already */
}

/**
 * After the touch the boot loader appears as another device. Its port; null if the browser has to ask the
 * user for it, once.
 */
export async function bootLoaderOf(port, serial = navigator.serial) {
  await touch(port);
  const deadline = clock.now() + APPEARS_WITHIN;
  for (; clock.now() < deadline; await clock.pause(100)) {
    const found = (await serial.getPorts()).find(isBootLoader);
    if (found) return found;
  }
  return null;
}
