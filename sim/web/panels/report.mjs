/** The part of the panel "Real board" that compares a board with the simulation (sim/report). */
import expected from 'board-report';
import { markdown, report } from '../../report/report.mjs';
import { element, make, makeButton } from '../dom.mjs';
import { RealUno } from '../flash/real.mjs';
import { unpackValue } from '../stored.mjs';
import { show } from '../text.mjs';

const ANSWER_WITHIN = 300_000; /* ms */

/** For tests: other limits, or only some of the checks. */
export const options = {};

/** The USB id of a port, as `2341:0043`. */
function usbId(port) {
  const { usbVendorId: vendor, usbProductId: product } = port.getInfo?.() ?? {};
  const hex = (number) => number.toString(16).padStart(4, '0');
  return vendor === undefined ? 'unknown' : `${hex(vendor)}:${hex(product)}`;
}

const tell = (words) => element('board-questions').replaceChildren(make('pre', {}, words));

/** Resolves to the answer of the pressed button, or to null if none is pressed. */
function ask(question, answers) {
  tell(question);
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

function showProgress(title, share) {
  element('report-progress').value = share;
  show(element('port-status'), 'report.running', { title });
}

async function compare(real) {
  const known = await unpackValue(expected);
  real.onBytes = (bytes) => real.onText(String.fromCharCode(...bytes), real.now());
  real.onChange = () => real.lost && real.onLost();
  const found = await report(real, known, { ask, tell, show: showProgress, ...options });
  element('board-report').value = markdown(found, {
    'USB id': usbId(real.port),
    'compared with': known.greeting.split('\r')[0],
    computer: navigator.userAgent,
    date: new Date().toISOString().slice(0, 10),
  });
  element('board-report').hidden = element('board-copy').hidden = false;
  show(element('port-status'), found.agrees ? 'report.agrees' : 'report.differs');
}

async function begin(flashing) {
  const port = await flashing.borrowPort();
  if (!port) return;
  const real = new RealUno(port);
  flashing.setBusy(true);
  element('report-progress').hidden = false;
  element('board-report').hidden = element('board-copy').hidden = true;
  try {
    await compare(real);
  } catch (error) {
    flashing.explain(error);
  } finally {
    await real.disconnect();
    element('board-questions').replaceChildren();
    element('report-progress').hidden = true;
    flashing.setBusy(false);
  }
}

/** Connects the buttons. @param flashing the panel, which lets the user choose a port. */
export function start(flashing) {
  element('board-check').addEventListener('click', () => begin(flashing));
  element('board-copy').addEventListener('click', () => {
    element('board-report').select();
    return navigator.clipboard.writeText(element('board-report').value).catch(() => {});
  });
}
