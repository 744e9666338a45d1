/* Draws the board on the user's terminal: matrix, serial session, status. */
#include "sim/screen/viewer.h"

#include "sim/screen/grid.h"
#include "sim/screen/tty.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A rectangle of cells on the screen. */
struct area {
    int row, column, height, width;
};

/*
 *   beside the serial session           above it, where it is narrow
 *   +------+-------+                    +-----------+
 *   |matrix|serial |                    |  matrix   |
 *   +------+       |                    +-----------+
 *   | status ...   |                    |  serial   |
 *                                       | status .. |
 *
 * An LED is a disc of three cells by two if there is room, otherwise a dot, otherwise half a cell.
 */
struct size {
    int columns, rows; /* of an LED with its gap: columns in cells, rows in half cells */
    int least;         /* columns that the session beside it needs */
};

/* 60 columns beside discs: a result of a search fits into one row. */
static const struct size discs = {4, 4, 60}, dots = {2, 2, 35}, halves = {1, 1, 36};

struct layout {
    struct area matrix, serial; /* a matrix of height 0 is not drawn */
    struct size led;
};

enum { SERIAL_HEIGHT = 4 };

static struct area area_of(const struct viewer *viewer, const struct size *led)
{
    return (struct area){.height = 4 * led->rows * viewer->high + 2,
                         .width = led->columns * 8 * viewer->wide + (led->columns > 1 ? 3 : 2)};
}

/* Places the matrix beside the session.  Returns false if there is no room for both. */
static bool place_beside(struct layout *layout, const struct viewer *viewer, const struct size *led, int rows,
                         int columns)
{
    struct area area = area_of(viewer, led);
    int left = columns - area.width - 1;
    if (area.height > rows - 1 || left < led->least)
        return false;
    layout->matrix = area;
    layout->serial = (struct area){0, area.width + 1, rows - 1, left};
    layout->led = *led;
    return true;
}

/* Places the matrix above the session, centred. */
static bool place_above(struct layout *layout, const struct viewer *viewer, const struct size *led, int rows,
                        int columns)
{
    struct area area = area_of(viewer, led);
    if (area.width > columns || area.height + SERIAL_HEIGHT >= rows)
        return false;
    area.column = (columns - area.width) / 2;
    layout->matrix = area;
    layout->serial = (struct area){area.height, 0, rows - 1 - area.height, columns};
    layout->led = *led;
    return true;
}

static struct layout layout_choose(const struct viewer *viewer, int rows, int columns)
{
    struct layout layout = {{0, 0, 0, 0}, {0, 0, rows - 1, columns}, dots};
    bool found = (tty_unicode() && place_beside(&layout, viewer, &discs, rows, columns)) ||
                 place_beside(&layout, viewer, &dots, rows, columns) ||
                 place_above(&layout, viewer, &dots, rows, columns);
    if (!found && tty_unicode() && !place_beside(&layout, viewer, &halves, rows, columns))
        place_above(&layout, viewer, &halves, rows, columns);
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

/* The eye perceives about the square root; even the dimmest steady light is clearly visible. */
static enum ink led_ink(const struct viewer *viewer, int row, int column)
{
    double light = 32 * viewer->duty[row * 8 * viewer->wide + column];
    double bright = light < 1 ? 0.59 * light : 0.5 + 0.5 * sqrt(light / 31);
    int level = (int)(bright * INK_LEVELS + 0.5);
    return level < 1 ? INK_UNLIT : (enum ink)(INK_LIT + (level > INK_LEVELS ? INK_LEVELS : level) - 1);
}

/* A disc of three cells by two, with its corners cut; without colours, an unlit LED is a dot. */
static void disc_draw(int row, int column, enum ink ink)
{
    static const uint32_t disc[6] = {0x259f, 0x2588, 0x2599, 0x259c, 0x2588, 0x259b};
    if (!inks_have_colour() && ink == INK_UNLIT) {
        grid_put(row, column + 1, ink, 0xb7);
        return;
    }
    for (int i = 0; i < 6; i++)
        grid_put(row + i / 3, column + i % 3, ink, disc[i]);
}

/* A disc, a dot, or, with the LED below it, half blocks in a cell. */
static void led_draw(const struct viewer *viewer, const struct layout *layout, int row, int column)
{
    static const uint32_t dot_signs[2][3] = {{'.', 'o', 'O'}, {0xb7, 0x25cb, 0x25cf}};
    static const uint32_t block_signs[2][2] = {{' ', 0x2584}, {0x2580, 0x2588}};
    enum ink ink = led_ink(viewer, row, column), below;
    int top = layout->matrix.row + 1, left = layout->matrix.column + 1;
    int light = ink == INK_UNLIT ? 0 : ink < INK_LIT + INK_LEVELS / 3 ? 1 : 2;
    if (layout->led.rows == discs.rows) {
        disc_draw(top + 2 * row, left + 1 + 4 * column, ink);
    } else if (layout->led.rows == dots.rows) {
        grid_put(top + row, left + 1 + 2 * column, ink,
                 dot_signs[tty_unicode()][tty_unicode() && inks_have_colour() ? 2 : light]);
    } else if (row % 2 == 0) {
        below = led_ink(viewer, row + 1, column);
        if (inks_have_colour())
            grid_halves(top + row / 2, left + column, ink, below);
        else
            grid_put(top + row / 2, left + column, ink, block_signs[ink != INK_UNLIT][below != INK_UNLIT]);
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
    static const char *const keys[] = {"F2 button  F3 long  F4 reset  F5 plug  <- -> step  ^] leave",
                                       "F2 button  F3 long  F4 reset  F5 plug  ^] leave",
                                       "F2 button F3 long F4 reset F5 plug ^] leave", "^] leave", ""};
    const char *text = viewer->alarm ? viewer->alarm : viewer->status;
    enum ink ink = viewer->alarm ? INK_ALARM : INK_STATUS;
    int room = columns - (int)strlen(text) - 4, widest = 0;
    while (keys[widest][0] && (int)strlen(keys[widest]) > room)
        widest++;
    for (int column = 0; column < columns; column++)
        grid_put(row, column, ink, ' ');
    grid_text(row, 1, ink, text, columns - 2);
    grid_text(row, columns - 1 - (int)strlen(keys[widest]), ink, keys[widest], columns);
}

void viewer_draw(struct viewer *viewer)
{
    int rows, columns, cursor_row = -1, cursor_column = -1;
    struct layout layout;
    grid_size(&rows, &columns);
    layout = layout_choose(viewer, rows, columns);
    grid_clear();
    if (layout.matrix.height) {
        frame_draw(&layout.matrix);
        for (int row = 0; row < 8 * viewer->high; row++)
            for (int column = 0; column < 8 * viewer->wide; column++)
                led_draw(viewer, &layout, row, column);
    }
    if (layout.serial.height > 0 && layout.serial.width > 0)
        serial_draw(viewer, &layout.serial, &cursor_row, &cursor_column);
    status_draw(viewer, rows - 1, columns);
    grid_show(cursor_row, cursor_column);
}
