/* The picture of the board on the user's terminal: matrix, serial session, status. */
#include "sim/screen/viewer.h"

#include "sim/screen/grid.h"
#include "sim/screen/tty.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A part of the screen. */
struct area {
    int row, column, height, width;
};

/*
 *   big               small           narrow
 *   +------+-------+  +--+---------+  +-----------+
 *   |matrix|       |  |  | serial  |  |   small   |
 *   |35x18 |serial |  +--+         |  +-----------+
 *   +------+       |  |            |  |  serial   |
 *   | status ...   |  | status ... |  | status .. |
 */
struct layout {
    struct area matrix, serial; /* no matrix: height 0 */
    bool big;
};

enum { BIG_WIDTH = 35, BIG_HEIGHT = 18, SMALL_WIDTH = 19, SMALL_HEIGHT = 10 };

static struct layout layout_choose(int rows, int columns)
{
    struct layout layout = {{0, 0, 0, 0}, {0, 0, rows - 1, columns}, false};

    if (tty_unicode() && columns >= BIG_WIDTH + 44 && rows > BIG_HEIGHT) {
        layout.matrix = (struct area){0, 0, BIG_HEIGHT, BIG_WIDTH};
        layout.serial = (struct area){0, BIG_WIDTH + 1, rows - 1, columns - BIG_WIDTH - 1};
        layout.big = true;
    } else if (columns >= SMALL_WIDTH + 36 && rows > SMALL_HEIGHT) {
        layout.matrix = (struct area){0, 0, SMALL_HEIGHT, SMALL_WIDTH};
        layout.serial = (struct area){0, SMALL_WIDTH + 1, rows - 1, columns - SMALL_WIDTH - 1};
    } else if (columns >= SMALL_WIDTH && rows > SMALL_HEIGHT + 4) {
        layout.matrix = (struct area){0, (columns - SMALL_WIDTH) / 2, SMALL_HEIGHT, SMALL_WIDTH};
        layout.serial = (struct area){SMALL_HEIGHT, 0, rows - 1 - SMALL_HEIGHT, columns};
    }
    return layout;
}

static void frame_draw(const struct area *area)
{
    static const uint32_t round[6] = {0x256d, 0x256e, 0x2570, 0x256f, 0x2500, 0x2502};
    static const uint32_t plain[6] = {'+', '+', '+', '+', '-', '|'};
    const uint32_t *line = tty_unicode() ? round : plain;
    int bottom = area->row + area->height - 1, right = area->column + area->width - 1;

    for (int column = area->column + 1; column < right; column++) {
        grid_put(area->row, column, INK_FRAME, line[4]);
        grid_put(bottom, column, INK_FRAME, line[4]);
    }
    for (int row = area->row + 1; row < bottom; row++) {
        grid_put(row, area->column, INK_FRAME, line[5]);
        grid_put(row, right, INK_FRAME, line[5]);
    }
    grid_put(area->row, area->column, INK_FRAME, line[0]);
    grid_put(area->row, right, INK_FRAME, line[1]);
    grid_put(bottom, area->column, INK_FRAME, line[2]);
    grid_put(bottom, right, INK_FRAME, line[3]);
}

/* A disc of three cells by two, with its corners cut. */
static void big_led(int row, int column, enum ink ink)
{
    static const uint32_t disc[6] = {0x259f, 0x2588, 0x2599, 0x259c, 0x2588, 0x259b};

    for (int i = 0; i < 6; i++)
        grid_put(row + i / 3, column + i % 3, ink, disc[i]);
}

/* The eye sees about the square root; the dimmest steady light is still well to be seen. */
static enum ink ink_of(double duty)
{
    double bright = duty * 32 < 1 ? 0.59 * duty * 32 : 0.5 + 0.5 * sqrt(duty * 32 / 31);
    int level = (int)(bright * INK_LEVELS + 0.5);

    return level < 1 ? INK_UNLIT : (enum ink)(INK_LIT + (level > INK_LEVELS ? INK_LEVELS : level) - 1);
}

static void matrix_draw(const struct viewer *viewer, const struct layout *layout)
{
    const struct area *area = &layout->matrix;

    if (!area->height)
        return;
    frame_draw(area);
    for (int i = 0; i < 64; i++) {
        enum ink ink = ink_of(viewer->duty[i]);
        uint32_t mark = tty_unicode()                    ? 0x25cf
                        : ink == INK_UNLIT               ? '.'
                        : ink < INK_LIT + INK_LEVELS / 3 ? 'o'
                                                         : 'O';

        if (layout->big)
            big_led(area->row + 1 + i / 8 * 2, area->column + 2 + i % 8 * 4, ink);
        else
            grid_put(area->row + 1 + i / 8, area->column + 2 + i % 8 * 2, ink, mark);
    }
}

static void serial_draw(struct viewer *viewer, const struct area *area, int *cursor_row, int *cursor_column)
{
    struct scroll_row *rows = calloc((size_t)area->height, sizeof *rows);
    size_t filled, x, y;

    if (!rows)
        abort();
    filled =
        scroll_rows(viewer->scroll, (size_t)area->width, (size_t)area->height, &viewer->back, rows, &x, &y);
    for (size_t i = 0; i < filled; i++)
        grid_text(area->row + (int)i, area->column, INK_PLAIN, rows[i].text, (int)rows[i].length);
    free(rows);
    *cursor_row = y == (size_t)-1 ? -1 : area->row + (int)y;
    *cursor_column = area->column + (int)x;
}

static void status_draw(const struct viewer *viewer, int row, int columns)
{
    const char *text = viewer->alarm ? viewer->alarm : viewer->status;
    enum ink ink = viewer->alarm ? INK_ALARM : INK_STATUS;
    int used = (int)strlen(text);
    const char *hint = viewer->keys;

    for (int column = 0; column < columns; column++)
        grid_put(row, column, ink, ' ');
    grid_text(row, 1, ink, text, columns - 2);
    if (used + (int)strlen(hint) + 4 > columns && strrchr(hint, '^'))
        hint = strrchr(hint, '^'); /* how to leave goes last */
    if (used + (int)strlen(hint) + 4 <= columns)
        grid_text(row, columns - 1 - (int)strlen(hint), ink, hint, (int)strlen(hint));
}

void viewer_draw(struct viewer *viewer)
{
    int rows = grid_rows(), columns = grid_columns(), cursor_row = -1, cursor_column = -1;
    struct layout layout = layout_choose(rows, columns);

    grid_clear();
    matrix_draw(viewer, &layout);
    if (layout.serial.height > 0 && layout.serial.width > 0)
        serial_draw(viewer, &layout.serial, &cursor_row, &cursor_column);
    status_draw(viewer, rows - 1, columns);
    grid_show(cursor_row, cursor_column);
}
