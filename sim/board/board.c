/* Makes, frees, resets and unplugs a simulated board. */
#define _GNU_SOURCE
#include "sim/board/board.h"

#include <sim_core.h>

#include <stdio.h>
#include <string.h>

const char *uno_error(void)
{
    return error_text;
}

static const struct family mega = {0x53, 0x0e, 0x01, 0x60, false}, tiny = {0x55, 0x18, 0x20, 0x41, true};

static const struct pins boards[] = {
    {"atmega328p", &mega, 0x8000, UNO_HZ, 'B', 3, 5, 2, 2, 'D', 2, 2, 0},
    {"atmega2560", &mega, 0x40000, UNO_HZ, 'B', 2, 1, 0, 4, 'E', 4, 4, 0},
    {"atmega32u4", &mega, 0x8000, UNO_HZ, 'B', 2, 1, 0, 6, 'D', 1, 4, 0},
    {"attiny13", &tiny, 0x400, 9600000, 'B', TINY_DIN, TINY_CLK, 0, TINY_CS, 'B', TINY_BUTTON, TINY_BUTTON,
     0x5a},
    {"attiny85", &tiny, 0x2000, 8000000, 'B', TINY_DIN, TINY_CLK, 0, TINY_CS, 'B', TINY_BUTTON, TINY_BUTTON,
     0x9c},
};

/* Loads the firmware, if there is any, and adds the boot loader, if there is one. */
static bool images_load(struct uno *uno, const char *path, const char *bootloader)
{
    struct image boot;
    size_t size = uno->pins->flash, start = 0;
    if (!image_load(&uno->image, path, size))
        return false;
    /* An atmega328 or an attiny13a differs too little. */
    const char *chip = uno->image.chip, *mcu = uno->pins->mcu;
    if (chip && strncmp(chip, mcu, strnlen(mcu, strlen(chip))) != 0) {
        snprintf(error_text, sizeof error_text, "%.200s: this image is for the chip %.40s, not for the %s",
                 path, chip, mcu);
        return false;
    }
    int32_t text_end = uno_symbol(uno, "__data_load_start");
    uno->code_end = (uint32_t)(text_end > 0 ? (size_t)text_end : path ? uno->image.flash_end : size);
    if (!bootloader)
        return true;
    bool ok = image_load(&boot, bootloader, size);
    while (start < size && boot.flash[start] == 0xff)
        start++;
    memcpy(uno->image.flash + start, boot.flash + start, size - start);
    image_free(&boot);
    uno->boot = (uint32_t)(start & ~(size_t)1);
    uno->code_end = (uint32_t)size;
    return ok;
}

/* ---- power and reset ---- */

/* Registers and SRAM contain random values after power-on. */
static void noise_fill(struct uno *uno)
{
    avr_t *avr = uno->avr;
    for (unsigned i = 0; i <= avr->ramend; i++)
        if (i < 32 || i > avr->ioend)
            avr->data[i] = (uint8_t)chance_next(&uno->chance);
}

/* After every reset of the chip, whatever its cause. */
static void after_reset(struct uno *uno, uint8_t mcusr)
{
    uno->avr->data[MCUSR] = mcusr;
    uno->is_starting = true;
    uno->is_halted = uno->is_straying = false;
    uno->stack.is_bad = uno->stack.is_ignored = false;
    uno->stack.deepest = uno->avr->ramend;
    display_edge(&uno->matrix.any.display, DISPLAY_RESET, false, uno->avr->cycle);
    if (uno->pins->family->is_bare) {
        tiny_reset(uno);
    } else {
        usart_reset(uno);
        spi_reset(uno);
        twi_reset(uno);
    }
    nv_reset(uno);
    button_reset(uno);
    wire_set(uno, UNO_WIRE_ASLEEP, uno->avr->cycle, false);
}

