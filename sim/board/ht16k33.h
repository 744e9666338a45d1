/* The HT16K33 LED driver on an 8x8 backpack, as the two-wire bus sees it (Holtek HT16K33 v1.10). */
#ifndef HT16K33_H
#define HT16K33_H

#include <stdbool.h>
#include <stdint.h>

struct ht16k33 {
    uint8_t ram[16]; /* a bit per LED */
    bool oscillator, on;
    uint8_t dimming; /* 0 .. 15 */

    bool plugged, stuck; /* stuck: it pulls SDA low all the time, as in the middle of a byte */
    bool addressed;      /* by the first byte after the latest START */
    uint8_t shift, bits; /* of the current byte; its ninth bit is the acknowledge bit */
    uint8_t bytes;       /* since the latest START */
    uint8_t pointer;     /* into the RAM */
    uint32_t starts, stops;

    bool sda;        /* the level that the master drives */
    uint64_t sda_at; /* the cycle of its latest change */
    uint32_t setup;  /* cycles that SDA must be stable before SCL rises: 100 ns (fast mode) */
    uint32_t hasty;  /* bits that violated this setup time */
};

/* Power-on: the display is dark, and the contents of the RAM are undefined. */
void ht16k33_power_up(struct ht16k33 *display);
/* SDA changes to this level while SCL is high: low is START, high is STOP. */
void ht16k33_condition(struct ht16k33 *display, uint64_t cycle, bool sda);
/* The master sets SDA to this level. */
void ht16k33_data(struct ht16k33 *display, uint64_t cycle, bool sda);
/* A rising edge of SCL.  Returns the level of SDA, which the display pulls low to acknowledge a byte. */
bool ht16k33_clock(struct ht16k33 *display, uint64_t cycle);
/* The lit LEDs, as the backpack is wired: the left column is bit 7, the others are bits 0 to 6. */
void ht16k33_rows(const struct ht16k33 *display, uint8_t rows[8]);

#endif
