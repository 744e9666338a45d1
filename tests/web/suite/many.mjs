/** Four simulated boards that share a count. */
import assert from 'node:assert/strict';

export function many(check) {
  check.once('four Unos count one n in 32 parts, and unplugging one loses none', async ({ tab }) => {
    await tab.page.click('#pause');
    await tab.page.click('#tab-many');
    await tab.choose('#many-size', '12');
    await tab.page.click('#many-start');
    await tab.until("document.querySelectorAll('.parts .counted').length >= 3");
    assert.match(await tab.textOf('.many-status'), /^\d+ of 32 parts: \d+ solutions so far$/);
    await tab.press('.unos li:nth-child(2)', 'Unplug');
    await tab.until("/no power/.test(document.querySelector('.unos li:nth-child(2)').textContent)");
    await tab.until("document.querySelectorAll('.parts .counted').length >= 12");
    await tab.press('.unos li:nth-child(2)', 'Plug in');
    await tab.until("/^\\d+ solutions for/.test(document.querySelector('.many-status').textContent)");
    assert.match(await tab.textOf('.many-status'), /^14200 solutions for n = 12, as known, in /);
    const counted = (await tab.each('.unos p')).map((words) => Number(words.match(/(\d+) counted/)[1]));
    assert.equal(counted.reduce((a, b) => a + b, 0), 32, counted.join());
    assert.ok(!counted.includes(0), counted.join());
    await tab.page.click('#tab-try');
    await tab.page.click('#pause');
  });
}
