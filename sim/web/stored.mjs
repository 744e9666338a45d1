/** Stored values: in the browser, and those that build/build.mjs has packed into the page. */

/* ---- the browser's storage; where it is full or not allowed, values last as long as the page ---- */

function attempt(act) {
  try {
    return act();
  } catch {
    return null;
  }
}
export const readStored = (key) => attempt(() => localStorage.getItem(key));
export const writeStored = (key, value) => attempt(() => localStorage.setItem(key, value));

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

/* ---- packed values: deflated, and stored as text ---- */

export const bytesOf = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

let whole = null;

async function inflate(packed) {
  const flat = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(flat).arrayBuffer());
}

export const unpackValue = async (packed) => JSON.parse(new TextDecoder().decode(await inflate(packed)));

/**
 * @param {{packed: string, ranges: Object<string, number[]>}} images
 * @returns {Promise<Uint8Array>} flash from address 0.
 */
export async function unpack({ packed, ranges }, name) {
  whole ??= inflate(packed);
  return (await whole).slice(...ranges[name]);
}
