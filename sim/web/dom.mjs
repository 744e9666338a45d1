/** Elements of the page: found, made, saved as a file; toolbars by arrow keys; tabs and the address. */

export const element = (id) => document.getElementById(id);

export function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** A button; what it shows and more properties may follow. */
export const makeButton = (onclick, properties = {}, ...children) =>
  make('button', { onclick, ...properties }, ...children);

/** What each control of the page does, by its id: a button when it is pressed, a list when it is changed. */
export function connect(acts) {
  for (const [id, act] of Object.entries(acts)) {
    const control = element(id);
    control.addEventListener(control.tagName === 'SELECT' ? 'change' : 'click', () => act(control.value));
  }
}

/** A colour of the style sheet in the system's scheme, as `rgb(R, G, B)`. */
export function colourOf(name) {
  const probe = make('span', { style: `color: var(--${name})` });
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

export function download(name, words) {
  const type = name.endsWith('csv') ? 'text/csv' : 'text/plain';
  const href = URL.createObjectURL(new Blob([words], { type }));
  make('a', { href, download: name }).click();
}

/* ---- toolbars, tab lists and grids by keyboard: one stop for Tab; arrow keys move within ---- */

const CONTROL = 'button, select, [role="tab"]';
const controls = (bar) =>
  [...bar.querySelectorAll(CONTROL)].filter((control) => !control.disabled && control.offsetParent);

/** The control that a key leads to, of `all` in rows of so many; undefined: another key. */
function next({ key }, all, at, width) {
  const step = { ArrowRight: 1, ArrowDown: width, ArrowLeft: -1, ArrowUp: -width }[key];
  return step ? all[(at + step + all.length) % all.length] : { Home: all[0], End: all.at(-1) }[key];
}

/** Makes a control the one that Tab reaches. */
function enter(bar, control) {
  for (const other of bar.querySelectorAll(CONTROL)) other.tabIndex = other === control ? 0 : -1;
}

/**
 * @param {HTMLElement} bar
 * @param {(control: HTMLElement) => void} [arrived] called when an arrow key has moved to a control.
 */
export function walkWithArrows(bar, arrived = () => {}) {
  enter(bar, bar.querySelector('[aria-selected="true"]') ?? bar.querySelector(CONTROL));
  bar.addEventListener('focusin', ({ target }) => enter(bar, target.closest(CONTROL)));
  bar.addEventListener('keydown', (event) => {
    const all = controls(bar);
    const at = all.indexOf(document.activeElement);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    /* In a list of choices, up and down choose. */
    if (all[at].tagName === 'SELECT' && /Up|Down/.test(event.key)) return;
    const width = bar.querySelector('[role="row"]')?.childElementCount ?? 1;
    const to = next(event, all, at, width);
    if (!to) return;
    event.preventDefault();
    to.focus();
    arrived(to);
  });
}

/** If Tab reaches a disabled control, makes it reach another one. */
export function keepReachable(bar) {
  const all = controls(bar);
  if (all.length && !all.some((control) => control.tabIndex === 0)) enter(bar, all[0]);
}

/* ---- the tabs, and the part of the page's address after #: a tab, or lines to type ---- */

/**
 * Shows the panels. @param {(name: string) => void} shown called with the tab that came up @param
 * {(lines: string[]) => void} type starts a session.
 */
export function startTabs(shown, type) {
  const list = element('tabs');
  const tabs = [...list.querySelectorAll('[role="tab"]')];
  const nameOf = (tab) => tab.getAttribute('aria-controls');
  const show = (tab) => {
    for (const other of tabs) {
      other.setAttribute('aria-selected', other === tab);
      element(nameOf(other)).hidden = other !== tab;
    }
    enter(list, tab);
    shown(nameOf(tab));
  };
  const choose = (tab) => {
    history.replaceState(null, '', `#${nameOf(tab)}`);
    show(tab);
  };
  const follow = () => {
    const hash = location.hash.slice(1);
    const tab = tabs.find((own) => nameOf(own) === hash);
    if (tab) show(tab);
    else if (hash) type([...new URLSearchParams(hash).keys()]); /* `#pace+50&solve+6` */
  };
  for (const tab of tabs) tab.addEventListener('click', () => choose(tab));
  walkWithArrows(list, choose);
  addEventListener('hashchange', follow);
  /* The same link again does not change the address. */
  addEventListener('click', ({ target }) => target.closest('a')?.hash === location.hash && follow());
  follow();
}
