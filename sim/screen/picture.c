/* Draws the display and a status line in the last rows of the user's terminal. */
#define _GNU_SOURCE
#include "sim/screen/screen.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- colours ---- */

#define LEVELS 24 /* of brightness */

/*
 * The light of an LED: UNLIT, or one of LEVELS from dark to bright for each set of enum uno_colour, from
 * UNO_RED on.
 */
enum ink { NO_INK = -1, UNLIT };

/* Its colour among the 256 of a terminal; those from 16 on are a cube of 6 x 6 x 6. */
static int colour_of(enum ink ink)
{
    static const uint8_t reds[] = {52, 52, 88, 124, 160, 196, 203, 203};
    int set = ink == UNLIT ? 0 : (ink - 1) / LEVELS + 1, level = (ink - 1) % LEVELS;
    int most = 1 + 4 * (level + 1) / LEVELS;
    if (set == UNO_RED)
        return reds[8 * level / LEVELS];
    return set == 0 ? 236
                    : 16 + (set & UNO_RED ? 36 * most : 0) + (set & UNO_GREEN ? 6 * most : 0) +
                          (set & UNO_BLUE ? most : 0);
}

/* The eye perceives about the square root; even the dimmest steady light is clearly visible. */
static enum ink led_ink(const struct picture *picture, int row, int column)
{
    int i = row * 8 * picture->wide + column;
    double light = 32 * picture->duty[i];
    double bright = light < 1 ? 0.59 * light : 0.5 + 0.5 * sqrt(light / 31);
    int level = (int)(bright * LEVELS + 0.5);
    int colour = picture->eye->colours[i] ? picture->eye->colours[i] - 1 : 0;
    return level < 1 ? UNLIT : (enum ink)(colour * LEVELS + (level > LEVELS ? LEVELS : level));
}

/* ---- the LEDs, as text ---- */

/* An LED is a disc of four columns by two rows, a dot of two columns, half a cell or an eighth of one. */
enum led { DISC, DOT, HALF, EIGHTH, NOTHING };

/* Of an LED, in half columns and in quarters of a row. */
static const int pitch[] = {[DISC] = 8, [DOT] = 4, [HALF] = 2, [EIGHTH] = 1};

struct layout {
    enum led led;
    int rows, columns; /* of the terminal */
    int height;        /* rows of the picture, without the status */
};

/* The largest LEDs that leave enough rows for the text. */
static struct layout layout_choose(const struct picture *picture, int rows, int columns)
{
    static const int text[] = {[DISC] = 20, [DOT] = 5, [HALF] = 5, [EIGHTH] = 1};
    for (enum led led = DISC; led < NOTHING; led++) {
        int height = 2 * pitch[led] * picture->high;
        if ((led == DOT || tty_is_unicode) && 4 * pitch[led] * picture->wide <= columns &&
            height + 1 + text[led] <= rows)
            return (struct layout){led, rows, columns, height};
    }
    return (struct layout){NOTHING, rows, columns, 0};
}

/* Where text is appended, and the colours of the characters before. */
struct pen {
    char *at;
    enum ink ink, ground;
};

/* Appends characters in a colour, and the colour of their background unless it is NO_INK. */
static void put(struct pen *pen, enum ink ink, enum ink ground, const char *text)
{
    if (tty_coloured() && (ink != pen->ink || ground != pen->ground)) {
        pen->at += sprintf(pen->at, "\033[0;38;5;%d", colour_of(ink));
        if (ground != NO_INK)
            pen->at += sprintf(pen->at, ";48;5;%d", colour_of(ground));
        pen->at = stpcpy(pen->at, "m");
    }
    pen->ink = ink;
    pen->ground = ground;
    pen->at = stpcpy(pen->at, text);
}

static void disc_put(struct pen *pen, enum ink ink, bool is_lower)
{
    static const char *const disc[] = {"\u259f\u2588\u2599 ", "\u259c\u2588\u259b "}; /* corners cut */
    static const char *const dark[] = {" \u00b7  ", "    "};
    put(pen, ink, NO_INK, tty_coloured() || ink != UNLIT ? disc[is_lower] : dark[is_lower]);
}

static void dot_put(struct pen *pen, enum ink ink)
{
    static const char *const signs[2][3] = {{". ", "o ", "O "}, {"\u00b7 ", "\u25cb ", "\u25cf "}};
    int light = ink == UNLIT ? 0 : (ink - 1) % LEVELS < LEVELS / 3 ? 1 : 2;
    put(pen, ink, NO_INK, signs[tty_is_unicode][tty_is_unicode && tty_coloured() ? 2 : light]);
}

/* Two LEDs in a cell, one above the other. */
static void halves_put(struct pen *pen, enum ink upper, enum ink lower)
{
    static const char *const signs[2][2] = {{" ", "\u2584"}, {"\u2580", "\u2588"}};
    if (tty_coloured())
        put(pen, upper, lower, signs[1][0]);
    else
        put(pen, upper, lower, signs[upper != UNLIT][lower != UNLIT]);
}

/* Eight pixels in a cell, as a Braille pattern. */
static void pixels_put(struct pen *pen, const struct picture *picture, int row, int column)
{
    static const uint8_t dots[4][2] = {{0, 3}, {1, 4}, {2, 5}, {6, 7}};
    enum ink brightest = UNLIT;
    unsigned pattern = 0;
    for (int i = 0; i < 8; i++) {
        enum ink ink = led_ink(picture, row + i / 2, column + i % 2);
        pattern |= ink == UNLIT ? 0 : 1u << dots[i / 2][i % 2];
        brightest = ink > brightest ? ink : brightest;
    }
    put(pen, brightest, NO_INK,
        (char[]){'\xe2', (char)(0xa0 | pattern >> 6), (char)(0x80 | (pattern & 63)), 0});
}

