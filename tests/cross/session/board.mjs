/** The serial line of the firmware on other simulators. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { CLOCK, Uno } from '../../../sim/avr8js/uno.mjs';
import { Line, Port } from '../../../sim/report/line.mjs';

const LIMIT = 600; /* only to end a simulator that hangs */

/** The firmware on avr8js. Time passes only while the line waits, and only until text comes. */
class Avr8jsPort {
  constructor(hexFile) {
    this.uno = new Uno(readFileSync(hexFile, 'latin1'));
    this.uno.onByte = (byte, cycle) => {
      this.hasText = true;
      this.onText(String.fromCharCode(byte), cycle / CLOCK);
    };
  }

  now() {
    return this.uno.cycles / CLOCK;
  }

  async pause(seconds) {
    this.hasText = false;
    for (const end = this.now() + seconds; !this.hasText && this.now() < end;) this.uno.run(CLOCK / 1000);
  }

  send(text) {
    this.uno.send(text);
  }
}

/** QEMU's Uno: no SPI, no EEPROM, no Timer0 and 2; it runs in real time and never ends by itself. */
class QemuPort extends Port {
  constructor(elfFile) {
    super();
    const args = ['-M', 'uno', '-bios', elfFile, '-display', 'none', '-monitor', 'none', '-serial', 'stdio'];
    this.child = spawn('qemu-system-avr', args, { stdio: ['pipe', 'pipe', 'inherit'] });
    process.on('exit', () => this.child.kill('SIGKILL'));
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => process.exit(1));
    this.child.stdin.on('error', () => {}); /* it ended: the line reports that */
    this.child.stdout.on('data', (text) => this.onText(text.toString('latin1'), this.now()));
    this.child.on('error', () => this.onLost()).on('close', () => this.onLost());
  }

  send(text) {
    this.child.stdin.write(text);
  }
}

/** After the reset; the demo has ended, and nothing is delayed. */
async function awake(port) {
  const line = new Line(port, { patience: LIMIT });
  const greeting = await line.until(/^> /m, 3, true);
  await line.say('pace 0');
  return { port, line, greeting };
}

export const onAvr8js = (hexFile) => awake(new Avr8jsPort(hexFile));
export const onQemu = (elfFile) => awake(new QemuPort(elfFile));
