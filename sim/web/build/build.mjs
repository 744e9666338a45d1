/**
 * Bundles the page: node build/build.mjs FOLDER NAME=ELF... with the image of each board; the first one is
 * the Uno's.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { parseHex, usedBytes } from '../../avr8js/hex.mjs';
import { CLOCK, Uno } from '../../avr8js/uno.mjs';
import { drawing } from '../scene.mjs';
import { readLesson } from './lesson.mjs';
import { readSymbols } from './symbols.mjs';

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const root = resolve(web, '../..');
const [folder, ...images] = process.argv.slice(2);
const FLASH = 0x40000;
const FIRST = [1, 5, 8, 6, 3, 7, 2, 4];

const elfOf = (name) => images.find((pair) => pair.startsWith(`${name}=`)).slice(name.length + 1);
const text = (path) => readFileSync(join(root, path), 'utf8');
const bundle = async (entry, options = {}) =>
  (
    await build({
      absWorkingDir: web,
      entryPoints: [entry],
      write: false,
      bundle: true,
      minify: true,
      format: 'iife',
      target: 'es2022',
      legalComments: 'none',
      ...options,
    })
  ).outputFiles[0].text;

/** Names that stand for what is made here. */
const provide = (modules) => ({
  name: 'provide',
  setup({ onResolve, onLoad }) {
    const filter = new RegExp(`^(${Object.keys(modules).join('|')})$`);
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'made' }));
    onLoad({ filter: /./, namespace: 'made' }, ({ path }) => ({
      contents: `export default ${JSON.stringify(modules[path])}`,
      loader: 'js',
    }));
  },
});

/**
 * All images deflated as one: what they have in common is there once. Boards with the same image share it.
 */
function readImages() {
  const parts = {};
  const whole = [];
  let length = 0;
  for (const [name, elf] of images.map((pair) => pair.split('='))) {
    const flash = parseHex(readFileSync(elf.replace(/\.elf$/, '.hex'), 'latin1'), FLASH);
    const bytes = Buffer.from(flash.subarray(0, usedBytes(flash)));
    const same = Object.keys(parts).find((other) =>
      Buffer.concat(whole).subarray(parts[other][0], parts[other][1]).equals(bytes),
    );
    parts[name] = parts[same] ?? [length, length + bytes.length];
    if (same) continue;
    whole.push(bytes);
    length += bytes.length;
  }
  return { parts, packed: deflateRawSync(Buffer.concat(whole), { level: 9 }).toString('base64') };
}

const packed = (value) => deflateRawSync(JSON.stringify(value), { level: 9 }).toString('base64');

/** What the Uno's image says to a line, on the simulated chip. */
function said(line, pattern, seconds) {
  const uno = new Uno(readFileSync(elfOf('uno').replace(/\.elf$/, '.hex'), 'latin1'));
  let heard = '';
  uno.onByte = (byte) => (heard += String.fromCharCode(byte));
  uno.run(CLOCK / 4);
  uno.send(`${line}\r`);
  for (let i = 0; i < seconds * 4 && !pattern.test(heard); i++) uno.run(CLOCK / 4);
  return heard.match(pattern);
}

/** How long the chip takes for `count 14`: it is asked. */
function timeOfCount14() {
  const [, seconds] = said('count 14', /^365596 solutions, .*, ([\d.]+) s, as known/m, 60) ?? [];
  if (!seconds) throw new Error('the firmware does not count 14');
  return `${Math.round(seconds)} s`;
}

/** Can the firmware count a part of a whole? */
const sharesCounts = () => said('count 4 1/2', /^part 1\/2 of count 4: /m, 1) !== null;

/**
 * On GitHub the page links to its repository; on a disk to the files of the checkout that it was built in.
 */
function links() {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
  const [home, file] =
    server && repository
      ? [`${server}/${repository}`, `${server}/${repository}/blob/main/`]
      : ['../../', '../../'];
  return { REPOSITORY: home, README: `${file}README.md`, LESSON: `${file}sim/LESSON.md` };
}

const lesson = readLesson(join(root, 'sim/LESSON.md'));
const worker = await bundle('chip/worker.mjs');
const script = await bundle('page.mjs', {
  plugins: [
    provide({
      'chip-worker': worker,
      images: readImages(),
      symbols: packed({ max7219: readSymbols(elfOf('uno')), ht16k33: readSymbols(elfOf('ht16k33')) }),
      lesson,
      'count-14': timeOfCount14(),
      shares: sharesCounts(),
    }),
  ],
});
const css = ['node_modules/@xterm/xterm/css/xterm.css', 'page.css']
  .map((file) => readFileSync(join(web, file), 'utf8'))
  .join('\n');

const parts = { ...links(), SCENE: drawing('1x1', FIRST), RULE: text('sim/pictures/queen.svg') };
const html = readFileSync(join(web, 'index.html'), 'utf8').replaceAll(/%([A-Z]+)%/g, (_, name) =>
  parts[name].replaceAll(/\n\s*/g, ' ').trim(),
);

const libraries = [
  '../avr8js/node_modules/avr8js',
  'node_modules/@xterm/xterm',
  'node_modules/@xterm/addon-fit',
];
const licences = libraries.map(
  (path) => `${path.replace(/.*node_modules\//, '')}\n\n${readFileSync(join(web, path, 'LICENSE'), 'utf8')}`,
);

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'page.js'), script);
writeFileSync(join(folder, 'page.css'), (await transform(css, { loader: 'css', minify: true })).code);
writeFileSync(join(folder, 'licenses.txt'), licences.join('\n\n----\n\n'));
writeFileSync(join(folder, 'index.html'), html);
