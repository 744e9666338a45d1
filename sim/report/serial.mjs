/** A serial port of this computer, with nothing but Node and stty: for Linux and macOS. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { ReadStream } from 'node:tty';
import { Port } from './line.mjs';

const STTY_FILE = process.platform === 'darwin' ? '-f' : '-F';
const MODE = ['115200', 'raw', '-echo', 'clocal', 'hupcl', 'cs8', '-cstopb', '-parenb', '-crtscts'];
const DTR_LOW = 0.3; /* seconds: the capacitor at the reset pin charges within milliseconds */

const USER = `pid=$(find /proc/[0-9]*/fd -lname "$(realpath "$1")" | head -n 1 | cut -d/ -f3)
[ -z "$pid" ] || echo "$(basename "$(readlink "/proc/$pid/exe")") ($pid)"`;

/** A program of this user that has the port open, as `picocom (1234)`; '' if none is known. On Linux. */
export const userOf = (path) =>
  spawnSync('sh', ['-c', USER, 'sh', path], { encoding: 'latin1' }).stdout.trim();

export class SerialPort extends Port {
  wasOpen = false;
  #path;
  #fd = null;
  #stream = null;

  constructor(path) {
    super();
    this.#path = path;
  }

  /** Throws the error of the system. With hupcl the last close lowers DTR, and this raises it. */
  open() {
    this.close();
    const fd = fs.openSync(this.#path, fs.constants.O_RDWR | fs.constants.O_NOCTTY | fs.constants.O_NONBLOCK);
    this.#fd = fd;
    const stty = spawnSync('stty', [STTY_FILE, this.#path, ...MODE], { encoding: 'latin1' });
    if (stty.error || stty.status) throw new Error(`no serial port (${stty.stderr?.trim()})`);
    const stream = new ReadStream(fd);
    this.#stream = stream;
    this.wasOpen = true;
    stream.on('data', (bytes) => this.onText(bytes.toString('latin1'), this.now()));
    /* A port that goes away ends its stream, or breaks it. */
    for (const event of ['error', 'end'])
      stream.on(event, () => {
        if (this.#stream !== stream) return;
        this.close();
        this.onLost();
      });
  }

  /* The stream has opened the port again for itself. */
  close() {
    const [stream, fd] = [this.#stream, this.#fd];
    this.#stream = this.#fd = null;
    stream?.destroy();
    if (fd === null) return;
    try {
      fs.closeSync(fd);
    } catch {
      /* It went with the port. */
    }
  }

  send(text) {
    if (this.#fd === null) return;
    try {
      fs.writeSync(this.#fd, Buffer.from(text, 'latin1'));
    } catch {
      this.close();
      this.onLost();
    }
  }

  /** DTR falls and rises again: an Uno, a Nano or a Mega resets. */
  async reset(dropped) {
    this.close();
    await this.pause(DTR_LOW);
    dropped();
    this.open();
  }

  /**
   * Waits until the port has gone and come back, and opens it. Throws after so many seconds, or what
   * `ensureUse` throws.
   */
  async reconnect(seconds, ensureUse) {
    const deadline = this.now() + seconds;
    for (let hasGone = false; ; await this.pause(0.1)) {
      hasGone ||= this.#fd === null || !fs.existsSync(this.#path);
      try {
        if (hasGone) return this.open();
      } catch {
        this.close();
      }
      ensureUse();
      if (this.now() > deadline) throw new Error('the board did not come back');
    }
  }

  /** What is at the other end of the cable, as `2341:0043`; from Linux. */
  usbId() {
    const { stdout } = spawnSync('udevadm', ['info', '-q', 'property', this.#path], { encoding: 'latin1' });
    const id = (name) => stdout?.match(new RegExp(`^${name}=(.*)`, 'm'))?.[1];
    return id('ID_VENDOR_ID') ? `${id('ID_VENDOR_ID')}:${id('ID_MODEL_ID')}` : 'unknown';
  }
}
