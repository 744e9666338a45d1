/** The pictures of the page for its README, taken in Chromium: node tests/web/suite/pictures.mjs FOLDER. */
import { Tab, launch, sleep } from '../../support/browser.mjs';

const [folder] = process.argv.slice(2);
const browser = await launch('chrome');

async function take(tab, name) {
  await tab.run('document.activeElement.blur()');
  await sleep(600);
  await tab.page.screenshot({ path: `${folder}/${name}.webp`, type: 'webp', quality: 82 });
  await tab.close();
}

const desk = await Tab.open(browser, { width: 1440, height: 900, scheme: 'light', hash: '#lesson' });
await desk.printed(/^> /m);
const guesses = ['2', '8', '40', '92'];
for (const [i, input] of (await desk.page.$$('.guess input')).entries()) await input.type(guesses[i]);
for (const command of ['pace 0', 'count 4', 'count 5', 'count 6', 'count 8']) {
  await desk.press('.typed', command);
  await sleep(700);
}
await desk.run("nqueens.simulatedLine.command('check 15863724')");
await desk.run('scrollTo(0, 0)');
await take(desk, 'page');

const dark = await Tab.open(browser, { width: 1440, height: 1250, scheme: 'dark', hash: '#inside' });
await dark.printed(/^> /m);
await dark.run("void nqueens.simulatedLine.command('count 14')");
await sleep(3000);
await dark.run('scrollTo(0, 0)');
await take(dark, 'page-inside');

const real = await Tab.open(browser, { width: 900, height: 620, scheme: 'light', hash: '#real' });
await real.printed(/^> /m);
await real.run("document.querySelector('.panels').scrollIntoView()");
await take(real, 'page-real');

const phone = await Tab.open(browser, {
  width: 390,
  height: 844,
  phone: true,
  scheme: 'light',
  hash: '#place',
});
await phone.printed(/^> /m);
for (const [row, column] of [...'15863725'].entries())
  await phone.run(
    (r, c) => document.querySelectorAll('.squares [role=row]')[r].children[c - 1].click(),
    row,
    column,
  );
await phone.page.click('#place-check');
await sleep(1500);
await phone.run("document.querySelector('.squares').scrollIntoView(); scrollBy(0, -20)");
await take(phone, 'page-phone');

await browser.close();
