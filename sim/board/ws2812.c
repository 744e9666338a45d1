/*
 * A strip of LEDs with three colours each, as its data wire sees it.
 *
 * WS2812, WS2812B, WS2812B-V5 (WorldSemi), SK6812 (Opsco), as far as all four agree:
 *   times, "Data transfer time": a 0 is high for 250 to 380 ns, a 1 for 650 to 750; a low has at least 580.
 *   order, "Composition of 24bit data": green, red, blue, the most significant bit first; each LED takes the
 *     first 24 bits and passes the others on.
 *   latch, "Data transfer time" (reset): all LEDs show what they have got after a low of 280 us.
 *   between, the same: after a low of 50 to 280 us some have latched and others have not: the next pulse is
 *     reported.
 *   cut: an LED that gets less than 24 bits is reported; those after it keep their colours.
 *   end: bits for more LEDs than there are have no effect.
 *   power-on: all LEDs are dark; the supply cut forgets the colours.
 * LEDs sold before 2017 (published measurements of several batches):
 *   old: they latch after a low of 5 to 9 us.
 */
#include "sim/board/displays.h"

#include <string.h>

static uint64_t ns_of(const struct ws2812 *strip, uint64_t cycles)
{
    return cycles * 1000000000 / strip->display.hz;
}

static unsigned leds_of(const struct ws2812 *strip)
{
    return 64u * display_modules(&strip->display);
}

static void power_up(struct display *display)
{
    struct ws2812 *strip = (struct ws2812 *)display;
    memset(strip->next, 0, sizeof strip->next);
    memset(strip->shown, 0, sizeof strip->shown);
    strip->bits = 0;
    display->alarm = 0;
    if (!strip->latches_by) {
        strip->latches_from = WS2812_LATCHES_FROM;
        strip->latches_by = WS2812_LATCHES_BY;
    }
}

/* ---- the wire ---- */

/* The wire rises: the low is over.  If only some chips take it for the end, the frame is undefined. */
static void rise(struct ws2812 *strip, uint64_t cycle)
{
    uint64_t cycles = cycle - strip->fell, ns = ns_of(strip, cycles);
    strip->rose = cycle;
    if (strip->fell && ns < WS2812_LOW)
        display_refuse(&strip->display, "the wire of the LEDs is low for less than 580 ns");
    if (!strip->bits)
        return;
    if (ns >= strip->latches_from)
        display_refuse(&strip->display,
                       "after the low on the wire of the LEDs some have latched, others not");
    else if (cycles > strip->longest_low)
        strip->longest_low = cycles;
}

/* The wire falls: a bit is complete. */
static void fall(struct ws2812 *strip, uint64_t cycle)
{
    uint64_t ns = ns_of(strip, cycle - strip->rose);
    bool is_one = ns >= WS2812_ONE;
    strip->fell = cycle;
    strip->shift = strip->shift << 1 | is_one;
    strip->bits++;
    uint32_t led = strip->bits / 24 - 1;
    if (strip->bits % 24 == 0 && led < leds_of(strip))
        for (int i = 0; i < 3; i++)
            strip->next[led][i] = (uint8_t)(strip->shift >> (16 - 8 * i));
    if (ns < WS2812_ZERO || (ns > WS2812_ZERO_END && !is_one) || ns > WS2812_ONE_END)
        display_refuse(&strip->display, "the wire of the LEDs is high for neither a 0 nor a 1");
    strip->display.alarm = cycle + (uint64_t)strip->latches_by * strip->display.hz / 1000000000;
}

/* The wire has been low for so long that all chips have latched. */
static void latch(struct ws2812 *strip)
{
    if (strip->bits % 24)
        display_refuse(&strip->display, "an LED gets less than 24 bits");
    memcpy(strip->shown, strip->next, sizeof strip->shown);
    strip->frames += strip->bits == 24 * leds_of(strip);
    strip->bits = 0;
    strip->display.alarm = 0;
}

static void edge(struct display *display, enum display_wire wire, bool level, uint64_t cycle)
{
    struct ws2812 *strip = (struct ws2812 *)display;
    if (wire == DISPLAY_RESET) { /* a cut bit or LED is no fault; the chip starts later than 280 us */
        strip->level = false;
        strip->bits -= strip->bits % 24;
    }
    if (wire == DISPLAY_ALARM || wire == DISPLAY_RESET)
        latch(strip);
    if (wire != DISPLAY_DATA || level == strip->level)
        return;
    strip->level = level;
    if (display->plugged && level)
        rise(strip, cycle);
    else if (display->plugged)
        fall(strip, cycle);
}

/* ---- the picture ---- */

static void light(const struct display *display, struct uno_frame *frame)
{
    static const uint8_t order[3] = {1, 0, 2}; /* red, green and blue in a colour of the strip */
    const struct ws2812 *strip = (const struct ws2812 *)display;
    const struct uno_display *layout = &display->layout;
    uint8_t brightest = 0;
    frame->colour = 0;
    for (unsigned led = 0; led < leds_of(strip); led++) {
        unsigned row, column;
        display_walk(display_way(layout->orient), 8u * layout->wide, 8u * layout->high, layout->chain, led,
                     &row, &column);
        for (unsigned i = 0; i < 3; i++) {
            uint8_t level = strip->shown[led][order[i]];
            if (!level)
                continue;
            frame->colours[i][row / 8 * layout->wide + column / 8][row % 8] |= (uint8_t)(0x80 >> column % 8);
            display_light(frame, row, column);
            brightest = level > brightest ? level : brightest;
        }
    }
    frame->intensity = brightest / 16;
}

double ws2812_current(const struct ws2812 *strip)
{
    double current = leds_of(strip);
    for (unsigned led = 0; led < leds_of(strip); led++)
        for (unsigned i = 0; i < 3; i++)
            current += strip->shown[led][i] * 20 / 255.0;
    return current;
}

const struct display_kind ws2812_kind = {.power_up = power_up, .edge = edge, .light = light};
