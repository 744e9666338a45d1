/** The panel that writes the firmware to a real board (<avr-install-button>), and opens its serial port. */
import manifest from 'manifest';
import { element } from '../dom.mjs';
import { onLanguage, show, table } from '../text.mjs';
import { BOARDS } from '../flash/boards.mjs';
import { reasonOf } from '../flash/wire.mjs';

/* The boot loader that answers chooses the board. */
const ANY = 'any';
const HINTS = { leonardo: 'flash.leonardo' };

const CONTROLS = ['flash-board', 'connect', 'board-check'];

/** A page that was opened from disk cannot fetch files: here are the images that it contains. */
async function manifestWith(images) {
  const builds = manifest.builds.map(async (build) => ({ ...build, image: await images(build.name) }));
  return { ...manifest, builds: await Promise.all(builds) };
}

export class Flashing {
  busy = false;
  #button = element('install');
  #real;
  #changed;
  #talk;

  /**
   * @param {(name: string) => Promise<Uint8Array>} images of the boards @param {RealUno} real
   * @param {() => void} changed called when a port becomes busy or free
   * @param {() => void} talk connects the terminal to the real Uno.
   */
  constructor(images, real, changed, talk) {
    this.#real = real;
    this.#changed = changed;
    this.#talk = talk;
    const any = show(new Option('', ANY), 'real.anyBoard');
    const boards = Object.entries(BOARDS).map(([key, { name }]) => new Option(name, key));
    element('flash-board').append(any, ...boards);
    element('flash-board').addEventListener('change', () => this.#choose(element('flash-board').value));
    element('connect').addEventListener('click', () => this.connect());
    this.#button.addEventListener('install-start', ({ detail }) => this.#start(detail));
    this.#button.addEventListener('install-done', ({ detail }) => this.#finish(detail));
    this.#button.addEventListener('install-failed', () => this.setBusy(false));
    if (location.protocol === 'file:') manifestWith(images).then((own) => (this.#button.manifest = own));
    onLanguage(() => (this.#button.texts = table()));
    this.#choose(ANY);
  }

  #choose(name) {
    this.#button.toggleAttribute('board', name !== ANY);
    if (name !== ANY) this.#button.setAttribute('board', name);
    show(element('flash-wiring'), BOARDS[name]?.wiring ?? 'flash.wiring');
    show(element('flash-hint'), HINTS[name] ?? null);
  }

  #start({ port, waitUntil }) {
    this.setBusy(true);
    show(element('port-status'), null);
    if (this.#real.port === port) waitUntil(this.#real.disconnect());
  }

  async #finish({ board, port }) {
    this.setBusy(false);
    show(element('flash-hint'), HINTS[board] ?? null);
    if (BOARDS[board].touch) return;
    await this.#real.connect(port).then(this.#talk, () => {});
  }

  /** A port that nothing else has open; null, with the reason on the page, if there is none. */
  async borrowPort() {
    if (!navigator.serial) {
      show(element('port-status'), 'flash.noSerial');
      return null;
    }
    try {
      const port = await this.#button.requestPort();
      await this.#real.disconnect();
      return port;
    } catch (error) {
      this.explain(error);
      return null;
    }
  }

  explain(error) {
    show(element('port-status'), ...reasonOf(error));
  }

  async connect() {
    const port = await this.borrowPort();
    if (!port) return;
    try {
      await this.#real.connect(port);
      show(element('port-status'), 'flash.opened');
      this.#talk();
    } catch (error) {
      this.explain(error);
    }
  }

  /** Nothing else can use the port meanwhile. */
  setBusy(busy) {
    this.busy = busy;
    for (const id of CONTROLS) element(id).disabled = busy;
    this.#button.toggleAttribute('disabled', busy);
    this.#changed();
  }
}
