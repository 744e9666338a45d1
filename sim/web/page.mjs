/** The page: puts the chip, the drawing, the terminal and the panels together. */
import documents from 'documents';
import images from 'images';
import symbols from 'symbols';
import { Chip, storeEeprom, storedEeprom } from './chip/chip.mjs';
import * as dom from './dom.mjs';
import { RealUno } from './flash/real.mjs';
import { SerialLine } from './serial/serial.mjs';
import * as screen from './serial/terminal.mjs';
import * as inside from './panels/inside.mjs';
import * as lesson from './panels/lesson.mjs';
import * as many from './panels/many.mjs';
import * as place from './panels/place.mjs';
import * as realPanel from './panels/real.mjs';
import { solutionsAsCsv } from './panels/queens.mjs';
import { storedChoice, unpack, unpackValue } from './stored.mjs';
import { layout } from './drawing.mjs';
import { Scene } from './scene.mjs';
import * as texts from './text.mjs';

const { element, make, makeButton } = dom;
const { language, show, text } = texts;

const FLASH_SIZE = 32768;
/* A board with the firmware greets within this time after the reset that opening its port causes. */
const SILENCE = 2000;

const imageOf = (name) => unpack(images, name);

/** The display of a choice in the list, its modules, and the image that drives it. */
const isChain = (shape) => /^\dx\d$/.test(shape);
const imageNameOf = (shape) => (isChain(shape) ? 'uno' : shape);
function setupOf(shape) {
  const { across, down } = layout(shape);
  const display = isChain(shape) ? 'max7219' : shape;
  return { modules: across * down, display, image: imageOf(imageNameOf(shape)) };
}
const allSymbols = unpackValue(symbols);

/** What the page says of the image for a choice in the list. */
async function describeImage(shape) {
  inside.use((await allSymbols)[imageNameOf(shape)]);
  const { length } = await imageOf(imageNameOf(shape));
  show(element('flash'), 'board.flashUsed', { used: (length / 1024).toFixed(1), size: FLASH_SIZE / 1024 });
}

const shapes = storedChoice('nqueens-modules', Array.from(element('shape').options, ({ value }) => value));
const scene = new Scene(element('scene'));
const chip = new Chip({ ...setupOf(shapes.value), eeprom: storedEeprom() });
chip.onEeprom = storeEeprom;
scene.shape = element('shape').value = shapes.value;
const real = new RealUno();
/* The light of the LEDs TX and RX: full when bytes have passed, then it fades. */
const glow = { tx: 0, rx: 0 };
const simulatedLine = new SerialLine((text) => {
  if (chip.plugged) glow.rx = 1;
  chip.order('send', { text });
});
const realLine = new SerialLine((text) => real.send(text));
screen.start(() => scene.place(null));

let line = simulatedLine;
let silence = null;

/* ---- the two serial lines, and the switch between them ---- */

chip.onBytes = (bytes) => {
  glow.tx = 1;
  simulatedLine.receive(bytes);
};
real.onBytes = (bytes) => {
  if (silence !== null) stopWaiting();
  realLine.receive(bytes);
};
for (const own of [simulatedLine, realLine]) {
  own.onNotice = (key, values) => show(element('unsent'), key, values);
  own.onWaiting = (count) => show(element('waiting'), count ? 'serial.waiting' : null, { count });
}

const isReal = () => line === realLine;
/** The text that says why no command can be pressed; null: one can. */
function hindrance() {
  if (!isReal()) return chip.plugged ? null : 'ready.power';
  if (realPanel.busy) return 'ready.busy';
  return real.open ? null : 'ready.real';
}

function connectTo(isForReal) {
  line = isForReal ? realLine : simulatedLine;
  screen.connect(line);
  show(element('unsent'), null);
  show(element('waiting'), null);
  showWhich();
}

/** The chosen serial line. The simulated chip runs, so that it can answer. */
function runningLine() {
  if (!isReal()) setPaused(false);
  return line;
}

/** The same for a command that changes the picture: a board that is being placed is hidden. */
function readyLine() {
  scene.place(null);
  return runningLine();
}

const stateOfReal = () => (real.open ? 'real.talking' : real.lost ? 'real.lost' : 'real.absent');

function showWhich() {
  for (const radio of document.querySelectorAll('.switch button')) {
    const on = (radio.id === 'to-real') === isReal();
    radio.setAttribute('aria-checked', on);
    radio.tabIndex = on ? 0 : -1;
  }
  document.body.classList.toggle('talks-to-real', isReal());
  element('bench-note').hidden = element('real-status').hidden = !isReal();
  const acts = real.open
    ? { 'board.reset': resetReal, 'real.disconnect': () => real.disconnect() }
    : { 'real.connect': realPanel.connect };
  const buttons = Object.entries(acts).map(([key, act]) => show(makeButton(act), key));
  element('real-status').replaceChildren(show(make('span'), stateOfReal()), ...buttons);
  showReady();
}

