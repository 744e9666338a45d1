/* The HT16K33 LED driver on an 8x8 backpack, as the two-wire bus sees it (Holtek HT16K33 v1.10). */
#ifndef HT16K33_H
#define HT16K33_H

#include <stdbool.h>
#include <stdint.h>

struct ht16k33 {
    uint8_t ram[16];
    bool oscillator, on;
    uint8_t dimming; /* 0 .. 15 */

    bool plugged, stuck; /* stuck: SDA is held low, as by a slave in the middle of a byte */
    bool addressed;      /* since the latest START */
    uint8_t shift, bits; /* of the byte under way; its ninth bit is the answer */
    uint8_t bytes;       /* since the latest START */
    uint8_t pointer;     /* of the RAM */
    uint32_t starts, stops;

    bool sda;        /* as the master drives it, */
    uint64_t sda_at; /* and the cycle since when */
    uint32_t setup;  /* cycles that it must be stable before SCL rises: 100 ns (fast mode) */
    uint32_t hasty;  /* bits that came later than that */
};

void ht16k33_power_up(struct ht16k33 *display); /* dark; the contents of the RAM are undefined */
void ht16k33_start(struct ht16k33 *display);
void ht16k33_stop(struct ht16k33 *display);
/* The master sets SDA to this level. */
void ht16k33_data(struct ht16k33 *display, uint64_t cycle, bool sda);
/* A rising edge of SCL; the level of SDA, which the display pulls low where it answers. */
bool ht16k33_clock(struct ht16k33 *display, uint64_t cycle);
/* As the backpack is wired: the left column is bit 7, the others from left to right are bits 0 to 6. */
void ht16k33_rows(const struct ht16k33 *display, uint8_t rows[8]);

#endif
