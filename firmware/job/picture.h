/* What the display shows of the job, line by line. */
#ifndef PICTURE_H
#define PICTURE_H

#include <stdbool.h>
#include <stdint.h>

/* A move of the search goes through these while the pace lasts. */
enum __attribute__((packed)) picture_stage { PICTURE_LIT, PICTURE_DARK, PICTURE_GONE };

/* What holds for all lines that go out together: no line looks anything up twice. */
struct picture {
    uint8_t what;    /* enum of picture.c */
    uint8_t value;   /* of the number, or of the progress, if that is what is shown */
    uint8_t shape;   /* of the display, as in shape.h */
    uint8_t modules; /* how many that are */
    uint8_t scale;   /* squares of the board that an LED stands for, squared */
    uint8_t extent;  /* modules that the board is wide, and high */
    uint8_t orient;  /* of each module, as from shape_turn */
    uint8_t chain;   /* of their order */
};

#define PICTURE_NO_NUMBER 0xff

/*
 * The picture of this moment: of the job, or a number, 0 .. 99, if it is not PICTURE_NO_NUMBER.  Up to 1500
 * cycles.
 */
void picture_begin(struct picture *picture, uint8_t shape, uint8_t number);

/*
 * Is it a board of up to eight rows on a single module?  Then all its digit registers are to be had at once.
 */
bool picture_is_small(uint8_t shape, uint8_t number);
void picture_module(uint8_t digits[8]);

/* What digit register `digit`, 0 .. 7, of module `index` of the chain shall hold. */
uint8_t picture_digit(const struct picture *picture, uint8_t index, uint8_t digit);

/* Is every LED lit? */
bool picture_is_full(uint8_t modules);

/* At what stage is the move of the search that is shown? */
enum picture_stage picture_stage(void);

#define PICTURE_BEAT 250 /* ms after which the progress of a count is looked at again */

#endif
