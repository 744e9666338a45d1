/* Draws the display and a status line in the last rows of the user's terminal. */
#define _GNU_SOURCE
#include "sim/screen/screen.h"

#include <stdio.h>
#include <string.h>

/* ---- colours ---- */

#define LEVELS 16 /* of brightness: the intensities */

/* The light of an LED: UNLIT, or one of LEVELS for each set of enum uno_colour, from UNO_RED on. */
enum ink { NO_INK = -1, UNLIT };

/* Its colour among the 256 of a terminal: from 16 on they are a cube of 6 x 6 x 6. */
static int colour_of(enum ink ink)
{
    static const uint8_t reds[] = {160, 196, 203, 203};
    int set = (ink - 1) / LEVELS + 1, level = (ink - 1) % LEVELS, most = 3 + level / 6;
    if (ink == UNLIT)
        return 236;
    if (set == UNO_RED)
        return reds[level / 4];
    return 16 + (set & UNO_RED ? 36 * most : 0) + (set & UNO_GREEN ? 6 * most : 0) +
           (set & UNO_BLUE ? most : 0);
}

static enum ink led_ink(const struct uno_frame *frame, unsigned row, unsigned column)
{
    uint8_t colour = uno_frame_colour(frame, row, column);
    return colour ? (enum ink)((colour - 1) * LEVELS + frame->intensity + 1) : UNLIT;
}

/* ---- the LEDs, as text ---- */

/*
 * An LED is a disc of four columns by two rows, a dot or a letter of two columns, half a cell or an eighth of
 * one.
 */
enum led { DISC, DOT, LETTER, HALF, EIGHTH, NOTHING };

/* Of an LED, in half columns and in quarters of a row. */
static const int pitch[] = {[DISC] = 8, [DOT] = 4, [LETTER] = 4, [HALF] = 2, [EIGHTH] = 1};

struct layout {
    enum led led;
    int rows, columns; /* of the terminal */
    int height;        /* rows of the picture, without the status */
};

/* The largest LEDs that leave enough rows for the text. */
static struct layout layout_choose(const struct uno_frame *frame, int rows, int columns)
{
    static const int text[] = {[DISC] = 20, [DOT] = 5, [LETTER] = 5, [HALF] = 5, [EIGHTH] = 1};
    for (enum led led = DISC; led < NOTHING; led++) {
        int width = 4 * pitch[led] * frame->wide;
        int height = 2 * pitch[led] * frame->high;
        if ((led == LETTER) != tty_is_unicode && width <= columns && height + 1 + text[led] <= rows)
            return (struct layout){led, rows, columns, height};
    }
    return (struct layout){NOTHING, rows, columns, 0};
}

/* Where text is appended, and the colours of the characters before. */
struct pen {
    FILE *to;
    enum ink ink, ground;
};

/* Appends characters in a colour, and the colour of their background unless it is NO_INK. */
static void put(struct pen *pen, enum ink ink, enum ink ground, const char *text)
{
    bool is_change = tty_coloured() && (ink != pen->ink || ground != pen->ground);
    if (is_change)
        fprintf(pen->to, "\033[0;38;5;%d", colour_of(ink));
    if (is_change && ground != NO_INK)
        fprintf(pen->to, ";48;5;%d", colour_of(ground));
    fprintf(pen->to, "%s%s", is_change ? "m" : "", text);
    pen->ink = ink;
    pen->ground = ground;
}

/* Eight pixels in a cell, as a Braille pattern. */
static void pixels_put(struct pen *pen, const struct uno_frame *frame, unsigned row, unsigned column)
{
    static const uint8_t dots[4][2] = {{0, 3}, {1, 4}, {2, 5}, {6, 7}};
    enum ink brightest = UNLIT;
    unsigned pattern = 0;
    for (unsigned i = 0; i < 8; i++) {
        enum ink ink = led_ink(frame, row + i / 2, column + i % 2);
        pattern |= ink == UNLIT ? 0 : 1u << dots[i / 2][i % 2];
        brightest = ink > brightest ? ink : brightest;
    }
    put(pen, brightest, NO_INK,
        (char[]){'\xe2', (char)(0xa0 | pattern >> 6), (char)(0x80 | (pattern & 63)), 0});
}

