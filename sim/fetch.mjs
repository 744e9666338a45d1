/**
 * Fetches a file and stores it only if its digest is the known one:
 * node sim/fetch.mjs URL sha512-BASE64 FILE.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';

const [url, digest, file] = process.argv.slice(2);
const answer = await fetch(url, { signal: AbortSignal.timeout(120_000) });
if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
const bytes = Buffer.from(await answer.arrayBuffer());
const got = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
if (got !== digest) throw new Error(`${url}: its digest is ${got}, not ${digest}`);
writeFileSync(file, bytes);
