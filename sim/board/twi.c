/* The TWI master of the simulated chip (ATmega328P datasheet, chapter 21). */
#include "sim/board/board.h"

#include <avr_ioport.h>

enum { SDA = 4, SCL = 5 }; /* of port C: on other boards, the display does not see what drives their pins */
enum { TWINT = 0x80, TWEA = 0x40, TWSTA = 0x20, TWSTO = 0x10, TWWC = 0x08, TWEN = 0x04, TWIE = 0x01 };
enum { STARTED = 0x08, STARTED_AGAIN = 0x10, ADDRESS = 0x18, DATA = 0x28, NOTHING = 0xf8 }; /* states */
enum { NOT_ACKNOWLEDGED = 0x08 };                                                           /* to be added */

/* The period of SCL: 16 + 2 TWBR 4^TWPS cycles. */
static uint32_t bit_cycles(const struct uno *uno)
{
    return 16 + 2u * REGISTER(twi, twbr) * (1u << 2 * (REGISTER(twi, twsr) & 3));
}

static void state_set(struct uno *uno, uint8_t state)
{
    REGISTER(twi, twsr) = (uint8_t)((REGISTER(twi, twsr) & 3) | state);
}

/* The end of a START or of a byte. */
static avr_cycle_count_t over(avr_t *avr, avr_cycle_count_t, void *param)
{
    struct uno *uno = param;
    uno->twi.is_busy = false;
    REGISTER(twi, twcr) |= TWINT;
    if (REGISTER(twi, twcr) & TWIE)
        avr_raise_interrupt(avr, &uno->twi.io->twi);
    matrix_update(uno);
    return 0;
}

/* While a slave pulls SDA low, START is impossible: TWINT remains clear. */
static void start(struct uno *uno)
{
    if (uno->matrix.any.display.stuck)
        return;
    state_set(uno, uno->twi.started ? STARTED_AGAIN : STARTED);
    uno->twi.started = true;
    display_start(&uno->matrix.any.display);
    wire_set(uno, UNO_WIRE_SDA, uno->avr->cycle + bit_cycles(uno) / 2, false);
    wire_set(uno, UNO_WIRE_SCL, uno->avr->cycle + bit_cycles(uno), false);
    uno->twi.is_busy = true;
    avr_cycle_timer_register(uno->avr, bit_cycles(uno), over, uno);
}

/* Sends eight bits and a ninth, in which the slave acknowledges the byte. */
static void byte_send(struct uno *uno)
{
    uint32_t bit = bit_cycles(uno);
    uint8_t state = REGISTER(twi, twsr) & 0xf8, byte = REGISTER(twi, twdr);
    bool address = state == STARTED || state == STARTED_AGAIN;
    bool acknowledged = display_byte(&uno->matrix.any.display, byte);
    unsigned bits = uno->matrix.any.display.stuck ? 0 : byte << 1 | !acknowledged;
    for (unsigned i = 0; i < 9; i++) {
        uint64_t from = uno->avr->cycle + i * bit;
        wire_set(uno, UNO_WIRE_SDA, from + bit / 4, bits >> (8 - i) & 1); /* while SCL is low */
        wire_set(uno, UNO_WIRE_SCL, from + bit / 2, true);
        wire_set(uno, UNO_WIRE_SCL, from + bit, false);
    }
    if (!uno->twi.started)
        fault_note(uno, UNO_FAULT_TWI, "a byte on the two-wire bus without a START");
    state_set(uno, (uint8_t)((address ? ADDRESS : DATA) + (acknowledged ? 0 : NOT_ACKNOWLEDGED)));
    uno->twi.is_busy = true;
    avr_cycle_timer_register(uno->avr, 9 * bit, over, uno);
}

static avr_cycle_count_t stopped(avr_t *, avr_cycle_count_t, void *param)
{
    struct uno *uno = param;
    REGISTER(twi, twcr) &= (uint8_t)~TWSTO;
    return 0;
}

