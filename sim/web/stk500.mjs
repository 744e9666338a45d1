/** Writes a program into an Uno over its serial line: STK500 version 1, the part of it that Optiboot speaks. */

const SYNC_END = 0x20;
const IN_SYNC = 0x14;
const OK = 0x10;
const GET_SYNC = 0x30;
const ENTER_PROGRAMMING = 0x50;
const LEAVE_PROGRAMMING = 0x51;
const LOAD_ADDRESS = 0x55;
const PROGRAM_PAGE = 0x64;
const READ_PAGE = 0x74;
const READ_SIGNATURE = 0x75;
const FLASH = 'F'.charCodeAt(0);

const PAGE = 128;
const SIGNATURE = [0x1e, 0x95, 0x0f]; /* ATmega328P */
const BOOTLOADER_START = 0x7e00; /* Optiboot's own half a kilobyte; the old boot loader of the Nano takes two */

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const hexadecimal = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');

/** The bytes of a port, to be waited for. */
class Line {
  #reader;
  #writer;
  #bytes = [];
  #wake = () => {};
  #pumping;

  constructor(port) {
    this.#reader = port.readable.getReader();
    this.#writer = port.writable.getWriter();
    this.#pumping = this.#pump();
  }

  async #pump() {
    try {
      for (;;) {
        const { value, done } = await this.#reader.read();
        if (done) return;
        this.#bytes.push(...value);
        this.#wake();
      }
    } catch {
      /* The port is gone: whoever waits runs out of time. */
    }
  }

  write(bytes) {
    return this.#writer.write(Uint8Array.from(bytes));
  }

  async read(count, ms) {
    const deadline = performance.now() + ms;
    while (this.#bytes.length < count) {
      const left = deadline - performance.now();
      if (left <= 0) throw new Error('no answer from the board');
      await Promise.race([pause(left), new Promise((resolve) => (this.#wake = resolve))]);
    }
    return this.#bytes.splice(0, count);
  }

  drop() {
    this.#bytes.length = 0;
  }

  async close() {
    await this.#reader.cancel().catch(() => {});
    await this.#pumping;
    this.#reader.releaseLock();
    await this.#writer.close().catch(() => {});
    this.#writer.releaseLock();
  }
}

/** A command and its answer of `count` bytes; throws when the board is out of step. */
async function ask(line, command, count = 0, ms = 1000) {
  await line.write([...command, SYNC_END]);
  const answer = await line.read(count + 2, ms);
  if (answer[0] !== IN_SYNC || answer.at(-1) !== OK) throw new Error(`the board answered ${hexadecimal(answer)}`);
  return answer.slice(1, -1);
}

/** DTR resets an Uno through a capacitor; its boot loader then listens for about a second. */
async function reset(port) {
  await port.setSignals({ dataTerminalReady: false, requestToSend: false });
  await pause(100);
  await port.setSignals({ dataTerminalReady: true, requestToSend: true });
  await pause(100);
}

async function synchronise(port, line) {
  for (let attempt = 0; attempt < 4; attempt++) {
    await reset(port);
    for (let i = 0; i < 5; i++) {
      line.drop();
      try {
        await ask(line, [GET_SYNC], 0, 150);
        return;
      } catch {
        /* Not there yet. */
      }
    }
  }
  throw new Error('no boot loader answers: is it an Uno, and is the port free?');
}

/** The chip's signature. Late answers to earlier calls come before it: what follows is in step. */
async function readSignature(line) {
  await line.write([READ_SIGNATURE, SYNC_END]);
  let answer = await line.read(5, 1000);
  while (answer[0] === IN_SYNC && answer[1] === OK) answer = [...answer.slice(2), ...(await line.read(2, 1000))];
  return answer.slice(1, 4);
}

const loadAddress = (line, address) => ask(line, [LOAD_ADDRESS, (address >> 1) & 0xff, address >> 9]);

async function writePages(line, image, progress) {
  for (let address = 0; address < image.length; address += PAGE) {
    await loadAddress(line, address);
    await ask(line, [PROGRAM_PAGE, 0, PAGE, FLASH, ...image.subarray(address, address + PAGE)]);
    progress('writing', (address + PAGE) / image.length);
  }
}

async function verifyPages(line, image, progress) {
  for (let address = 0; address < image.length; address += PAGE) {
    await loadAddress(line, address);
    const page = await ask(line, [READ_PAGE, 0, PAGE, FLASH], PAGE);
    if (page.some((byte, i) => byte !== image[address + i])) throw new Error(`the flash differs near ${address.toString(16)}`);
    progress('verifying', (address + PAGE) / image.length);
  }
}

/**
 * Writes an image and reads it back. The port is closed before and after; throws what went wrong, in words for people.
 * @param {SerialPort} port of Web Serial @param {Uint8Array} image flash from address 0
 * @param {(what: 'writing'|'verifying', share: number) => void} progress
 */
export async function program(port, image, progress = () => {}, baudRate = 115200) {
  if (image.length > BOOTLOADER_START) throw new Error('the program would overwrite the boot loader');
  const padded = new Uint8Array(Math.ceil(image.length / PAGE) * PAGE).fill(0xff);
  padded.set(image);
  await port.open({ baudRate });
  try {
    const line = new Line(port);
    try {
      await synchronise(port, line);
      const signature = await readSignature(line);
      if (signature.some((byte, i) => byte !== SIGNATURE[i])) throw new Error(`not an ATmega328P: ${hexadecimal(signature)}`);
      await ask(line, [ENTER_PROGRAMMING]);
      await writePages(line, padded, progress);
      await verifyPages(line, padded, progress);
      await ask(line, [LEAVE_PROGRAMMING]);
    } finally {
      await line.close();
    }
  } finally {
    await port.close();
  }
}
