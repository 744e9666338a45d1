/** <avr-install-button manifest="...">: writes a program into a board. README.md documents it. */
import english from 'flash-texts';
import { parseImage } from '../../avr8js/hex.mjs';
import { BOARDS, FILTERS, bootLoaderOf, install, isBootLoader, isNativeProgram } from './program.mjs';
import { BoardError, reasonOf } from './wire.mjs';

/* The text of each step; where it starts on the progress bar, and its length there. */
const STEPS = {
  calling: ['flash.calling', 0, 0.05],
  writing: ['flash.writing', 0.05, 0.6],
  verifying: ['flash.verifying', 0.65, 0.35],
};

const TEMPLATE = `
<style>
  :host { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5em }
  label { display: inline-flex; align-items: center; gap: 0.5em }
  :host([hidden]), [hidden] { display: none }
</style>
<span id="activate"><slot name="activate"><button part="button"></button></slot></span>
<slot></slot>
<label part="any"><input type="checkbox" part="checkbox"><span></span></label>
<progress part="progress" max="1" value="0" hidden></progress>
<span part="status" role="status"></span>`;

export class AvrInstallButton extends HTMLElement {
  static observedAttributes = ['disabled'];

  /** @type {object} the manifest itself, instead of its address in the attribute `manifest` */
  manifest = null;
  #texts = english;
  #isBusy = false;
  #wantsLoader = false;
  /* Sets the words of the status in the current language. */
  #status = () => '';

  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).innerHTML = TEMPLATE;
    this.#find('#activate').addEventListener('click', () => this.install());
    this.#find('slot[name=activate]').addEventListener('slotchange', () => this.#enable());
  }

  connectedCallback() {
    this.#write();
    if (navigator.serial) return;
    this.#find('#activate').hidden = this.#find('label').hidden = true;
    this.#show('flash.noSerial');
  }

  attributeChangedCallback() {
    this.#enable();
  }

  /** Other texts for the same keys; what is shown changes at once. */
  set texts(texts) {
    this.#texts = { ...english, ...texts };
    this.#write();
  }

  /** Lets the user choose a port; throws the browser's error, also when the user chooses none. */
  requestPort() {
    const filters = this.#find('input').checked || this.#wantsLoader ? [] : FILTERS;
    return navigator.serial.requestPort({ filters });
  }

  /** Asks for a port and writes the program; resolves to true when it is written and verified. */
  async install() {
    if (this.#isBusy || this.hasAttribute('disabled')) return false;
    this.#setBusy(true);
    try {
      const port = await this.requestPort();
      /* Who listens may still have the port open. */
      const waits = [];
      this.#announce('install-start', { port, waitUntil: (promise) => waits.push(promise) });
      await Promise.all(waits);
      await this.#installOn(port);
      return true;
    } catch (error) {
      const [key, values] = reasonOf(error);
      this.#show('flash.failed', () => ({ reason: this.#text(key, values) }));
      this.#announce('install-failed', { key, message: this.#status(), error });
      return false;
    } finally {
      this.#setBusy(false);
    }
  }

  /* All files come first: a boot loader waits for a second only. */
  async #installOn(chosen) {
    const started = performance.now();
    const { name, version, builds } = await this.#load();
    const port = await this.#loaderOf(chosen);
    const only = this.getAttribute('board');
    const imageOf = (chip, board) =>
      (builds.find((own) => own.board === board) ?? builds.find((own) => !own.board && own.chip === chip))
        ?.image;
    const board = await install(port, imageOf, (what, share) => this.#progress(what, share), only);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    this.#wantsLoader = false;
    this.#show('flash.done', () => ({ seconds, name, version, board: BOARDS[board].name }));
    this.#announce('install-done', { board, port });
  }

  /* The program of a Leonardo has another port than its boot loader, which the browser may not know yet. */
  async #loaderOf(port) {
    const isLeonardo = BOARDS[this.getAttribute('board')]?.touch && !this.#wantsLoader;
    if (isBootLoader(port) || !(isNativeProgram(port) || isLeonardo)) return port;
    this.#show('flash.calling');
    const loader = await bootLoaderOf(port);
    this.#wantsLoader = !loader;
    if (!loader) throw new BoardError('flash.otherDevice');
    return loader;
  }

  /** The manifest, each build with its image: bytes from address 0. */
  async #load() {
    const address = this.getAttribute('manifest');
    if (!this.manifest && !address) throw new Error('<avr-install-button> has no attribute "manifest".');
    const get = async (url) => {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
      return answer;
    };
    const base = new URL(address ?? '', document.baseURI);
    const manifest = this.manifest ?? (await (await get(base)).json());
    const load = async (build) => ({
      ...build,
      image: build.image ?? parseImage(await (await get(new URL(build.hex, base))).text()),
    });
    return { ...manifest, builds: await Promise.all(manifest.builds.map(load)) };
  }

  #progress(what, share) {
    const [text, start, length] = STEPS[what];
    this.#find('progress').value = start + length * share;
    this.#show(text);
  }

  #find(selector) {
    return this.shadowRoot.querySelector(selector);
  }

  #text(key, values = {}) {
    return this.#texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  /** @param {() => object} [values] of the text, in the language of the moment */
  #show(key, values = () => ({})) {
    this.#status = () => this.#text(key, values());
    this.#writeStatus();
  }

  /* A screen reader reads the same words again if they are written again. */
  #writeStatus() {
    const [status, words] = [this.#find('[role=status]'), this.#status()];
    if (status.textContent !== words) status.textContent = words;
  }

  /** All texts, in the current language. */
  #write() {
    this.#find('button').textContent = this.#text('flash.install');
    this.#find('label span').textContent = this.#text('flash.anyPort');
    this.#find('progress').setAttribute('aria-label', this.#text('flash.progress'));
    this.#writeStatus();
  }

  #announce(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  #setBusy(isBusy) {
    this.#isBusy = isBusy;
    this.#find('progress').hidden = !isBusy;
    this.#enable();
  }

  /** Disables the button, also one in the slot, while it can do nothing. */
  #enable() {
    const isDisabled = this.#isBusy || this.hasAttribute('disabled');
    const own = this.#find('slot[name=activate]').assignedElements();
    for (const control of [this.#find('button'), this.#find('input'), ...own]) control.disabled = isDisabled;
  }
}

customElements.define('avr-install-button', AvrInstallButton);
