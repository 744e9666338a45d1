/** The terminal on the page: keys, paste and copy as everywhere, and a live region for screen readers. */
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { onLanguage, text } from '../text.mjs';

const DARK = matchMedia('(prefers-color-scheme: dark)');

/** The colours of the page. */
function theme() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(`--${name}`);
  const [ink, paper, accent] = ['ink', 'terminal', 'accent'].map(colour);
  return {
    background: paper,
    foreground: ink,
    cursor: accent,
    cursorAccent: paper,
    selectionBackground: `${accent}50`,
    scrollbarSliderBackground: `${ink}22`,
    scrollbarSliderHoverBackground: `${ink}44`,
    scrollbarSliderActiveBackground: `${ink}55`,
  };
}

/* A screen reader gets the last lines of a longer answer. */
const SPOKEN_LINES = 6;

const isKey = (event, letter) =>
  event.ctrlKey && !event.altKey && !event.metaKey && event.key.toLowerCase() === letter;

export class Screen {
  #line = null;
  #voice;

  /**
   * @param {HTMLElement} place @param {HTMLElement} voice a live region: it gets each answer, and nothing of
   * the demo. @param {() => void} typed called when the user types.
   */
  constructor(place, voice, typed) {
    this.#voice = voice;
    this.terminal = new Terminal({
      cols: 40,
      cursorBlink: false,
      fontFamily: 'ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
      fontSize: 14,
      lineHeight: 1.15,
      scrollback: 2000,
      screenReaderMode: true,
      minimumContrastRatio: 4.5,
      theme: theme(),
    });
    Terminal.strings.tooMuchOutput = ''; /* for a live region that is off, and in English */
    const fit = new FitAddon();
    this.terminal.loadAddon(fit);
    this.terminal.open(place);
    const name = () => this.terminal.textarea.setAttribute('aria-label', text('serial.input'));
    name();
    onLanguage(name);
    place.querySelector('.live-region')?.setAttribute('aria-live', 'off');
    this.terminal.onData((keys) => {
      typed();
      this.#line?.type(keys);
    });
    this.terminal.attachCustomKeyEventHandler((event) => this.#key(event));
    this.#connectInput(place, typed);
    place.addEventListener('paste', (event) => this.#paste(event), true);
    DARK.addEventListener('change', () => (this.terminal.options.theme = theme()));
    new ResizeObserver(() => {
      this.terminal.options.fontSize = place.clientWidth < 400 ? 13 : 14;
      fit.fit();
    }).observe(place);
  }

  /**
   * In the mode for screen readers, xterm.js ignores text that no key event announces: dictation, or the list
   * of characters of a system.
   */
  #connectInput(place, typed) {
    let isKeyDown = false;
    for (const type of ['keydown', 'keyup'])
      place.addEventListener(type, () => (isKeyDown = type === 'keydown'), true);
    place.addEventListener('input', ({ inputType, isComposing, data }) => {
      if (isKeyDown || isComposing || inputType !== 'insertText') return;
      typed();
      this.#line?.type(data);
    });
  }

  /** False leaves a key to the browser: Tab moves on, Ctrl+V pastes, Ctrl+C copies the selection. */
  #key(event) {
    if (event.key === 'Tab' || isKey(event, 'v')) return false;
    if (!isKey(event, 'c') || !this.terminal.hasSelection()) return true;
    if (event.type === 'keydown') {
      document.execCommand('copy');
      this.terminal.clearSelection();
      event.preventDefault();
    }
    return false;
  }

  #paste(event) {
    event.preventDefault();
    event.stopPropagation();
    this.#line?.paste(event.clipboardData.getData('text/plain'));
  }

  /** Connects the terminal to a serial line. */
  connect(line) {
    if (this.#line) this.#line.onBytes = () => {};
    this.#line = line;
    this.terminal.reset();
    for (const bytes of line.text()) this.terminal.write(bytes);
    line.onBytes = (bytes) => this.terminal.write(bytes);
    line.onAnswer = (lines) => (this.#voice.textContent = lines.slice(-SPOKEN_LINES).join('\n'));
  }
}
