/* Draws the board on the user's terminal: matrix, serial session, status. */
#include "sim/screen/screen.h"

#include "sim/board/basics.h"

#include <math.h>
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
 * An LED is a disc of three cells by two, a dot, or half a cell: the largest for which there is room.  A
 * pixel of a screen is an eighth of a cell.
 */
enum led { DISC, DOT, HALF, EIGHTH };

struct layout {
    struct area matrix, serial; /* a matrix of height 0 is not drawn */
    enum led led;
};

/* Returns the best layout for a screen of this size; the last row is the status. */
static struct layout layout_choose(const struct viewer *viewer, int rows, int columns)
{
    static const struct choice {
        enum led led;
        bool is_above, is_unicode;
        int least; /* columns beside the matrix, or rows below it, that the session and the status need */
    } choices[] = {{DISC, false, true, 61}, /* 60 columns: a result of a search fits into one row */
                   {DOT, false, false, 36},
                   {DOT, true, false, 5},
                   {HALF, false, true, 37},
                   {HALF, true, true, 5},
                   {EIGHTH, false, true, 37},
                   {EIGHTH, true, true, 5}};
    /* of an LED, in half columns and in quarters of a row */
    static const int pitch[] = {[DISC] = 8, [DOT] = 4, [HALF] = 2, [EIGHTH] = 1};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        const struct choice *choice = &choices[i];
        struct area matrix = {.height = 2 * pitch[choice->led] * viewer->high + 2,
                              .width = pitch[choice->led] * 4 * viewer->wide + (choice->led < HALF ? 3 : 2)};
        int right = columns - matrix.width, below = rows - matrix.height;
        if ((viewer->wide == 16) != (choice->led == EIGHTH))
            continue;
        if ((choice->is_unicode && !tty_unicode()) || right < 0 || below < 1 ||
            (choice->is_above ? below : right) < choice->least)
            continue;
        if (!choice->is_above)
            return (struct layout){matrix, {0, matrix.width + 1, rows - 1, right - 1}, choice->led};
        matrix.column = right / 2;
        return (struct layout){matrix, {matrix.height, 0, below - 1, columns}, choice->led};
    }
    return (struct layout){{0, 0, 0, 0}, {0, 0, rows - 1, columns}, DOT};
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
    uint8_t colour = viewer->eye->colours[row * 8 * viewer->wide + column];
    int first = INK_LIT + (colour ? colour - 1 : 0) * INK_LEVELS;
    return level < 1 ? INK_UNLIT : (enum ink)(first + (level > INK_LEVELS ? INK_LEVELS : level) - 1);
}

/* Eight pixels in a cell, as a Braille pattern. */
static void pixels_draw(const struct viewer *viewer, const struct layout *layout, int row, int column)
{
    static const uint8_t dots[4][2] = {{0, 3}, {1, 4}, {2, 5}, {6, 7}};
    enum ink brightest = INK_UNLIT;
    uint32_t pattern = 0;
    for (int i = 0; i < 8; i++) {
        enum ink ink = led_ink(viewer, row + i / 2, column + i % 2);
        if (ink != INK_UNLIT)
            pattern |= 1u << dots[i / 2][i % 2];
        brightest = ink > brightest ? ink : brightest;
    }
    grid_put(layout->matrix.row + 1 + row / 4, layout->matrix.column + 1 + column / 2, brightest,
             0x2800 + pattern);
}

static void led_draw(const struct viewer *viewer, const struct layout *layout, int row, int column)
{
    static const uint32_t disc[6] = {0x259f, 0x2588, 0x2599, 0x259c, 0x2588, 0x259b}; /* corners cut */
    static const uint32_t dot_signs[2][3] = {{'.', 'o', 'O'}, {0xb7, 0x25cb, 0x25cf}};
    static const uint32_t block_signs[2][2] = {{' ', 0x2584}, {0x2580, 0x2588}};
    enum ink ink = led_ink(viewer, row, column);
    int top = layout->matrix.row + 1, left = layout->matrix.column + 1;
    int light = ink == INK_UNLIT ? 0 : (ink - INK_LIT) % INK_LEVELS < INK_LEVELS / 3 ? 1 : 2;
    bool is_coloured = inks_have_colour();
    if (layout->led == EIGHTH) {
        if (row % 4 == 0 && column % 2 == 0)
            pixels_draw(viewer, layout, row, column);
    } else if (layout->led == DISC && (is_coloured || light)) {
        for (int i = 0; i < 6; i++)
            grid_put(top + 2 * row + i / 3, left + 1 + 4 * column + i % 3, ink, disc[i]);
    } else if (layout->led == DISC) {
        grid_put(top + 2 * row, left + 2 + 4 * column, ink, dot_signs[1][0]);
    } else if (layout->led == DOT) {
        grid_put(top + row, left + 1 + 2 * column, ink,
                 dot_signs[tty_unicode()][tty_unicode() && is_coloured ? 2 : light]);
    } else if (row % 2 == 0) { /* with the LED below it in the same cell */
        enum ink below = led_ink(viewer, row + 1, column);
        if (is_coloured)
            grid_halves(top + row / 2, left + column, ink, below);
        else
            grid_put(top + row / 2, left + column, ink, block_signs[light > 0][below != INK_UNLIT]);
    }
}

static void serial_draw(struct viewer *viewer, const struct area *area, int *cursor_row, int *cursor_column)
{
    struct scroll_row *rows = memory_new((size_t)area->height * sizeof *rows);
    size_t x, y;
    size_t filled =
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
    grid_clear(&rows, &columns);
    struct layout layout = layout_choose(viewer, rows, columns);
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
