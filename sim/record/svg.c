/* SVG drawings: modules, LEDs, the serial session. */
#include "sim/record/svg.h"

#include <math.h>

#define FONT 15

struct sheet sheet_of(const struct uno_frame *frame)
{
    struct sheet sheet = {.columns = (int)uno_frame_width(frame), .rows = (int)uno_frame_height(frame)};
    int longer = sheet.columns > sheet.rows ? sheet.columns : sheet.rows;
    sheet.full_width = 2 * EDGE + sheet.columns * PITCH;
    sheet.full_height = 2 * EDGE + sheet.rows * PITCH;
    sheet.scale = longer <= 8 ? 1 : longer <= 16 ? 0.75 : 0.5;
    sheet.width = (int)(sheet.full_width * sheet.scale);
    sheet.height = (int)(sheet.full_height * sheet.scale);
    return sheet;
}

int svg_centre(int i)
{
    return EDGE + i * PITCH + PITCH / 2;
}

bool svg_open(struct canvas *canvas, const char *path, const struct uno_frame *frame, bool session,
              const char *title)
{
    const int least = 2 * EDGE + 8 * PITCH; /* pixels that the session needs */
    canvas->sheet = sheet_of(frame);
    canvas->width = canvas->sheet.width;
    canvas->height = canvas->sheet.height;
    canvas->lines = 0;
    if (session) {
        canvas->height = canvas->height < least ? least : canvas->height;
        canvas->width += 20 + COLUMNS * ADVANCE + 32;
        canvas->lines = (canvas->height - LEADING) / LEADING;
        canvas->lines = canvas->lines > LINES_MAX ? LINES_MAX : canvas->lines;
    }
    canvas->out = fopen(path, "w");
    if (!canvas->out)
        return false;
    fprintf(canvas->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "role=\"img\">\n"
            "<title>%s</title>\n"
            "<defs><radialGradient id=\"on\"><stop offset=\"0\" stop-color=\"#ffd0c0\"/>"
            "<stop offset=\".45\" stop-color=\"#ff4a34\"/><stop offset=\"1\" "
            "stop-color=\"#d81e14\"/></radialGradient>"
            "<radialGradient id=\"glow\"><stop offset=\"0\" stop-color=\"#ff4030\" stop-opacity=\".55\"/>"
            "<stop offset=\"1\" stop-color=\"#ff4030\" stop-opacity=\"0\"/></radialGradient>"
            "<g id=\"led\"><circle r=\"%d\" fill=\"url(#glow)\"/><circle r=\"%d\" "
            "fill=\"url(#on)\"/></g></defs>\n",
            canvas->width, canvas->height, canvas->width, canvas->height, title, RADIUS + 10, RADIUS);
    return true;
}

void svg_modules(const struct canvas *canvas)
{
    const struct sheet *sheet = &canvas->sheet;
    if (sheet->scale < 1)
        fprintf(canvas->out, "<g transform=\"scale(%g)\">\n", sheet->scale);
    fprintf(canvas->out, "<rect width=\"%d\" height=\"%d\" rx=\"10\" fill=\"#16161a\"/>\n", sheet->full_width,
            sheet->full_height);
    if (sheet->columns * sheet->rows > 64) { /* the unlit LEDs: of several modules as a pattern */
        fprintf(canvas->out,
                "<pattern id=\"off\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                "patternUnits=\"userSpaceOnUse\">"
                "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"#3a1a1c\"/></pattern>\n"
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"url(#off)\"/>\n",
                EDGE, EDGE, PITCH, PITCH, PITCH / 2, PITCH / 2, RADIUS, EDGE, EDGE, sheet->columns * PITCH,
                sheet->rows * PITCH);
        return;
    }
    fprintf(canvas->out, "<g fill=\"#3a1a1c\">");
    for (int i = 0; i < 64; i++)
        fprintf(canvas->out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>", svg_centre(i % 8), svg_centre(i / 8),
                RADIUS);
    fprintf(canvas->out, "</g>\n");
}

void svg_modules_end(const struct canvas *canvas)
{
    if (canvas->sheet.scale < 1)
        fprintf(canvas->out, "</g>\n");
}

double svg_opacity(uint8_t intensity)
{
    return 0.5 + 0.5 * sqrt((2 * intensity + 1) / 31.0);
}

void svg_terminal(const struct canvas *canvas)
{
    int left = canvas->sheet.width + 20;
    fprintf(canvas->out, "<rect x=\"%d\" width=\"%d\" height=\"%d\" rx=\"10\" fill=\"#10141a\"/>\n", left,
            canvas->width - left, canvas->height);
    fprintf(canvas->out,
            "<g font-family=\"ui-monospace,SFMono-Regular,Menlo,Consolas,monospace\" font-size=\"%d\" "
            "fill=\"#d6dde6\">\n",
            FONT);
}

void svg_text(const struct canvas *canvas, int column, int line, const char *text, size_t length)
{
    FILE *out = canvas->out;
    fprintf(out, "<text x=\"%d\" y=\"%d\" textLength=\"%zu\" xml:space=\"preserve\">",
            canvas->sheet.width + 36 + column * ADVANCE, 28 + line * LEADING, ADVANCE * length);
    for (size_t i = 0; i < length; i++) {
        switch (text[i]) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        default:
            if (text[i] >= ' ' && text[i] < 0x7f)
                putc(text[i], out);
        }
    }
}

bool svg_close(struct canvas *canvas)
{
    fprintf(canvas->out, "</svg>\n");
    bool ok = !ferror(canvas->out);
    return !fclose(canvas->out) && ok;
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

bool svg_save(const char *path, const struct uno_frame *frame, const struct scroll *scroll)
{
    const char *title = scroll ? "The matrix and the serial line of the simulated Uno"
                        : uno_frame_width(frame) * uno_frame_height(frame) > 64 ? "The matrix"
                                                                                : "The 8x8 matrix";
    struct canvas canvas;
    if (!svg_open(&canvas, path, frame, scroll, title))
        return false;
    svg_modules(&canvas);
    for (int row = 0; row < canvas.sheet.rows; row++)
        for (int column = 0; column < canvas.sheet.columns; column++)
            if (uno_frame_led(frame, (unsigned)row, (unsigned)column))
                fprintf(canvas.out, "<use href=\"#led\" x=\"%d\" y=\"%d\" opacity=\"%.2f\"/>\n",
                        svg_centre(column), svg_centre(row), svg_opacity(frame->intensity));
    svg_modules_end(&canvas);
    if (scroll)
        session_draw(&canvas, scroll);
    return svg_close(&canvas);
}
