/** Writes an image into a board through its boot loader, and reads it back. */
import { BOARDS, chipOf } from './boards.mjs';
import { isBootLoader } from './usb.mjs';
import { BoardError, Wire, hexadecimal } from './wire.mjs';

function verifyChip(signature, board) {
  if (board.signature.every((byte, i) => byte === signature[i])) return;
  const found = chipOf(signature);
  if (!found)
    throw new BoardError('flash.unknownChip', { signature: hexadecimal(signature), chip: board.chip });
  const boards = found.boards.join(', ');
  throw new BoardError('flash.otherChip', { found: found.chip, chip: board.chip, boards });
}

function padded(image, page) {
  const whole = new Uint8Array(Math.ceil(image.length / page) * page).fill(0xff);
  whole.set(image);
  return whole;
}

async function writePages(loader, image, page, progress) {
  for (let address = 0; address < image.length; address += page) {
    await loader.write(address, image.subarray(address, address + page));
    progress('writing', (address + page) / image.length);
  }
}

async function verifyPages(loader, image, page, progress) {
  for (let address = 0; address < image.length; address += page) {
    const bytes = await loader.read(address, page);
    if (bytes.some((byte, i) => byte !== image[address + i]))
      throw new BoardError('flash.differs', { address: address.toString(16) });
    progress('verifying', (address + page) / image.length);
  }
}

async function writeAll(loader, image, board, progress) {
  if (image.length > board.end) throw new BoardError('flash.tooLarge');
  const whole = padded(image, board.page);
  await loader.enter();
  await writePages(loader, whole, board.page, progress);
  await verifyPages(loader, whole, board.page, progress);
  await loader.leave();
}

/** Opens the port for a boot loader, and closes it whatever happens. */
async function talk(port, board, act) {
  await port.open({ baudRate: board.baudRate });
  try {
    const wire = new Wire(port);
    try {
      return await act(new board.Loader(wire));
    } finally {
      await wire.close();
    }
  } finally {
    await port.close().catch(() => {});
  }
}

/**
 * The port is closed before and after; throws what went wrong.
 * @param {SerialPort} port of Web Serial @param {string} name a key of BOARDS @param {Uint8Array} image flash
 * from address 0
 * @param {(what: 'writing'|'verifying', share: number) => void} progress
 */
export async function program(port, name, image, progress = () => {}) {
  const board = BOARDS[name];
  if (image.length > board.end) throw new BoardError('flash.tooLarge');
  await talk(port, board, async (loader) => {
    await loader.start(port);
    verifyChip(await loader.signature(), board);
    await writeAll(loader, image, board, progress);
  });
}

/* A board for each way to talk to a boot loader, the likeliest first; one that DTR does not reset is last. */
const WAYS = ['uno', 'mega', 'nano-old', 'leonardo'];
const ATTEMPTS = 2;

/** Does a boot loader answer? */
async function answers(loader, port) {
  try {
    await loader.start(port, ATTEMPTS);
    return true;
  } catch (error) {
    if (error.key === 'flash.unplugged' || !(error instanceof BoardError)) throw error;
    return false;
  }
}

/**
 * Finds out which boot loader answers and, by the signature, which chip it is; then as program().
 * @param {(chip: string) => Promise<Uint8Array|null>} imageOf a chip, as `ATmega328P`; null: there is none
 * @returns {Promise<string>} the key in BOARDS
 */
export async function install(port, imageOf, progress = () => {}) {
  const ways = isBootLoader(port) ? ['leonardo'] : WAYS;
  for (const [i, name] of ways.entries()) {
    progress('calling', i / ways.length);
    const isDone = await talk(port, BOARDS[name], async (loader) => {
      if (!(await answers(loader, port))) return false;
      const signature = await loader.signature();
      const found = chipOf(signature);
      const image = found && (await imageOf(found.chip));
      if (!image) throw new BoardError('flash.noImage', { signature: hexadecimal(signature) });
      verifyChip(signature, BOARDS[name]);
      await writeAll(loader, image, BOARDS[name], progress);
      return true;
    });
    if (isDone) return name;
  }
  throw new BoardError('flash.noLoader');
}
