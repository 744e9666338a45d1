/** The terminal on the page: keys, paste and copy as everywhere, and a live region for screen readers. */
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { colourOf, element } from '../dom.mjs';
import { label } from '../text.mjs';

const DARK = matchMedia('(prefers-color-scheme: dark)');

function theme() {
  const [ink, paper, accent] = ['ink', 'terminal', 'accent'].map(colourOf);
  return {
    background: paper,
    foreground: ink,
    cursor: accent,
    cursorAccent: paper,
    selectionBackground: accent.replace(')', ', 0.3)'),
  };
}

/* A screen reader gets the last lines of a longer answer. */
const SPOKEN_LINES = 6;

const isKey = (event, letter) =>
  event.ctrlKey && !event.altKey && !event.metaKey && event.key.toLowerCase() === letter;

const container = element('terminal');
export const terminal = new Terminal({
  cols: 40,
  cursorBlink: false,
  fontFamily: getComputedStyle(container).getPropertyValue('--mono'),
  fontSize: 14,
  lineHeight: 1.15,
  scrollback: 2000,
  screenReaderMode: true,
  minimumContrastRatio: 4.5,
  theme: theme(),
});
let line = null;

/** The text that the terminal shows, with what has scrolled up. */
export function shown() {
  const { active } = terminal.buffer;
  let words = '';
  for (let i = 0; i < active.length; i++) {
    const isWhole = !active.getLine(i + 1)?.isWrapped;
    words += active.getLine(i).translateToString(isWhole) + (isWhole ? '\n' : '');
  }
  return `${words.trimEnd()}\n`;
}

/** Connects the terminal to a serial line; the live region gets each answer, and nothing of the demo. */
export function connect(other) {
  if (line) line.onText = () => {};
  line = other;
  terminal.reset();
  terminal.write(line.history);
  line.onText = (words) => terminal.write(words);
  line.onAnswer = (lines) => (element('voice').textContent = lines.slice(-SPOKEN_LINES).join('\n'));
}

/**
 * In the mode for screen readers, xterm.js ignores text that no key event announces: dictation, or the list
 * of characters of a system.
 */
function connectInput(type) {
  let isKeyDown = false;
  for (const event of ['keydown', 'keyup'])
    container.addEventListener(event, () => (isKeyDown = event === 'keydown'), true);
  container.addEventListener('input', ({ inputType, isComposing, data }) => {
    if (!isKeyDown && !isComposing && inputType === 'insertText') type(data);
  });
}

/** False leaves a key to the browser: Tab moves on, Ctrl+V pastes, Ctrl+C copies the selection. */
function isForTerminal(event) {
  if (event.key === 'Tab' || isKey(event, 'v')) return false;
  if (!isKey(event, 'c') || !terminal.hasSelection()) return true;
  if (event.type === 'keydown') {
    document.execCommand('copy');
    terminal.clearSelection();
    event.preventDefault();
  }
  return false;
}

function paste(event) {
  event.preventDefault();
  event.stopPropagation();
  line?.paste(event.clipboardData.getData('text/plain'));
}

/** Shows the terminal. @param {() => void} typed called when the user types */
export function start(typed) {
  Terminal.strings.tooMuchOutput = ''; /* for a live region that is off, and in English */
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.open(container);
  label(terminal.textarea, 'serial.terminal');
  container.querySelector('.live-region')?.setAttribute('aria-live', 'off');
  const type = (keys) => {
    typed();
    line?.type(keys);
  };
  terminal.onData(type);
  terminal.attachCustomKeyEventHandler(isForTerminal);
  connectInput(type);
  container.addEventListener('paste', paste, true);
  DARK.addEventListener('change', () => (terminal.options.theme = theme()));
  new ResizeObserver(() => {
    terminal.options.fontSize = container.clientWidth < 400 ? 13 : 14;
    fit.fit();
  }).observe(container);
}