void uno_reset(struct uno *uno, enum uno_reset cause)
{
    uint8_t mcusr = uno->avr->data[MCUSR];
    uno->stack.is_ignored = true;
    avr_reset(uno->avr);
    uno->avr->run = avr_callback_run_raw;
    if (cause & UNO_POWER_ON)
        noise_fill(uno);
    after_reset(uno, cause & UNO_POWER_ON ? UNO_POWER_ON : (uint8_t)((mcusr & 15) | (cause & 15)));
}

/* Puts a new chip with the image into the socket; its clock continues at `cycle`. */
static void chip_plug(struct uno *uno, uint64_t cycle)
{
    avr_t *avr = uno->avr = chip_make(uno->pins->mcu, uno->image.flash);
    avr->custom.data = uno;
    avr->frequency = uno->hz;
    avr->reset_pc = avr->pc = uno->boot;
    avr->cycle = cycle;
    if (uno->pins->family->is_bare) {
        tiny_attach(uno);
    } else {
        usart_attach(uno);
        spi_attach(uno);
        twi_attach(uno);
    }
    nv_attach(uno);
    memcpy(uno->nv.io->eeprom, uno->image.eeprom, uno->nv.io->size);
    button_attach(uno);
    stack_attach(uno);
    uno_points(uno, uno->decoder.breaks);
    matrix_attach(uno);
}

static void power_on(struct uno *uno)
{
    noise_fill(uno);
    display_plug(&uno->matrix.any.display, uno->matrix.any.display.plugged);
    display_edge(&uno->matrix.any.display, DISPLAY_CS, false, 0); /* a pin without power is low */
    after_reset(uno, UNO_POWER_ON);
    matrix_update(uno);
}

void uno_power_cut(struct uno *uno)
{
    uint64_t cycle = uno->avr->cycle;
    nv_tear(uno);
    memcpy(uno->image.flash, uno->avr->flash, uno->image.flash_size);
    memcpy(uno->image.eeprom, uno->nv.io->eeprom, uno->nv.io->size);
    chip_drop(uno->avr);
    uno->serial.head = uno->serial.tail = 0;
    uno->serial.is_sending = false;
    chip_plug(uno, cycle);
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
    if (!uno->pins)
        snprintf(error_text, sizeof error_text, "no board with the chip %s is known", mcu);
    if (!uno->pins || !images_load(uno, image, options->bootloader)) {
        image_free(&uno->image);
        free(uno);
        return NULL;
    }
    uno->output.text = memory_new(1);
    uno->chance = options->seed;
    uno->is_plain = options->is_plain;
    uno->hz = options->hz ? options->hz : uno->pins->hz;
    display_init(&uno->matrix.any.display, &options->display, uno->hz, options->seed);
    uno->settings = (struct uno_settings){
        .flow = true, .baud = uno->pins->family->is_bare ? 9600 : 115200, .settle = uno->hz / 4000};
    uno->button.bit = uno->matrix.any.display.kind->address ? uno->pins->button_twi : uno->pins->button;
    uno->cover = cover_of(&uno->image);
    uno->is_plain |= uno->cover != NULL; /* the decoder tells only of the last one that it ran */
    chip_plug(uno, 0);
    uint16_t start = (uint16_t)(uno->avr->ioend + 1);
    uno->stack.floor = (uint16_t)(uno->image.ram_end ? uno->image.ram_end : start);
    uno->status = (struct uno_status){.ram_start = start,
                                      .ram_end = uno->avr->ramend,
                                      .static_ram = (uint16_t)(uno->stack.floor - start),
                                      .flash_size = uno->pins->flash,
                                      .flash_used = uno->image.flash_used};
    power_on(uno);
    return uno;
}

void uno_free(struct uno *uno)
{
    if (!uno)
        return;
    chip_drop(uno->avr);
    image_free(&uno->image);
    free(uno->serial.frames);
    free(uno->decoder.table);
    free(uno->output.text);
    free(uno->output.cycle);
    free(uno->matrix.frames);
    free(uno);
}