function showReady() {
  const ready = hindrance() === null;
  show(element('not-ready'), hindrance());
  for (const button of document.querySelectorAll('#examples button, #live button')) button.disabled = !ready;
  lesson.enable(ready);
  place.enable(ready);
  element('pause').disabled = element('reset').disabled = !chip.plugged;
  dom.keepReachable(element('bench-bar'));
}

/** If the board sends nothing after a reset, shows what to try. */
function waitForGreeting() {
  stopWaiting();
  silence = setTimeout(() => show(element('silent'), 'real.silent'), SILENCE);
}

function stopWaiting() {
  clearTimeout(silence);
  silence = null;
  show(element('silent'), null);
}

function resetReal() {
  waitForGreeting();
  real.reset().catch(() => {});
}

const remark = (own, key) => own.remark(`\r\n\x1b[2m${text(key)}\x1b[0m\r\n`);

real.onChange = () => {
  if (real.open) waitForGreeting();
  else {
    stopWaiting();
    realLine.forget();
    remark(realLine, stateOfReal());
  }
  showWhich();
};

function chooseReal() {
  connectTo(true);
  if (!real.open) realPanel.connect();
}

/* ---- buttons ---- */

const EXAMPLES = [
  ['solve 8', 'try.solve'],
  ['search 6', 'try.search'],
  ['fundamental 8', 'try.fundamental'],
  ['images 15863724', 'try.images'],
  ['complete ...24...', 'try.complete'],
  ['check 15863725', 'try.check'],
  ['count 14', 'try.count'],
  ['solve 16', 'try.large'],
  ['pace 50', 'try.fast'],
  ['pace 500', 'try.normal'],
  ['format board', 'try.board'],
  ['format digits', 'try.digits'],
  ['info', 'try.info'],
  ['help', 'try.help'],
];

/** The live keys: what is sent, what the button shows, and what the key does. */
const LIVE_KEYS = [
  ['?', '?', 'key.status'],
  ['!', '!', 'key.pause'],
  ['~', '~', 'key.resume'],
  [',', ',', 'key.back'],
  ['.', '.', 'key.step'],
  ['+', '+', 'key.faster'],
  ['-', '−', 'key.slower'],
  ['\x03', 'Ctrl-C', 'key.stop'],
];

function fillToolbars() {
  for (const [command, use] of EXAMPLES) {
    const type = () => readyLine().command(command);
    const words = [make('code', {}, command), ' ', show(make('small'), use)];
    element('examples').append(makeButton(type, {}, ...words));
  }
  for (const [key, name, use] of LIVE_KEYS) {
    const press = () => {
      scene.place(null);
      line.type(key);
    };
    element('live').append(makeButton(press, {}, make('kbd', {}, name), show(make('span'), use)));
  }
  for (const id of ['examples', 'live', 'bench-bar']) dom.walkWithArrows(element(id));
}

function setPaused(paused) {
  if (paused === chip.paused) return;
  chip.set({ paused });
  element('pause').setAttribute('aria-pressed', paused);
}

function setPlugged(plugged) {
  if (plugged === chip.plugged) return;
  if (plugged) chip.plug();
  else chip.unplug();
  scene.plugged = plugged;
  scene.place(null);
  started = false;
  simulatedLine.forget();
  show(element('plug'), plugged ? 'board.unplug' : 'board.plug');
  if (plugged) simulatedLine.remark('\r\n');
  else remark(simulatedLine, 'serial.noPower');
  showReady();
}

/**
 * Connects another display, with its own firmware, while the power is off. Then the page types the number of
 * modules and `save`, which end the demo, so that a job follows.
 */
function setShape(shape) {
  setPlugged(false);
  shapes.value = shape;
  scene.shape = shape;
  scene.plugged = false;
  Object.assign(chip.setup, setupOf(shape));
  describeImage(shape);
  setPlugged(true);
  /* The panel has 64 LEDs; the displays on I2C have one size. */
  const modules = shape === 'ws2812' ? '1x1' : shape;
  toType = isChain(modules) ? [`modules ${modules}`, 'save', 'solve 8'] : [];
}

function toggleWhole() {
  const whole = document.body.classList.toggle('whole-board');
  scene.whole = whole;
  element('whole').setAttribute('aria-pressed', whole);
}

/** The drawn buttons act while they are held down, with pointer or keyboard. */
function holdables(parent, acts) {
  const hold = (event, down) => {
    const key = event.target.closest('.key');
    if (!key || key.classList.contains('down') === down) return;
    if (event.type === 'pointerdown') key.setPointerCapture(event.pointerId);
    key.classList.toggle('down', down);
    acts[key.id](down);
  };
  for (const type of ['pointerup', 'pointercancel', 'focusout', 'keyup'])
    parent.addEventListener(type, (event) => hold(event, false));
  parent.addEventListener('pointerdown', (event) => event.button === 0 && hold(event, true));
  /* A screen reader clicks without a pointer. */
  parent.addEventListener('click', (event) => {
    if (event.detail === 0) for (const down of [true, false]) hold(event, down);
  });
  parent.addEventListener('keydown', (event) => {
    if (!event.target.closest('.key') || ![' ', 'Enter'].includes(event.key)) return;
    event.preventDefault();
    hold(event, true);
  });
}

