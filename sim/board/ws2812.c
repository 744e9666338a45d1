/* A strip of LEDs with three colours each, as its data wire sees it: WS2812, WS2812B, WS2812B-V5, SK6812. */
#include "sim/board/displays.h"

#include <string.h>

static uint64_t ns_of(const struct ws2812 *strip, uint64_t cycles)
{
    return cycles * 1000000000 / strip->hz;
}

void ws2812_power_up(struct ws2812 *strip)
{
    memset(strip->next, 0, sizeof strip->next);
    memset(strip->shown, 0, sizeof strip->shown);
    strip->bits = 0;
}

static const char *refuse(struct ws2812 *strip, const char *why)
{
    strip->refused++;
    return why;
}

/* The wire rises: the low is over.  If only some chips take it for the end, the frame is undefined. */
static const char *rise(struct ws2812 *strip, uint64_t cycle)
{
    uint64_t cycles = cycle - strip->fell, ns = ns_of(strip, cycles);
    strip->rose = cycle;
    if (strip->fell && ns < WS2812_LOW)
        return refuse(strip, "the wire of the LEDs is low for less than 580 ns");
    if (!strip->bits)
        return NULL;
    if (ns >= strip->latches_from)
        return refuse(strip,
                      "the wire of the LEDs is low for so long that some of them latch, others do not");
    if (cycles > strip->longest_low)
        strip->longest_low = cycles;
    return NULL;
}

/* The wire falls: a bit is complete.  LEDs beyond the end of the strip do not exist. */
static const char *fall(struct ws2812 *strip, uint64_t cycle)
{
    uint64_t ns = ns_of(strip, cycle - strip->rose);
    bool is_one = ns >= WS2812_ONE;
    strip->fell = cycle;
    strip->shift = strip->shift << 1 | is_one;
    strip->bits++;
    uint32_t led = strip->bits / 24 - 1;
    if (strip->bits % 24 == 0 && led < strip->leds)
        for (int i = 0; i < 3; i++)
            strip->next[led][i] = (uint8_t)(strip->shift >> (16 - 8 * i));
    if (ns < WS2812_ZERO || (ns > WS2812_ZERO_END && !is_one) || ns > WS2812_ONE_END)
        return refuse(strip, "the wire of the LEDs is high for a time that is neither a 0 nor a 1");
    return NULL;
}

const char *ws2812_edge(struct ws2812 *strip, uint64_t cycle, bool level)
{
    if (level == strip->level)
        return NULL;
    strip->level = level;
    if (!strip->plugged)
        return NULL;
    return level ? rise(strip, cycle) : fall(strip, cycle);
}

const char *ws2812_latch(struct ws2812 *strip)
{
    bool is_whole = strip->bits % 24 == 0;
    memcpy(strip->shown, strip->next, sizeof strip->shown);
    strip->frames += strip->bits == 24u * strip->leds;
    strip->bits = 0;
    return is_whole ? NULL : refuse(strip, "an LED gets less than 24 bits");
}

double ws2812_current(const struct ws2812 *strip)
{
    double current = strip->leds;
    for (unsigned led = 0; led < strip->leds; led++)
        for (unsigned i = 0; i < 3; i++)
            current += strip->shown[led][i] * 20 / 255.0;
    return current;
}
