/* A grid of coloured cells on the user's terminal. */
#define _GNU_SOURCE
#include "sim/screen/screen.h"

#include "sim/board/basics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- colours ---- */

static char style[INKS][48];

enum depth { DEPTH_NONE, DEPTH_16, DEPTH_256, DEPTH_TRUE };

static enum depth depth;

/* Red, green or blue of a colour, 0 .. 255, at this level of brightness. */
static int part(bool is_lit, double level, int unlit)
{
    return is_lit ? (int)(62 + 193 * level) : (int)(unlit + 10 * level);
}

/* The same colour in the cube of 6 x 6 x 6. */
static int cube(int colour, double level)
{
    int most = 1 + (int)(4 * level);
    return (colour & UNO_RED ? 36 * most : 0) + (colour & UNO_GREEN ? 6 * most : 0) +
           (colour & UNO_BLUE ? most : 0);
}

void inks_make(void)
{
    static const char *const unlit[] = {"\033[0m", "\033[0;90m", "\033[0;38;5;236m", "\033[0;38;2;62;36;36m"};
    static const char *const frame[] = {"\033[0m", "\033[0;34m", "\033[0;38;5;67m", "\033[0;38;5;67m"};
    static const uint8_t palette[] = {52, 52, 88, 124, 160, 196, 203, 203};
    const char *term = getenv("TERM"), *colour = getenv("COLORTERM"), *none = getenv("NO_COLOR");
    if (none && *none)
        depth = DEPTH_NONE;
    else if (colour && (strstr(colour, "truecolor") || strstr(colour, "24bit")))
        depth = DEPTH_TRUE;
    else
        depth = term && (strstr(term, "256") || strstr(term, "direct")) ? DEPTH_256 : DEPTH_16;
    strcpy(style[INK_PLAIN], "\033[0m");
    strcpy(style[INK_FRAME], frame[depth]);
    strcpy(style[INK_STATUS], "\033[0;7m");
    strcpy(style[INK_ALARM], depth == DEPTH_NONE ? "\033[0;1;7m" : "\033[0;1;37;41m");
    strcpy(style[INK_UNLIT], unlit[depth]);
    for (int i = 0; i < 7 * INK_LEVELS; i++) { /* from nearly dark to full */
        int set = i / INK_LEVELS + 1;
        double level = (i % INK_LEVELS + 1.0) / INK_LEVELS;
        if (depth == DEPTH_TRUE)
            snprintf(style[INK_LIT + i], sizeof *style, "\033[0;38;2;%d;%d;%dm",
                     part(set & UNO_RED, level, 62), part(set & UNO_GREEN, level, 36),
                     part(set & UNO_BLUE, level, 36));
        else if (depth == DEPTH_256)
            snprintf(style[INK_LIT + i], sizeof *style, "\033[0;38;5;%dm",
                     set == UNO_RED ? palette[8 * i / INK_LEVELS] : 16 + cube(set, level));
        else if (depth == DEPTH_NONE)
            strcpy(style[INK_LIT + i], "\033[0m");
        else
            snprintf(style[INK_LIT + i], sizeof *style, "\033[0;%s3%dm", level < 0.65 ? "" : "1;", set);
    }
}

bool inks_have_colour(void)
{
    return depth != DEPTH_NONE;
}

/*
 * The escape sequence for two LEDs in a cell, one above the other; valid until the next call.  `38;...`
 * or `3x` sets the colour of the character (the upper half), `48;...` or `4x` the colour of its background.
 */
static const char *halves_style(enum ink upper, enum ink lower)
{
    static char both[2 * sizeof *style];
    const char *colour = strstr(style[lower], ";38;");
    if (colour)
        snprintf(both, sizeof both, "%.*s;4%s", (int)strcspn(style[upper], "m"), style[upper], colour + 2);
    else /* with 16 colours */
        snprintf(both, sizeof both, "%.*s;4%dm", (int)strcspn(style[upper], "m"), style[upper],
                 lower == INK_UNLIT ? 0 : (lower - INK_LIT) / INK_LEVELS + 1);
    return both;
}

