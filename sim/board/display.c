/* What all displays have in common: their table, their supply, the two-wire bus, how they are mounted. */
#include "sim/board/displays.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define DECLARE(number, name, ...)  extern const struct display_kind name##_kind;
#define POINT_TO(number, name, ...) [number] = &name##_kind,
UNO_DISPLAYS(DECLARE)
static const struct display_kind *const kinds[] = {UNO_DISPLAYS(POINT_TO)};

void display_init(struct display *display, const struct uno_display *layout, uint32_t hz, uint64_t seed)
{
    display->kind = kinds[layout->kind];
    display->layout = *layout;
    display->layout.wide = layout->wide ? layout->wide : 1;
    display->layout.high = layout->high ? layout->high : 1;
    display->hz = hz;
    display->chance = seed;
    display_plug(display, true);
}

void display_plug(struct display *display, bool plugged)
{
    display->plugged = plugged;
    display->is_same = false;
    display_start(display);
    display->kind->power_up(display);
}

void display_refuse(struct display *display, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(display->fault, sizeof display->fault, format, args);
    va_end(args);
    display->refused++;
}

/* ---- wires ---- */

void display_edge(struct display *display, enum display_wire wire, bool level, uint64_t cycle)
{
    if (display->kind->edge)
        display->kind->edge(display, wire, level, cycle);
}

void display_start(struct display *display)
{
    display->addressed = false;
    display->bytes = 0;
}

bool display_byte(struct display *display, uint8_t byte)
{
    if (display->stuck || !display->plugged || !display->kind->take)
        return display->stuck;
    if (display->bytes == 0)
        display->addressed = byte == display->kind->address << 1;
    else if (display->addressed)
        display->kind->take(display, byte);
    if (display->bytes < UINT16_MAX)
        display->bytes++;
    return display->addressed;
}

/* ---- the picture ---- */

void display_picture(const struct display *display, uint64_t cycle, struct uno_frame *frame)
{
    *frame = (struct uno_frame){
        .cycle = cycle, .colour = UNO_RED, .wide = display->layout.wide, .high = display->layout.high};
    display->kind->light(display, frame);
}

void display_light(struct uno_frame *frame, unsigned row, unsigned column)
{
    frame->modules[row / 8 * frame->wide + column / 8][row % 8] |= (uint8_t)(0x80 >> column % 8);
}

uint8_t display_modules(const struct display *display)
{
    return (uint8_t)(display->layout.wide * display->layout.high);
}

uint8_t display_way(uint8_t orient)
{
    return orient & 4 || !(orient & 3) ? orient : 4 - orient;
}

void display_walk(uint8_t chain, unsigned wide, unsigned high, bool zigzag, unsigned at, unsigned *row,
                  unsigned *column)
{
    static const struct {
        bool right, bottom; /* where it starts */
        bool columns;       /* column by column, otherwise row by row */
    } walks[8] = {
        {false, false, false}, {false, true, true},  {true, true, false}, {true, false, true},
        {false, false, true},  {true, false, false}, {true, true, true},  {false, true, false},
    };
    bool columns = walks[chain & 7].columns;
    unsigned length = columns ? high : wide, line = at / length, along = at % length;
    if (zigzag && line % 2)
        along = length - 1 - along;
    *row = columns ? along : line;
    *column = columns ? line : along;
    if (walks[chain & 7].bottom)
        *row = high - 1 - *row;
    if (walks[chain & 7].right)
        *column = wide - 1 - *column;
}
