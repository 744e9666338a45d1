/** Unpacks values that build/build.mjs has put into the page: deflated, and stored as text. */

const bytesOf = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

let whole = null;

async function inflate(packed) {
  const flat = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(flat).arrayBuffer());
}

/** A value that was packed as JSON. */
export const unpackValue = async (packed) => JSON.parse(new TextDecoder().decode(await inflate(packed)));

/**
 * @param {{packed: string, ranges: Object<string, number[]>}} images
 * @returns {Promise<Uint8Array>} flash from address 0.
 */
export async function unpack({ packed, ranges }, name) {
  whole ??= inflate(packed);
  return (await whole).slice(...ranges[name]);
}