/* Row i of the terminal's rows for the picture. */
static void row_put(struct pen *pen, const struct picture *picture, enum led led, int i)
{
    int row = 4 * i / pitch[led], step = led == EIGHTH ? 2 : 1;
    for (int column = 0; column < 8 * picture->wide; column += step) {
        enum ink ink = led_ink(picture, row, column);
        switch (led) {
        case DISC: disc_put(pen, ink, i % 2); break;
        case DOT: dot_put(pen, ink); break;
        case HALF: halves_put(pen, ink, led_ink(picture, row + 1, column)); break;
        default: pixels_put(pen, picture, row, column);
        }
    }
    pen->at = stpcpy(pen->at, "\033[0m\033[K");
    pen->ink = NO_INK;
}

/* ---- the screen ---- */

static struct layout layout;
static char *shown; /* the text that the terminal has; NULL: none */

static void status_put(struct pen *pen, const struct picture *picture)
{
    static const char *const keys[] = {"F2 button  F3 long  F4 reset  F5 replug  <- -> step  ^] leave",
                                       "F2 button  F3 long  F4 reset  F5 replug  ^] leave",
                                       "F2 button F3 long F4 reset F5 replug ^] leave",
                                       "F2 button F4 reset F5 replug ^] leave",
                                       "F2 button ^] leave",
                                       "^] leave",
                                       ""};
    const char *alarm = tty_coloured() ? "\033[0;1;37;41m" : "\033[0;1;7m";
    int room = layout.columns - (int)strlen(picture->status) - 4, widest = 0;
    while (keys[widest][0] && (int)strlen(keys[widest]) > room)
        widest++;
    pen->at = stpcpy(pen->at, picture->is_alarm ? alarm : "\033[0;7m");
    pen->at += sprintf(pen->at, " %-*.*s%s \033[0m", layout.columns - 2 - (int)strlen(keys[widest]),
                       layout.columns - 2, picture->status, keys[widest]);
}

/* Cursor and colours of the serial line are saved meanwhile. */
static char *screen_text(const struct picture *picture)
{
    size_t row_size = (size_t)layout.columns * 40 + 400; /* bytes, at most */
    char *text = memory_new((size_t)(layout.height + 1) * row_size + 64);
    struct pen pen = {.at = stpcpy(text, "\0337"), .ink = NO_INK};
    for (int i = 0; i < layout.height; i++) {
        pen.at += sprintf(pen.at, "\033[%d;1H", layout.rows - layout.height + i);
        row_put(&pen, picture, layout.led, i);
    }
    pen.at += sprintf(pen.at, "\033[%d;1H", layout.rows);
    status_put(&pen, picture);
    strcpy(pen.at, "\0338");
    return text;
}

void picture_redraw(void)
{
    free(shown);
    shown = NULL;
}

/* The rows are reserved again whenever their number or the terminal changes: only that moves the text. */
void picture_draw(const struct picture *picture)
{
    int rows = layout.rows, columns = layout.columns;
    bool is_resized = tty_resized(&rows, &columns);
    struct layout now = layout_choose(picture, rows, columns);
    bool has_room = rows > 2 && columns > 2;
    if (is_resized || now.led != layout.led || now.height != layout.height || !shown)
        tty_reserve(rows, has_room ? now.height + 1 : 0);
    layout = now;
    if (!has_room)
        return;
    char *text = screen_text(picture);
    if (is_resized || !shown || strcmp(text, shown))
        tty_send(text, strlen(text));
    free(shown);
    shown = strdup(text); /* not memory_new(): what that returns goes back with the board */
    free(text);
}

/* ---- the eye ---- */

/* At intensity i, the MAX7219 turns an LED on for (2i + 1) / 32 of the time (datasheet, table 7). */
static double duty_of(const struct uno_frame *frame, unsigned i)
{
    unsigned width = uno_frame_width(frame);
    return uno_frame_led(frame, i / width, i % width) ? (2 * frame->intensity + 1) / 32.0 : 0;
}

static unsigned leds_of(const struct uno_frame *frame)
{
    return uno_frame_width(frame) * uno_frame_height(frame);
}

/* Adds the light of the current picture up to this cycle. */
static void light_add(struct eye *eye, uint64_t cycle)
{
    uint64_t from = eye->now.cycle > eye->since ? eye->now.cycle : eye->since;
    for (unsigned i = 0; i < leds_of(&eye->now) && cycle > from; i++)
        eye->light[i] += duty_of(&eye->now, i) * (double)(cycle - from);
}

void eye_frame(struct eye *eye, const struct uno_frame *frame)
{
    light_add(eye, frame->cycle);
    eye->now = *frame;
    for (unsigned i = 0; i < leds_of(frame); i++) {
        uint8_t colour = uno_frame_colour(frame, i / uno_frame_width(frame), i % uno_frame_width(frame));
        eye->colours[i] = colour ? colour : eye->colours[i];
    }
}

void eye_glance(struct eye *eye, uint64_t cycle, double duty[UNO_PIXELS])
{
    light_add(eye, cycle);
    for (unsigned i = 0; i < leds_of(&eye->now); i++)
        duty[i] = cycle > eye->since ? eye->light[i] / (double)(cycle - eye->since) : duty_of(&eye->now, i);
    memset(eye->light, 0, sizeof eye->light);
    eye->since = cycle;
}
