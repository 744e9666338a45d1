/* The SPI master of the simulated chip. */
#include "sim/board/components.h"

enum {
    SPE = 0x40,
    DORD = 0x20,
    MSTR = 0x10,
    CPOL = 0x08,
    CPHA = 0x04,
    SPIF = 0x80,
    WCOL = 0x40,
    SPI2X = 0x01
};

static uint8_t control(const struct spi *spi)
{
    return spi->bus->avr->data[spi->io->r_spcr];
}

static uint8_t *status(struct spi *spi)
{
    return &spi->bus->avr->data[spi->io->r_spsr];
}

static uint32_t bit_cycles(struct spi *spi)
{
    static const uint8_t divider[4] = {4, 16, 64, 128};
    uint32_t cycles = divider[control(spi) & 3];
    return *status(spi) & SPI2X ? cycles / 2 : cycles;
}

/* MOSI and SCK are outputs. */
static bool pins_drive(const struct spi *spi)
{
    uint8_t ddr = spi->bus->avr->data[spi->ddr];
    return (ddr >> spi->mosi & 1) && (ddr >> spi->sck & 1);
}

/* Bit number i in the order of sending. */
static bool bit_of(const struct spi *spi, unsigned i)
{
    return spi->data >> (control(spi) & DORD ? i : 7 - i) & 1;
}

/* The end of a transfer. */
static avr_cycle_count_t shifted(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct spi *spi = param;
    (void)when;
    spi->is_busy = false;
    spi->flag_seen = false;
    if (pins_drive(spi))
        for (unsigned i = 0; i < 8; i++)
            spi->bus->bit(spi->bus->matrix, bit_of(spi, i));
    *status(spi) |= SPIF;
    avr_raise_interrupt(avr, &spi->io->spi);
    return 0;
}

static void flags_clear(struct spi *spi)
{
    if (spi->flag_seen) {
        *status(spi) &= (uint8_t) ~(SPIF | WCOL);
        spi->flag_seen = false;
    }
}

static void spdr_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct spi *spi = param;
    (void)addr;
    flags_clear(spi);
    if ((control(spi) & (SPE | MSTR)) != (SPE | MSTR)) {
        fault_note(spi->bus, UNO_FAULT_SPI, "SPDR is written, but the SPI is not enabled as master");
        return;
    }
    if (spi->is_busy) {
        *status(spi) |= WCOL;
        fault_note(spi->bus, UNO_FAULT_SPI, "SPDR is written during a transfer: write collision");
        return;
    }
    if (!pins_drive(spi))
        fault_note(spi->bus, UNO_FAULT_SPI, "a transfer while MOSI or SCK is not an output");
    if (!(control(spi) & CPOL) != !(control(spi) & CPHA))
        fault_note(spi->bus, UNO_FAULT_SPI,
                   "SPI mode 1 or 2: the MAX7219 would sample each bit while it changes");
    spi->data = v;
    spi->is_busy = true;
    *status(spi) &= (uint8_t)~SPIF;
    /* The first edge of SCK follows the two cycles of the write. */
    uint32_t bit = bit_cycles(spi);
    for (unsigned i = 0; i < 8; i++) {
        uint64_t start = avr->cycle + 1 + i * bit;
        wire_set(spi->bus, UNO_WIRE_MOSI, start, bit_of(spi, i));
        wire_set(spi->bus, UNO_WIRE_SCK, start + bit / 2, true);
        wire_set(spi->bus, UNO_WIRE_SCK, start + bit, false);
    }
    avr_cycle_timer_register(avr, 8 * bit + 1, shifted, spi);
}

static uint8_t spdr_read(avr_t *avr, avr_io_addr_t addr, void *param)
{
    (void)avr;
    (void)addr;
    flags_clear(param);
    return 0; /* the module sends nothing back: MISO is not connected */
}

static uint8_t spsr_read(avr_t *avr, avr_io_addr_t addr, void *param)
{
    struct spi *spi = param;
    if (avr->data[addr] & (SPIF | WCOL))
        spi->flag_seen = true;
    return avr->data[addr];
}

static void spsr_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    (void)param;
    avr->data[addr] = (uint8_t)((avr->data[addr] & ~SPI2X) | (v & SPI2X));
}

void spi_reset(struct spi *spi)
{
    spi->is_busy = false;
    spi->flag_seen = false;
    *status(spi) = 0;
}

void spi_attach(struct spi *spi, struct bus *bus)
{
    avr_t *avr = bus->avr;
    avr_spi_t *io = io_find(avr, "spi");
    spi->bus = bus;
    spi->io = io;
    on_register(avr, io->r_spdr, spdr_read, spdr_write, spi);
    on_register(avr, io->r_spsr, spsr_read, spsr_write, spi);
}
