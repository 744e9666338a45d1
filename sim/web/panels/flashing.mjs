/** The panel that writes the firmware to a real board, and opens its serial port. */
import { show, text } from '../text.mjs';
import { BOARDS } from '../flash/boards.mjs';
import { program, touch } from '../flash/program.mjs';
import { reasonOf } from '../flash/words.mjs';
import { pause } from '../flash/wire.mjs';

/* Arduino's product numbers of boot loaders on USB: Leonardo, Micro. */
const BOOT_LOADERS = [0x0036, 0x0037];
const APPEARS_WITHIN = 5000;
/* USB vendors of boards: Arduino (two), and the USB chips CH340, FTDI and CP2102 of other makers. */
const VENDORS = [0x2341, 0x2a03, 0x1a86, 0x0403, 0x10c4];
const FILTERS = VENDORS.map((usbVendorId) => ({ usbVendorId }));
const HINTS = { leonardo: 'flash.leonardo' };

const element = (id) => document.getElementById(id);
const isBootLoader = (port) => BOOT_LOADERS.includes(port.getInfo?.().usbProductId);

export class Flashing {
  busy = false;
  #images;
  #real;
  #changed;
  #talk;

  /**
   * @param {(name: string) => Promise<Uint8Array>} images @param {RealUno} real @param {() => void} changed
   * called when it begins and ends @param {() => void} talk turns to the real Uno.
   */
  constructor(images, real, changed, talk) {
    this.#images = images;
    this.#real = real;
    this.#changed = changed;
    this.#talk = talk;
    element('flash-board').append(
      ...Object.entries(BOARDS).map(([key, { name }]) =>
        Object.assign(document.createElement('option'), { value: key, textContent: name }),
      ),
    );
    element('flash-board').addEventListener('change', () => this.#describe());
    element('flash-start').addEventListener('click', () => this.#start());
    element('flash-loader').addEventListener('click', () => this.#resume());
    element('connect').addEventListener('click', () => this.connect());
    this.#describe();
  }

  get #name() {
    return element('flash-board').value;
  }

  #describe() {
    show(element('flash-wiring'), BOARDS[this.#name].wiring);
    show(element('flash-hint'), HINTS[this.#name] ?? null);
    element('flash-loader').hidden = true;
  }

  #report(key, values) {
    show(element('flash-status'), key, values);
    return null;
  }

  /** Lets the user choose a port. If there is none, reports the reason and returns null. */
  async #choose() {
    if (!navigator.serial) return this.#report('flash.noSerial');
    const filters = element('any-port').checked ? [] : FILTERS;
    try {
      return await navigator.serial.requestPort({ filters });
    } catch (error) {
      return this.#report(...reasonOf(error));
    }
  }

  async connect() {
    const port = await this.#choose();
    if (!port) return;
    await this.#real.disconnect();
    try {
      await this.#real.connect(port);
      this.#report('flash.opened');
      this.#talk();
    } catch (error) {
      this.#report(...reasonOf(error));
    }
  }

  #setBusy(busy) {
    this.busy = busy;
    for (const id of ['flash-start', 'flash-loader', 'flash-board', 'connect']) element(id).disabled = busy;
    element('flash-progress').hidden = !busy;
    this.#changed();
  }

  async #start() {
    const port = await this.#choose();
    if (!port) return;
    if (this.#real.port === port) await this.#real.disconnect();
    element('flash-loader').hidden = true;
    this.#setBusy(true);
    const ready = BOARDS[this.#name].touch && !isBootLoader(port) ? await this.#call(port) : port;
    if (ready) await this.#write(ready);
    this.#setBusy(false);
  }

  /**
   * After the touch, a Leonardo appears as another device. The browser may have to ask the user for it once.
   */
  async #call(port) {
    this.#report('flash.calling');
    try {
      await touch(port);
    } catch (error) {
      return this.#report(...reasonOf(error));
    }
    for (
      const deadline = performance.now() + APPEARS_WITHIN;
      performance.now() < deadline;
      await pause(100)
    ) {
      const found = (await navigator.serial.getPorts()).find(isBootLoader);
      if (found) return found;
    }
    element('flash-loader').hidden = false;
    return this.#report('flash.otherDevice');
  }

  async #resume() {
    const port = await this.#choose();
    if (!port) return;
    this.#setBusy(true);
    await this.#write(port);
    this.#setBusy(false);
    element('flash-loader').hidden = true;
  }

  async #write(port) {
    const name = this.#name;
    const board = BOARDS[name];
    const progress = element('flash-progress');
    this.#report('flash.calling');
    const started = performance.now();
    try {
      await program(port, name, await this.#images(board.image), (what, share) => {
        progress.value = (what === 'writing' ? 0 : 0.6) + share * (what === 'writing' ? 0.6 : 0.4);
        this.#report(what === 'writing' ? 'flash.writing' : 'flash.reading');
      });
    } catch (error) {
      const reason = () => text(...reasonOf(error));
      return this.#report('flash.failed', { reason });
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    this.#report('flash.written', { seconds });
    if (board.touch) return;
    await this.#real.connect(port).then(this.#talk, () => {});
  }
}
