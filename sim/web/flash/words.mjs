/** What went wrong with a port, and what to do about it, in words. */

const BUSY =
  'The port could not be opened. Another program may hold it (the Arduino monitor, picocom, ' +
  'another tab with this page): close it there.' +
  'On Linux you may lack the right to it: sudo usermod -aG dialout $USER, then log in anew.';

const REASONS = {
  NotFoundError:
    'No port was chosen. If none was offered: is the board plugged in, with a cable that carries data?',
  SecurityError:
    'This browser does not let the page use serial ports here: open the page from https:// or from disk.',
  InvalidStateError: 'This page has the port open already.',
  NetworkError: BUSY,
};

export const NO_SERIAL =
  'This browser cannot reach serial ports: Chrome, Edge and new Firefox can, on a computer. Or ' +
  'write the file with avrdude: make flash PORT=/dev/ttyACM0';

/** @param {Error} error of Web Serial, or a BoardError. */
export const inWords = (error) =>
  REASONS[error.name] ?? `${error.message[0].toUpperCase()}${error.message.slice(1)}.`;