/* Row i of the terminal's rows for the picture. */
static void row_put(struct pen *pen, const struct uno_frame *frame, enum led led, int i)
{
    /* Unlit and lit; of a disc, its corners cut, the upper and the lower row; of halves the lower LED. */
    static const char *const signs[][2][2] = {
        [DISC] = {{" \u00b7  ", "    "}, {"\u259f\u2588\u2599 ", "\u259c\u2588\u259b "}},
        [DOT] = {{"\u00b7 ", "\u00b7 "}, {"\u25cf ", "\u25cf "}},
        [LETTER] = {{". ", ". "}, {"O ", "O "}},
        [HALF] = {{" ", "\u2584"}, {"\u2580", "\u2588"}}};
    unsigned row = (unsigned)(4 * i / pitch[led]);
    bool is_coloured = tty_coloured();
    for (unsigned column = 0; column < 8u * frame->wide; column += led == EIGHTH ? 2 : 1) {
        enum ink ink = led_ink(frame, row, column),
                 lower = led == HALF ? led_ink(frame, row + 1, column) : ink;
        if (led == EIGHTH)
            pixels_put(pen, frame, row, column);
        else if (led == HALF)
            put(pen, ink, is_coloured ? lower : NO_INK,
                signs[HALF][is_coloured || ink != UNLIT][!is_coloured && lower != UNLIT]);
        else
            put(pen, ink, NO_INK, signs[led][ink != UNLIT || (is_coloured && led != LETTER)][i % 2]);
    }
    fputs("\033[0m\033[K", pen->to);
    pen->ink = NO_INK;
}

/* ---- the screen ---- */

static struct layout layout;
static char *shown; /* the text that the terminal has; NULL: none */

static void status_put(struct pen *pen, const char *status, bool is_fault)
{
    static const char *const keys[] = {"F2 button  F3 long  F4 reset  F5 replug  <- -> step  ^] leave",
                                       "F2 button  F3 long  F4 reset  F5 replug  ^] leave",
                                       "F2 button F3 long F4 reset F5 replug ^] leave",
                                       "F2 button F4 reset F5 replug ^] leave",
                                       "F2 button ^] leave",
                                       "^] leave",
                                       ""};
    const char *colours = !is_fault ? "7" : tty_coloured() ? "1;37;41" : "1;7";
    int room = layout.columns - (int)strlen(status) - 4, widest = 0;
    while (keys[widest][0] && (int)strlen(keys[widest]) > room)
        widest++;
    fprintf(pen->to, "\033[0;%sm %-*.*s%s \033[0m", colours, layout.columns - 2 - (int)strlen(keys[widest]),
            layout.columns - 2, status, keys[widest]);
}

void picture_redraw(void)
{
    free(shown);
    shown = NULL;
}

/*
 * The rows are reserved again whenever their number or the terminal changes: only that moves the text.
 * Cursor and colours of the serial line are saved meanwhile.
 */
void picture_draw(const struct uno_frame *frame, const char *status, bool is_fault)
{
    int rows = layout.rows, columns = layout.columns;
    bool is_resized = tty_resized(&rows, &columns);
    struct layout now = layout_choose(frame, rows, columns);
    bool has_room = rows > 2 && columns > 2;
    if (is_resized || now.led != layout.led || now.height != layout.height || !shown)
        tty_reserve(rows, has_room ? now.height + 1 : 0);
    layout = now;
    if (!has_room)
        return;
    char *text;
    size_t size;
    struct pen pen = {.to = open_memstream(&text, &size), .ink = NO_INK};
    if (!pen.to)
        abort();
    fputs("\0337", pen.to);
    for (int i = 0; i < layout.height; i++) {
        fprintf(pen.to, "\033[%d;1H", layout.rows - layout.height + i);
        row_put(&pen, frame, layout.led, i);
    }
    fprintf(pen.to, "\033[%d;1H", layout.rows);
    status_put(&pen, status, is_fault);
    fputs("\0338", pen.to);
    fclose(pen.to);
    if (is_resized || !shown || strcmp(text, shown))
        tty_send(text, size);
    picture_redraw();
    shown = text;
}
