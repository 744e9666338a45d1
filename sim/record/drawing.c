/* Drawings of the matrix as it stands. */
#define _GNU_SOURCE
#include "sim/record/drawing.h"

#include "sim/record/png.h"
#include "sim/record/svg.h"

#include <errno.h>
#include <string.h>

static bool svg_save(const char *path, const struct uno_frame *frame)
{
    FILE *out = fopen(path, "w");

    if (!out)
        return false;
    svg_open(out, SIZE, SIZE, "The 8x8 matrix");
    svg_module(out);
    svg_leds(out, frame);
    return svg_close(out);
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

bool drawing_scene(const char *path, const struct uno_frame *frame, const struct scroll *scroll)
{
    struct scroll_row rows[LINES];
    FILE *out = fopen(path, "w");
    size_t back = 0, x, y, count = scroll_rows(scroll, COLUMNS, LINES, &back, rows, &x, &y);

    if (!out)
        return false;
    svg_open(out, WIDTH, SIZE, "The matrix and the serial line of the simulated Uno");
    svg_module(out);
    svg_leds(out, frame);
    svg_terminal(out);
    for (size_t i = 0; i < count; i++)
        if (rows[i].length) {
            svg_text(out, 0, (int)i, rows[i].text, rows[i].length);
            fprintf(out, "</text>\n");
        }
    if (y < LINES)
        fprintf(out, "<rect x=\"%zu\" y=\"%zu\" width=\"9\" height=\"17\" opacity=\".7\"/>\n",
                LEFT + x * ADVANCE, 14 + y * LEADING);
    fprintf(out, "</g>\n");
    return svg_close(out);
}
