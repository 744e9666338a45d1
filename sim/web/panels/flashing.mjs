/** The panel that writes the firmware to a real board (<avr-install-button>), and opens its serial port. */
import manifest from 'manifest';
import { element } from '../dom.mjs';
import { onLanguage, show, table } from '../text.mjs';
import { BOARDS } from '../flash/boards.mjs';
import { reasonOf } from '../flash/wire.mjs';

/* The boot loader that answers chooses the board. */
const ANY = 'any';
const HINTS = { leonardo: 'flash.leonardo' };

const CONTROLS = ['flash-board', 'connect', 'board-check'];

/** A page that was opened from disk cannot fetch files: here are the images that it contains. */
async function manifestWith(images) {
  const builds = manifest.builds.map(async (build) => ({ ...build, image: await images(build.name) }));
  return { ...manifest, builds: await Promise.all(builds) };
}

export let busy = false;
const button = element('install');
let page = {};

function choose(name) {
  button.toggleAttribute('board', name !== ANY);
  if (name !== ANY) button.setAttribute('board', name);
  show(element('flash-wiring'), BOARDS[name]?.wiring ?? 'flash.wiring');
  show(element('flash-hint'), HINTS[name] ?? null);
}

function begin({ port, waitUntil }) {
  setBusy(true);
  show(element('port-status'), null);
  if (page.real.port === port) waitUntil(page.real.disconnect());
}

async function finish({ board, port }) {
  setBusy(false);
  show(element('flash-hint'), HINTS[board] ?? null);
  if (BOARDS[board].touch) return;
  await page.real.connect(port).then(page.talk, () => {});
}

/** A port that nothing else has open; null, with the reason on the page, if there is none. */
export async function borrowPort() {
  if (!navigator.serial) {
    show(element('port-status'), 'flash.noSerial');
    return null;
  }
  try {
    const port = await button.requestPort();
    await page.real.disconnect();
    return port;
  } catch (error) {
    explain(error);
    return null;
  }
}

export const explain = (error) => show(element('port-status'), ...reasonOf(error));

export async function connect() {
  const port = await borrowPort();
  if (!port) return;
  try {
    await page.real.connect(port);
    show(element('port-status'), 'flash.opened');
    page.talk();
  } catch (error) {
    explain(error);
  }
}

/** Nothing else can use the port meanwhile. */
export function setBusy(isBusy) {
  busy = isBusy;
  for (const id of CONTROLS) element(id).disabled = busy;
  button.toggleAttribute('disabled', busy);
  page.changed();
}

/**
 * Fills the panel. @param {{images: (name: string) => Promise<Uint8Array>, real: RealUno,
 * changed: () => void, talk: () => void}} own the images of the boards; the line of the real Uno; called when
 * a port becomes busy or free; connects the terminal to the real Uno.
 */
export function start(own) {
  page = own;
  const any = show(new Option('', ANY), 'real.anyBoard');
  const boards = Object.entries(BOARDS).map(([key, { name }]) => new Option(name, key));
  element('flash-board').append(any, ...boards);
  element('flash-board').addEventListener('change', () => choose(element('flash-board').value));
  element('connect').addEventListener('click', connect);
  button.addEventListener('install-start', ({ detail }) => begin(detail));
  button.addEventListener('install-done', ({ detail }) => finish(detail));
  button.addEventListener('install-failed', () => setBusy(false));
  if (location.protocol === 'file:') manifestWith(own.images).then((all) => (button.manifest = all));
  onLanguage(() => (button.texts = table()));
  choose(ANY);
}
