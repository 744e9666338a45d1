/** The USB ids of boards, and how a board that is itself the USB device gets into its boot loader. */
import { clock } from './clock.mjs';

/* Arduino (two), and the USB chips CH340, FTDI and CP2102 of other makers. */
const VENDORS = [0x2341, 0x2a03, 0x1a86, 0x0403, 0x10c4];
/* Arduino's products: Leonardo, Micro; with 0x8000 their programs, without it their boot loaders. */
const NATIVE = [0x0036, 0x0037];
const PROGRAM = 0x8000;
const APPEARS_WITHIN = 5000;

/** For requestPort(). */
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
