/** The page: puts the bench, the drawing, the terminal and the buttons together. */
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import hex from 'nqueens.hex';
import { FLASH_SIZE } from '../avr8js/uno.mjs';
import { parseHex, usedBytes } from '../avr8js/hex.mjs';
import { Bench } from './bench.mjs';
import { EXAMPLES, LIVE_KEYS } from './examples.mjs';
import { Scene } from './scene.mjs';
import { program } from './stk500.mjs';

const CTRL_U = '\x15';
const DARK = matchMedia('(prefers-color-scheme: dark)');
const THEMES = {
  light: { background: '#fbfaf6', foreground: '#23272e', cursor: '#00747b', cursorAccent: '#fbfaf6', selectionBackground: '#b9dcdd', scrollbarSliderBackground: '#23272e22', scrollbarSliderHoverBackground: '#23272e44', scrollbarSliderActiveBackground: '#23272e55' },
  dark: { background: '#111418', foreground: '#dfe3e8', cursor: '#3bb8be', cursorAccent: '#111418', selectionBackground: '#2b4b4e', scrollbarSliderBackground: '#dfe3e822', scrollbarSliderHoverBackground: '#dfe3e844', scrollbarSliderActiveBackground: '#dfe3e855' },
};

const element = (id) => document.getElementById(id);
const bench = new Bench(hex);
const scene = new Scene(element('scene'));
const terminal = new Terminal({
  cols: 40,
  convertEol: false,
  cursorBlink: false,
  fontFamily: 'ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSize: 14,
  lineHeight: 1.15,
  scrollback: 2000,
  screenReaderMode: true,
  theme: THEMES[DARK.matches ? 'dark' : 'light'],
});

/* ---- the terminal ---- */

function openTerminal() {
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.open(element('terminal'));
  terminal.textarea.setAttribute('aria-label', 'Serial line to the Uno');
  terminal.onData((text) => bench.send(text));
  /* Tab leaves the terminal, as it leaves any other field. */
  terminal.attachCustomKeyEventHandler((event) => event.key !== 'Tab');
  new ResizeObserver(() => {
    terminal.options.fontSize = element('terminal').clientWidth < 400 ? 12 : 14;
    fit.fit();
  }).observe(element('terminal'));
  DARK.addEventListener('change', () => (terminal.options.theme = THEMES[DARK.matches ? 'dark' : 'light']));
}

/* ---- buttons ---- */

function chip(parent, label, title, act) {
  const button = document.createElement('button');
  button.type = 'button';
  button.title = title;
  button.append(...[label].flat());
  button.addEventListener('click', act);
  parent.append(button);
}

function fillToolbars() {
  for (const [command, use] of EXAMPLES)
    chip(element('examples'), command, use, () => {
      setPaused(false);
      bench.send(`${CTRL_U}${command}\r`);
    });
  for (const [key, name, use] of LIVE_KEYS) {
    const cap = document.createElement('kbd');
    cap.textContent = name;
    chip(element('live'), [cap, use], use, () => bench.send(key));
  }
}

function setPaused(paused) {
  bench.paused = paused;
  element('pause').setAttribute('aria-pressed', paused);
  element('pause').textContent = paused ? 'Go on' : 'Pause';
}

function setPlugged(plugged) {
  if (plugged === bench.plugged) return;
  if (plugged) bench.plug();
  else bench.unplug();
  scene.plugged = plugged;
  element('plug').textContent = plugged ? 'Pull the plug' : 'Plug it in';
  element('pause').disabled = element('reset').disabled = !plugged;
  terminal.write(plugged ? '\r\n' : '\r\n\x1b[2m(no power)\x1b[0m\r\n');
}

/** Something drawn that acts while it is held down, with pointer or keyboard. */
function holdable(key, act) {
  const hold = (down) => {
    if (key.classList.contains('down') === down) return;
    key.classList.toggle('down', down);
    act(down);
  };
  key.addEventListener('pointerdown', (event) => {
    key.setPointerCapture(event.pointerId);
    hold(true);
  });
  for (const type of ['pointerup', 'pointercancel', 'blur']) key.addEventListener(type, () => hold(false));
  key.addEventListener('keydown', (event) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    hold(true);
  });
  key.addEventListener('keyup', () => hold(false));
}

