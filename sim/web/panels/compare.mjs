/** Compares an answer of the chip with the expected one. */

/* Times and percentages may differ. */
const withoutTimes = (line) =>
  line
    .replaceAll(/\d+\.\d+ s\b/g, '# s')
    .replace(/, \d+ %$/, ', # %')
    .trimEnd();

/** @param {string[]} expected a line `...` matches any number of lines. @param {string[]} actual */
export function sameAnswer(expected, actual) {
  const [want, have] = [expected.map(withoutTimes), actual.map(withoutTimes)];
  const from = (i, j) => {
    if (i === want.length) return j === have.length;
    if (want[i] === '...') return from(i + 1, j) || (j < have.length && from(i, j + 1));
    return j < have.length && want[i] === have[j] && from(i + 1, j + 1);
  };
  return from(0, 0);
}
