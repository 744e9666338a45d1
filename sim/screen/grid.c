/* A grid of coloured cells on the user's terminal. */
#define _GNU_SOURCE
#include "sim/screen/grid.h"

#include "sim/screen/tty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cell {
    uint32_t character;
    uint8_t ink;
    uint8_t lower; /* ink of the lower half; 0: none */
};

static int rows, columns;
static struct cell *wanted, *shown;

bool grid_resized(void)
{
    size_t cells;

    if (!tty_resized(&rows, &columns))
        return false;
    cells = (size_t)rows * (size_t)columns;
    free(wanted);
    free(shown);
    wanted = calloc(cells, sizeof *wanted);
    shown = calloc(cells, sizeof *shown);
    if (!wanted || !shown)
        abort();
    grid_redraw();
    return true;
}

int grid_rows(void)
{
    return rows;
}

int grid_columns(void)
{
    return columns;
}

void grid_clear(void)
{
    for (int i = 0; i < rows * columns; i++)
        wanted[i] = (struct cell){' ', INK_PLAIN, 0};
}

void grid_put(int row, int column, enum ink ink, uint32_t character)
{
    if (row >= 0 && row < rows && column >= 0 && column < columns)
        wanted[row * columns + column] = (struct cell){character, (uint8_t)ink, 0};
}

void grid_halves(int row, int column, enum ink upper, enum ink lower)
{
    if (row >= 0 && row < rows && column >= 0 && column < columns)
        wanted[row * columns + column] = (struct cell){0x2580, (uint8_t)upper, (uint8_t)lower};
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

/* Adds the cells of a row that differ; at most 128 bytes a cell. */
static char *row_changes(char *at, int row)
{
    int ink = -1, lower = -1, next = -1; /* the terminal's inks and its cursor */

    for (int column = 0; column < columns; column++) {
        struct cell *want = &wanted[row * columns + column], *have = &shown[row * columns + column];

        if (want->character == have->character && want->ink == have->ink && want->lower == have->lower)
            continue;
        if (next != column)
            at += sprintf(at, "\033[%d;%dH", row + 1, column + 1);
        if (ink != want->ink || lower != want->lower)
            at = stpcpy(at, want->lower ? ink_halves((enum ink)want->ink, (enum ink)want->lower)
                                        : ink_style((enum ink)want->ink));
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
    char *text = malloc((size_t)rows * (size_t)columns * 128 + 64), *at = text;
    bool visible = cursor_row >= 0 && cursor_row < rows && cursor_column >= 0 && cursor_column < columns;
    static int old_row = -2, old_column;

    if (!text)
        abort();
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