static void stop(struct uno *uno)
{
    uint32_t bit = bit_cycles(uno);
    state_set(uno, NOTHING);
    uno->twi.started = false;
    display_start(&uno->matrix.any.display);
    wire_set(uno, UNO_WIRE_SDA, uno->avr->cycle + 1, false);
    wire_set(uno, UNO_WIRE_SCL, uno->avr->cycle + bit / 2, true);
    wire_set(uno, UNO_WIRE_SDA, uno->avr->cycle + bit, true);
    avr_cycle_timer_register(uno->avr, bit, stopped, uno);
    matrix_update(uno);
}

static void twcr_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct uno *uno = param;
    uint8_t flag = avr->data[addr] & TWINT;
    bool is_stopping = avr->data[addr] & TWSTO;
    avr->data[addr] = (uint8_t)((v & ~(TWINT | TWWC)) | (v & TWINT ? 0 : flag));
    if (!(v & TWEN)) { /* off: ends every transfer */
        uno->twi.started = uno->twi.is_busy = false;
        state_set(uno, NOTHING);
        avr->data[addr] = 0;
        return;
    }
    if (!(v & TWINT) || uno->twi.is_busy)
        return;
    if (is_stopping)
        fault_note(uno, UNO_FAULT_TWI, "TWCR is written before the end of STOP");
    if (bit_cycles(uno) < uno->avr->frequency / 400000)
        fault_note(uno, UNO_FAULT_TWI, "the two-wire bus runs at more than 400 kHz");
    if (v & TWSTO)
        stop(uno);
    else if (v & TWSTA)
        start(uno);
    else
        byte_send(uno);
}

static void twdr_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct uno *uno = param;
    if (uno->twi.is_busy) {
        REGISTER(twi, twcr) |= TWWC;
        fault_note(uno, UNO_FAULT_TWI, "TWDR is written during a transfer: write collision");
        return;
    }
    avr->data[addr] = v;
}

static void twsr_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *)
{
    avr->data[addr] = (uint8_t)((avr->data[addr] & 0xf8) | (v & 3));
}

/* ---- the pins, while the TWI is off: the module has resistors that pull them up ---- */

static uint8_t pins_read(avr_t *avr, avr_io_addr_t addr, void *param)
{
    const struct uno *uno = param;
    uint8_t ddr = avr->data[addr + 1], sda = (uint8_t)(~ddr & 1 << SDA);
    uint8_t pins = (uint8_t)((avr->data[addr + 2] & ddr) | (avr->data[addr] & ~ddr));
    return avr->data[addr] = (uint8_t)(uno->matrix.any.display.stuck ? pins & ~sda : pins | sda);
}

static void scl_changed(struct avr_irq_t *, uint32_t level, void *param)
{
    struct display *display = &((struct uno *)param)->matrix.any.display;
    if (level && display->clocks && --display->clocks == 0)
        display->stuck = false;
}

void twi_reset(struct uno *uno)
{
    uno->twi.is_busy = uno->twi.started = false;
    REGISTER(twi, twcr) = 0;
    state_set(uno, NOTHING);
}

void twi_attach(struct uno *uno)
{
    avr_twi_t *io = uno->twi.io = io_find(uno->avr, "twi");
    on_register(uno, io->r_twcr, NULL, twcr_write);
    on_register(uno, io->r_twdr, NULL, twdr_write);
    on_register(uno, io->r_twsr, NULL, twsr_write);
    avr_ioport_external_t pulled = {.name = 'C', .mask = 1 << SCL, .value = 1 << SCL};
    avr_ioctl(uno->avr, (uint32_t)AVR_IOCTL_IOPORT_SET_EXTERNAL('C'), &pulled);
    pin_follow(uno, 'C', SCL, scl_changed);
    avr_io_addr_t pins = AVR_DATA_TO_IO(port_address(uno->avr, 'C'));
    uno->avr->io[pins].r.c = pins_read;
    uno->avr->io[pins].r.param = uno;
}
