/* A simulated board, made and thrown away. */
#include "sim/board/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct pins boards[] = {
    {"atmega328p", 'B', 3, 5, 2, 'D', 2},
    {"atmega168", 'B', 3, 5, 2, 'D', 2},
    {"atmega2560", 'B', 2, 1, 4, 'E', 4},
    {"atmega32u4", 'B', 2, 1, 6, 'D', 1},
};

static const struct pins *pins_of(const char *mcu)
{
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        if (!strcmp(boards[i].mcu, mcu))
            return &boards[i];
    return NULL;
}

/* The size of a chip's flash, by making one. */
static size_t flash_size(const char *mcu)
{
    avr_t *avr = avr_make_mcu_by_name(mcu);
    size_t size;

    if (!avr)
        return 0;
    size = avr->flashend + 1u;
    free(avr);
    return size;
}

/* Lays the boot loader over the image. */
static bool boot_load(struct uno *uno, const char *path, size_t size)
{
    struct image boot;
    size_t start = 0;

    if (!image_load(&boot, path, size, error_text))
        return false;
    while (start < size && boot.flash[start] == 0xff)
        start++;
    uno->boot = (uint32_t)(start & ~(size_t)1);
    for (size_t i = start; i < size; i++)
        uno->image.flash[i] = boot.flash[i];
    image_free(&boot);
    uno->code_end = (uint32_t)size;
    return true;
}

static bool images_load(struct uno *uno, const char *path, const char *boot, size_t size)
{
    int64_t text_end;

    if (path && !image_load(&uno->image, path, size, error_text))
        return false;
    if (!path) {
        uno->image.flash = malloc(size);
        if (!uno->image.flash)
            abort();
        memset(uno->image.flash, 0xff, size);
    }
    text_end = image_symbol(&uno->image, "__data_load_start");
    uno->code_end = (uint32_t)(text_end > 0 ? (size_t)text_end : path ? uno->image.flash_end : size);
    return !boot || boot_load(uno, boot, size);
}

static void eeprom_from_image(struct uno *uno)
{
    size_t size = uno->image.eeprom_size < uno->nv.io->size ? uno->image.eeprom_size : uno->nv.io->size;

    if (uno->image.eeprom)
        memcpy(uno->nv.io->eeprom, uno->image.eeprom, size);
}

struct uno *uno_new(const char *image, const struct uno_options *options)
{
    static const struct uno_options plain;
    struct uno *uno = calloc(1, sizeof *uno);
    const char *mcu;

    if (!uno)
        abort();
    if (!options)
        options = &plain;
    avr_global_logger_set(simavr_log);
    mcu = options->mcu ? options->mcu : boards[0].mcu;
    uno->pins = pins_of(mcu);
    if (!uno->pins) {
        snprintf(error_text, sizeof error_text, "no board with an %s is known here", mcu);
        free(uno);
        return NULL;
    }
    if (!images_load(uno, image, options->bootloader, flash_size(mcu))) {
        image_free(&uno->image);
        free(uno);
        return NULL;
    }
    uno->chance = options->seed;
    uno->settle = UNO_MS(1) / 4;
    uno->usart.flow = true;
    chip_make(uno, 0, uno->image.flash);
    uno->nv.writes = calloc(uno->nv.io->size, sizeof *uno->nv.writes);
    uno->stack_floor = (uint16_t)(uno->image.ram_end ? uno->image.ram_end : uno->avr->ioend + 1u);
    eeprom_from_image(uno);
    power_on(uno);
    return uno;
}

void uno_free(struct uno *uno)
{
    if (!uno)
        return;
    chip_drop(uno);
    image_free(&uno->image);
    free(uno->usart.queue);
    free(uno->nv.writes);
    free(uno->text);
    free(uno->cycle);
    free(uno->frames);
    free(uno);
}
