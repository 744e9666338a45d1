/**
 * An Arduino Uno on avr8js: the chip at 16 MHz, a MAX7219 matrix on SPI, a push button on D2, the serial
 * line.
 */
import * as avr from 'avr8js';
import { avrInstruction } from 'avr8js'; /* without a look-up at each of them */
import { DISPLAYS, attachToBus, noise } from './displays.mjs';

export const CLOCK = 16_000_000;
export const FLASH_SIZE = 32768;
const SRAM_SIZE = 2048;
const SRAM_START = 0x100;
const EEPROM_SIZE = 1024;

const SMCR = 0x53;
const SMCR_SE = 1;
const SREG = 0x5f;
const SREG_I = 0x80;
const MCUSR = 0x54;
const RXC = 0x80;
const [NORMAL, CTC] = [0, 2]; /* modes of avr8js' timers */
const SLEEP = 0x9588;
const CS = 2; /* PB2 is D10 */
const BUTTON = 2; /* PD2 is D2 */
const STRIP = 6; /* PD6 is D6 */

/** Causes of a reset, as MCUSR shows them. */
const POWER_ON = 1;
const EXTERNAL = 2;
const WATCHDOG = 8;

class Eeprom extends avr.EEPROMMemoryBackend {
  constructor(memory, onWrite) {
    super(0);
    Object.assign(this, { memory, onWrite });
  }
  writeMemory(address, value) {
    super.writeMemory(address, value);
    this.onWrite();
  }
}

/** How many ticks of a timer come before its counter matches a register or starts again. */
function ticksToMatch({ timerMode, tcnt, TOP, ocrA, ocrB }) {
  if ((timerMode !== NORMAL && timerMode !== CTC) || tcnt > TOP) return 1;
  const range = TOP + 1;
  return Math.min(...[0, ocrA, ocrB].map((value) => (value - tcnt + range) % range || range));
}

export class Uno {
  /** Called with each byte as the chip begins to send it, and the cycle of that. */
  onByte = null;
  /** Called when an EEPROM cell has changed; `eeprom` contains all cells. */
  onEeprom = null;

  /** The display that is connected at power-up, as displays.mjs describes it; `display` is its name there. */
  matrix;
  /** Cycles of sleep since power-up. */
  asleep = 0;
  /**
   * If this is an array of FLASH_SIZE / 2 numbers, the cycles spent at each word of flash are added to it,
   * and avr8js works tick by tick.
   */
  profile = null;

  #image;
  #cpu;
  #usart;
  #button;
  #input = [];
  #feeding = false;
  #dozing = false;
  #bitten = false;
  #pressed = false;
  /* The cycle at which run() ends, and the one at which its inner loop ends; events bring both forward. */
  #end = 0;
  #loop = { until: 0 };
  #timers = new Map();
  #resetAt = 0;

  /**
   * @param {Uint8Array} image the flash from address 0.
   * @param {{eeprom?: Uint8Array, modules?: number, display?: string}} parts the EEPROM, 1024 bytes; how many
   * MAX7219 are in the chain, 1 to 16, or another display.
   */
  constructor(image, { eeprom, modules = 1, display = 'max7219' } = {}) {
    this.#image = new Uint8Array(FLASH_SIZE).fill(0xff);
    this.#image.set(image);
    this.eeprom = eeprom ?? new Uint8Array(EEPROM_SIZE).fill(0xff);
    this.modules = modules;
    this.display = display;
    this.matrix = DISPLAYS[display](modules);
    this.#start(POWER_ON, noise(new Uint8Array(SRAM_SIZE)));
  }

  /** The reset button: SRAM and the matrix stay unchanged. */
  reset() {
    this.#start(EXTERNAL, this.sram());
  }

  sram() {
    return this.#cpu.data.slice(SRAM_START);
  }

  /**
   * The greatest depth of the stack, in bytes. The firmware fills free RAM with one value after each reset.
   * The longest run of equal bytes is therefore RAM that neither variables nor stack have used.
   */
  stackDepth() {
    const ram = this.#cpu.data;
    let [longest, top, run] = [0, 0, 0];
    for (let i = SRAM_START + 1; i <= ram.length; i++) {
      if (i < ram.length && ram[i] === ram[i - 1]) run++;
      else {
        if (run > longest) [longest, top] = [run, i];
        run = 0;
      }
    }
    return ram.length - top;
  }

