/** Writes an image into a board through its boot loader, and reads it back: a row for each board. */
import { Avr109, Stk500, Stk500v2 } from './loaders.mjs';
import { BoardError, Wire, clock, hexadecimal } from './wire.mjs';

const UNO = {
  name: 'Uno, Nano',
  chip: 'ATmega328P',
  Loader: Stk500,
  baudRate: 115200,
  page: 128,
  end: 0x7e00,
};

/**
 * The likeliest first; one that DTR does not reset is last. `end` is the address of the boot loader in flash.
 * `touch`: opening the port of the running firmware at 1200 baud starts it.
 */
export const BOARDS = {
  uno: UNO,
  mega: {
    name: 'Mega 2560',
    chip: 'ATmega2560',
    Loader: Stk500v2,
    baudRate: 115200,
    page: 256,
    end: 0x3e000,
  },
  'nano-old': { ...UNO, name: 'Nano (57600 baud)', baudRate: 57600, end: 0x7800 },
  leonardo: {
    name: 'Leonardo',
    chip: 'ATmega32U4',
    Loader: Avr109,
    baudRate: 57600,
    page: 128,
    end: 0x7000,
    touch: true,
  },
};

const CHIPS = { '1e 95 0f': 'ATmega328P', '1e 98 01': 'ATmega2560', '1e 95 87': 'ATmega32U4' };

function verifyChip(signature, { chip }) {
  const found = CHIPS[signature];
  if (!found) throw new BoardError('flash.noImage', { signature });
  if (found === chip) return;
  const boards = Object.values(BOARDS).filter((board) => board.chip === found);
  throw new BoardError('flash.otherChip', { found, chip, boards: boards.map(({ name }) => name).join(', ') });
}

async function writeAll(loader, image, { page, end }, progress) {
  if (image.length > end) throw new BoardError('flash.tooLarge');
  const whole = new Uint8Array(Math.ceil(image.length / page) * page).fill(0xff);
  whole.set(image);
  const eachPage = async (what, act) => {
    for (let address = 0; address < whole.length; address += page) {
      await loader.address(address);
      await act(whole.subarray(address, address + page), address);
      progress(what, (address + page) / whole.length);
    }
  };
  await loader.enter();
  await eachPage('writing', (bytes) => loader.write(bytes));
  await eachPage('verifying', async (bytes, address) => {
    if ((await loader.read(page)).some((byte, i) => byte !== bytes[i]))
      throw new BoardError('flash.differs', { address: address.toString(16) });
  });
  await loader.leave();
}

/** Writes the image for the chip that the boot loader reports; @returns {Promise<boolean>} did one answer? */
async function tryBoard(port, name, attempts, imageOf, progress) {
  const board = BOARDS[name];
  await port.open({ baudRate: board.baudRate });
  const wire = new Wire(port);
  try {
    const loader = new board.Loader(wire);
    if (!(await loader.start(attempts))) return false;
    const signature = hexadecimal(await loader.signature());
    verifyChip(signature, board);
    const image = await imageOf(board.chip, name);
    if (!image) throw new BoardError('flash.noImage', { signature });
    await writeAll(loader, image, board, progress);
    return true;
  } finally {
    await wire.close();
  }
}

/**
 * Finds out which boot loader answers, writes the image for its chip, and reads it back. The port is closed
 * before and after. Throws a BoardError, or the browser's error.
 * @param {SerialPort} port of Web Serial
 * @param {(chip: string, board: string) => Promise<Uint8Array|null>} imageOf the flash from address 0 for a
 * chip, as `ATmega328P`, and a key of BOARDS; null: there is none
 * @param {(what: 'calling'|'writing'|'verifying', share: number) => void} progress
 * @param {string} [only] a key of BOARDS: no other board is tried
 * @returns {Promise<string>} the key in BOARDS
 */
export async function install(port, imageOf, progress = () => {}, only = null) {
  const ways = only ? [only] : isBootLoader(port) ? ['leonardo'] : Object.keys(BOARDS);
  const attempts = only ? 4 : 2;
  for (const [i, name] of ways.entries()) {
    progress('calling', i / ways.length);
    if (await tryBoard(port, name, attempts, imageOf, progress)) return name;
  }
  throw new BoardError('flash.noLoader');
}

/* ---- USB: whose ports the browser lists, and the way into a boot loader that is a device of its own ---- */

/* Arduino (two), and the USB chips CH340, FTDI and CP2102 of other makers. */
export const FILTERS = [0x2341, 0x2a03, 0x1a86, 0x0403, 0x10c4].map((usbVendorId) => ({ usbVendorId }));

/* Arduino's products: Leonardo, Micro; with 0x8000 their programs, without it their boot loaders. */
const NATIVE = [0x0036, 0x0037];
const PROGRAM = 0x8000;
const APPEARS_WITHIN = 5000;

const product = (port) => port.getInfo?.().usbProductId;
export const isBootLoader = (port) => NATIVE.includes(product(port));
export const isNativeProgram = (port) => NATIVE.includes(product(port) - PROGRAM);

/**
 * A running program starts the boot loader when its port is opened at 1200 baud and DTR falls. The boot
 * loader then appears as another device. Its port; null if the browser has to ask the user for it, once.
 */
export async function bootLoaderOf(port) {
  await port.open({ baudRate: 1200 });
  await port.setSignals({ dataTerminalReady: false });
  await clock.pause(50);
  await port.close().catch(() => {}); /* it may be gone already */
  const deadline = clock.now() + APPEARS_WITHIN;
  for (; clock.now() < deadline; await clock.pause(100)) {
    const found = (await navigator.serial.getPorts()).find(isBootLoader);
    if (found) return found;
  }
  return null;
}
