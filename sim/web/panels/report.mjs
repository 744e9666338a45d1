/** The part of the panel "Real board" that compares a board with the simulation (sim/report). */
import expected from 'board-report';
import { markdown, report } from '../../report/report.mjs';
import { unpackValue } from '../chip/unpack.mjs';
import { element, make, makeButton } from '../dom.mjs';
import { ReportPort } from '../flash/report_port.mjs';
import { show } from '../text.mjs';

const ANSWER_WITHIN = 300_000; /* ms */

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
