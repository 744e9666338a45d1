/** The pictures of the page for its README, taken in Chromium: node tests/web/suite/pictures.mjs FOLDER. */
import { Tab, launch, sleep } from '../../support/browser.mjs';

const [folder] = process.argv.slice(2);
const browser = await launch('chrome');

/** Takes a picture of a panel. @param {(tab: Tab) => Promise} act what is done before that. */
async function take(name, options, act) {
  const tab = await Tab.open(browser, { scheme: 'light', ...options });
  await tab.printed(/^> /m);
  await act(tab);
  await tab.run('document.activeElement.blur()');
  await sleep(600);
  await tab.page.screenshot({ path: `${folder}/${name}.webp`, type: 'webp', quality: 82 });
  await tab.close();
}

await take('page', { width: 1440, height: 900, hash: '#lesson' }, async (tab) => {
  const guesses = ['2', '8', '40', '92'];
  for (const [i, input] of (await tab.page.$$('.guess input')).entries()) await input.type(guesses[i]);
  for (const command of ['pace 0', 'count 4', 'count 5', 'count 6', 'count 8']) {
    await tab.press('.typed', command);
    await sleep(700);
  }
  await tab.run("nqueens.simulatedLine.command('check 15863724')");
  await tab.run('scrollTo(0, 0)');
});

await take('page-real', { width: 900, height: 620, hash: '#real' }, (tab) =>
  tab.run("document.querySelector('.panels').scrollIntoView()"),
);

await take('page-phone', { width: 390, height: 844, phone: true, hash: '#place' }, async (tab) => {
  for (const [row, column] of [...'15863725'].entries())
    await tab.page.click(`.squares [role=row]:nth-child(${row + 1}) button:nth-child(${column})`);
  await tab.page.click('#place-check');
  await sleep(1500);
  await tab.run("document.querySelector('.squares').scrollIntoView()");
});

/* The last one: a count that was cut resumes in the next tab. */
await take('page-inside', { width: 1440, height: 1250, scheme: 'dark', hash: '#inside' }, async (tab) => {
  await tab.run("void nqueens.simulatedLine.command('count 14')");
  await sleep(3000);
  await tab.run('scrollTo(0, 0)');
});

await browser.close();
