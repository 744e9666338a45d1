/** Stored values: in the browser, and those that build/build.mjs has packed into the page. */

/* ---- the browser's storage; without it, values last as long as the page ---- */

let storage = null;
try {
  storage = localStorage;
} catch {
  /* The user does not allow it. */
}
export const readStored = (key) => storage?.getItem(key) ?? null;
export const writeStored = (key, value) => storage?.setItem(key, value);

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
