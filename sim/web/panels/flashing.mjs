/** The panel that writes the firmware to a real board, and opens its line. */
import { BOARDS } from '../flash/boards.mjs';
import { program, touch } from '../flash/program.mjs';
import { NO_SERIAL, inWords } from '../flash/words.mjs';
import { pause } from '../flash/wire.mjs';

/* Arduino's product numbers of boot loaders on USB: Leonardo, Micro. */
const BOOT_LOADERS = [0x0036, 0x0037];
const APPEARS_WITHIN = 5000;
const HINTS = {
  leonardo:
    'Its line is on D0 and D1, not on USB. Once it has this firmware, USB shows no port any more: ' +
    'press its reset button, and for 8 s there is one again.',
};

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
    element('flash-loader').addEventListener('click', () => this.#goOn());
    element('connect').addEventListener('click', () => this.connect());
    this.#describe();
  }

  get #name() {
    return element('flash-board').value;
  }

  #describe() {
    element('flash-wiring').textContent = BOARDS[this.#name].wiring;
    element('flash-hint').textContent = HINTS[this.#name] ?? '';
    element('flash-loader').hidden = true;
  }

  #say(text) {
    element('flash-status').textContent = text;
  }

  /** Lets the user choose a port; null, and said why, if there is none. */
  async #choose() {
    if (!navigator.serial) return this.#say(NO_SERIAL) ?? null;
    try {
      return await navigator.serial.requestPort();
    } catch (error) {
      return this.#say(inWords(error)) ?? null;
    }
  }

  async connect() {
    const port = await this.#choose();
    if (!port) return;
    await this.#real.disconnect();
    try {
      await this.#real.connect(port);
      this.#say('The line is open. The terminal is that of the real Uno now.');
      this.#talk();
    } catch (error) {
      this.#say(inWords(error));
    }
  }

  #hold(busy) {
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
    this.#hold(true);
    const ready = BOARDS[this.#name].touch && !isBootLoader(port) ? await this.#call(port) : port;
    if (ready) await this.#write(ready);
    this.#hold(false);
  }

  /** Behind the touch a Leonardo appears as another device, for which the user may have to be asked once. */
  async #call(port) {
    this.#say('Calling the boot loader …');
    try {
      await touch(port);
    } catch (error) {
      return this.#say(inWords(error)) ?? null;
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
    return (
      this.#say(
        'The boot loader is another device for the browser. Press the reset button of the board, ' +
          'then within 8 s “Choose its boot loader”.',
      ) ?? null
    );
  }

  async #goOn() {
    const port = await this.#choose();
    if (!port) return;
    this.#hold(true);
    await this.#write(port);
    this.#hold(false);
    element('flash-loader').hidden = true;
  }

  async #write(port) {
    const name = this.#name;
    const board = BOARDS[name];
    const progress = element('flash-progress');
    this.#say('Calling the boot loader …');
    const started = performance.now();
    try {
      await program(port, name, await this.#images(board.image), (what, share) => {
        progress.value = (what === 'writing' ? 0 : 0.6) + share * (what === 'writing' ? 0.6 : 0.4);
        this.#say(what === 'writing' ? 'Writing …' : 'Reading back …');
      });
    } catch (error) {
      const words = inWords(error);
      return this.#say(`Not written. ${words}`);
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    this.#say(`Written and verified in ${seconds} s. The queens are at work.`);
    if (board.touch) return;
    await this.#real.connect(port).then(this.#talk, () => {});
  }
}
