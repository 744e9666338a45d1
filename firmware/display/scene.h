/* What the display shows: everything that a picture depends on. */
#pragma once

#include "firmware/queens/board.h"

#include <stdbool.h>
#include <stdint.h>

/* What is shown.  The board, its bars and the progress leave modules free for the number of solutions. */
enum __attribute__((packed)) scene_content {
    SCENE_BOARD,
    SCENE_BARS,     /* the progress of a search, if an LED shows several squares */
    SCENE_PROGRESS, /* `done` of 64 equal steps of the work */
    SCENE_NUMBER,   /* `shown`, on the first module */
    SCENE_INDEXES,  /* the number of each module, from 1, row by row */
    SCENE_LETTER,   /* an F on each module */
    SCENE_TEST      /* `step` of the walk through all LEDs */
};

/* The kind of a queen on the board, or that an LED belongs to no queen: a set of these is shown. */
enum {
    SCENE_PLACED = 1,
    SCENE_GIVEN = 2,
    SCENE_TRIED = 4,     /* the square that is tried, or the queen that is lifted */
    SCENE_ATTACKING = 8, /* a placed queen that attacks another one, or the square that is tried */
    SCENE_QUEENS = 15,
    SCENE_OTHER = 16 /* not a queen */
};

#define SCENE_DIGITS 5 /* pairs */
#define SCENE_NO_ROW QUEENS_MAX

/* Everything that a picture depends on. */
struct scene {
    const struct board *board;
    const uint32_t *seconds; /* the running time of the job */
    enum scene_content content;
    uint8_t kinds;                /* SCENE_PLACED, ...: the queens that are lit */
    uint8_t tried, attacker;      /* rows of the queens that attack each other, or SCENE_NO_ROW */
    uint8_t digits[SCENE_DIGITS]; /* of the number beside the board, as from view_digits */
    union {
        uint8_t done;  /* 0 .. 64 */
        uint8_t shown; /* 0 .. 99 */
        uint16_t step;
    };
    uint8_t shape;  /* as from matrix_shape */
    uint8_t turn;   /* of the setting `orient`, as from shape_turn */
    uint8_t path;   /* the same of `chain` */
    uint8_t bright; /* 0 .. 15 */
    uint8_t extent; /* width and height of the board in modules */
    uint8_t scale;  /* an LED shows scale x scale squares */
};
