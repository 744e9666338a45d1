/** What <avr-install-button> shows, in English. The page has texts of its own. */
export const TEXTS = {
  install: 'Install',
  anyPort: 'My board is not listed: show all ports',
  progress: 'Progress of the installation',
  calling: 'Calling the boot loader …',
  writing: 'Writing …',
  verifying: 'Reading back …',
  done: '{name} {version} is written and verified: {board}.',
  'flash.unexpected': 'The board answered {bytes}. Try again.',
  'flash.corrupted': 'An answer of the board was corrupted. Try again.',
  'flash.noAnswer': 'The board does not answer any more. Try again.',
  'flash.noLoader':
    'No boot loader answers. Is it an Arduino Uno, Nano, Mega 2560 or Leonardo, and is nothing wired to D0 ' +
    'and D1? A Leonardo listens for 8 s after you press its reset button.',
  'flash.noLoader8': 'No boot loader answers. It listens for 8 s after you press the reset button.',
  'flash.unplugged': 'The board was unplugged. Plug it in and try again: its boot loader is still there.',
  'flash.unknownChip': 'The chip of the board has the signature {signature}. An {chip} was expected.',
  'flash.otherChip': 'An {found} is on the board, not an {chip}.',
  'flash.noImage': 'The chip of the board has the signature {signature}. There is no program for it here.',
  'flash.differs': 'The flash differs near address {address}. Try again.',
  'flash.tooLarge': 'The program would overwrite the boot loader.',
  'flash.otherDevice':
    'The boot loader is another device for the browser. Press the reset button of the board, then this ' +
    'button again within 8 s, and choose the new port.',
  'flash.noSerial':
    'This browser cannot reach serial ports. Chrome, Edge and recent versions of Firefox can, on a computer.',
  'flash.busy':
    'The port could not be opened. If another program uses it (the Arduino monitor, another tab), close it ' +
    'there. On Linux: sudo usermod -aG dialout $USER, then log in again.',
  'flash.noPort':
    'No port was chosen. If your board was not in the list: is it plugged in, and does the cable carry ' +
    'data? Some boards appear only after you check the box.',
  'flash.security': 'This browser does not allow the page to use serial ports. Open it from https://.',
  'flash.other': '{message}',
  'flash.alreadyOpen': 'This page already uses the port.',
};
