/** The tabs, and the part of the page's address after #: a tab, or lines to type. */
import { element, walkWithArrows } from './dom.mjs';

const MOST_LINES = 8;
const LONGEST_LINE = 40;

/** The lines of a session in an address: `#pace+50&solve+6`. */
function sessionIn(hash) {
  const lines = hash
    .split('&')
    .slice(0, MOST_LINES)
    .map((part) => {
      try {
        return decodeURIComponent(part.replaceAll('+', ' ')).trim();
      } catch {
        return '';
      }
    });
  return lines.filter((line) => line && line.length <= LONGEST_LINE && /^[\x20-\x7e]+$/.test(line));
}

export class Tabs {
  #list;
  #shown;
  #type;

  /**
   * @param {HTMLElement} list @param {(name: string) => void} shown called with the tab that came up @param
   * {(lines: string[]) => void} type starts a session.
   */
  constructor(list, shown, type) {
    this.#list = list;
    this.#shown = shown;
    this.#type = type;
    for (const tab of this.#tabs()) tab.addEventListener('click', () => this.#choose(tab));
    walkWithArrows(list, (tab) => this.#choose(tab));
    addEventListener('hashchange', () => this.#follow());
    this.#follow();
  }

  #tabs() {
    return [...this.#list.querySelectorAll('[role="tab"]')];
  }

  #choose(tab) {
    history.replaceState(null, '', `#${tab.getAttribute('aria-controls')}`);
    this.#show(tab);
  }

  #show(tab) {
    for (const other of this.#tabs()) {
      other.setAttribute('aria-selected', other === tab);
      other.tabIndex = other === tab ? 0 : -1;
      element(other.getAttribute('aria-controls')).hidden = other !== tab;
    }
    this.#shown(tab.getAttribute('aria-controls'));
  }

  /** Shows a panel by its name. */
  open(name) {
    this.#show(element(`tab-${name}`));
  }

  #follow() {
    const hash = location.hash.slice(1);
    const tab = this.#tabs().find((own) => own.getAttribute('aria-controls') === hash);
    if (tab) this.#show(tab);
    else if (hash) this.#type(sessionIn(hash));
  }
}
