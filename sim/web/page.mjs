/** The page: puts the chip, the drawing, the terminal and the panels together. */
import count14 from 'count-14';
import images from 'images';
import lessonText from 'lesson';
import shares from 'shares';
import symbols from 'symbols';
import { Chip, StoredEeprom } from './chip/chip.mjs';
import { RealUno } from './flash/real.mjs';
import { SerialLine } from './serial/serial.mjs';
import { Screen } from './serial/terminal.mjs';
import { keepEntrance, walkWithArrows } from './serial/toolbar.mjs';
import { LIVE_KEYS, examples } from './panels/examples.mjs';
import { Flashing } from './panels/flashing.mjs';
import { Inside } from './panels/inside.mjs';
import { Lesson } from './panels/lesson.mjs';
import { Many } from './panels/many.mjs';
import { Place } from './panels/place.mjs';
import { Tabs } from './tabs.mjs';
import { StoredChoice } from './stored.mjs';
import { Scene } from './scene.mjs';
import { unpack, unpackValue } from './chip/unpack.mjs';

const FLASH_SIZE = 32768;
const CTRL_C = '\x03';

const element = (id) => document.getElementById(id);
const imageOf = (name) => unpack(images, name);

/** What a choice of the list means: the display, its modules, and the image that drives it. */
const partsOf = (shape) =>
  shape === 'ht16k33'
    ? { modules: 1, display: 'ht16k33', image: imageOf('ht16k33') }
    : { modules: shape.split('x').reduce((a, b) => a * b, 1), display: 'max7219', image: imageOf('uno') };
const allSymbols = unpackValue(symbols);
const symbolsOf = async (shape) => (await allSymbols)[shape === 'ht16k33' ? 'ht16k33' : 'max7219'];

const shapes = new StoredChoice(
  'nqueens-modules',
  [...element('shape').options].map(({ value }) => value),
);
const scene = new Scene(element('scene'));
const chip = new Chip({
  ...partsOf(shapes.value),
  eeprom: new StoredEeprom('nqueens-eeprom'),
});
scene.shape = element('shape').value = shapes.value;
const real = new RealUno();
const simulatedLine = new SerialLine((text) => {
  received += text.length;
  chip.send(text);
});
const realLine = new SerialLine((text) => real.send(text));
const screen = new Screen(element('terminal'), element('voice'));

let line = simulatedLine;
let received = 0;
let sent = 0;
let said = { notice: '', waiting: '' };

/* ---- the two lines, and the switch between them ---- */

chip.onBytes = (bytes) => {
  sent += bytes.length;
  simulatedLine.receive(bytes);
};
real.onBytes = (bytes) => realLine.receive(bytes);
for (const own of [simulatedLine, realLine]) {
  own.onNotice = (text) => say({ ...said, notice: text });
  own.onWaiting = (count) =>
    say({
      ...said,
      waiting: count
        ? `${count} ${count === 1 ? 'line waits' : 'lines wait'} to be typed. ` +
          `Ctrl-C drops ${count === 1 ? 'it' : 'them'}.`
        : '',
    });
}

/** What stands under the terminal. */
function say(now) {
  said = now;
  element('notice').textContent = `${said.notice} ${said.waiting}`.trim();
}

const isReal = () => line === realLine;
const isReady = () => (isReal() ? real.open : chip.plugged) && !(isReal() && flashing.busy);

function turnTo(other) {
  line = other;
  screen.turnTo(line);
  say({ notice: '', waiting: '' });
  showWhich();
}

/** The line, ready to be typed at. */
function readyLine() {
  if (!isReal()) setPaused(false);
  scene.attacks([]);
  return line;
}

function showWhich() {
  for (const [id, on] of [
    ['to-simulated', !isReal()],
    ['to-real', isReal()],
  ]) {
    element(id).setAttribute('aria-checked', on);
    element(id).tabIndex = on ? 0 : -1;
  }
  document.body.classList.toggle('talks-to-real', isReal());
  element('bench-note').hidden = !isReal();
  const status = element('real-status');
  status.hidden = !isReal();
  if (isReal()) showReal(status);
  showReady();
}

function showReal(status) {
  const text = real.open
    ? 'You are talking to the real Uno.'
    : real.lost
      ? 'The real Uno was unplugged.'
      : 'No real Uno is connected.';
  const button = (label, act) =>
    Object.assign(document.createElement('button'), { type: 'button', textContent: label, onclick: act });
  const buttons = real.open
    ? [button('Reset it', () => real.reset().catch(() => {})), button('Disconnect', () => real.disconnect())]
    : [button('Connect', () => flashing.connect())];
  status.replaceChildren(text, ...buttons);
  element('real-status').classList.toggle('open', real.open);
}

