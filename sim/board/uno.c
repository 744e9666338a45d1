/* Makes, frees and resets a simulated board. */
#include "sim/board/uno.h"
#include "sim/board/board.h"

#include <avr_timer.h>
#include <avr_watchdog.h>
#include <sim_core.h>
#include <sim_cycle_timers.h>
#include <sim_regbit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *uno_error(void)
{
    return error_text;
}

static const struct family mega = {0x53, 0x0e, 0x01, 0x60, false}, tiny = {0x55, 0x18, 0x20, 0x41, true};

static const struct pins boards[] = {
    {"atmega328p", &mega, 0x8000, UNO_HZ, 'B', 3, 5, 2, 'D', 2, 2, 0},
    {"atmega2560", &mega, 0x40000, UNO_HZ, 'B', 2, 1, 4, 'E', 4, 4, 0},
    {"atmega32u4", &mega, 0x8000, UNO_HZ, 'B', 2, 1, 6, 'D', 1, 4, 0},
    {"attiny13", &tiny, 0x400, 9600000, 'B', TINY_DIN, TINY_CLK, TINY_CS, 'B', TINY_BUTTON, TINY_BUTTON,
     0x5a},
    {"attiny85", &tiny, 0x2000, 8000000, 'B', TINY_DIN, TINY_CLK, TINY_CS, 'B', TINY_BUTTON, TINY_BUTTON,
     0x9c},
};

/* Loads the firmware, if there is any, and adds the boot loader, if there is one. */
static bool images_load(struct uno *uno, const char *path, const char *bootloader)
{
    struct image boot;
    size_t size = uno->pins->flash, start = 0;
    if (path && !image_load(&uno->bus.image, path, size, error_text))
        return false;
    if (!path) {
        uno->bus.image.flash = memory_new(size);
        memset(uno->bus.image.flash, 0xff, size);
    }
    int64_t text_end = image_symbol(&uno->bus.image, "__data_load_start");
    uno->bus.code_end = (uint32_t)(text_end > 0 ? (size_t)text_end : path ? uno->bus.image.flash_end : size);
    if (!bootloader)
        return true;
    if (!image_load(&boot, bootloader, size, error_text))
        return false;
    while (start < size && boot.flash[start] == 0xff)
        start++;
    memcpy(uno->bus.image.flash + start, boot.flash + start, size - start);
    image_free(&boot);
    uno->boot = (uint32_t)(start & ~(size_t)1);
    uno->bus.code_end = (uint32_t)size;
    return true;
}

/* Connects the components with each other, and sets what depends on the board. */
static void components_connect(struct uno *uno)
{
    const struct pins *pins = uno->pins;
    uno->bus.settings.flow = true;
    uno->bus.settings.baud = pins->family->is_bare ? 9600 : 115200;
    uno->bus.serial.out = output_add;
    uno->bus.serial.arg = uno;
    if (uno->matrix.any.display.kind->address)
        uno->twi.slave = &uno->matrix.any.display;
    uno->bus.settings.settle = uno->hz / 4000;
    uno->bus.matrix = &uno->matrix;
    uno->bus.bit = matrix_clock;
    uno->bus.changed = matrix_update;
    uno->spi.mosi = pins->mosi;
    uno->spi.sck = pins->sck;
    uno->tiny.factory = pins->factory;
    uno->tiny.in = button_pull;
    uno->tiny.button = &uno->button;
    uno->button.port = pins->button_port;
    uno->button.bit = uno->twi.slave ? pins->button_twi : pins->button;
}

/* ---- simavr's chip ---- */

/*
 * The second stage of the watchdog (datasheet 11.9.2), which simavr lacks: if the watchdog's interrupt has
 * not run by the next timeout, and WDE is set, the chip is reset.  This is called just before simavr's
 * timeout: with the interrupt disabled, simavr resets the chip.
 */
static avr_cycle_count_t second_timeout(avr_t *avr, avr_cycle_count_t when, void *param)
{
    const avr_watchdog_t *watchdog = param;
    (void)when;
    if (watchdog->watchdog.pending)
        avr_regbit_clear(avr, watchdog->watchdog.enable);
    return 0;
}

static void watchdog_pending(struct avr_irq_t *irq, uint32_t pending, void *param)
{
    avr_watchdog_t *watchdog = param;
    (void)irq;
    if (pending)
        avr_cycle_timer_register(watchdog->io.avr, watchdog->cycle_count - 1, second_timeout, watchdog);
    else
        avr_cycle_timer_cancel(watchdog->io.avr, second_timeout, watchdog);
}

