/* The SPI master of the simulated chip. */
#include "sim/board/board.h"

enum { SPE = 0x40, DORD = 0x20, MSTR = 0x10, CPOL = 0x08, CPHA = 0x04 }; /* of SPCR */
enum { SPIF = 0x80, WCOL = 0x40, SPI2X = 0x01 };                         /* of SPSR */

static uint32_t bit_cycles(struct uno *uno)
{
    static const uint8_t divider[4] = {4, 16, 64, 128};
    uint32_t cycles = divider[REGISTER(spi, spcr) & 3];
    return REGISTER(spi, spsr) & SPI2X ? cycles / 2 : cycles;
}

/* MOSI, SCK and /SS are outputs: a low level at /SS as an input ends the master mode. */
static bool pins_drive(const struct uno *uno)
{
    uint8_t ddr = uno->avr->data[uno->spi.ddr];
    return ddr >> uno->pins->mosi & ddr >> uno->pins->sck & ddr >> uno->pins->ss & 1;
}

/* Bit number i in the order of sending. */
static bool bit_of(const struct uno *uno, unsigned i)
{
    return REGISTER(spi, spdr) >> (REGISTER(spi, spcr) & DORD ? i : 7 - i) & 1;
}

/* The end of a transfer. */
static avr_cycle_count_t shifted(avr_t *avr, avr_cycle_count_t, void *param)
{
    struct uno *uno = param;
    uno->spi.is_busy = uno->spi.flag_seen = false;
    if (pins_drive(uno))
        for (unsigned i = 0; i < 8; i++)
            matrix_edge(uno, DISPLAY_CLK, bit_of(uno, i));
    avr_raise_interrupt(avr, &uno->spi.io->spi); /* and sets SPIF */
    return 0;
}

static void flags_clear(struct uno *uno)
{
    if (uno->spi.flag_seen) {
        REGISTER(spi, spsr) &= (uint8_t) ~(SPIF | WCOL);
        uno->spi.flag_seen = false;
    }
}

static void spdr_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct uno *uno = param;
    flags_clear(uno);
    if ((REGISTER(spi, spcr) & (SPE | MSTR)) != (SPE | MSTR)) {
        fault_note(uno, UNO_FAULT_SPI, "SPDR is written, but the SPI is not enabled as master");
        return;
    }
    if (uno->spi.is_busy) {
        REGISTER(spi, spsr) |= WCOL;
        fault_note(uno, UNO_FAULT_SPI, "SPDR is written during a transfer: write collision");
        return;
    }
    if (!pins_drive(uno))
        fault_note(uno, UNO_FAULT_SPI, "a transfer while MOSI, SCK or /SS is not an output");
    if (!(REGISTER(spi, spcr) & CPOL) != !(REGISTER(spi, spcr) & CPHA))
        fault_note(uno, UNO_FAULT_SPI, "SPI mode 1 or 2: the MAX7219 would sample each bit while it changes");
    avr->data[addr] = v;
    uno->spi.is_busy = true;
    /* The first edge of SCK follows the two cycles of the write. */
    uint32_t bit = bit_cycles(uno);
    for (unsigned i = 0; i < 8; i++) {
        uint64_t start = avr->cycle + 1 + i * bit;
        wire_set(uno, UNO_WIRE_MOSI, start, bit_of(uno, i));
        wire_set(uno, UNO_WIRE_SCK, start + bit / 2, true);
        wire_set(uno, UNO_WIRE_SCK, start + bit, false);
    }
    avr_cycle_timer_register(avr, 8 * bit + 1, shifted, uno);
}

static uint8_t spdr_read(avr_t *, avr_io_addr_t, void *param)
{
    flags_clear(param);
    return 0; /* the module sends nothing back: MISO is not connected */
}

static uint8_t spsr_read(avr_t *avr, avr_io_addr_t addr, void *param)
{
    struct uno *uno = param;
    if (avr->data[addr] & (SPIF | WCOL))
        uno->spi.flag_seen = true;
    return avr->data[addr];
}

static void spsr_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *)
{
    avr->data[addr] = (uint8_t)((avr->data[addr] & ~SPI2X) | (v & SPI2X));
}

void spi_reset(struct uno *uno)
{
    uno->spi.is_busy = uno->spi.flag_seen = false;
    REGISTER(spi, spsr) = 0;
}

void spi_attach(struct uno *uno)
{
    avr_spi_t *io = uno->spi.io = io_find(uno->avr, "spi");
    uno->spi.ddr = (uint16_t)(port_address(uno->avr, uno->pins->spi_port) + 1);
    on_register(uno, io->r_spdr, spdr_read, spdr_write);
    on_register(uno, io->r_spsr, spsr_read, spsr_write);
}
