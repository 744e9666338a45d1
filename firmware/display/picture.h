/* The picture on the modules of the display, line by line. */
#ifndef PICTURE_H
#define PICTURE_H

#include "firmware/queens/board.h"

#include <stdbool.h>
#include <stdint.h>

/* The content of the board's place; the last three take all modules. */
enum __attribute__((packed)) scene_content {
    SCENE_BOARD,    /* `value`: the row of a queen that blinks, SCENE_NO_ROW or SCENE_HIDES_GIVEN */
    SCENE_BARS,     /* the progress of a search, if an LED shows several squares; else as SCENE_BOARD */
    SCENE_PROGRESS, /* `value`: 0 .. 64 parts of the work are done */
    SCENE_PAIR,     /* `value`: as from view_digits */
    SCENE_NUMBER,   /* `value`: 0 .. 99, on the first module */
    SCENE_INDEXES,  /* the number of each module: in the chain, or with `value` in reading order */
    SCENE_LETTER,   /* an F */
    SCENE_TEST      /* `number`: a step of the walk through all LEDs */
};

/* The current state of blinking LEDs. */
enum __attribute__((packed)) scene_phase { SCENE_LIT, SCENE_DARK, SCENE_GONE };

/* Everything that a picture depends on.  The caller sets the content; picture_begin computes the rest. */
struct scene {
    const struct board *board;
    uint32_t number; /* on the modules that the board leaves free, or SCENE_DASHES or SCENE_NO_NUMBER */
    enum scene_content content;
    uint8_t value;
    enum scene_phase phase;               /* of the blinking LEDs */
    uint8_t shape, orient, chain, bright; /* the settings */

    uint8_t modules; /* the number of modules */
    uint8_t scale;   /* an LED shows scale x scale squares */
    uint8_t extent;  /* width and height of the board in modules */
};

#define SCENE_NO_NUMBER   UINT32_MAX
#define SCENE_DASHES      (UINT32_MAX - 1)
#define SCENE_NO_ROW      QUEENS_MAX       /* no queen blinks */
#define SCENE_HIDES_GIVEN (QUEENS_MAX + 1) /* only the queens that the search has placed are lit */

#define PICTURE_NO_NUMBER 0xff

/* Completes the scene.  A number other than PICTURE_NO_NUMBER replaces its content.  600 cycles. */
void picture_begin(struct scene *scene, uint8_t number);

/* Digit register `digit`, 0 .. 7, of module `index` of the chain. */
uint8_t picture_digit(const struct scene *scene, uint8_t index, uint8_t digit);

#endif
