/**
 * Bundles the page: node build/build.mjs FOLDER NAME=ELF... with the image of each board; the first one is
 * the Uno's.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { parseImage } from '../../avr8js/hex.mjs';
import { plotsOfPage } from '../../pictures/plots.mjs';
import { drawing } from '../drawing.mjs';
import { inLanguage, writeDocuments } from './documents.mjs';
import { readLesson } from './lesson.mjs';
import { fillTexts, problems, readSources, readTables } from './strings.mjs';
import { readSymbols } from './symbols.mjs';

const web = fileURLToPath(new URL('..', import.meta.url));
const root = resolve(web, '../..');
const [folder, ...images] = process.argv.slice(2);
const elfs = Object.fromEntries(images.map((image) => image.split('=')));
/* An old Nano has an image of its own: its boot loader is longer, and a watchdog reset never leaves it. */
const BUILDS = [
  { chip: 'ATmega328P', name: 'uno' },
  { chip: 'ATmega328P', board: 'nano-old', name: 'nano' },
  { chip: 'ATmega2560', name: 'mega' },
  { chip: 'ATmega32U4', name: 'leonardo' },
];
const FIRST = '15863724';

const hexOf = (name) => elfs[name].replace(/\.elf$/, '.hex');
const text = (path) => readFileSync(join(root, path), 'utf8');
async function bundle(entry, options = {}) {
  const { outputFiles } = await build({
    absWorkingDir: web,
    entryPoints: [entry],
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    charset: 'utf8',
    ...options,
  });
  return outputFiles[0].text;
}

/** Modules whose values are made by this build. */
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

const deflated = (bytes) => deflateRawSync(bytes, { level: 9 }).toString('base64');
const packed = (value) => deflated(JSON.stringify(value));

/** All images deflated as one, because they have much in common. */
function readImages() {
  const ranges = {};
  let whole = Buffer.alloc(0);
  for (const name of Object.keys(elfs)) {
    const start = whole.length;
    whole = Buffer.concat([whole, parseImage(readFileSync(hexOf(name), 'latin1'))]);
    ranges[name] = [start, whole.length];
  }
  return { ranges, packed: deflated(whole) };
}

/** Displays with an image of their own, by name: what the list calls them. */
const displays = new Map(
  text('firmware/display/displays.tsv')
    .split('\n')
    .filter((row) => row && !/^#|\t-$/.test(row))
    .map((row) => row.split('\t'))
    .map(([name, , , , title]) => [name, title]),
);

const tables = readTables();
const wrong = problems(tables, readSources());
if (wrong.length) throw new Error(`texts of the page:\n  ${wrong.join('\n  ')}`);
const languages = Object.keys(tables);
const lessons = Object.fromEntries(
  languages.map((name) => [name, readLesson(join(root, inLanguage('sim/LESSON.md', name)), tables[name])]),
);

mkdirSync(folder, { recursive: true });
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
const home = server && repository ? `${server}/${repository}` : null;
/* A preview of a link needs the whole address of its picture, which is known where GitHub builds the page. */
const [owner, project] = repository?.split('/') ?? [];
const pages = home ? `https://${owner.toLowerCase()}.github.io/${project}/` : '';
const first = { readme: 'README.md', teaching: 'sim/TEACHING.md' };
const documents = writeDocuments(root, folder, home, first, tables);
/* The manifest of <avr-install-button>; `name` is the board of the image. */
const manifest = {
  name: 'N queens',
  version: text('firmware/version.h').match(/VERSION "(.*)"/)[1],
  builds: BUILDS.map((build) => ({ ...build, hex: `nqueens-${build.name}.hex` })),
};
/* From their rows: the commands that start a job, without `orient ?`, and the nouns for the results. */
const words = (file, macro, word) =>
  [...text(file).match(`#define ${macro}[^]*?\n\n`)[0].matchAll(word)].map(([, name]) => name);
const jobs = {
  names: words('firmware/console/commands.h', 'JOB_COMMANDS', /ROW\(\w+, "(\w+)"/g),
  nouns: words('firmware/job/state.h', 'JOB_KINDS', /" ([a-z ]+)"/g),
};
const made = {
  'chip-worker': await bundle('chip/worker.mjs'),
  images: readImages(),
  symbols: packed(
    Object.fromEntries(['uno', ...displays.keys()].map((name) => [name, readSymbols(elfs[name])])),
  ),
  lessons,
  tables,
  'flash-texts': Object.fromEntries(Object.entries(tables.en).filter(([key]) => /^flash\./.test(key))),
  documents,
  'board-report': packed(JSON.parse(readFileSync(join(folder, '../report/uno.json'), 'utf8'))),
  manifest,
  jobs,
};
const css = ['node_modules/@xterm/xterm/css/xterm.css', 'web/page.css']
  .map((file) => text(`sim/${file}`))
  .join('\n');

/* Without scripts, the first solution is lit. */
let led = 0;
const isLit = (i) => FIRST[i >> 3] === `${(i & 7) + 1}`;
const scene = drawing('1x1').replaceAll('<use class="led"', (use) =>
  isLit(led++) ? `${use} style="opacity:1"` : use,
);
const fields = {
  REPOSITORY: home ?? '',
  PAGES: pages,
  'NO-REPOSITORY': home ? '' : ' hidden',
  README: documents.readme.en,
  TEACHING: documents.teaching.en,
  SCENE: scene,
  DISPLAYS: [...displays].map(([name, title]) => `<option value="${name}">${title}</option>`).join(''),
  RULE: text('sim/pictures/queen.svg').replace(/ aria-labelledby[^]*<\/desc>/, '>'),
  PLOTS: plotsOfPage(),
};
const page = text('sim/web/index.html').replaceAll(/%([A-Z-]+)%/g, (_, name) =>
  fields[name].replaceAll(/\n\s*/g, ' ').replace(/\s+$/, ''),
);
const html = fillTexts(page, tables.en).replaceAll(/\n +/g, '\n');

const licences = ['avr8js', '@xterm/xterm', '@xterm/addon-fit'].map(
  (name) => `${name}\n\n${text(`sim/node_modules/${name}/LICENSE`)}`,
);

const write = (name, content) => writeFileSync(join(folder, name), content);
write('page.js', await bundle('page.mjs', { plugins: [provide(made)] }));
write('avr-install-button.js', await bundle('flash/element.mjs', { plugins: [provide(made)] }));
for (const { name, hex } of manifest.builds) copyFileSync(hexOf(name), join(folder, hex));
const builds = manifest.builds.map(({ name, ...build }) => build);
write('manifest.json', `${JSON.stringify({ ...manifest, builds }, null, 2)}\n`);
write('page.css', (await transform(css, { loader: 'css', minify: true })).code);
write('licenses.txt', licences.join('\n\n----\n\n'));
write('index.html', html);
copyFileSync(join(root, 'sim/pictures/page.webp'), join(folder, 'page.webp'));
