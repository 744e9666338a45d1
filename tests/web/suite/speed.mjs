/**
 * Measures the page's chip in Chromium: node tests/web/suite/speed.mjs. Speeds are multiples of real time.
 */
import { Tab, launch, sleep } from '../../support/browser.mjs';

const SECONDS = 3;

const browser = await launch('chrome');
const tab = await Tab.open(browser);
await tab.printed(/^> /m);
const session = await tab.page.createCDPSession();

/** Speed of the chip and frames per second, while a command runs. */
async function measure(command) {
  await tab.run((line) => void nqueens.simulatedLine.command(line), command);
  await sleep(1500);
  return tab.run(async (seconds) => {
    const [cycles, start] = [nqueens.chip.cycles, performance.now()];
    let frames = 0;
    while (performance.now() - start < seconds * 1000) {
      await new Promise(requestAnimationFrame);
      frames++;
    }
    const time = (performance.now() - start) / 1000;
    return { speed: (nqueens.chip.cycles - cycles) / 16e6 / time, frames: frames / time };
  }, SECONDS);
}

console.log('processor  speed  command     of real time  frames per second');
for (const throttle of [1, 4])
  for (const speed of ['1', 'Infinity'])
    for (const command of ['solve 9', 'count 15']) {
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await tab.run('nqueens.simulatedLine.stop()');
      await tab.run("nqueens.simulatedLine.command('pace 0')");
      await tab.choose('#speed', speed);
      await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
      const measured = await measure(command);
      console.log(
        `1/${throttle}`.padEnd(11) +
          (speed === '1' ? 'real' : 'full').padEnd(7) +
          command.padEnd(12) +
          measured.speed.toFixed(2).padStart(12) +
          measured.frames.toFixed(0).padStart(19),
      );
    }
await browser.close();
