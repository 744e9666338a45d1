/** The deviation of a board's clock: two jobs of known cycles are timed by the clock of this computer. */

export const COUNTS = { short: 'count 12', long: 'count 14' };
/** Where a count waits, another count would replace it. These print nothing but their results. */
export const SEARCHES = { format: 'none', short: 'solve 10', long: 'solve 12' };
export const REPEATS = 5;

/* ppm. A crystal keeps to 100, this computer's clock too; a resonator is sold as 0.5 %, and ages. */
const CRYSTAL = 200;
const RESONATOR = 10_000;
const TOO_NOISY = 1000;
/* Seconds: the tick of the board and the frames of USB. */
const JITTER = 0.001;

const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
const deviation = (values) =>
  Math.sqrt(values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1));

/**
 * The delay of the line is in every time, so it cancels in the difference of the long and the short job;
 * what is left of it is the scatter of the short ones.
 * @param {{short: number, long: number}} cycles @param {number[]} short seconds of each @param {number} long
 */
export function clockOf(cycles, hz, short, long) {
  const measured = long - mean(short);
  const scatter = Math.max(deviation(short), JITTER);
  const ppm = ((cycles.long - cycles.short) / hz / measured - 1) * 1e6;
  const uncertainty = ((2 * scatter * Math.sqrt(1 + 1 / short.length)) / measured) * 1e6;
  return { ppm: Math.round(ppm), uncertainty: Math.round(uncertainty) };
}

const most = ({ ppm, uncertainty }) => Math.abs(ppm) - uncertainty;

export const clockIsOff = (clock) => most(clock) > RESONATOR;

export const clockIsUnknown = (clock) => !clockIsOff(clock) && clock.uncertainty > TOO_NOISY;

const signed = (number, digits = 0) => `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(digits)}`;

export function clockWords(clock) {
  let kind = 'a resonator';
  if (clockIsOff(clock)) kind = 'too far off for a crystal or a resonator';
  else if (clockIsUnknown(clock)) kind = 'this computer was too busy to measure it';
  else if (most(clock) <= CRYSTAL) kind = 'as exact as a crystal';
  return `${signed(clock.ppm)} ± ${clock.uncertainty} ppm (${signed(clock.ppm / 1e4, 2)} %): ${kind}`;
}
