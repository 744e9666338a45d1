/** Values that are stored in the browser, and values that the build has packed into the page. */

/* ---- in the browser's storage; without storage, they last as long as the page ---- */

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

/* ---- packed by build/build.mjs: deflated, and stored as text ---- */

const bytesOf = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

let whole = null;

async function inflate(packed) {
  const flat = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(flat).arrayBuffer());
}

/** A value that was packed as JSON. */
export const unpackValue = async (packed) => JSON.parse(new TextDecoder().decode(await inflate(packed)));

/**
 * @param {{packed: string, parts: Object<string, number[]>}} images
 * @returns {Promise<Uint8Array>} flash from address 0.
 */
export async function unpack({ packed, parts }, name) {
  whole ??= inflate(packed);
  return (await whole).slice(...parts[name]);
}