/* ---- cells ---- */

struct cell {
    uint32_t character;
    uint8_t ink;
    uint8_t lower; /* ink of the lower half; 0: none */
};

static int rows, columns;
static struct cell *wanted, *shown;

bool grid_resized(void)
{
    if (!tty_resized(&rows, &columns))
        return false;
    free(wanted);
    free(shown);
    wanted = memory_new((size_t)rows * (size_t)columns * sizeof *wanted);
    shown = memory_new((size_t)rows * (size_t)columns * sizeof *shown); /* all cells differ */
    return true;
}

void grid_clear(int *height, int *width)
{
    *height = rows;
    *width = columns;
    for (int i = 0; i < rows * columns; i++)
        wanted[i] = (struct cell){' ', INK_PLAIN, 0};
}

static void cell_set(int row, int column, struct cell cell)
{
    if (row >= 0 && row < rows && column >= 0 && column < columns)
        wanted[row * columns + column] = cell;
}

void grid_put(int row, int column, enum ink ink, uint32_t character)
{
    cell_set(row, column, (struct cell){character, (uint8_t)ink, 0});
}

void grid_halves(int row, int column, enum ink upper, enum ink lower)
{
    cell_set(row, column, (struct cell){0x2580, (uint8_t)upper, (uint8_t)lower});
}

void grid_text(int row, int column, enum ink ink, const char *text, int width)
{
    for (int i = 0; i < width && text[i]; i++)
        grid_put(row, column + i, ink, (uint8_t)text[i]);
}

void grid_redraw(void)
{
    memset(shown, 0, (size_t)rows * (size_t)columns * sizeof *shown);
}

static size_t utf8(char *to, uint32_t character)
{
    if (character < 0x80) {
        to[0] = (char)character;
        return 1;
    }
    if (character < 0x800) {
        to[0] = (char)(0xc0 | character >> 6);
        to[1] = (char)(0x80 | (character & 63));
        return 2;
    }
    to[0] = (char)(0xe0 | character >> 12);
    to[1] = (char)(0x80 | (character >> 6 & 63));
    to[2] = (char)(0x80 | (character & 63));
    return 3;
}

/* Appends the cells of a row that have changed, in at most 128 bytes per cell.  Returns the new end. */
static char *row_changes(char *at, int row)
{
    int ink = -1, lower = -1, next = -1; /* the terminal's current inks and cursor */
    for (int column = 0; column < columns; column++) {
        struct cell *want = &wanted[row * columns + column], *have = &shown[row * columns + column];
        if (want->character == have->character && want->ink == have->ink && want->lower == have->lower)
            continue;
        if (next != column)
            at += sprintf(at, "\033[%d;%dH", row + 1, column + 1);
        if (ink != want->ink || lower != want->lower)
            at = stpcpy(at, want->lower ? halves_style((enum ink)want->ink, (enum ink)want->lower)
                                        : style[want->ink]);
        at += utf8(at, want->character);
        ink = want->ink;
        lower = want->lower;
        next = column + 1;
        *have = *want;
    }
    return at;
}

void grid_show(int cursor_row, int cursor_column)
{
    char *text = memory_new((size_t)rows * (size_t)columns * 128 + 64), *at = text;
    bool visible = cursor_row >= 0 && cursor_row < rows && cursor_column >= 0 && cursor_column < columns;
    static int old_row = -2, old_column;
    for (int row = 0; row < rows; row++)
        at = row_changes(at, row);
    if (at != text || cursor_row != old_row || cursor_column != old_column) {
        at += sprintf(at, "\033[0m\033[?25%c", visible ? 'h' : 'l');
        if (visible)
            at += sprintf(at, "\033[%d;%dH", cursor_row + 1, cursor_column + 1);
    }
    old_row = cursor_row;
    old_column = cursor_column;
    if (at != text)
        tty_send(text, (size_t)(at - text));
    free(text);
}
