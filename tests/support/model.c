/*
 * Plays the wires of a display to its model in sim/board, a line of input each, for cross/avr8js/models.mjs:
 *
 *   model KIND HZ WIDE HIGH   a new one of this number, with its supply; cycles of this frequency
 *   at CYCLE                  the time from now on
 *   cs 0|1, data 0|1, spi HEX, i2c HEX (START, bytes, STOP), plug 0|1, latch FROM BY (ns)
 *   show                      prints how much was refused and acknowledged, intensity, LEDs, colours
 */
#include "sim/board/displays.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static union any_display model;
static struct display *const display = &model.display;
static uint64_t now;
static unsigned acknowledged;

static void edge(enum display_wire wire, bool level)
{
    display_edge(display, wire, level, now);
}

static void bytes_play(bool is_spi, const char *hex)
{
    acknowledged = 0;
    display_start(display);
    for (unsigned byte; sscanf(hex, "%2x", &byte) == 1; hex += 2)
        if (is_spi)
            for (int i = 7; i >= 0; i--)
                edge(DISPLAY_CLK, byte >> i & 1);
        else
            acknowledged += display_byte(display, (uint8_t)byte);
    display_start(display);
}

static void show(void)
{
    struct uno_frame frame;
    display_picture(display, now, &frame);
    printf("%" PRIu32 " %u %u ", display->refused, acknowledged, frame.intensity);
    for (unsigned i = 0; i < 8u * frame.wide * frame.high; i++)
        printf("%02x", frame.modules[i / 8][i % 8]);
    putchar(' ');
    for (unsigned i = 0; i < 64 && !frame.colour; i++)
        putchar(".rgybmcw"[uno_frame_colour(&frame, i / 8, i % 8)]);
    putchar('\n');
}

static void model_make(const char *numbers)
{
    unsigned kind, hz, wide, high;
    sscanf(numbers, "%u %u %u %u", &kind, &hz, &wide, &high);
    memset(&model, 0, sizeof model);
    now = 0;
    display_init(display, &(struct uno_display){.kind = kind, .wide = (uint8_t)wide, .high = (uint8_t)high},
                 hz, kind + 1);
}

static void time_set(uint64_t cycle)
{
    now = cycle;
    if (display->alarm && display->alarm <= now)
        edge(DISPLAY_ALARM, false);
}

static void line_play(const char *what, const char *value)
{
    bool level = *value == '1';
    char *rest;
    if (!strcmp(what, "model"))
        model_make(value);
    else if (!strcmp(what, "at"))
        time_set(strtoull(value, NULL, 10));
    else if (!strcmp(what, "cs") || !strcmp(what, "data"))
        edge(*what == 'c' ? DISPLAY_CS : DISPLAY_DATA, level);
    else if (!strcmp(what, "spi") || !strcmp(what, "i2c"))
        bytes_play(*what == 's', value);
    else if (!strcmp(what, "plug"))
        display_plug(display, level);
    else if (!strcmp(what, "latch")) {
        model.strip.latches_from = (uint32_t)strtoul(value, &rest, 10);
        model.strip.latches_by = (uint32_t)strtoul(rest, NULL, 10);
    } else if (!strcmp(what, "show"))
        show();
    else
        exit(2);
}

int main(void)
{
    char line[8192];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        char *value = strchr(line, ' ');
        if (value)
            *value++ = '\0';
        line_play(line, value ? value : "");
    }
    return 0;
}
