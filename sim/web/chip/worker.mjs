/**
 * The simulated Uno in a worker of its own: it keeps real time also while the page is hidden, and the page
 * stays quick at full speed.
 */
import { CLOCK, FLASH_SIZE, Uno } from '../../avr8js/uno.mjs';
import { LightMeter } from './light.mjs';

const STEP = CLOCK / 1000;
/*
 * In ms: the longest run before messages are looked at, the lag that is made good, and the time between
 * pictures.
 */
const BUDGET = 12;
const LAG = 100;
const PICTURE = 15;
const FIGURES = 250;
/* A click is held for at least 60 ms of the chip's time: what it takes to pass the debouncing. */
const SHORTEST_PRESS = CLOCK * 0.06;

let uno;
let meter;
let speed = 1;
let paused = false;
let plugged = true;
/* How often the plug was pulled or put in: a report tells of what was seen behind that. */
let plugs = 0;
let inside = false;
let debt = 0;
let last = null;
let pressedAt = 0;
let releaseAt = null;
let eepromChanged = false;
let sent = [];
let pictureAt = 0;
let figuresAt = 0;
let history = [];
const soon = new MessageChannel();

const running = () => plugged && !paused;

function runFor(milliseconds) {
  debt = Math.min(debt + (milliseconds / 1000) * CLOCK * speed, (LAG / 1000) * CLOCK * speed);
  const deadline = performance.now() + BUDGET;
  while (debt > 0 && performance.now() < deadline) {
    const before = uno.cycles;
    uno.run(Math.min(debt, STEP));
    debt -= uno.cycles - before;
    if (releaseAt !== null && uno.cycles >= releaseAt) {
      releaseAt = null;
      uno.press(false);
    }
  }
}

/** Figures of the last second: speed as times real time, share of sleep (null while nothing runs). */
function figures(now) {
  history.push({ now, cycles: uno.cycles, asleep: uno.asleep });
  while (history[0].now < now - 1100) history.shift();
  const [from, to] = [history[0], history.at(-1)];
  const cycles = to.cycles - from.cycles;
  return {
    cycles: to.cycles,
    seconds: to.cycles / CLOCK,
    speed: to.now > from.now ? cycles / (CLOCK / 1000) / (to.now - from.now) : 0,
    sleep: cycles > 0 ? (to.asleep - from.asleep) / cycles : null,
    stack: uno.stackDepth(),
  };
}

function lookInside() {
  const { profile } = uno;
  uno.profile = new Float64Array(FLASH_SIZE / 2);
  return {
    ram: uno.sram(),
    stackPointer: uno.stackPointer,
    display: uno.display,
    registers: uno.matrix.chips.map((chip) => chip.registers.slice()),
    profile,
  };
}

function report(now) {
  const message = {};
  if (sent.length) {
    message.bytes = Uint8Array.from(sent);
    sent = [];
  }
  if (eepromChanged) message.eeprom = uno.eeprom.slice();
  eepromChanged = false;
  if (now >= pictureAt) {
    pictureAt = now + PICTURE;
    const levels = plugged && meter.read();
    if (levels) message.levels = levels;
  }
  if (now >= figuresAt) {
    figuresAt = now + FIGURES;
    message.figures = figures(now);
    if (inside) message.inside = lookInside();
  }
  if (Object.keys(message).length) postMessage({ ...message, cycles: uno.cycles, plugs });
}

function turn() {
  const now = performance.now();
  if (running()) runFor(Math.min(now - (last ?? now), LAG));
  else debt = 0;
  last = now;
  if (!Number.isFinite(speed)) debt = 0;
  report(now);
  /* A timer waits for 4 ms at least: too long where all of the time is wanted. */
  if (running() && (debt > 0 || !Number.isFinite(speed))) soon.port1.postMessage(0);
  else setTimeout(turn, 4);
}
soon.port2.onmessage = turn;

const ORDERS = {
  start({ image, eeprom, modules, display }) {
    uno = new Uno(image, eeprom, modules);
    if (display !== uno.display) {
      uno.display = display;
      uno.unplug();
    }
    uno.onByte = (byte) => sent.push(byte);
    uno.onEeprom = () => (eepromChanged = true);
    meter = new LightMeter(uno);
    turn();
  },
  send({ text }) {
    if (plugged) uno.send(text);
  },
  press({ down }) {
    uno.press(down || uno.cycles < pressedAt + SHORTEST_PRESS);
    if (down) pressedAt = uno.cycles;
    releaseAt = down ? null : Math.max(uno.cycles, pressedAt + SHORTEST_PRESS);
  },
  reset() {
    if (plugged) uno.reset();
  },
  /* Without power nothing is left but the EEPROM. */
  plug({ on, modules, display, image }) {
    if (on && !plugged) {
      if (modules) uno.modules = modules;
      if (display) uno.display = display;
      if (image) uno.insert(image);
      uno.unplug();
      meter.watch();
      history = [];
    }
    plugged = on;
    plugs++;
    sent = [];
  },
  pause({ on }) {
    paused = on;
  },
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
