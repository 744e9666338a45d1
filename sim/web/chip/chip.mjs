/** The page's side of a simulated Uno that runs in a worker. */
import source from 'chip-worker';
import { SerialLine } from '../serial/serial.mjs';
import { bytesOf, readStored, writeStored } from '../stored.mjs';

/* Under file://, a browser loads no script into a worker. It does load one from the page's memory. */
let url = null;
const workerUrl = () => (url ??= URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));

const STORED = 'nqueens-eeprom';

/** The EEPROM that is in the browser's storage, or that of a new chip. */
export function storedEeprom() {
  const eeprom = new Uint8Array(1024).fill(0xff);
  try {
    eeprom.set(bytesOf(readStored(STORED) ?? ''));
  } catch {
    /* Not written by this page. */
  }
  return eeprom;
}
export const storeEeprom = (eeprom) => writeStored(STORED, btoa(String.fromCharCode(...eeprom)));

/** An Uno; each time it is plugged in, its worker is a new one. */
export class Chip {
  /** Called with the bytes that the chip has sent, and with its EEPROM when it has changed. */
  onBytes = () => {};
  onEeprom = () => {};
  /** Called with the light of each LED when it has changed, at most 60 times a second. */
  onLight = () => {};
  /** Called four times per second with the measurements; with the memory, too, while it is on display. */
  onFigures = () => {};
  onInside = () => {};

  /** Of each LED that has colours: a set of 1 red, 2 green, 4 blue. */
  colours = null;
  cycles = 0;

  #worker = null;
  #started;
  #settings = { speed: 1, paused: false, inside: false };
  #figures = { cycles: 0, seconds: 0, speed: 0, sleep: null, stack: 0 };

  /**
   * @param {{image: Promise<Uint8Array>, eeprom?: Uint8Array, modules?: number, display?: string}} setup what
   * the Uno has after the next power-up: it may be changed.
   */
  constructor(setup) {
    this.setup = setup;
    this.plug();
  }

  /** One of the ORDERS of worker.mjs: `send`, `press`, `reset`. Without power it does nothing. */
  order(order, data = {}) {
    const worker = this.#worker;
    this.#started.then(() => worker?.postMessage({ order, ...data }));
  }

  /** Sets `speed`, `paused` or `inside`, as worker.mjs describes them; a power cut changes none of them. */
  set(settings) {
    Object.assign(this.#settings, settings);
    this.order('set', this.#settings);
  }

  get paused() {
    return this.#settings.paused;
  }

  get plugged() {
    return this.#worker !== null;
  }

  plug() {
    const { image, modules = 1, ...parts } = this.setup;
    const worker = new Worker(workerUrl());
    worker.onmessage = ({ data }) => worker === this.#worker && this.#receive(data);
    this.#worker = worker;
    this.levels = new Float32Array(64 * modules);
    this.#started = image.then((bytes) => {
      const settings = this.#settings;
      worker.postMessage({ order: 'start', image: bytes, modules, ...parts, settings });
    });
  }

  #receive({ bytes, eeprom, levels, colours, figures, inside, cycles }) {
    this.order('received', { cycles });
    this.cycles = cycles;
    if (eeprom) this.onEeprom((this.setup.eeprom = eeprom));
    if (bytes) this.onBytes(bytes);
    if (levels) {
      this.colours = colours;
      this.onLight((this.levels = levels));
    }
    if (figures) this.onFigures((this.#figures = figures));
    if (inside) this.onInside(inside, figures);
  }

  /** What the chip has sent and not been heard of is lost. */
  unplug() {
    this.#worker?.terminate();
    this.#worker = null;
    this.onLight(this.levels.fill(0));
    this.onFigures(this.#figures);
  }
}

/** An Uno beside the visible one, as fast as this computer can: its chip and its line. */
export function fastUno(image) {
  const chip = new Chip({ image });
  const line = new SerialLine((text) => chip.order('send', { text }));
  chip.set({ speed: Infinity });
  chip.onBytes = (bytes) => line.receive(bytes);
  return { chip, line };
}
