/** The tabs, and the part of the page's address after #: a tab, or lines to type. */
import { element, walkWithArrows } from './dom.mjs';

const MOST_LINES = 8;
const LONGEST_LINE = 40;

/** The lines of a session in an address: `#pace+50&solve+6`. */
function sessionIn(hash) {
  const lines = hash
    .split('&')
    .slice(0, MOST_LINES)
    .map((typed) => {
      try {
        return decodeURIComponent(typed.replaceAll('+', ' ')).trim();
      } catch {
        return '';
      }
    });
  return lines.filter((line) => line && line.length <= LONGEST_LINE && /^[\x20-\x7e]+$/.test(line));
}

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