  /** Bytes for the chip's RXD, one frame time apart; each waits until the one before has been read. */
  send(text) {
    for (const char of text) this.#input.push(char.charCodeAt(0));
    if (!this.#feeding) this.#feedLater();
  }

  /** The push button: down or up, also through a reset. */
  press(down) {
    this.#pressed = down;
    this.#button.setPin(BUTTON, !down);
  }

  /** Runs for so many cycles, rounded up. */
  run(cycles) {
    cycles = Math.ceil(cycles);
    while (cycles > 0) {
      const from = this.#cpu.cycles;
      this.#end = from + cycles;
      this.#runChip(this.#cpu);
      cycles -= this.#cpu.cycles - from;
      if (this.#bitten) this.#start(WATCHDOG, this.sram());
    }
  }

  /** Cycles since power-up. */
  get cycles() {
    return this.#resetAt + this.#cpu.cycles;
  }

  /*
   * Runs until #end. avr8js wants a tick after every instruction, but a tick does nothing before the next
   * clock event, unless an interrupt is pending. Therefore the inner loop runs up to the next event. A new
   * event, an interrupt, a chip that prepares to sleep and the end of run() leave it early. With a profile,
   * a tick follows every instruction.
   */
  #runChip(cpu) {
    const loop = this.#loop;
    const { profile } = this;
    while (cpu.cycles < this.#end) {
      if (this.#dozing) {
        this.#sleep(cpu);
        continue;
      }
      const { pc, cycles } = cpu;
      loop.until = Math.min(cpu.nextClockEvent.cycles, this.#end);
      if (profile || cpu.nextInterrupt >= 0 || cpu.data[SMCR] & SMCR_SE) this.#step(cpu);
      else
        do avrInstruction(cpu);
        while (cpu.cycles < loop.until);
      this.#tick(cpu);
      if (profile) profile[pc] += cpu.cycles - cycles;
    }
  }

  /*
   * All events that are due, then an interrupt. Until then interrupts are disabled: if two events come in the
   * same cycle, the priority of their interrupts decides, not the order in which avr8js has queued them.
   */
  #tick(cpu) {
    const { pc } = cpu;
    if (cpu.nextClockEvent.cycles <= cpu.cycles) {
      const sreg = cpu.data[SREG];
      cpu.data[SREG] = sreg & ~SREG_I;
      do cpu.tick();
      while (cpu.nextClockEvent.cycles <= cpu.cycles);
      cpu.data[SREG] = sreg;
    }
    cpu.tick();
    if (cpu.pc !== pc || cpu.nextInterrupt >= 0) this.#dozing = false;
  }

  #attachLoop(cpu) {
    const { addClockEvent, queueInterrupt } = cpu;
    cpu.queueInterrupt = (interrupt) => {
      this.#loop.until = 0;
      queueInterrupt.call(cpu, interrupt);
    };
    cpu.addClockEvent = (callback, cycles) => {
      this.#loop.until = 0;
      const timer = cycles > 0 && !this.profile && this.#timers.get(callback);
      const more = timer ? timer.divider * (ticksToMatch(timer) - 1) : 0;
      return addClockEvent.call(cpu, callback, cycles + more);
    };
    cpu.writeHooks[SMCR] = () => void (this.#loop.until = 0);
    cpu.addClockEvent(() => {}, Infinity); /* so that there always is a next event */
  }

  /*
   * avr8js has a clock event at every tick of a timer, but nothing happens before a match, and it brings the
   * counter up to date when it is read. Therefore addClockEvent() waits for the next match. A write that
   * changes the match counts up to now, and waits again.
   */
  #attachTimers(cpu) {
    this.#timers.clear();
    for (const config of [avr.timer0Config, avr.timer1Config, avr.timer2Config]) {
      const timer = new avr.AVRTimer(cpu, config);
      this.#timers.set(timer.count, timer);
      for (const register of [config.OCRA, config.OCRB, config.ICR, config.TCCRA].filter(Boolean)) {
        const write = cpu.writeHooks[register];
        cpu.writeHooks[register] = (...values) => {
          timer.count(false);
          const done = write(...values);
          cpu.updateClockEvent(timer.count, 0);
          return done;
        };
      }
    }
  }

