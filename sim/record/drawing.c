/* Drawings of the matrix as it is now. */
#define _GNU_SOURCE
#include "sim/record/drawing.h"

#include "sim/record/png.h"
#include "sim/record/svg.h"

#include <errno.h>
#include <string.h>

static bool svg_save(const char *path, const struct uno_frame *frame)
{
    const char *title =
        uno_frame_width(frame) * uno_frame_height(frame) > 64 ? "The matrix" : "The 8x8 matrix";
    struct canvas canvas;

    if (!svg_open(&canvas, path, frame, false, title))
        return false;
    svg_modules(&canvas);
    svg_leds(&canvas, frame);
    svg_modules_end(&canvas);
    return svg_close(&canvas);
}

bool drawing_save(const char *path, const struct uno_frame *frame)
{
    const char *dot = strrchr(path, '.');

    if (dot && !strcasecmp(dot, ".png"))
        return png_save(path, frame);
    if (dot && !strcasecmp(dot, ".svg"))
        return svg_save(path, frame);
    errno = EINVAL;
    return false;
}

static void session_draw(const struct canvas *canvas, const struct scroll *scroll)
{
    struct scroll_row rows[LINES_MAX];
    size_t lines = (size_t)canvas->lines, back = 0, x, y,
           count = scroll_rows(scroll, COLUMNS, lines, &back, rows, &x, &y);

    svg_terminal(canvas);
    for (size_t i = 0; i < count; i++)
        if (rows[i].length) {
            svg_text(canvas, 0, (int)i, rows[i].text, rows[i].length);
            fprintf(canvas->out, "</text>\n");
        }
    if (y < lines)
        fprintf(canvas->out, "<rect x=\"%zu\" y=\"%zu\" width=\"9\" height=\"17\" opacity=\".7\"/>\n",
                (size_t)canvas->sheet.width + 36 + x * ADVANCE, 14 + y * LEADING);
    fprintf(canvas->out, "</g>\n");
}

bool drawing_scene(const char *path, const struct uno_frame *frame, const struct scroll *scroll)
{
    struct canvas canvas;

    if (!svg_open(&canvas, path, frame, true, "The matrix and the serial line of the simulated Uno"))
        return false;
    svg_modules(&canvas);
    svg_leds(&canvas, frame);
    svg_modules_end(&canvas);
    session_draw(&canvas, scroll);
    return svg_close(&canvas);
}
