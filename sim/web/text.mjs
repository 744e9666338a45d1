/**
 * The texts of the page in the chosen language. An element remembers the key of its text, so a change of the
 * language rewrites the whole page. index.html sets the keys with the same attributes.
 */
import tables from 'tables';
import { storedChoice } from './stored.mjs';

export const LANGUAGES = Object.keys(tables);

/* At first the browser's language, or another variant of it, or English. */
const variant = new RegExp(`^${navigator.language.split('-')[0]}\\b`);
const wanted = [navigator.language, LANGUAGES.find((own) => variant.test(own)), 'en', ...LANGUAGES];
const choice = storedChoice('nqueens-language', wanted.filter((own) => own in tables));

/** How each attribute data-NAME="KEY" writes its text. */
const WRITERS = {
  text: (element, words) => (element.textContent = words),
  html: (element, words) => (element.innerHTML = words),
  label: (element, words) => element.setAttribute('aria-label', words),
  content: (element, words) => (element.content = words),
};

const valuesOf = new WeakMap();
const listeners = [];

export const language = () => choice.value;
export const table = () => tables[language()];
export const languageName = (name) => tables[name]['language.name'];

/**
 * @param {Object<string, *>} [values] for `{name}` in the text; a function gives its value when it is shown.
 */
export function text(key, values = {}) {
  return table()[key].replaceAll(/\{(\w+)\}/g, (_, name) =>
    typeof values[name] === 'function' ? values[name]() : values[name],
  );
}

/** Writes a text into an element, in every language from now on; null empties it. */
export function show(element, key, values = {}, how = 'text') {
  if (key === null) delete element.dataset[how];
  else element.dataset[how] = key;
  valuesOf.set(element, { ...valuesOf.get(element), [how]: values });
  WRITERS[how](element, key === null ? '' : text(key, values));
  return element;
}

export const label = (element, key, values) => show(element, key, values, 'label');

/** Writes the texts of all elements within `root` that have a key. */
export function translate(root) {
  for (const how of Object.keys(WRITERS))
    for (const element of root.querySelectorAll(`[data-${how}]`))
      show(element, element.dataset[how], valuesOf.get(element)?.[how], how);
}

/** Calls `listener` after each change of the language. */
export const onLanguage = (listener) => listeners.push(listener);

export function setLanguage(name) {
  choice.value = name;
  showLanguage();
}

/** Writes the whole page in the chosen language. */
export function showLanguage() {
  document.documentElement.lang = choice.value;
  translate(document);
  for (const listener of listeners) listener();
}
