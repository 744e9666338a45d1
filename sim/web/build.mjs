/** Bundles the page: node build.mjs HEX FOLDER. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const [hexFile, folder] = process.argv.slice(2).map((path) => resolve(path));

/* A classic script, since browsers load no modules from file://. */
await build({
  absWorkingDir: here,
  entryPoints: ['page.mjs'],
  outfile: join(folder, 'page.js'),
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  loader: { '.hex': 'text' },
  alias: { 'nqueens.hex': hexFile },
  legalComments: 'none',
});

const styles = ['node_modules/@xterm/xterm/css/xterm.css', 'page.css'].map((file) => readFileSync(join(here, file), 'utf8'));
const libraries = ['../avr8js/node_modules/avr8js', 'node_modules/@xterm/xterm', 'node_modules/@xterm/addon-fit'];
const licences = libraries.map((path) => `${path.replace(/.*node_modules\//, '')}\n\n${readFileSync(join(here, path, 'LICENSE'), 'utf8')}`);

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'page.css'), styles.join('\n'));
writeFileSync(join(folder, 'licenses.txt'), licences.join('\n\n----\n\n'));
copyFileSync(join(here, 'index.html'), join(folder, 'index.html'));
copyFileSync(hexFile, join(folder, 'nqueens.hex'));
