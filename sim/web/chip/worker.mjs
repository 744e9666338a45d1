/**
 * The simulated Uno in a worker: it keeps real time while the page is hidden, and the page stays responsive
 * at full speed.
 */
import { CLOCK, FLASH_SIZE, Uno } from '../../avr8js/uno.mjs';

const PER_MS = CLOCK / 1000;
/*
 * In ms: the longest run between two messages, the longest delay that is caught up, and the intervals of
 * pictures, measurements and looks for an order while nothing runs.
 */
const BUDGET = 12;
const LAG = 100;
const PICTURE = 15;
const FIGURES = 250;
const IDLE = 40;
/* Cycles that the chip runs beyond what the page has received: a key then comes in time at full speed. */
const AHEAD = CLOCK;
/* A click lasts at least 60 ms of the chip's time, long enough for its debouncing. */
const SHORTEST_PRESS = CLOCK * 0.06;

let uno;
let speed = 1;
let paused = false;
let plugged = true;
/* How often the power was switched. The page ignores reports from before the last time. */
let plugs = 0;
let inside = false;
/* Cycles that the chip is behind real time. */
let debt = 0;
/* The cycles of the last report that the page has received. */
let received = 0;
let last = null;
let pressedAt = 0;
let releaseAt = null;
let eepromChanged = false;
let sent = [];
let pictureAt = 0;
let shown = []; /* the levels that the page has */
let shownColours = '';
let figuresAt = 0;
let history = [];
const soon = new MessageChannel();

const running = () => plugged && !paused;
const isAhead = () => uno.cycles > received + AHEAD;

function runFor(milliseconds) {
  debt = Math.min(debt + milliseconds * PER_MS * speed, LAG * PER_MS * speed);
  const deadline = performance.now() + BUDGET;
  const step = PER_MS * Math.ceil(uno.matrix.chips.length / 32); /* many pixels are looked at less often */
  while (debt > 0 && !isAhead() && performance.now() < deadline) {
    const before = uno.cycles;
    uno.run(Math.min(debt, step));
    debt -= uno.cycles - before;
    expose(uno.cycles - before);
    if (releaseAt !== null && uno.cycles >= releaseAt) {
      releaseAt = null;
      uno.press(false);
    }
  }
}

/** Measurements of the last second: speed as a multiple of real time, share of sleep (null: nothing ran). */
function figures(now) {
  history.push({ now, cycles: uno.cycles, asleep: uno.asleep });
  while (history[0].now < now - 1100) history.shift();
  const [from, to] = [history[0], history.at(-1)];
  const cycles = to.cycles - from.cycles;
  return {
    cycles: to.cycles,
    seconds: to.cycles / CLOCK,
    speed: to.now > from.now ? cycles / PER_MS / (to.now - from.now) : 0,
    sleep: cycles > 0 ? (to.asleep - from.asleep) / cycles : null,
    stack: uno.stackDepth(),
  };
}

function lookInside() {
  const { profile } = uno;
  uno.profile = new Float64Array(FLASH_SIZE / 2);
  return {
    ram: uno.sram(),
    registers: uno.display === 'max7219' ? uno.matrix.chips.map((chip) => chip.registers.slice()) : [],
    profile,
  };
}

/* ---- the light of each LED, averaged over the time between two readings ---- */

const LEDS = 64; /* of a chip */
const rows = new Uint8Array(8);
let light;
let lightTime;

/** A display without light so far: after power-up it is a new one. */
function watch() {
  light = new Float64Array(LEDS * uno.matrix.chips.length);
  lightTime = 0;
}

/** Adds what the display shows, for so many cycles. */
function expose(cycles) {
  lightTime += cycles;
  for (let chip = 0; chip < uno.matrix.chips.length; chip++) {
    const share = cycles * uno.matrix.brightness(chip);
    uno.matrix.rows(rows, chip);
    for (let i = 0; i < LEDS; i++) if (rows[i >> 3] & (0x80 >> (i & 7))) light[LEDS * chip + i] += share;
  }
}

/**
 * The light since the last reading, 0 to 1, 64 LEDs per chip. The brightness that an eye perceives is about
 * the cube root of the light. Null if no time has passed.
 */
function readLight() {
  if (!lightTime) return null;
  const levels = Float32Array.from(light, (sum) => Math.cbrt(Math.min(1, sum / lightTime)));
  watch();
  return levels;
}

/* ---- what the page gets ---- */

const differ = (levels, others) =>
  levels.length !== others.length || levels.some((level, i) => Math.abs(level - others[i]) > 0.002);

function report(now) {
  const message = {};
  let isDue = false; /* the page needs the cycles */
  if (sent.length) {
    message.bytes = Uint8Array.from(sent);
    sent = [];
  }
  if (eepromChanged) message.eeprom = uno.eeprom.slice();
  eepromChanged = false;
  if (now >= pictureAt) {
    pictureAt = now + PICTURE;
    const levels = plugged && readLight();
    const colours = uno.matrix.colours;
    if (levels && (differ(levels, shown) || String(colours) !== shownColours)) {
      message.levels = shown = levels;
      message.colours = colours;
      shownColours = String(colours);
    }
    isDue = running();
  }
  if (now >= figuresAt) {
    figuresAt = now + FIGURES;
    message.figures = figures(now);
    if (inside) message.inside = lookInside();
  }
  if (isDue || Object.keys(message).length) postMessage({ ...message, cycles: uno.cycles, plugs });
}

function turn() {
  const now = performance.now();
  if (running()) runFor(Math.min(now - (last ?? now), LAG));
  else debt = 0;
  last = now;
  if (!Number.isFinite(speed)) debt = 0;
  report(now);
  /* A timer waits for at least 4 ms: too long at full speed. */
  if (running() && !isAhead() && (debt > 0 || !Number.isFinite(speed))) soon.port1.postMessage(0);
  else setTimeout(turn, running() ? 4 : IDLE);
}
soon.port2.onmessage = turn;

const ORDERS = {
  start({ image, ...parts }) {
    uno = new Uno(image, parts);
    uno.onByte = (byte) => sent.push(byte);
    uno.onEeprom = () => (eepromChanged = true);
    watch();
    turn();
  },
  send: ({ text }) => plugged && uno.send(text),
  press({ down }) {
    uno.press(down || uno.cycles < pressedAt + SHORTEST_PRESS);
    if (down) pressedAt = uno.cycles;
    releaseAt = down ? null : Math.max(uno.cycles, pressedAt + SHORTEST_PRESS);
  },
  received: ({ cycles }) => (received = cycles),
  reset: () => plugged && uno.reset(),
  pause: ({ on }) => (paused = on),
  /* Without power, only the EEPROM keeps its content. */
  plug({ on, modules, display, image }) {
    if (on && !plugged) {
      if (modules) uno.modules = modules;
      if (display) uno.display = display;
      if (image) uno.insert(image);
      uno.unplug();
      watch();
      history = [];
    }
    plugged = on;
    plugs++;
    sent = [];
    shown = [];
  },
  /** A multiple of real time; Infinity is as fast as this computer can. */
  speed({ times }) {
    speed = times;
    debt = 0;
  },
  inside({ on }) {
    inside = on;
    uno.profile = on ? new Float64Array(FLASH_SIZE / 2) : null;
  },
};

onmessage = ({ data }) => ORDERS[data.order](data);
