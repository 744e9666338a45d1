/* The pictures of the matrix one after another, as an animated SVG. */
#include "sim/record/svg.h"

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
        double light =
            uno_frame_led(&frames[f], (unsigned)row, (unsigned)column) ? svg_opacity(frames[f].intensity) : 0;
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
    bool any = false;
    for (size_t f = 0; f < count; f++)
        any |= uno_frame_led(&frames[f], (unsigned)row, (unsigned)column);
    if (!any)
        return;
    fprintf(out, "<use href=\"#led\" x=\"%d\" y=\"%d\" opacity=\"%.5g\">", svg_centre(column),
            svg_centre(row),
            uno_frame_led(still, (unsigned)row, (unsigned)column) ? svg_opacity(still->intensity) : 0);
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
    svg_terminal(canvas);
    fprintf(out,
            "<clipPath id=\"pane\"><rect x=\"%d\" y=\"14\" width=\"%d\" height=\"%d\"/></clipPath>\n"
            "<g clip-path=\"url(#pane)\"><g>\n",
            left, canvas->width - left, canvas->height - 22);
    scroll_film(canvas, output, span);
    struct chunk chunk = {0};
    for (size_t at = 0; chunk_next(output, &at, span->hz / 20, &chunk); chunk.column += (int)chunk.length) {
        double when = progress(span, chunk.cycle);
        svg_text(canvas, chunk.column, chunk.line, output->text + chunk.at, chunk.length);
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
    if (!svg_open(&canvas, path, first, output,
                  uno_frame_width(first) * uno_frame_height(first) > 64 ? "The matrix at work"
                                                                        : "The 8x8 matrix at work"))
        return false;
    svg_modules(&canvas);
    for (int row = 0; end > span.start && row < canvas.sheet.rows; row++)
        for (int column = 0; column < canvas.sheet.columns; column++)
            led_film(canvas.out, frames, count, &span, still, row, column);
    svg_modules_end(&canvas);
    if (output && end > span.start)
        session_film(&canvas, output, &span);
    return svg_close(&canvas);
}
