/** The clock of the flasher, in ms; a test with simulated boards replaces it. */
export const clock = {
  now: () => performance.now(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
