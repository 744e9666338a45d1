/** The output of a test in JavaScript, as TAP. */
let tests = 0;

/** Prints whether a sentence is true, and before it why not. */
export function check(isTrue, sentence, why = '') {
  if (!isTrue) process.exitCode = 1;
  if (why) console.log(why.replace(/^(?!#)/gm, '# '));
  console.log(`${isTrue ? 'ok' : 'not ok'} ${++tests} - ${sentence}`);
}

/** Ends a test. */
export const done = () => console.log(`1..${tests}`);
