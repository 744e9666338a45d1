/** A headless Chromium, where there is one, and the built page. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from '../../../sim/web/node_modules/playwright-core/index.mjs';

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

export const PAGE = `file://${resolve(process.env.NQUEENS_PAGE ?? 'build/web')}/index.html`;

const executablePath = NAMES.flatMap((name) => process.env.PATH.split(':').map((folder) => `${folder}/${name}`)).find(existsSync);

/** For node:test: false, or why tests in a browser are left out. */
export const skip = executablePath ? false : 'no Chromium here';

export const launch = () => chromium.launch({ executablePath, args: FLAGS });
