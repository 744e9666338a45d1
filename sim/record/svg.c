/* Pictures of the matrix as SVG, still or animated, with or without the serial session beside them. */
#include "sim/record/drawing.h"

#include <math.h>
#include <stdio.h>

/* The text of the session. */
#define FONT      15
#define COLUMNS   62
#define LEADING   18 /* pixels per line */
#define ADVANCE   9  /* pixels per character */
#define LINES_MAX 64

/* A drawing: the modules, and optionally the session beside them. */
struct canvas {
    FILE *out;
    struct sheet sheet;
    int lines;         /* of the session; 0: no session */
    int width, height; /* pixels */
};

/* ---- elements of a drawing ---- */

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

/* The centre of LED i of a row or column, in pixels. */
static int centre_of(int i)
{
    return EDGE + i * PITCH + PITCH / 2;
}

/* Creates `path` for pictures of this size.  On an error: false; errno is the reason. */
static bool canvas_open(struct canvas *canvas, const char *path, const struct uno_frame *frame, bool session,
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

/* Draws the modules with unlit LEDs; the lit ones follow, then modules_end(). */
static void modules_draw(const struct canvas *canvas)
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
        fprintf(canvas->out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>", centre_of(i % 8), centre_of(i / 8),
                RADIUS);
    fprintf(canvas->out, "</g>\n");
}

static void modules_end(const struct canvas *canvas)
{
    if (canvas->sheet.scale < 1)
        fprintf(canvas->out, "</g>\n");
}

/* The opacity of an LED of the picture; 0: it is dark. */
static double opacity(const struct uno_frame *frame, int row, int column)
{
    if (!uno_frame_led(frame, (unsigned)row, (unsigned)column))
        return 0;
    return 0.5 + 0.5 * sqrt((2 * frame->intensity + 1) / 31.0);
}

/* Draws the background of the session and opens the group of its text; the caller closes it with </g>. */
static void terminal_open(const struct canvas *canvas)
{
    int left = canvas->sheet.width + 20;
    fprintf(canvas->out, "<rect x=\"%d\" width=\"%d\" height=\"%d\" rx=\"10\" fill=\"#10141a\"/>\n", left,
            canvas->width - left, canvas->height);
    fprintf(canvas->out,
            "<g font-family=\"ui-monospace,SFMono-Regular,Menlo,Consolas,monospace\" font-size=\"%d\" "
            "fill=\"#d6dde6\">\n",
            FONT);
}

/* Opens a text element; the caller adds an animation if needed and closes it with </text>. */
static void text_open(const struct canvas *canvas, int column, int line, const char *text, size_t length)
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

/* Ends and closes the file.  Returns false if it is incomplete. */
static bool canvas_close(struct canvas *canvas)
{
    fprintf(canvas->out, "</svg>\n");
    bool ok = !ferror(canvas->out);
    return !fclose(canvas->out) && ok;
}

/* ---- a still picture ---- */

