/** The checks of a board that need a person. `run.ask(question, answers)` gives an answer or null. */
import { Difference, NotTried, countAndPark, expectCount } from './checks.mjs';
import { KEYS, text } from './session.mjs';

const YES = ['yes', 'no'];

async function ask(run, question, answers = YES) {
  const answer = await run.ask(question, answers);
  run.line.ensureUse();
  if (answer === null || answer === 'skip') throw new NotTried('no answer');
  return answer;
}

async function plug(run) {
  if (!run.port.reconnect) throw new NotTried('this port cannot be opened again');
  if (!run.parked) {
    await ask(run, 'Next, the plug is pulled. Are you ready?', ['yes', 'skip']);
    await countAndPark(run.line);
  }
  run.tell('Pull the plug of the board now, wait a second, and put it in again.');
  await run.line.restart((...wait) => run.port.reconnect(...wait), 60);
  await expectCount(run);
}

async function press(run) {
  const { line, expected } = run;
  const answerTo = (key) => expected.keys[KEYS.findIndex(([keys]) => keys === key)].trim();
  if ((await ask(run, 'Is a push button wired to D2?')) === 'no') throw new NotTried('no button');
  for (const setting of ['pace 200', 'format none']) await line.say(setting);
  line.send('solve 10\r');
  await line.until(/\r\n/);
  try {
    for (const words of [answerTo('!'), answerTo('~')]) {
      run.tell(`Press the button briefly (it should then print "${words}").`);
      await line.until(new RegExp(`^${words}\\r\\n`, 'm'), 30).catch((trouble) => {
        if (trouble.kind !== 'silent' && trouble.kind !== 'wrong') throw trouble;
        throw new Difference('no press was seen: is the button stuck, or not between D2 and GND?', '', words);
      });
    }
  } finally {
    await line.settle();
    for (const setting of ['format digits', 'pace 0']) await line.say(setting);
  }
}

const drawn = (board) =>
  [...board].map((c) => `${'. '.repeat(c - 1)}Q ${'. '.repeat(8 - c)}`.trim()).join('\n');

async function matrix(run) {
  const { line } = run;
  const pictures = text(await line.say('orient ?')).replace(/^.*\n|\nok$/g, '');
  const turn = await ask(run, pictures, ['0', '1', '2', '3', '4', '5', '6', '7', 'dark', 'skip']).catch(
    async (reason) => {
      await line.settle();
      throw reason;
    },
  );
  if (turn === 'dark') {
    await line.settle();
    throw new Difference('the matrix stays dark', 'dark', 'a letter F');
  }
  await line.say(turn);
  run.orient = turn;
  line.send('test\r');
  const lit = await ask(run, 'Did every LED light, then each row and each column?');
  await line.settle();
  if (lit === 'no') throw new Difference('an LED, a row or a column stays dark', 'no', 'yes');
  await line.say('check 15863724');
  const same = await ask(run, `Does the matrix show this?\n${drawn('15863724')}`);
  if (same === 'no') throw new Difference('the matrix shows another board', 'no', drawn('15863724'));
  return `orient ${turn}`;
}

export const PERSON = [
  { id: 'plug', title: 'a count across a power cut', act: plug, needsPerson: true },
  { id: 'button', title: 'the button', act: press, needsPerson: true },
  { id: 'matrix', title: 'the matrix', act: matrix, needsPerson: true },
];
