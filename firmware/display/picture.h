/* The picture on the LEDs of the display: what the scene shows at each of them. */
#pragma once

#include "firmware/display/scene.h"
#include "firmware/display/view.h"

/* What is asked for from a row and a column of the whole display on. */
enum __attribute__((packed)) picture_span {
    PICTURE_ROW,    /* eight LEDs side by side; bit 7 is the leftmost one */
    PICTURE_COLUMN, /* eight LEDs one below the other; bit 7 is the topmost one */
    PICTURE_LED,    /* one LED: SCENE_PLACED, ... or SCENE_OTHER, or 0 if it is dark */
    PICTURE_PAIR,   /* as a row, but of a pair of digits (view.h), which is given as `column` */
    PICTURE_START   /* as one LED, on line `row` of a strip: the first one is red, then four white ones */
};

uint8_t picture_row(const struct scene *scene, uint8_t row, uint8_t column);
uint8_t picture_column(const struct scene *scene, uint8_t row, uint8_t column);
uint8_t picture_led(const struct scene *scene, uint8_t row, uint8_t column);
uint8_t picture_start(uint8_t line, uint8_t at);

/* All LEDs of all drivers come from here, so what changes each picture belongs into this function. */
static inline uint8_t picture_leds(const struct scene *scene, uint8_t row, uint8_t column,
                                   enum picture_span span)
{
    switch (span) {
    case PICTURE_ROW: return picture_row(scene, row, column);
    case PICTURE_COLUMN: return picture_column(scene, row, column);
    case PICTURE_LED: return picture_led(scene, row, column);
    case PICTURE_START: return picture_start(row, column);
    default: return view_pair(column, row);
    }
}

/* Eight LEDs of line 0 .. 7 of module 0 .. of the chain, as `chain` and `orient` mount it. */
uint8_t picture_line(const struct scene *scene, uint8_t module, uint8_t line);
