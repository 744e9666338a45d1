/** One of a few values, that outlives the page. */
export class StoredChoice {
  #key;
  #values;
  #value;

  /**
   * @param {string} key of the browser's storage
   * @param {string[]} values the first of them to begin with.
   */
  constructor(key, values) {
    this.#key = key;
    this.#values = values;
    try {
      this.#value = localStorage.getItem(key);
    } catch {
      /* No storage here: then it lasts as long as the page. */
    }
  }

  get value() {
    return this.#values.includes(this.#value) ? this.#value : this.#values[0];
  }

  set value(value) {
    this.#value = value;
    try {
      localStorage.setItem(this.#key, value);
    } catch {
      /* As above. */
    }
  }
}
