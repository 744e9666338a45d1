/** <avr-install-button manifest="...">: writes a program into a board. README.md documents it. */
import { parseHex, usedBytes } from '../../avr8js/hex.mjs';
import { BOARDS } from './boards.mjs';
import { install } from './program.mjs';
import { TEXTS } from './texts.mjs';
import { FILTERS, bootLoaderOf, isNativeProgram } from './usb.mjs';
import { reasonOf } from './words.mjs';

const FLASH = 0x40000;
const SHARES = { calling: [0, 0.05], writing: [0.05, 0.6], verifying: [0.65, 0.35] };

const TEMPLATE = `
<style>
  :host { display: inline-flex; flex-wrap: wrap; gap: 0.5em; align-items: center }
  :host([hidden]), [hidden] { display: none }
</style>
<span id="activate"><slot name="activate"><button type="button" id="own"></button></slot></span>
<progress max="1" value="0" hidden></progress>
<span role="status"></span>
<label><input type="checkbox"> <span id="any"></span></label>
<slot name="unsupported" hidden></slot>`;

export class AvrInstallButton extends HTMLElement {
  /** @type {object} what the attribute `manifest` would fetch */
  manifest = null;
  #isBusy = false;
  #wantsLoader = false;

  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).innerHTML = TEMPLATE;
    this.#part('#own').textContent = this.#text('install');
    this.#part('#any').textContent = this.#text('anyPort');
    this.#part('progress').setAttribute('aria-label', this.#text('progress'));
    this.#part('#activate').addEventListener('click', () => this.install());
  }

  connectedCallback() {
    if (navigator.serial) return;
    this.#part('#activate').hidden = this.#part('label').hidden = true;
    this.#part('slot[name=unsupported]').hidden = false;
    this.#say('flash.noSerial');
  }

  /** Asks for a port and writes the program; resolves to true when it is written and verified. */
  async install() {
    if (this.#isBusy) return false;
    this.#setBusy(true);
    try {
      const filters = this.#part('input').checked || this.#wantsLoader ? [] : FILTERS;
      const port = await navigator.serial.requestPort({ filters });
      const ready = isNativeProgram(port) ? await this.#callLoader(port) : port;
      return ready ? await this.#write(ready) : false;
    } catch (error) {
      const [key, values] = reasonOf(error);
      this.#say(key, values);
      this.#announce('install-failed', { key, message: this.#part('[role=status]').textContent, error });
      return false;
    } finally {
      this.#setBusy(false);
    }
  }

  async #callLoader(port) {
    this.#say('calling');
    const loader = await bootLoaderOf(port);
    this.#wantsLoader = !loader;
    if (!loader) this.#say('flash.otherDevice');
    return loader;
  }

  async #write(port) {
    const manifest = await this.#manifestAndBase();
    const board = await install(
      port,
      (chip) => this.#imageOf(manifest, chip),
      (what, share) => this.#progress(what, share),
    );
    this.#wantsLoader = false;
    this.#say('done', { name: manifest.name, version: manifest.version, board: BOARDS[board].name });
    this.#announce('install-done', { board, port });
    return true;
  }

  async #manifestAndBase() {
    if (this.manifest) return { ...this.manifest, base: document.baseURI };
    const base = new URL(this.getAttribute('manifest'), document.baseURI).href;
    return { ...(await (await this.#fetch(base)).json()), base };
  }

  async #fetch(url) {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    return answer;
  }

  /** Bytes from address 0; null if the manifest has none for this chip. */
  async #imageOf({ builds, base }, chip) {
    const build = builds.find((each) => each.chip === chip);
    if (!build) return null;
    const hex = await (await this.#fetch(new URL(build.hex, base))).text();
    const flash = parseHex(hex, FLASH);
    return flash.subarray(0, usedBytes(flash));
  }

  #progress(what, share) {
    const [start, length] = SHARES[what];
    this.#part('progress').value = start + length * share;
    this.#say(what);
    this.#announce('install-progress', { what, share });
  }

  #part(selector) {
    return this.shadowRoot.querySelector(selector);
  }

  /* An attribute `text-done="..."` stands for the text `done`; `text-flash-busy` for `flash.busy`. */
  #text(key, values = {}) {
    const text = this.getAttribute(`text-${key.replace('.', '-').toLowerCase()}`) ?? TEXTS[key];
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  #say(key, values) {
    const words = this.#text(key, values);
    if (this.#part('[role=status]').textContent !== words) this.#part('[role=status]').textContent = words;
  }

  #announce(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  #setBusy(isBusy) {
    this.#isBusy = isBusy;
    this.#part('progress').hidden = !isBusy;
    this.#part('#own').disabled = this.#part('input').disabled = isBusy;
  }
}

if (!customElements.get('avr-install-button')) customElements.define('avr-install-button', AvrInstallButton);
