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

/** One of a few values; the default is the first one. @param {string} key @param {string[]} values */
export function storedChoice(key, values) {
  let stored = readStored(key);
  return {
    get value() {
      return values.includes(stored) ? stored : values[0];
    },
    set value(value) {
      stored = value;
      writeStored(key, value);
    },
  };
}