/* Makes a chip with this flash, and corrects simavr where it differs from silicon. */
static avr_t *chip_make(const char *mcu, const uint8_t *flash)
{
    avr_t *avr = avr_make_mcu_by_name(mcu);
    if (!avr)
        abort();
    avr_init(avr);
    if (!avr->ioend) /* simavr lacks the end of the ATtiny13's registers */
        avr->ioend = 0x5f;
    for (avr_io_t *io = avr->io_port; io; io = io->next) {
        avr_timer_t *timer = (avr_timer_t *)io;
        /* simavr stops the ATtiny85's Timer1 when it has no task; on the chip it continues. */
        if (!strcmp(io->kind, "timer") && timer->wgm_op[0].kind == avr_timer_wgm_none)
            timer->wgm_op[0] = (avr_timer_wgm_t)AVR_TIMER_WGM_NORMAL8();
    }

    /*
     * Room for every address of 16 bits, so that a stray access stays within the arrays; addresses wrap
     * around at the end of the flash.
     */
    size_t size = avr->flashend + 1u;
    avr->data = realloc(avr->data, 65536 + 2);
    avr->flash = realloc(avr->flash, 2 * size + 65536);
    if (!avr->data || !avr->flash)
        abort();
    memset(avr->data + avr->ramend + 1, 0, 65536 + 2 - (avr->ramend + 1u));
    memcpy(avr->flash, flash, size);
    memcpy(avr->flash + size, flash, size);
    memset(avr->flash + 2 * size, 0xff, 65536);

    avr_watchdog_t *watchdog = io_find(avr, "watchdog");
    avr_irq_register_notify(&watchdog->watchdog.irq[AVR_INT_IRQ_PENDING], watchdog_pending, watchdog);
    return avr;
}

static void chip_drop(avr_t *avr)
{
    avr_terminate(avr); /* does not free the IRQs of registers and vectors */
    for (int i = 0; i < MAX_IOs; i++)
        avr_free_irq(avr->io[i].irq, 9);
    for (int i = 0; i < avr->irq_pool.count; i++)
        avr_free_irq(avr->irq_pool.irq[i], 1);
    free(avr->irq_pool.irq);
    free(avr);
}

/* ---- power and reset ---- */

/* Registers and SRAM contain random values after power-on. */
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
    uno->stack.is_bad = uno->stack.is_ignored = false;
    uno->stack.deepest = uno->bus.avr->ramend;
    display_edge(&uno->matrix.any.display, DISPLAY_RESET, false, uno->bus.avr->cycle);
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

/* Puts a new chip with this flash into the socket; its clock continues at `cycle`. */
static void chip_plug(struct uno *uno, uint64_t cycle, const uint8_t *flash)
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
    button_attach(&uno->button, bus);
    stack_attach(&uno->stack, bus);
    decoder_attach(&uno->decoder, &uno->stack);
    matrix_attach(&uno->matrix, bus, pins->spi_port, pins->cs);
}

static void power_on(struct uno *uno)
{
    noise_fill(uno);
    display_plug(&uno->matrix.any.display, uno->matrix.any.display.plugged);
    display_edge(&uno->matrix.any.display, DISPLAY_CS, false, 0); /* a pin without power is low */
    after_reset(uno, UNO_POWER_ON);
    matrix_update(&uno->matrix);
}

void uno_power_cut(struct uno *uno)
{
    size_t flash = uno->bus.avr->flashend + 1u, size = uno->nv.io->size;
    uint64_t cycle = uno->bus.avr->cycle;
    uint8_t *saved = memory_new(flash + size);
    nv_tear(&uno->nv, chance_next(&uno->bus.chance));
    memcpy(saved, uno->bus.avr->flash, flash);
    memcpy(saved + flash, uno->nv.io->eeprom, size);
    chip_drop(uno->bus.avr);
    uno->bus.serial.head = uno->bus.serial.tail = 0;
    uno->bus.serial.is_sending = false;
    chip_plug(uno, cycle, saved);
    memcpy(uno->nv.io->eeprom, saved + flash, size);
    free(saved);
    power_on(uno);
}

/* ---- making a board ---- */

struct uno *uno_new(const char *image, const struct uno_options *options)
{
    static const struct uno_options plain;
    struct uno *uno = memory_new(sizeof *uno);
    if (!options)
        options = &plain;
    avr_global_logger_set(simavr_log);
    const char *mcu = options->mcu ? options->mcu : boards[0].mcu;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        if (!strcmp(boards[i].mcu, mcu))
            uno->pins = &boards[i];
    if (!uno->pins) {
        snprintf(error_text, sizeof error_text, "no board with the chip %s is known", mcu);
        free(uno);
        return NULL;
    }
    if (!images_load(uno, image, options->bootloader)) {
        image_free(&uno->bus.image);
        free(uno);
        return NULL;
    }
    uno->bus.chance = options->seed;
    uno->is_plain = options->is_plain;
    uno->hz = options->hz ? options->hz : uno->pins->hz;
    display_init(&uno->matrix.any.display, &options->display, uno->hz, options->seed);
    components_connect(uno);
    uno->cover = cover_open(&uno->bus.image);
    chip_plug(uno, 0, uno->bus.image.flash);
    uno->nv.writes = memory_new(uno->nv.io->size * sizeof *uno->nv.writes);
    uno->stack.floor = (uint16_t)(uno->bus.image.ram_end ? uno->bus.image.ram_end : uno->bus.avr->ioend + 1u);
    size_t eeprom = uno->bus.image.eeprom_size;
    if (eeprom)
        memcpy(uno->nv.io->eeprom, uno->bus.image.eeprom,
               eeprom < uno->nv.io->size ? eeprom : uno->nv.io->size);
    power_on(uno);
    return uno;
}

void uno_free(struct uno *uno)
{
    if (!uno)
        return;
    chip_drop(uno->bus.avr);
    cover_close(uno->cover);
    image_free(&uno->bus.image);
    free(uno->bus.serial.frames);
    free(uno->nv.writes);
    free(uno->decoder.table);
    free(uno->output.text);
    free(uno->output.cycle);
    free(uno->matrix.frames);
    free(uno);
}
