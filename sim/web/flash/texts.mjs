/** What <avr-install-button> shows, in English. */
export const TEXTS = {
  'flash.install': 'Install',
  'flash.anyPort': 'My board is not listed: show all ports',
  'flash.progress': 'Progress of the installation',
  'flash.calling': 'Calling the boot loader …',
  'flash.writing': 'Writing …',
  'flash.verifying': 'Reading back …',
  'flash.done': 'Written and verified in {seconds} s: {name} {version}, {board}.',
  'flash.failed': 'Not written. {reason}',
  'flash.unexpected': 'The board answered {bytes}. Try again.',
  'flash.noAnswer': 'The board does not answer any more. Try again.',
  'flash.noLoader':
    'No boot loader answers. Is it an Arduino Uno, Nano, Mega 2560 or Leonardo, is nothing wired to D0 and ' +
    'D1, and does no other program use the port? A Leonardo listens for 8 s after you press its reset ' +
    'button.',
  'flash.unplugged': 'The board was unplugged. Plug it in and try again: its boot loader is still there.',
  'flash.unknownChip': 'The chip of the board has the signature {signature}. An {chip} was expected.',
  'flash.otherChip': 'An {found} is on the board, not an {chip}: choose {boards}.',
  'flash.noImage': 'The chip of the board has the signature {signature}. There is no program for it here.',
  'flash.differs': 'The flash differs near address {address}. Try again.',
  'flash.tooLarge': 'The program would overwrite the boot loader.',
  'flash.otherDevice':
    'The browser treats the boot loader as another device. Press the reset button of the board, then this ' +
    'button again within 8 s, and choose the new port.',
  'flash.noSerial':
    'This browser cannot reach serial ports. Chrome, Edge and recent versions of Firefox can, on a computer.',
  'flash.busy':
    'The port could not be opened. If another program uses it (the Arduino monitor, picocom, another tab), ' +
    'close it there. On Linux, you may lack the permission: run sudo usermod -aG dialout $USER, then log ' +
    'in again.',
  'flash.noPort':
    'No port was chosen. If your board was not in the list: is it plugged in, and does the cable carry ' +
    'data? Boards with an unknown USB chip appear only after you check “My board is not listed”.',
  'flash.security':
    'This browser does not allow the page to use serial ports here. Open the page from https:// or from ' +
    'disk.',
  'flash.other': '{message}',
};