function resetSimulated() {
  scene.place(null);
  chip.order('reset');
}

function saveCsv() {
  const csv = solutionsAsCsv(screen.shown());
  if (csv) dom.download('nqueens.csv', csv);
  show(element('unsent'), csv ? null : 'save.none');
}

function connectControls() {
  dom.connect({
    pause: () => setPaused(!chip.paused),
    reset: resetSimulated,
    plug: () => setPlugged(!chip.plugged),
    whole: toggleWhole,
    shape: setShape,
    speed: (times) => chip.set({ speed: Number(times) }),
    language: texts.setLanguage,
    'save-text': () => dom.download('nqueens.txt', screen.shown()),
    'save-csv': saveCsv,
    'to-simulated': () => connectTo(false),
    'to-real': chooseReal,
  });
  dom.walkWithArrows(document.querySelector('.switch'), ({ id }) => connectTo(id === 'to-real'));
  holdables(element('scene'), {
    'push-key': (down) => {
      scene.place(null);
      chip.order('press', { down });
    },
    'reset-key': (down) => down && resetSimulated(),
    cable: (down) => down && setPlugged(!chip.plugged),
  });
}

/* ---- lines that a link types ---- */

let started = false;
let toType = [];
simulatedLine.onStart = () => {
  started = true;
  typeSession();
};

function typeSession() {
  if (!started || !toType.length) return;
  simulatedLine.paste(`${toType.splice(0).join('\n')}\n`);
}

/* ---- what changes, and each quarter of a second ---- */

let isDrawn = true;

function frame() {
  isDrawn = true;
  scene.light(chip.levels, chip.colours);
  scene.signal('on', chip.plugged ? 1 : 0);
  for (const name of ['tx', 'rx']) {
    scene.signal(name, glow[name].toFixed(2));
    glow[name] *= 0.7;
  }
  if (Math.max(glow.tx, glow.rx) > 0.01) drawSoon();
}

/** An idle chip changes nothing, so nothing is drawn: a phone's battery lasts longer. */
function drawSoon() {
  if (isDrawn) requestAnimationFrame(frame);
  isDrawn = false;
}
chip.onLight = drawSoon;

/** The picture in words, for screen readers. */
function picture() {
  const lit = scene.seen(chip.levels).map((level) => level > 0.05);
  const count = lit.filter(Boolean).length;
  if (!count) return text('scene.dark');
  if (lit.length > 64) return text('scene.lit', { count });
  const rows = Array.from({ length: 8 }, (_, row) => {
    const columns = [...lit.slice(8 * row, 8 * row + 8)].map((on, i) => on && i + 1).filter(Boolean);
    return text('scene.row', { row: row + 1, columns: columns.join(' ') || text('scene.none') });
  });
  return rows.join(', ');
}

scene.onChange = () => {
  scene.describe(picture);
  drawSoon();
};

chip.onFigures = ({ cycles, seconds, speed, sleep, stack }) => {
  element('cycles').textContent = Math.round(cycles).toLocaleString('en').replaceAll(',', '\u202f');
  element('seconds').textContent = `${seconds.toFixed(1)} s`;
  const isRunning = chip.plugged && !chip.paused;
  element('rate').textContent = isRunning ? `${speed.toFixed(2)} ×` : text('board.stopped');
  element('sleep').textContent = isRunning && sleep !== null ? `${(sleep * 100).toFixed(1)} %` : '–';
  element('stack').textContent = `${stack} B`;
  scene.onChange();
};

/* ---- the language ---- */

function fillLanguages() {
  const list = element('language');
  for (const name of texts.LANGUAGES)
    list.append(Object.assign(new Option(texts.languageName(name), name), { lang: name }));
  list.value = language();
  texts.onLanguage(() => {
    for (const link of [element('readme'), element('teaching')]) {
      const files = documents[link.id];
      link.href = files[language()] ?? files.en;
    }
  });
  texts.showLanguage();
}

/* ---- all together ---- */

lesson.start(readyLine);
place.start(runningLine, imageOf('uno'), (columns, attacks) => !isReal() && scene.place(columns, attacks));
realPanel.start({ images: imageOf, real, changed: showReady, talk: () => connectTo(true) });
many.start(imageOf('uno'));
describeImage(shapes.value);
chip.onInside = inside.look;

screen.connect(line);
fillToolbars();
connectControls();
fillLanguages();
showReady();
dom.startTabs(
  (name) => {
    chip.set({ inside: name === 'inside' });
    if (name !== 'many') many.end();
  },
  async (lines) => {
    toType = lines;
    if (isReal()) connectTo(false);
    const own = readyLine();
    if (started) await own.stop(); /* a pasted line would wait for a job of a link */
    typeSession();
  },
);
drawSoon();

/* For tests and the curious. */
const { terminal, shown } = screen;
globalThis.nqueens = { chip, terminal, shown, simulatedLine, report: realPanel };
