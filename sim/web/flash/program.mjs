/** Writes an image into a board through its boot loader, and reads it back. */
import { BOARDS, chipOf, isBootLoader } from './boards.mjs';
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
    await loader.address(address);
    await loader.write(image.subarray(address, address + page));
    progress('writing', (address + page) / image.length);
  }
}

async function verifyPages(loader, image, page, progress) {
  for (let address = 0; address < image.length; address += page) {
    await loader.address(address);
    const bytes = await loader.read(page);
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

/* A board for each way to talk to a boot loader, the likeliest first; one that DTR does not reset is last. */
const WAYS = ['uno', 'mega', 'nano-old', 'leonardo'];

async function answers(loader, port, attempts) {
  try {
    await loader.start(port, attempts);
    return true;
  } catch (error) {
    if (error.key === 'flash.unplugged' || !(error instanceof BoardError)) throw error;
    return false;
  }
}

/** Writes the image for the chip that the boot loader reports; @returns {Promise<boolean>} did one answer? */
async function tryBoard(port, name, attempts, imageOf, progress) {
  const board = BOARDS[name];
  return talk(port, board, async (loader) => {
    if (!(await answers(loader, port, attempts))) return false;
    const signature = await loader.signature();
    verifyChip(signature, board);
    const image = await imageOf(board.chip, name);
    if (!image) throw new BoardError('flash.noImage', { signature: hexadecimal(signature) });
    await writeAll(loader, image, board, progress);
    return true;
  });
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
  const ways = only ? [only] : isBootLoader(port) ? ['leonardo'] : WAYS;
  const attempts = only ? 4 : 2;
  for (const [i, name] of ways.entries()) {
    progress('calling', i / ways.length);
    if (await tryBoard(port, name, attempts, imageOf, progress)) return name;
  }
  throw new BoardError('flash.noLoader');
}
