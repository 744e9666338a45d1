/** Writes an image into a board through its boot loader, and reads it back. */
import { BOARDS, chipOf } from './boards.mjs';
import { BoardError, Wire, hexadecimal, pause } from './wire.mjs';

function judge(signature, board) {
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

/**
 * A running sketch of a Leonardo gives way to the boot loader when its port is opened at 1200 baud and DTR
 * goes off.
 */
export async function touch(port) {
  await port.open({ baudRate: 1200 });
  await port.setSignals({ dataTerminalReady: false });
  await pause(50);
  await port.close().catch(() => {}); /* it may be gone already */
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
  const whole = padded(image, board.page);
  await port.open({ baudRate: board.baudRate });
  try {
    const wire = new Wire(port);
    const loader = new board.Loader(wire);
    try {
      await loader.start(port);
      judge(await loader.signature(), board);
      await loader.enter();
      await writePages(loader, whole, board.page, progress);
      await verifyPages(loader, whole, board.page, progress);
      await loader.leave();
    } finally {
      await wire.close();
    }
  } finally {
    await port.close().catch(() => {});
  }
}