  /* avr8js treats SLEEP as a NOP. */
  #step(cpu) {
    if (cpu.progMem[cpu.pc] === SLEEP)
      this.#dozing = (cpu.data[SMCR] & SMCR_SE) !== 0 && cpu.nextInterrupt < 0;
    avrInstruction(cpu);
  }

  /* Nothing happens before the next clock event, so time moves there in one step. */
  #sleep(cpu) {
    const next = Math.min(cpu.nextClockEvent.cycles, this.#end);
    if (next > cpu.cycles) {
      this.asleep += next - cpu.cycles;
      cpu.cycles = next;
    }
    this.#tick(cpu);
  }

  /* avr8js resets neither I/O registers nor pending clock events, so each reset creates a new chip. */
  #start(cause, sram) {
    this.#resetAt += this.#cpu?.cycles ?? 0;
    const cpu = new avr.CPU(new Uint16Array(this.#image.slice().buffer), SRAM_SIZE);
    this.#cpu = cpu;
    this.#attachLoop(cpu);
    cpu.data.set(sram, SRAM_START);
    cpu.data[MCUSR] = cause;
    this.#dozing = false;
    this.#bitten = false;
    this.#feeding = false;
    const portC = new avr.AVRIOPort(cpu, avr.portCConfig);
    for (const wire of [4, 5]) portC.setPin(wire, true); /* SDA and SCL are pulled up */
    this.#attachTimers(cpu);
    new avr.AVREEPROM(cpu, new Eeprom(this.eeprom, () => this.onEeprom?.()), avr.eepromConfig);
    this.#attachWatchdog(cpu);
    this.#attachUsart(cpu);
    this.#attachMatrix(cpu);
    const twi = new avr.AVRTWI(cpu, avr.twiConfig, CLOCK);
    if (this.matrix.connect) attachToBus(this.matrix, twi, cpu);
    this.#attachButton(cpu);
    this.#slowCbi(cpu);
  }

  /* In avr8js CBI takes one cycle; on the chip it takes two, as SBI does. Both give the mask of their bit. */
  #slowCbi(cpu) {
    for (let register = 0x20; register < 0x40; register++) {
      const write = cpu.writeHooks[register];
      cpu.writeHooks[register] = (value, old, address, mask) => {
        const isDone = write?.(value, old, address, mask);
        if (mask !== 0xff && !(value & mask)) cpu.cycles++;
        return isDone;
      };
    }
  }

  #attachWatchdog(cpu) {
    new avr.AVRWatchdog(cpu, avr.watchdogConfig, new avr.AVRClock(cpu, CLOCK));
    cpu.reset = () => {
      this.#bitten = true;
      this.#end = 0;
      this.#loop.until = 0;
    };
  }

  #attachUsart(cpu) {
    const usart = new avr.AVRUSART(cpu, avr.usart0Config, CLOCK);
    this.#usart = usart;
    usart.onByteTransmit = (byte) => this.onByte?.(byte, this.cycles);
    /* In avr8js an interrupt clears UDRE; on the chip only a write of UDR0 does. */
    usart.UDRE.constant = true;
    /* In avr8js, a write of UCSR0B discards a byte that waits to be read; on the chip it does not. */
    const write = cpu.writeHooks[avr.usart0Config.UCSRB];
    cpu.writeHooks[avr.usart0Config.UCSRB] = (value, ...rest) => {
      const waiting = cpu.data[avr.usart0Config.UCSRA] & RXC;
      const done = write(value, ...rest);
      if (waiting) cpu.setInterruptFlag(usart.RXC);
      return done;
    };
    if (this.#input.length) this.#feedLater();
  }

  #feedLater() {
    this.#feeding = true;
    this.#cpu.addClockEvent(() => this.#feed(), this.#usart.cyclesPerChar);
  }

  #feed() {
    this.#feeding = false;
    const read = !(this.#cpu.data[avr.usart0Config.UCSRA] & RXC);
    if (read && this.#usart.rxEnable) this.#usart.writeByte(this.#input.shift(), true);
    if (this.#input.length) this.#feedLater();
  }

  #attachMatrix(cpu) {
    const spi = new avr.AVRSPI(cpu, avr.spiConfig, CLOCK);
    spi.onByte = (byte) => {
      cpu.addClockEvent(() => {
        this.matrix.shift?.(byte);
        spi.completeTransfer(0xff);
      }, spi.transferCycles);
    };
    const port = new avr.AVRIOPort(cpu, avr.portBConfig);
    /* The module's pull-up resistor on CS makes an input high. */
    port.addListener(() => {
      const driven = cpu.data[avr.portBConfig.DDR] & (1 << CS);
      const high = cpu.data[avr.portBConfig.PORT] & (1 << CS);
      this.matrix.select?.(!driven || !!high, this.cycles);
    });
    this.matrix.select?.(true, this.cycles);
  }

  #attachButton(cpu) {
    this.#button = new avr.AVRIOPort(cpu, avr.portDConfig);
    this.#button.setPin(BUTTON, !this.#pressed);
    let isWaiting = false;
    const wait = () => {
      const { matrix } = this;
      if (matrix.alarmAt !== null && matrix.alarmAt <= this.cycles) matrix.alarm();
      isWaiting = matrix.alarmAt !== null;
      if (isWaiting) cpu.addClockEvent(wait, matrix.alarmAt - this.cycles);
    };
    this.#button.addListener((level) => {
      this.matrix.wire?.((level & (1 << STRIP)) !== 0, this.cycles);
      if (!isWaiting && this.matrix.wire) wait();
    });
  }
}