static void session_draw(const struct canvas *canvas, const struct scroll *scroll)
{
    struct scroll_row rows[LINES_MAX];
    size_t lines = (size_t)canvas->lines, back = 0, x, y,
           count = scroll_rows(scroll, COLUMNS, lines, &back, rows, &x, &y);
    terminal_open(canvas);
    for (size_t i = 0; i < count; i++)
        if (rows[i].length) {
            text_open(canvas, 0, (int)i, rows[i].text, rows[i].length);
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
    if (!canvas_open(&canvas, path, frame, scroll, title))
        return false;
    modules_draw(&canvas);
    for (int row = 0; row < canvas.sheet.rows; row++)
        for (int column = 0; column < canvas.sheet.columns; column++)
            if (opacity(frame, row, column) > 0)
                fprintf(canvas.out, "<use href=\"#led\" x=\"%d\" y=\"%d\" opacity=\"%.2f\"/>\n",
                        centre_of(column), centre_of(row), opacity(frame, row, column));
    modules_end(&canvas);
    if (scroll)
        session_draw(&canvas, scroll);
    return canvas_close(&canvas);
}

/* ---- a film ---- */

/* The start and the end of a film, in cycles of a clock with `hz`. */
struct span {
    uint64_t start, end;
    uint32_t hz;
};

/* The share of the film that has passed at this cycle, 0 .. 1. */
static double progress(const struct span *span, uint64_t cycle)
{
    return cycle <= span->start ? 0 : (double)(cycle - span->start) / (double)(span->end - span->start);
}

static void animation_open(FILE *out, const struct span *span, const char *what)
{
    fprintf(out, "<%s calcMode=\"discrete\" repeatCount=\"indefinite\" dur=\"%.3fs\" ", what,
            (double)(span->end - span->start) / span->hz);
}

/* Writes the changes of an LED: their times or the new values of its opacity. */
static void led_changes(FILE *out, const struct uno_frame *frames, size_t count, const struct span *span,
                        int row, int column, bool times)
{
    double before = -1;
    fputs(times ? " keyTimes=\"" : "values=\"", out);
    for (size_t f = 0; f < count; f++) {
        double light = opacity(&frames[f], row, column);
        if (light == before)
            continue;
        fprintf(out, "%s%.5g", f ? ";" : "", times ? progress(span, frames[f].cycle) : light);
        before = light;
    }
    fputs("\"", out);
}

static void led_film(FILE *out, const struct uno_frame *frames, size_t count, const struct span *span,
                     const struct uno_frame *still, int row, int column)
{
    bool is_ever_lit = false;
    for (size_t f = 0; f < count; f++)
        is_ever_lit |= opacity(&frames[f], row, column) > 0;
    if (!is_ever_lit)
        return;
    fprintf(out, "<use href=\"#led\" x=\"%d\" y=\"%d\" opacity=\"%.5g\">", centre_of(column), centre_of(row),
            opacity(still, row, column));
    animation_open(out, span, "animate attributeName=\"opacity\"");
    led_changes(out, frames, count, span, row, column, false);
    led_changes(out, frames, count, span, row, column, true);
    fprintf(out, "/></use>\n");
}

/* Text without a pause: a line or less. */
struct chunk {
    size_t at, length;
    int line, column;
    uint64_t cycle;
};

/* Reads the next chunk from byte *at: up to the end of the line or a pause of `silence` cycles. */
static bool chunk_next(const struct uno_output *output, size_t *at, uint64_t silence, struct chunk *chunk)
{
    size_t i = *at;
    while (i < output->count && (uint8_t)output->text[i] < ' ') {
        chunk->line += output->text[i] == '\n';
        if (output->text[i++] == '\n')
            chunk->column = 0;
    }
    chunk->at = i;
    chunk->cycle = i < output->count ? output->cycle[i] : 0;
    while (i < output->count && (uint8_t)output->text[i] >= ' ' && i - chunk->at < COLUMNS &&
           (i == chunk->at || output->cycle[i] - output->cycle[i - 1] < silence))
        i++;
    chunk->length = i - chunk->at;
    *at = i;
    return chunk->length > 0;
}

/* Moves the lines up each time that a new line begins below the last one of the drawing. */
static void scroll_film(const struct canvas *canvas, const struct uno_output *output, const struct span *span)
{
    FILE *out = canvas->out;
    for (int times = 0; times < 2; times++) {
        int line = 0;
        if (!times)
            animation_open(out, span, "animateTransform attributeName=\"transform\" type=\"translate\"");
        fputs(times ? "\" keyTimes=\"0" : "values=\"0 0", out);
        for (size_t i = 0; i < output->count; i++) {
            double when = progress(span, output->cycle[i]);
            if (output->text[i] != '\n' || ++line < canvas->lines || when <= 0)
                continue;
            if (times)
                fprintf(out, ";%.5f", when);
            else
                fprintf(out, ";0 %d", -LEADING * (line - canvas->lines + 1));
        }
    }
    fputs("\"/>\n", out);
}

static void session_film(const struct canvas *canvas, const struct uno_output *output,
                         const struct span *span)
{
    FILE *out = canvas->out;
    int left = canvas->sheet.width + 20;
    terminal_open(canvas);
    fprintf(out,
            "<clipPath id=\"pane\"><rect x=\"%d\" y=\"14\" width=\"%d\" height=\"%d\"/></clipPath>\n"
            "<g clip-path=\"url(#pane)\"><g>\n",
            left, canvas->width - left, canvas->height - 22);
    scroll_film(canvas, output, span);
    struct chunk chunk = {0};
    for (size_t at = 0; chunk_next(output, &at, span->hz / 20, &chunk); chunk.column += (int)chunk.length) {
        double when = progress(span, chunk.cycle);
        text_open(canvas, chunk.column, chunk.line, output->text + chunk.at, chunk.length);
        if (when > 0) {
            animation_open(out, span, "animate attributeName=\"opacity\"");
            fprintf(out, "values=\"0;1\" keyTimes=\"0;%.5f\"/>", when);
        }
        fprintf(out, "</text>\n");
    }
    fprintf(out, "</g></g></g>\n");
}

bool film_save(const char *path, const struct uno_frame *frames, size_t count,
               const struct uno_output *output, uint64_t end, uint32_t hz)
{
    static const struct uno_frame none;
    const struct uno_frame *first = count ? frames : &none;
    struct span span = {first->cycle, end, hz};
    struct canvas canvas;

    /* Viewers without animation show the picture with the most lit LEDs, which is a solution. */
    const struct uno_frame *still = first;
    int most = 0;
    for (size_t f = 0; f < count; f++) {
        int lit = 0;
        for (size_t i = 0; i < sizeof frames[f].modules; i++)
            lit += __builtin_popcount(frames[f].modules[i / 8][i % 8]);
        still = lit > most ? &frames[f] : still;
        most = lit > most ? lit : most;
    }
    if (!canvas_open(&canvas, path, first, output,
                     uno_frame_width(first) * uno_frame_height(first) > 64 ? "The matrix at work"
                                                                           : "The 8x8 matrix at work"))
        return false;
    modules_draw(&canvas);
    for (int row = 0; end > span.start && row < canvas.sheet.rows; row++)
        for (int column = 0; column < canvas.sheet.columns; column++)
            led_film(canvas.out, frames, count, &span, still, row, column);
    modules_end(&canvas);
    if (output && end > span.start)
        session_film(&canvas, output, &span);
    return canvas_close(&canvas);
}