function showReady() {
  const ready = isReady();
  for (const id of ['examples', 'live']) {
    for (const button of element(id).querySelectorAll('button')) button.disabled = !ready;
    keepEntrance(element(id));
  }
  lesson.enable(ready);
  place.enable(ready);
  element('pause').disabled = element('reset').disabled = !chip.plugged;
  keepEntrance(element('bench-bar'));
}

real.onChange = () => {
  if (!real.open) {
    realLine.forget();
    realLine.remark(real.lost ? '\r\n\x1b[2m(unplugged)\x1b[0m\r\n' : '\r\n\x1b[2m(disconnected)\x1b[0m\r\n');
  }
  showWhich();
};

function connectSwitch() {
  element('to-simulated').addEventListener('click', () => turnTo(simulatedLine));
  element('to-real').addEventListener('click', () => {
    turnTo(realLine);
    if (!real.open) flashing.connect();
  });
  const bar = document.querySelector('.switch');
  walkWithArrows(bar, (radio) => turnTo(radio.id === 'to-real' ? realLine : simulatedLine));
}

/* ---- buttons ---- */

function chipButton(parent, label, title, act) {
  const button = document.createElement('button');
  button.type = 'button';
  button.title = title;
  button.append(...[label].flat());
  button.addEventListener('click', act);
  parent.append(button);
}

function fillToolbars() {
  for (const [command, use] of examples(count14))
    chipButton(element('examples'), command, use, () => readyLine().command(command));
  for (const [key, name, use] of LIVE_KEYS) {
    const cap = document.createElement('kbd');
    cap.textContent = name;
    chipButton(element('live'), [cap, use], use, () => (key === CTRL_C ? line.stop() : line.type(key)));
  }
  for (const id of ['examples', 'live', 'bench-bar']) walkWithArrows(element(id));
}

function setPaused(paused) {
  if (paused === chip.paused) return;
  chip.pause(paused);
  element('pause').setAttribute('aria-pressed', paused);
  element('pause').textContent = paused ? 'Go on' : 'Pause';
}

function setPlugged(plugged) {
  if (plugged === chip.plugged) return;
  if (plugged) chip.plug();
  else chip.unplug();
  scene.plugged = plugged;
  scene.attacks([]);
  simulatedLine.forget();
  element('plug').textContent = plugged ? 'Pull the plug' : 'Plug it in';
  simulatedLine.remark(plugged ? '\r\n' : '\r\n\x1b[2m(no power)\x1b[0m\r\n');
  showReady();
}

/**
 * Another display at the end of the wires. Nobody changes it with the power on; afterwards the firmware is
 * told
 * how many modules there are, and keeps it. The one for I2C has a firmware of its own.
 */
function setShape(shape) {
  setPlugged(false);
  shapes.value = shape;
  scene.shape = shape;
  scene.plugged = false;
  chip.attach(partsOf(shape));
  symbolsOf(shape).then((own) => inside.use(own));
  setPlugged(true);
  toType = shape === 'ht16k33' ? [] : [`modules ${shape}`, 'save'];
  started = false;
}

function setWhole(whole) {
  scene.whole = whole;
  element('whole').setAttribute('aria-pressed', whole);
  element('whole').textContent = whole ? 'Matrix only' : 'Whole board';
  document.body.classList.toggle('whole-board', whole);
}

/** What is drawn acts while it is held down, with pointer or keyboard. */
function holdables(parent, acts) {
  const hold = (key, down) => {
    if (!key || key.classList.contains('down') === down) return;
    key.classList.toggle('down', down);
    acts[key.id](down);
  };
  const keyOf = ({ target }) => target.closest('.key');
  parent.addEventListener('pointerdown', (event) => {
    keyOf(event)?.setPointerCapture(event.pointerId);
    hold(keyOf(event), true);
  });
  for (const type of ['pointerup', 'pointercancel', 'focusout', 'keyup'])
    parent.addEventListener(type, (event) => hold(keyOf(event), false));
  parent.addEventListener('keydown', (event) => {
    if (!keyOf(event) || (event.key !== ' ' && event.key !== 'Enter')) return;
    event.preventDefault();
    hold(keyOf(event), true);
  });
}