function connectControls() {
  element('pause').addEventListener('click', () => setPaused(!bench.paused));
  element('reset').addEventListener('click', () => bench.reset());
  element('plug').addEventListener('click', () => setPlugged(!bench.plugged));
  element('flash-start').addEventListener('click', flash);
  element('speed').addEventListener('change', (event) => (bench.speed = Number(event.target.value)));
  holdable(element('push-key'), (down) => bench.press(down));
  holdable(element('reset-key'), (down) => down && bench.reset());
  holdable(element('cable'), (down) => down && setPlugged(!bench.plugged));
}

/* ---- flashing ---- */

const IMAGE = parseHex(hex, FLASH_SIZE);
const NO_SERIAL = 'This browser cannot reach serial ports: Chrome and Edge on a computer can. Or: make flash PORT=/dev/ttyACM0';

async function flash() {
  const say = (text) => (element('flash-status').textContent = text);
  const progress = element('flash-progress');
  if (!navigator.serial) return say(NO_SERIAL);
  let port;
  try {
    port = await navigator.serial.requestPort();
  } catch {
    return say('No port was chosen.');
  }
  element('flash-start').disabled = true;
  progress.hidden = false;
  try {
    say('Calling the boot loader …');
    const started = performance.now();
    await program(port, IMAGE.subarray(0, usedBytes(IMAGE)), (what, share) => {
      progress.value = (what === 'writing' ? 0 : 0.6) + share * (what === 'writing' ? 0.6 : 0.4);
      say(what === 'writing' ? 'Writing …' : 'Reading back …');
    }, Number(element('flash-board').value));
    say(`Written and verified in ${((performance.now() - started) / 1000).toFixed(1)} s. The queens are at work.`);
  } catch (error) {
    say(`Not written: ${error.message}.`);
  }
  element('flash-start').disabled = false;
  progress.hidden = true;
}

/* ---- each frame of the screen ---- */

const DARKNESS = new Float32Array(64);
const traffic = { tx: 0, rx: 0 };

function lightUp() {
  scene.light(bench.plugged ? bench.eye.look() : DARKNESS);
  scene.signal('on', bench.plugged ? 1 : 0);
  traffic.tx = bench.sent.length && bench.plugged ? 1 : traffic.tx * 0.7;
  traffic.rx = bench.received && bench.plugged ? 1 : traffic.rx * 0.7;
  bench.received = 0;
  for (const name of ['tx', 'rx']) scene.signal(name, traffic[name].toFixed(2));
}

function frame(now) {
  bench.advance(now);
  lightUp();
  if (bench.sent.length) {
    terminal.write(Uint8Array.from(bench.sent));
    bench.sent.length = 0;
  }
  requestAnimationFrame(frame);
}

/* ---- figures, four times a second ---- */

function picture() {
  const lit = Array.from({ length: 8 }, (_, row) =>
    Array.from({ length: 8 }, (_, column) => column + 1).filter((column) => bench.eye.levels[row * 8 + column - 1] > 0.05).join(' '),
  );
  return lit.every((row) => row === '') ? 'dark' : lit.map((columns, row) => `row ${row + 1}: ${columns || 'none'}`).join(', ');
}

function showFigures() {
  const { cycles, seconds, speed, sleep, stack } = bench.figures();
  element('cycles').textContent = Math.round(cycles).toLocaleString('en').replaceAll(',', '\u202f');
  element('seconds').textContent = `${seconds.toFixed(1)} s`;
  element('rate').textContent = bench.running ? `${speed.toFixed(2)} ×` : 'stopped';
  element('sleep').textContent = sleep === null ? '–' : `${(sleep * 100).toFixed(1)} %`;
  element('stack').textContent = `${stack} B`;
  scene.matrix.setAttribute('aria-label', `LED matrix, ${bench.plugged ? picture() : 'dark'}`);
}

openTerminal();
fillToolbars();
connectControls();
element('flash').textContent = `${(usedBytes(IMAGE) / 1024).toFixed(1)} of 32 KB`;
setInterval(showFigures, 250);
requestAnimationFrame(frame);

/* For tests and the curious. */
globalThis.nqueens = { bench, terminal };
