/* The TWI master of the simulated chip (ATmega328P datasheet, chapter 21). */
#include "sim/board/components.h"

enum { TWINT = 0x80, TWEA = 0x40, TWSTA = 0x20, TWSTO = 0x10, TWWC = 0x08, TWEN = 0x04, TWIE = 0x01 };
enum {
    STARTED = 0x08,
    STARTED_AGAIN = 0x10,
    ADDRESS = 0x18,
    DATA = 0x28,
    NOT_ACKNOWLEDGED = 0x08,
    NOTHING = 0xf8
};

static uint8_t *control(const struct twi *twi)
{
    return &twi->bus->avr->data[twi->io->r_twcr];
}

/* The period of SCL: 16 + 2 TWBR 4^TWPS cycles. */
static uint32_t bit_cycles(const struct twi *twi)
{
    const uint8_t *data = twi->bus->avr->data;
    return 16 + 2u * data[twi->io->r_twbr] * (1u << 2 * (data[twi->io->r_twsr] & 3));
}

static void state_set(struct twi *twi, uint8_t state)
{
    uint8_t *status = &twi->bus->avr->data[twi->io->r_twsr];
    twi->state = state;
    *status = (uint8_t)((*status & 3) | state);
}

/* The end of a START or of a byte. */
static avr_cycle_count_t over(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct twi *twi = param;
    (void)when;
    twi->is_busy = false;
    *control(twi) |= TWINT;
    if (*control(twi) & TWIE)
        avr_raise_interrupt(avr, &twi->io->twi);
    twi->bus->changed(twi->bus->matrix);
    return 0;
}

/* While a slave pulls SDA low, START is impossible: TWINT remains clear. */
static void start(struct twi *twi)
{
    if (twi->slave && twi->slave->stuck)
        return;
    state_set(twi, twi->started ? STARTED_AGAIN : STARTED);
    twi->started = true;
    if (twi->slave)
        display_start(twi->slave);
    wire_set(twi->bus, UNO_WIRE_SDA, twi->bus->avr->cycle + bit_cycles(twi) / 2, false);
    wire_set(twi->bus, UNO_WIRE_SCL, twi->bus->avr->cycle + bit_cycles(twi), false);
    twi->is_busy = true;
    avr_cycle_timer_register(twi->bus->avr, bit_cycles(twi), over, twi);
}

/* Sends eight bits and a ninth, in which the slave acknowledges the byte. */
static void byte_send(struct twi *twi)
{
    uint32_t bit = bit_cycles(twi);
    bool address = twi->state == STARTED || twi->state == STARTED_AGAIN;
    bool acknowledged = twi->slave && display_byte(twi->slave, twi->data);
    unsigned bits = twi->slave && twi->slave->stuck ? 0 : twi->data << 1 | !acknowledged;
    for (unsigned i = 0; i < 9; i++) {
        uint64_t from = twi->bus->avr->cycle + i * bit;
        wire_set(twi->bus, UNO_WIRE_SDA, from + bit / 4, bits >> (8 - i) & 1); /* while SCL is low */
        wire_set(twi->bus, UNO_WIRE_SCL, from + bit / 2, true);
        wire_set(twi->bus, UNO_WIRE_SCL, from + bit, false);
    }
    if (!twi->started)
        fault_note(twi->bus, UNO_FAULT_TWI, "a byte on the two-wire bus without a START");
    state_set(twi, (uint8_t)((address ? ADDRESS : DATA) + (acknowledged ? 0 : NOT_ACKNOWLEDGED)));
    twi->is_busy = true;
    avr_cycle_timer_register(twi->bus->avr, 9 * bit, over, twi);
}

static avr_cycle_count_t stopped(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct twi *twi = param;
    (void)avr;
    (void)when;
    *control(twi) &= (uint8_t)~TWSTO;
    return 0;
}

static void stop(struct twi *twi)
{
    uint32_t bit = bit_cycles(twi);
    state_set(twi, NOTHING);
    twi->started = false;
    if (twi->slave)
        display_start(twi->slave);
    wire_set(twi->bus, UNO_WIRE_SDA, twi->bus->avr->cycle + 1, false);
    wire_set(twi->bus, UNO_WIRE_SCL, twi->bus->avr->cycle + bit / 2, true);
    wire_set(twi->bus, UNO_WIRE_SDA, twi->bus->avr->cycle + bit, true);
    avr_cycle_timer_register(twi->bus->avr, bit, stopped, twi);
    twi->bus->changed(twi->bus->matrix);
}

static void twcr_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct twi *twi = param;
    uint8_t flag = avr->data[addr] & TWINT;
    avr->data[addr] = (uint8_t)((v & ~(TWINT | TWWC)) | (v & TWINT ? 0 : flag));
    if (!(v & TWEN)) { /* off: ends every transfer */
        twi->started = twi->is_busy = false;
        state_set(twi, NOTHING);
        avr->data[addr] = 0;
        return;
    }
    if (!(v & TWINT) || twi->is_busy)
        return;
    if (bit_cycles(twi) < twi->bus->avr->frequency / 400000)
        fault_note(twi->bus, UNO_FAULT_TWI, "the two-wire bus runs at more than 400 kHz");
    if (v & TWSTO)
        stop(twi);
    else if (v & TWSTA)
        start(twi);
    else
        byte_send(twi);
}

static void twdr_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct twi *twi = param;
    if (twi->is_busy) {
        *control(twi) |= TWWC;
        fault_note(twi->bus, UNO_FAULT_TWI, "TWDR is written during a transfer: write collision");
        return;
    }
    avr->data[addr] = twi->data = v;
}

static void twsr_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct twi *twi = param;
    avr->data[addr] = (uint8_t)(twi->state | (v & 3));
}

void twi_reset(struct twi *twi)
{
    twi->is_busy = twi->started = false;
    *control(twi) = 0;
    state_set(twi, NOTHING);
}

void twi_attach(struct twi *twi, struct bus *bus)
{
    avr_t *avr = bus->avr;
    avr_twi_t *io = io_find(avr, "twi");
    twi->bus = bus;
    twi->io = io;
    on_register(avr, io->r_twcr, NULL, twcr_write, twi);
    on_register(avr, io->r_twdr, NULL, twdr_write, twi);
    on_register(avr, io->r_twsr, NULL, twsr_write, twi);
}
