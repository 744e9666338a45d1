/** The page's side of a simulated Uno that runs in a worker. */
import source from 'chip-worker';
import { SerialLine } from '../serial/serial.mjs';
import { bytesOf, readStored, writeStored } from '../stored.mjs';

/* Under file://, a browser loads no script into a worker. It does load one from the page's memory. */
let url = null;
const workerUrl = () => (url ??= URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));

/** An EEPROM that is saved in the browser's storage under a key. */
export const storedEeprom = (key) => ({
  load() {
    const eeprom = new Uint8Array(1024).fill(0xff);
    try {
      eeprom.set(bytesOf(readStored(key) ?? ''));
    } catch {
      /* Not written by this page: a new chip. */
    }
    return eeprom;
  },
  save(eeprom) {
    writeStored(key, btoa(String.fromCharCode(...eeprom)));
  },
});

export class Chip {
  /** Called with the bytes that the chip has sent (Uint8Array). */
  onBytes = () => {};
  /** Called with the light of each LED when it has changed, at most 60 times a second. */
  onLight = () => {};
  /** Called four times per second with the measurements; with the memory, too, while it is on display. */
  onFigures = () => {};
  onInside = () => {};

  /** Of each LED that has colours: a set of 1 red, 2 green, 4 blue. */
  colours = null;
  cycles = 0;
  paused = false;
  plugged = true;
  modules = 1;

  #worker = new Worker(workerUrl());
  #eeprom;
  #started;
  #setup = {};
  #plugs = 0;

  /** @param {{image: Uint8Array|Promise<Uint8Array>, eeprom?: object, modules?: number}} setup */
  constructor({ image, eeprom = null, modules = 1, display = 'max7219' }) {
    this.#eeprom = eeprom;
    this.modules = modules;
    this.levels = new Float32Array(64 * modules);
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#started = Promise.resolve(image).then((bytes) =>
      this.#worker.postMessage({ order: 'start', image: bytes, modules, display, eeprom: eeprom?.load() }),
    );
  }

  /** One of the ORDERS of worker.mjs: `send`, `press`, `reset`, `speed`, look `inside`. */
  order(order, data = {}) {
    this.#started.then(() => this.#worker.postMessage({ order, ...data }));
  }

  /* Messages sent before the power was switched off are dropped, except a change of the EEPROM. */
  #receive({ bytes, eeprom, levels, colours, figures, inside, cycles, plugs }) {
    this.#worker.postMessage({ order: 'received', cycles });
    if (eeprom) this.#eeprom?.save(eeprom);
    if (plugs !== this.#plugs) return;
    this.cycles = cycles;
    if (bytes) this.onBytes(bytes);
    if (levels && levels.length === 64 * this.modules) {
      this.colours = colours;
      this.onLight((this.levels = levels));
    }
    if (figures) this.onFigures(figures);
    if (inside) this.onInside(inside, figures);
  }

  get running() {
    return this.plugged && !this.paused;
  }

  pause(on) {
    this.paused = on;
    this.order('pause', { on });
  }

  #power(on) {
    this.plugged = on;
    this.#plugs++;
    this.levels = new Float32Array(64 * this.modules);
  }

  unplug() {
    this.#power(false);
    this.order('plug', { on: false });
  }

  /** The display and the firmware that the Uno has after the next power-up. */
  attach(setup) {
    this.modules = setup.modules;
    this.#setup = setup;
  }

  plug() {
    const { image, ...setup } = this.#setup;
    this.#setup = {};
    this.#power(true);
    this.#started = Promise.all([this.#started, image]).then(([, bytes]) =>
      this.#worker.postMessage({ order: 'plug', on: true, image: bytes, ...setup }),
    );
  }

  end() {
    this.#worker.terminate();
  }
}

/** An Uno beside the visible one, as fast as this computer can: its chip, which end() ends, and its line. */
export function fastUno(image) {
  const chip = new Chip({ image });
  const line = new SerialLine((text) => chip.order('send', { text }));
  chip.order('speed', { times: Infinity });
  chip.onBytes = (bytes) => line.receive(bytes);
  return { chip, line };
}
