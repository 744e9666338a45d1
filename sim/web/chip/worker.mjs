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
/* Cycles that the chip may run beyond what the page has received: a key then comes in time at full speed. */
const AHEAD = CLOCK;
/* A click lasts at least 60 ms of the chip's time, long enough for its debouncing. */
const SHORTEST_PRESS = CLOCK * 0.06;

let uno;
/* The speed is a multiple of real time; Infinity is as fast as this computer can. */
let speed, paused, inside;
/* Cycles that the chip is behind real time. */
let debt = 0;
/* The cycles of the last report that the page has received. */
let received = 0;
let last = null;
let pressedAt = 0;
let releaseAt = null;
let news = {}; /* for the page */
let pictureAt = 0;
let shown = []; /* the levels that the page has */
let shownColours = '';
let figuresAt = 0;
const history = [];
const soon = new MessageChannel();

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
let light;
let lightTime;

function watch() {
  light = new Float64Array(LEDS * uno.matrix.chips.length);
  lightTime = 0;
}

/** Adds what the display shows, for so many cycles. */
function expose(cycles) {
  lightTime += cycles;
  for (let chip = 0; chip < uno.matrix.chips.length; chip++) {
    const share = cycles * uno.matrix.brightness(chip);
    for (let i = 0; i < LEDS; i++) if (uno.matrix.isLit(i >> 3, i & 7, chip)) light[LEDS * chip + i] += share;
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

function report(now) {
  let isDue = false; /* the page needs the cycles */
  if (now >= pictureAt) {
    pictureAt = now + PICTURE;
    const [levels, colours] = [readLight(), uno.matrix.colours];
    const isNew = (level, i) => !(Math.abs(level - shown[i]) < 0.002);
    if (levels && (levels.some(isNew) || String(colours) !== shownColours)) {
      Object.assign(news, { levels, colours });
      shown = levels;
      shownColours = String(colours);
    }
    isDue = !paused;
  }
  if (now >= figuresAt) {
    figuresAt = now + FIGURES;
    news.figures = figures(now);
    if (inside) news.inside = lookInside();
  }
  if (isDue || Object.keys(news).length) postMessage({ ...news, cycles: uno.cycles });
  news = {};
}

function turn() {
  const now = performance.now();
  if (paused) debt = 0;
  else runFor(Math.min(now - (last ?? now), LAG));
  last = now;
  if (!Number.isFinite(speed)) debt = 0;
  report(now);
  /* A timer waits for at least 4 ms: too long at full speed. */
  if (!paused && !isAhead() && (debt > 0 || !Number.isFinite(speed))) soon.port1.postMessage(0);
  else setTimeout(turn, paused ? IDLE : 4);
}
soon.port2.onmessage = turn;

const ORDERS = {
  start({ image, settings, ...parts }) {
    uno = new Uno(image, parts);
    uno.onByte = (byte) => (news.bytes ??= []).push(byte);
    uno.onEeprom = () => (news.eeprom = uno.eeprom);
    ORDERS.set(settings);
    watch();
    turn();
  },
  set(settings) {
    ({ speed, paused, inside } = settings);
    uno.profile = inside ? (uno.profile ?? new Float64Array(FLASH_SIZE / 2)) : null;
  },
  send: ({ text }) => uno.send(text),
  press({ down }) {
    uno.press(down || uno.cycles < pressedAt + SHORTEST_PRESS);
    if (down) pressedAt = uno.cycles;
    releaseAt = down ? null : Math.max(uno.cycles, pressedAt + SHORTEST_PRESS);
  },
  reset: () => uno.reset(),
  received: ({ cycles }) => (received = cycles),
};

onmessage = ({ data }) => ORDERS[data.order](data);
