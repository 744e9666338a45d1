/** The part of the panel "Real board" that compares a board with the simulation (sim/report). */
import expected from 'board-report';
import { markdown, report } from '../../report/report.mjs';
import { unpackValue } from '../chip/unpack.mjs';
import { element, make, makeButton } from '../dom.mjs';
import { RealUno } from '../flash/real.mjs';
import { clock } from '../flash/wire.mjs';
import { show } from '../text.mjs';

const ANSWER_WITHIN = 300_000; /* ms */

/** The serial port of the board, as sim/report uses it. */
class ReportPort {
  onText = () => {};
  onLost = () => {};
  #port;
  #real = new RealUno();

  constructor(port) {
    this.#port = port;
    this.#real.onBytes = (bytes) => this.onText(String.fromCharCode(...bytes), this.now());
    this.#real.onChange = () => this.#real.lost && this.onLost();
  }

  send(text) {
    this.#real.send(text);
  }

  now() {
    return clock.now() / 1000;
  }

  pause(seconds) {
    return clock.pause(1000 * seconds);
  }

  reset(dropped) {
    if (this.#real.open) return this.#real.reset(dropped);
    dropped();
    return this.#real.connect(this.#port);
  }

  /** Waits until the board was unplugged and is there again. */
  async reconnect(seconds) {
    const deadline = clock.now() + 1000 * seconds;
    while (clock.now() < deadline) {
      await clock.pause(200);
      if (this.#real.open) continue;
      try {
        return await this.#real.connect(this.#port);
      } catch {
        /* Not yet. */
      }
    }
    throw new Error('the board did not come back');
  }

  close() {
    return this.#real.disconnect();
  }

  /** As `2341:0043`. */
  usbId() {
    const { usbVendorId: vendor, usbProductId: product } = this.#port.getInfo?.() ?? {};
    const hex = (number) => number.toString(16).padStart(4, '0');
    return vendor === undefined ? 'unknown' : `${hex(vendor)}:${hex(product)}`;
  }
}

export class Report {
  /** For tests: other limits, or only some of the checks. */
  options = {};
  #flashing;

  /** @param {Flashing} flashing lets the user choose a port. */
  constructor(flashing) {
    this.#flashing = flashing;
    element('board-check').addEventListener('click', () => this.#start());
    element('board-copy').addEventListener('click', () => this.#copy());
  }

  async #start() {
    const port = await this.#flashing.borrowPort();
    if (!port) return;
    const own = new ReportPort(port);
    this.#flashing.setBusy(true);
    element('report-progress').hidden = false;
    element('board-report').hidden = element('board-copy').hidden = true;
    try {
      await this.#compare(own);
    } catch (error) {
      this.#flashing.explain(error);
    } finally {
      await own.close();
      element('board-questions').replaceChildren();
      element('report-progress').hidden = true;
      this.#flashing.setBusy(false);
    }
  }

  async #compare(port) {
    const known = await unpackValue(expected);
    const found = await report(port, known, {
      ask: (question, answers) => this.#ask(question, answers),
      tell: (words) => this.#tell(words),
      show: (title, share) => {
        element('report-progress').value = share;
        show(element('port-status'), 'report.running', { title });
      },
      ...this.options,
    });
    element('board-report').value = markdown(found, {
      'USB id': port.usbId(),
      'compared with': known.greeting.split('\r')[0],
      computer: navigator.userAgent,
      date: new Date().toISOString().slice(0, 10),
    });
    element('board-report').hidden = element('board-copy').hidden = false;
    show(element('port-status'), found.agrees ? 'report.agrees' : 'report.differs');
  }

  #tell(words) {
    element('board-questions').replaceChildren(make('pre', {}, words));
  }

  /** Resolves to the answer of the pressed button, or to null if none is pressed. */
  #ask(question, answers) {
    this.#tell(question);
    return new Promise((done) => {
      setTimeout(() => done(null), ANSWER_WITHIN);
      for (const answer of new Set([...answers, 'skip'])) {
        const press = () => {
          element('board-questions').replaceChildren();
          done(answer);
        };
        element('board-questions').append(makeButton(press, {}, answer), ' ');
      }
    });
  }

  async #copy() {
    element('board-report').select();
    await navigator.clipboard.writeText(element('board-report').value).catch(() => {});
  }
}
