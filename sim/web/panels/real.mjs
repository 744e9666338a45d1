/**
 * The panel of real boards: writes the firmware to one (<avr-install-button>), opens its serial port, and
 * compares it with the simulation (sim/report).
 */
import expected from 'board-report';
import manifest from 'manifest';
import { markdown, report } from '../../report/report.mjs';
import * as dom from '../dom.mjs';
import { BOARDS } from '../flash/program.mjs';
import { RealUno } from '../flash/real.mjs';
import { reasonOf } from '../flash/wire.mjs';
import { unpackValue } from '../stored.mjs';
import { onLanguage, show, table } from '../text.mjs';

const { element, make, makeButton } = dom;

/* The boot loader that answers chooses the board. */
const ANY = 'any';
/* Where the pins or the port are not those of an Uno. */
const WIRING = { mega: 'real.wiringMega', leonardo: 'real.wiringLeonardo' };
const HINTS = { leonardo: 'real.leonardo' };
const ANSWER_WITHIN = 300_000; /* ms */

/** For tests: other limits of the report, or only some of its checks. */
export const options = {};

export let busy = false;
const button = element('install');
const questions = element('board-questions');
const result = element('board-report');
let page = {};

const status = (...text) => show(element('port-status'), ...text);
const hint = (board) => show(element('flash-hint'), HINTS[board] ?? null);

function choose(name) {
  button.toggleAttribute('board', name !== ANY);
  if (name !== ANY) button.setAttribute('board', name);
  show(element('flash-wiring'), WIRING[name] ?? 'real.wiring');
  hint(name);
}

/** Nothing else can use the port meanwhile. */
function setBusy(isBusy) {
  busy = isBusy;
  for (const id of ['flash-board', 'connect', 'board-check']) element(id).disabled = busy;
  button.toggleAttribute('disabled', busy);
  page.changed();
}

/* ---- the port ---- */

/** Shows why a port cannot be used, also to a user who was in another panel. */
function explain(...reason) {
  status(...reason);
  element('tab-real').click();
  element('port-status').scrollIntoView({ block: 'nearest' });
}

/** Does something with a port that nothing else has open; the page shows why it failed. */
async function withPort(act) {
  if (busy) return;
  if (!navigator.serial) return explain('flash.noSerial');
  try {
    const port = await button.requestPort();
    await page.real.disconnect();
    await act(port);
  } catch (error) {
    explain(...reasonOf(error));
  }
}

export const connect = () =>
  withPort(async (port) => {
    await page.real.connect(port);
    status(null);
    page.talk();
  });

function begin({ port, waitUntil }) {
  setBusy(true);
  status(null);
  if (page.real.port === port) waitUntil(page.real.disconnect());
}

async function finish({ board, port }) {
  setBusy(false);
  hint(board);
  if (!BOARDS[board].touch) await page.real.connect(port).then(page.talk, () => {});
}

/* ---- the report ---- */

/** The USB id of a port, as `2341:0043`. */
function usbId(port) {
  const { usbVendorId: vendor, usbProductId: product } = port.getInfo?.() ?? {};
  const hex = (number) => number.toString(16).padStart(4, '0');
  return vendor === undefined ? 'unknown' : `${hex(vendor)}:${hex(product)}`;
}

const tell = (words) => questions.replaceChildren(make('pre', {}, words));

/** Resolves to the answer of the pressed button, or to null if none is pressed. */
function ask(question, answers) {
  tell(question);
  return new Promise((done) => {
    setTimeout(() => done(null), ANSWER_WITHIN);
    for (const answer of new Set([...answers, 'skip'])) {
      const press = () => {
        questions.replaceChildren();
        done(answer);
      };
      questions.append(makeButton(press, {}, answer), ' ');
    }
  });
}

function showProgress(title, share) {
  element('report-progress').value = share;
  status('report.running', { title });
}

async function compare(real) {
  const known = await unpackValue(expected);
  real.onBytes = (bytes) => real.onText(String.fromCharCode(...bytes), real.now());
  real.onChange = () => real.lost && real.onLost();
  const found = await report(real, known, { ask, tell, show: showProgress, ...options });
  result.value = markdown(found, {
    'USB id': usbId(real.port),
    'compared with': known.greeting.split('\r')[0],
    computer: navigator.userAgent,
    date: new Date().toISOString().slice(0, 10),
  });
  result.hidden = element('board-copy').hidden = false;
  status(found.agrees ? 'report.agrees' : 'report.differs');
}

const check = () =>
  withPort(async (port) => {
    const real = new RealUno(port);
    setBusy(true);
    element('report-progress').hidden = false;
    result.hidden = element('board-copy').hidden = true;
    try {
      await compare(real);
    } finally {
      await real.disconnect();
      questions.replaceChildren();
      element('report-progress').hidden = true;
      setBusy(false);
    }
  });

function copy() {
  result.select();
  return navigator.clipboard.writeText(result.value).catch(() => {});
}

/** A page that was opened from disk cannot fetch files: here are the images that it contains. */
async function manifestWith(images) {
  const builds = manifest.builds.map(async (build) => ({ ...build, image: await images(build.name) }));
  return { ...manifest, builds: await Promise.all(builds) };
}

/**
 * Fills the panel. @param {{images: (name: string) => Promise<Uint8Array>, real: RealUno,
 * changed: () => void, talk: () => void}} own the images of the boards; the line of the real Uno; called when
 * a port becomes busy or free; connects the terminal to the real Uno.
 */
export function start(own) {
  page = own;
  const boards = Object.entries(BOARDS).map(([key, { name }]) => new Option(name, key));
  element('flash-board').append(show(new Option('', ANY), 'real.anyBoard'), ...boards);
  dom.connect({ 'flash-board': choose, connect, 'board-check': check, 'board-copy': copy });
  button.addEventListener('install-start', ({ detail }) => begin(detail));
  button.addEventListener('install-done', ({ detail }) => finish(detail));
  button.addEventListener('install-failed', () => setBusy(false));
  if (location.protocol === 'file:') manifestWith(own.images).then((all) => (button.manifest = all));
  onLanguage(() => (button.texts = table()));
  choose(ANY);
}
