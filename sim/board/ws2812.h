/* A strip of LEDs with three colours each, as its data wire sees it: WS2812, WS2812B, WS2812B-V5, SK6812. */
#ifndef WS2812_H
#define WS2812_H

#include "sim/board/types.h"

/*
 * The limits, in ns, that all four data sheets allow: how long the wire is high for a 0 and for a 1, and how
 * long it is low at least.  The longest low within a frame is that of the chips that latch first, after
 * 50 us; the last ones latch after 280 us.
 */
enum {
    WS2812_ZERO = 250,
    WS2812_ZERO_END = 380,
    WS2812_ONE = 650,
    WS2812_ONE_END = 750,
    WS2812_LOW = 580,
    WS2812_LOW_END = 50000,
    WS2812_LATCH = 280000
};

struct ws2812 {
    uint32_t hz;                /* of the cycles */
    uint16_t leds;              /* of the strip */
    bool plugged, level;        /* the level of the wire */
    uint64_t rose, fell;        /* the cycles of the latest edges */
    uint32_t bits;              /* since the latest latch */
    uint32_t shift;             /* the latest bits */
    uint8_t next[UNO_LEDS][3];  /* received: green, red, blue */
    uint8_t shown[UNO_LEDS][3]; /* latched */
    uint32_t frames;            /* that were complete */
    uint32_t refused;           /* pulses that violate a limit, LEDs that were cut short */
    uint64_t longest_low;       /* within a frame, in cycles */
};

/* Power-on: all LEDs are dark. */
void ws2812_power_up(struct ws2812 *strip);
/* The wire changes to this level.  Returns the limit that it violates, or NULL. */
const char *ws2812_edge(struct ws2812 *strip, uint64_t cycle, bool level);
/* The wire has been low for as long as all chips need to latch.  Returns what is wrong, or NULL. */
const char *ws2812_latch(struct ws2812 *strip);
/* What the LEDs draw, in mA: up to 1 mA each for the chip, and 20 mA for each colour at 255. */
double ws2812_current(const struct ws2812 *strip);

#endif
