/** The simulated Uno on the work bench: real time, pause, reset, the plug, and an EEPROM that outlives the page. */
import { CLOCK, Uno } from '../avr8js/uno.mjs';
import { Eye } from './eye.mjs';

const EEPROM_KEY = 'nqueens-eeprom';
const STEP = CLOCK / 1000;
/* At most this long of a frame is spent on the chip, and so much lag is made good; in ms. */
const BUDGET = 12;
const LAG = 100;

function loadEeprom() {
  const eeprom = new Uint8Array(1024).fill(0xff);
  try {
    const kept = atob(localStorage.getItem(EEPROM_KEY) ?? '');
    for (let i = 0; i < Math.min(kept.length, eeprom.length); i++) eeprom[i] = kept.charCodeAt(i);
  } catch {
    /* No storage here, or not ours: a new chip. */
  }
  return eeprom;
}

export class Bench {
  /** Times real time; Infinity is as fast as this machine can. */
  speed = 1;
  paused = false;
  plugged = true;
  /** Bytes sent by the chip since the last look, and of send() to it. */
  sent = [];
  received = 0;

  #eepromChanged = false;
  #debt = 0;
  #last = null;
  #releaseAt = null;
  #history = [];

  constructor(hex) {
    this.uno = new Uno(hex, loadEeprom());
    this.uno.onByte = (byte) => this.sent.push(byte);
    this.uno.onEeprom = () => (this.#eepromChanged = true);
    this.eye = new Eye(this.uno);
    addEventListener('pagehide', () => this.#keepEeprom());
  }

  get running() {
    return this.plugged && !this.paused;
  }

  send(text) {
    if (!this.plugged) return;
    this.received += text.length;
    this.uno.send(text);
  }

  /** The push button. It stays down for at least 60 ms of the chip's time, however short the click. */
  press(down) {
    if (down) {
      this.uno.press(true);
      this.#releaseAt = null;
      this.pressedAt = this.uno.cycles;
    } else this.#releaseAt = Math.max(this.uno.cycles, (this.pressedAt ?? 0) + CLOCK * 0.06);
  }

  reset() {
    if (this.plugged) this.uno.reset();
  }

  /** Without power nothing is left but the EEPROM. */
  unplug() {
    this.plugged = false;
    this.#keepEeprom();
  }

  plug() {
    if (this.plugged) return;
    this.plugged = true;
    this.uno.unplug();
    this.eye.watch();
    this.#debt = 0;
    this.#history.length = 0;
  }

  /** Lets the chip run for the real time since the last call; `now` in ms. */
  advance(now) {
    const elapsed = Math.min(now - (this.#last ?? now), LAG);
    this.#last = now;
    if (this.running) {
      this.#debt = Math.min(this.#debt + (elapsed / 1000) * CLOCK * this.speed, (LAG / 1000) * CLOCK * this.speed);
      this.#run(performance.now() + BUDGET);
    } else this.#debt = 0;
    this.#history.push({ now, cycles: this.uno.cycles, asleep: this.uno.asleep });
    while (this.#history[0].now < now - 1000) this.#history.shift();
    this.#keepEeprom();
  }

  #run(deadline) {
    while (this.#debt > 0 && performance.now() < deadline) {
      const before = this.uno.cycles;
      this.uno.run(Math.min(this.#debt, STEP));
      this.#debt -= this.uno.cycles - before;
      if (this.#releaseAt !== null && this.uno.cycles >= this.#releaseAt) {
        this.#releaseAt = null;
        this.uno.press(false);
      }
    }
    if (!Number.isFinite(this.speed)) this.#debt = 0;
  }

  #keepEeprom() {
    if (!this.#eepromChanged) return;
    this.#eepromChanged = false;
    try {
      localStorage.setItem(EEPROM_KEY, btoa(String.fromCharCode(...this.uno.eeprom)));
    } catch {
      /* It then lasts as long as the page does. */
    }
  }

  /** Figures of the last second: speed as times real time, share of sleep (null while nothing runs). */
  figures() {
    const [from, to] = [this.#history[0], this.#history.at(-1)];
    const cycles = from ? to.cycles - from.cycles : 0;
    const time = from ? to.now - from.now : 0;
    return {
      cycles: this.uno.cycles,
      seconds: this.uno.cycles / CLOCK,
      speed: time > 0 ? cycles / (CLOCK / 1000) / time : 0,
      sleep: cycles > 0 ? (to.asleep - from.asleep) / cycles : null,
      stack: this.uno.stackDepth(),
    };
  }
}
