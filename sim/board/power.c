/* Power and reset of the simulated chip. */
#include "sim/board/inside.h"

#include "sim/board/chance.h"

#include <avr_ioport.h>
#include <sim_core.h>

#include <stdlib.h>
#include <string.h>

static void noise_fill(struct uno *uno)
{
    avr_t *avr = uno->avr;

    for (unsigned i = 0; i <= avr->ramend; i++)
        if (i < 32 || i > avr->ioend)
            avr->data[i] = (uint8_t)chance_next(&uno->chance);
}

/* What the board does whenever the chip has come out of reset, whoever asked for it. */
static void after_reset(struct uno *uno, uint8_t mcusr)
{
    uno->avr->data[MCUSR] = mcusr;
    uno->starting = true;
    uno->halted = uno->straying = uno->stack_bad = uno->in_reset = false;
    uno->deepest_sp = uno->avr->ramend;
    uno->matrix.excused = !uno->matrix.cs;
    usart_reset(&uno->usart);
    spi_reset(&uno->spi);
    nv_reset(&uno->nv);
    button_resync(uno);
    wire_set(uno, UNO_WIRE_ASLEEP, uno->avr->cycle, false);
}

void uno_reset(struct uno *uno, enum uno_reset cause)
{
    uint8_t mcusr = uno->avr->data[MCUSR];

    uno->in_reset = true;
    avr_reset(uno->avr);
    uno->avr->run = avr_callback_run_raw;
    if (cause & UNO_POWER_ON)
        noise_fill(uno);
    after_reset(uno, cause & UNO_POWER_ON ? UNO_POWER_ON : (uint8_t)((mcusr & 15) | (cause & 15)));
}

void watchdog_reset(struct uno *uno)
{
    uint8_t mcusr = uno->avr->data[MCUSR];

    if (!uno->boot || uno->avr->pc < uno->boot) { /* a boot loader ends itself by the watchdog */
        fault_note(uno, UNO_FAULT_WATCHDOG, "the watchdog resets the chip");
        uno->resets++;
    }
    uno->in_reset = true;
    uno->avr->run(uno->avr);
    after_reset(uno, (mcusr & 15) | UNO_WATCHDOG);
}

uint32_t uno_resets(const struct uno *uno)
{
    return uno->resets;
}

/* Room for every address that 16 bits can name: a stray access must not leave the array. */
static void memory_widen(avr_t *avr)
{
    size_t flash = avr->flashend + 1u;

    avr->data = realloc(avr->data, 65536 + 2);
    avr->flash = realloc(avr->flash, 2 * flash + 65536);
    if (!avr->data || !avr->flash)
        abort();
    memset(avr->data + avr->ramend + 1, 0, 65536 + 2 - (avr->ramend + 1u));
    memset(avr->flash + flash, 0xff, flash + 65536);
}

/* What lies above the end of the flash is the flash once more. */
static void flash_fill(avr_t *avr, const uint8_t *bytes)
{
    size_t flash = avr->flashend + 1u;

    memcpy(avr->flash, bytes, flash);
    memcpy(avr->flash + flash, bytes, flash);
}

/* A new chip in the socket, with this flash. */
void chip_make(struct uno *uno, uint64_t cycle, const uint8_t *flash)
{
    avr_t *avr = avr_make_mcu_by_name(uno->pins->mcu);

    if (!avr)
        abort();
    avr_init(avr);
    uno->avr = avr;
    avr->custom.data = uno;
    avr->frequency = UNO_HZ;
    memory_widen(avr);
    flash_fill(avr, flash);
    avr->reset_pc = avr->pc = uno->boot;
    avr->cycle = cycle;
    usart_attach(&uno->usart, uno, avr);
    spi_attach(&uno->spi, uno, avr);
    nv_attach(&uno->nv, uno, avr);
    button_attach(uno);
    avr->io[AVR_DATA_TO_IO(R_SPL)].w.c = sp_write;
    avr->io[AVR_DATA_TO_IO(R_SPL)].w.param = uno;
    avr->io[AVR_DATA_TO_IO(R_SPH)].w.c = sp_write;
    avr->io[AVR_DATA_TO_IO(R_SPH)].w.param = uno;
    avr_irq_register_notify(
        avr_io_getirq(avr, (uint32_t)AVR_IOCTL_IOPORT_GETIRQ(uno->pins->spi_port), uno->pins->cs), cs_changed,
        uno);
}

/* avr_terminate() leaves the interrupt lines of registers and vectors behind. */
static void lines_free(avr_t *avr)
{
    for (int i = 0; i < MAX_IOs; i++)
        avr_free_irq(avr->io[i].irq, 9);
    for (int i = 0; i < avr->irq_pool.count; i++)
        avr_free_irq(avr->irq_pool.irq[i], 1);
    free(avr->irq_pool.irq);
}

void chip_drop(struct uno *uno)
{
    avr_terminate(uno->avr);
    lines_free(uno->avr);
    free(uno->avr);
    uno->avr = NULL;
}

static void line_clear(struct usart *usart)
{
    usart->head = usart->tail = 0;
    usart->under_way = false;
}

void power_on(struct uno *uno)
{
    noise_fill(uno);
    max7219_power_up(&uno->matrix);
    uno->matrix.cs = false;
    after_reset(uno, UNO_POWER_ON);
    picture_update(uno);
}

void uno_power_cut(struct uno *uno)
{
    size_t flash = uno->avr->flashend + 1u, size = uno->nv.io->size;
    uint64_t cycle = uno->avr->cycle;
    uint8_t *kept = malloc(flash + size);

    if (!kept)
        abort();
    nv_tear(&uno->nv, chance_next(&uno->chance));
    memcpy(kept, uno->avr->flash, flash);
    memcpy(kept + flash, uno->nv.io->eeprom, size);
    chip_drop(uno);
    line_clear(&uno->usart);
    chip_make(uno, cycle, kept);
    memcpy(uno->nv.io->eeprom, kept + flash, size);
    free(kept);
    power_on(uno);
}
