/** The panel that writes the firmware to a real board, and opens its serial port. */
import { show, text } from '../text.mjs';
import { BOARDS } from '../flash/boards.mjs';
import { install, program } from '../flash/program.mjs';
import { FILTERS, bootLoaderOf, isBootLoader, isNativeProgram } from '../flash/usb.mjs';
import { reasonOf } from '../flash/words.mjs';

/* The boot loader that answers and the signature of the chip choose the board. */
const ANY = 'any';
const HINTS = { leonardo: 'flash.leonardo' };

/* Of the progress bar: where each part starts, and its length. */
const SHARES = { calling: [0, 0], writing: [0, 0.6], verifying: [0.6, 0.4] };

const imageOf = (chip) => Object.values(BOARDS).find((board) => board.chip === chip).image;
const CONTROLS = ['flash-start', 'flash-loader', 'flash-board', 'connect', 'board-check'];
const element = (id) => document.getElementById(id);

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
    const any = Object.assign(document.createElement('option'), { value: ANY });
    show(any, 'real.anyBoard');
    element('flash-board').append(
      any,
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
    show(element('flash-wiring'), BOARDS[this.#name]?.wiring ?? 'flash.wiring');
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

  /** A port that nothing else has open; null if the user chose none. */
  async borrowPort() {
    const port = await this.#choose();
    if (port) await this.#real.disconnect();
    return port;
  }

  explain(error) {
    this.#report(...reasonOf(error));
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

  setBusy(busy) {
    this.busy = busy;
    for (const id of CONTROLS) element(id).disabled = busy;
    element('flash-progress').hidden = !busy;
    this.#changed();
  }

  async #start() {
    const port = await this.#choose();
    if (!port) return;
    if (this.#real.port === port) await this.#real.disconnect();
    element('flash-loader').hidden = true;
    this.setBusy(true);
    const isProgram = this.#name === ANY ? isNativeProgram(port) : BOARDS[this.#name].touch;
    const ready = isProgram && !isBootLoader(port) ? await this.#call(port) : port;
    if (ready) await this.#write(ready);
    this.setBusy(false);
  }

  /**
   * After the touch, a Leonardo appears as another device. The browser may have to ask the user for it once.
   */
  async #call(port) {
    this.#report('flash.calling');
    let found;
    try {
      found = await bootLoaderOf(port);
    } catch (error) {
      return this.#report(...reasonOf(error));
    }
    if (found) return found;
    element('flash-loader').hidden = false;
    return this.#report('flash.otherDevice');
  }

  async #resume() {
    const port = await this.#choose();
    if (!port) return;
    this.setBusy(true);
    await this.#write(port);
    this.setBusy(false);
    element('flash-loader').hidden = true;
  }

  /** Writes the image of the chosen board, or of the one that answers; the board's key. */
  async #program(port, progress) {
    const name = this.#name;
    if (name === ANY) return install(port, (chip) => this.#images(imageOf(chip)), progress);
    await program(port, name, await this.#images(BOARDS[name].image), progress);
    return name;
  }

  async #write(port) {
    const bar = element('flash-progress');
    this.#report('flash.calling');
    const started = performance.now();
    let name;
    try {
      name = await this.#program(port, (what, share) => {
        const [start, length] = SHARES[what];
        bar.value = start + length * share;
        this.#report(`flash.${what}`);
      });
    } catch (error) {
      const reason = () => text(...reasonOf(error));
      return this.#report('flash.failed', { reason });
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    this.#report('flash.written', { seconds });
    show(element('flash-hint'), HINTS[name] ?? null);
    if (BOARDS[name].touch) return;
    await this.#real.connect(port).then(this.#talk, () => {});
  }
}
