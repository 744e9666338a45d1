/** Values in the browser's storage. Without storage, they last as long as the page. */

export function readStored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    /* No storage here. */
  }
}

/** One of a few values. */
export class StoredChoice {
  #key;
  #values;
  #value;

  /** @param {string} key of the browser's storage @param {string[]} values the default is the first one. */
  constructor(key, values) {
    this.#key = key;
    this.#values = values;
    this.#value = readStored(key);
  }

  get value() {
    return this.#values.includes(this.#value) ? this.#value : this.#values[0];
  }

  set value(value) {
    this.#value = value;
    writeStored(this.#key, value);
  }
}