function connectControls() {
  element('pause').addEventListener('click', () => setPaused(!chip.paused));
  element('reset').addEventListener('click', () => chip.reset());
  element('plug').addEventListener('click', () => setPlugged(!chip.plugged));
  element('whole').addEventListener('click', () =>
    setWhole(element('whole').getAttribute('aria-pressed') !== 'true'),
  );
  element('shape').addEventListener('change', (event) => setShape(event.target.value));
  element('speed').addEventListener('change', (event) => chip.run(Number(event.target.value)));
  holdables(element('scene'), {
    'push-key': (down) => chip.press(down),
    'reset-key': (down) => down && chip.plugged && chip.reset(),
    cable: (down) => down && setPlugged(!chip.plugged),
  });
}

/** The file that runs here, for those who flash it by other means. */
function offerHex(bytes) {
  const hex = (byte) => byte.toString(16).padStart(2, '0').toUpperCase();
  const record = (fields) =>
    `:${[...fields, -fields.reduce((a, b) => a + b, 0) & 0xff].map(hex).join('')}\n`;
  let text = '';
  for (let at = 0; at < bytes.length; at += 16) {
    const data = bytes.slice(at, at + 16);
    text += record([data.length, at >> 8, at & 0xff, 0, ...data]);
  }
  element('hex').href = URL.createObjectURL(new Blob([`${text}:00000001FF\n`], { type: 'text/plain' }));
}

/* ---- a session that a link starts ---- */

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

/* ---- each frame of the screen, and each quarter of a second ---- */

const traffic = { tx: 0, rx: 0 };

function frame() {
  const dark = !chip.plugged;
  scene.light(chip.levels);
  scene.signal('on', dark ? 0 : 1);
  traffic.tx = sent && !dark ? 1 : traffic.tx * 0.7;
  traffic.rx = received && !dark ? 1 : traffic.rx * 0.7;
  sent = received = 0;
  for (const name of ['tx', 'rx']) scene.signal(name, traffic[name].toFixed(2));
  requestAnimationFrame(frame);
}

function picture() {
  if (chip.modules > 1) return `${chip.levels.filter((level) => level > 0.05).length} LEDs lit`;
  const lit = Array.from({ length: 8 }, (_, row) =>
    Array.from({ length: 8 }, (_, column) => column + 1)
      .filter((column) => chip.levels[row * 8 + column - 1] > 0.05)
      .join(' '),
  );
  return lit.every((row) => row === '')
    ? 'dark'
    : lit.map((columns, row) => `row ${row + 1}: ${columns || 'none'}`).join(', ');
}

chip.onFigures = ({ cycles, seconds, speed, sleep, stack }) => {
  element('cycles').textContent = Math.round(cycles).toLocaleString('en').replaceAll(',', '\u202f');
  element('seconds').textContent = `${seconds.toFixed(1)} s`;
  element('rate').textContent = chip.running ? `${speed.toFixed(2)} ×` : 'stopped';
  element('sleep').textContent = sleep === null || !chip.running ? '–' : `${(sleep * 100).toFixed(1)} %`;
  element('stack').textContent = `${stack} B`;
  scene.describe(chip.plugged ? picture() : 'dark');
};

/* ---- all together ---- */

const lesson = new Lesson(element('lesson'), lessonText, readyLine);
const place = new Place(element('place'), readyLine, (attacks) => !isReal() && scene.attacks(attacks));
const flashing = new Flashing(imageOf, real, showReady, () => turnTo(realLine));
const many = new Many(element('many'), imageOf('uno'));
element('tab-many').hidden = !shares;
const inside = new Inside(element('inside'));
symbolsOf(shapes.value).then((own) => inside.use(own));
chip.onInside = (seen) => inside.show(seen, chip.figures);
element('rule-words').innerHTML = lessonText.rule;

screen.turnTo(line);
fillToolbars();
connectControls();
connectSwitch();
imageOf('uno').then((bytes) => {
  element('flash').textContent = `${(bytes.length / 1024).toFixed(1)} of ${FLASH_SIZE / 1024} KB`;
  offerHex(bytes);
});
showReady();
const tabs = new Tabs(
  element('tabs'),
  (name) => {
    chip.lookInside(name === 'inside');
    many.show(name === 'many');
  },
  (lines) => {
    toType = lines;
    if (isReal()) turnTo(simulatedLine);
    typeSession();
  },
);
requestAnimationFrame(frame);

/* For tests and the curious. */
globalThis.nqueens = { chip, real, terminal: screen.terminal, scene, tabs, simulatedLine, realLine };
