/** The tabs, and the part of the page's address after #: a tab, or lines to type. */
import { element, walkWithArrows } from './dom.mjs';

const MOST_LINES = 8;

/** The lines of a session in an address: `#pace+50&solve+6`. */
const sessionIn = (hash) =>
  [...new URLSearchParams(hash).keys()]
    .slice(0, MOST_LINES)
    .map((line) => line.trim())
    .filter((line) => /^[\x20-\x7e]{1,40}$/.test(line));

const list = element('tabs');
const tabs = [...list.querySelectorAll('[role="tab"]')];
const nameOf = (tab) => tab.getAttribute('aria-controls');

/**
 * Shows the panels. @param {(name: string) => void} shown called with the tab that came up @param
 * {(lines: string[]) => void} type starts a session.
 */
export function startTabs(shown, type) {
  const show = (tab) => {
    for (const other of tabs) {
      other.setAttribute('aria-selected', other === tab);
      other.tabIndex = other === tab ? 0 : -1;
      element(nameOf(other)).hidden = other !== tab;
    }
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
    else if (hash) type(sessionIn(hash));
  };
  for (const tab of tabs) tab.addEventListener('click', () => choose(tab));
  walkWithArrows(list, choose);
  addEventListener('hashchange', follow);
  follow();
}
