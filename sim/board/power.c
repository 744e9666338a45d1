/* Power and reset of the simulated chip. */
#include "sim/board/board.h"
#include "sim/board/chip.h"
#include "sim/board/uno.h"
#include "sim/board/watchdog.h"

#include <sim_core.h>

#include <stdlib.h>
#include <string.h>

static void noise_fill(struct uno *uno)
{
    avr_t *avr = uno->bus.avr;

    for (unsigned i = 0; i <= avr->ramend; i++)
        if (i < 32 || i > avr->ioend)
            avr->data[i] = (uint8_t)chance_next(&uno->bus.chance);
}

/* After every reset of the chip, whatever its cause. */
static void after_reset(struct uno *uno, uint8_t mcusr)
{
    uno->bus.avr->data[MCUSR] = mcusr;
    uno->is_starting = true;
    uno->is_halted = uno->is_straying = false;
    stack_reset(&uno->stack);
    matrix_reset(&uno->matrix);
    if (uno->pins->family->is_bare) {
        tiny_reset(&uno->tiny);
    } else {
        usart_reset(&uno->usart);
        spi_reset(&uno->spi);
        twi_reset(&uno->twi);
    }
    nv_reset(&uno->nv);
    button_reset(&uno->button);
    wire_set(&uno->bus, UNO_WIRE_ASLEEP, uno->bus.avr->cycle, false);
}

void uno_reset(struct uno *uno, enum uno_reset cause)
{
    uint8_t mcusr = uno->bus.avr->data[MCUSR];

    uno->stack.is_ignored = true;
    avr_reset(uno->bus.avr);
    uno->bus.avr->run = avr_callback_run_raw;
    if (cause & UNO_POWER_ON)
        noise_fill(uno);
    after_reset(uno, cause & UNO_POWER_ON ? UNO_POWER_ON : (uint8_t)((mcusr & 15) | (cause & 15)));
}

void watchdog_reset(struct uno *uno)
{
    uint8_t mcusr = uno->bus.avr->data[MCUSR];

    if (!uno->boot || uno->bus.avr->pc < uno->boot) { /* a boot loader ends itself by the watchdog */
        fault_note(&uno->bus, UNO_FAULT_WATCHDOG, "the watchdog resets the chip");
        uno->resets++;
    }
    uno->stack.is_ignored = true;
    uno->bus.avr->run(uno->bus.avr);
    after_reset(uno, (mcusr & 15) | UNO_WATCHDOG);
}

void chip_plug(struct uno *uno, uint64_t cycle, const uint8_t *flash)
{
    const struct pins *pins = uno->pins;
    struct bus *bus = &uno->bus;
    avr_t *avr = chip_make(pins->mcu, flash);

    bus->avr = avr;
    avr->custom.data = bus;
    avr->frequency = uno->hz;
    avr->reset_pc = avr->pc = uno->boot;
    avr->cycle = cycle;
    if (pins->family->is_bare) {
        tiny_attach(&uno->tiny, bus);
    } else {
        usart_attach(&uno->usart, bus);
        spi_attach(&uno->spi, bus);
        twi_attach(&uno->twi, bus);
        uno->spi.ddr = (uint16_t)(port_address(avr, pins->spi_port) + 1);
    }
    nv_attach(&uno->nv, bus);
    watchdog_attach(avr);
    button_attach(&uno->button, bus);
    stack_attach(&uno->stack, bus);
    decoder_attach(&uno->decoder, avr, &uno->stack, bus->code_end);
    matrix_attach(&uno->matrix, bus, pins->spi_port, pins->cs);
}

void power_on(struct uno *uno)
{
    noise_fill(uno);
    matrix_power_up(&uno->matrix);
    matrix_deselect(&uno->matrix);
    after_reset(uno, UNO_POWER_ON);
    matrix_update(&uno->matrix);
}

void uno_power_cut(struct uno *uno)
{
    size_t flash = uno->bus.avr->flashend + 1u, size = uno->nv.io->size;
    uint64_t cycle = uno->bus.avr->cycle;
    uint8_t *saved = malloc(flash + size);

    if (!saved)
        abort();
    nv_tear(&uno->nv, chance_next(&uno->bus.chance));
    memcpy(saved, uno->bus.avr->flash, flash);
    memcpy(saved + flash, uno->nv.io->eeprom, size);
    chip_drop(uno->bus.avr);
    usart_forget(&uno->usart);
    tiny_forget(&uno->tiny);
    chip_plug(uno, cycle, saved);
    memcpy(uno->nv.io->eeprom, saved + flash, size);
    free(saved);
    power_on(uno);
}
