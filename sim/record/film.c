/* The pictures of the matrix one after another, as an animated SVG. */
#include "sim/record/film.h"

#include "sim/record/svg.h"

/* From when to when it goes, in cycles of a clock. */
struct span {
    uint64_t start, end;
    uint32_t hz;
};

static double part_of(const struct span *span, uint64_t cycle)
{
    return cycle <= span->start ? 0 : (double)(cycle - span->start) / (double)(span->end - span->start);
}

static void animation_open(FILE *out, const struct span *span, const char *what)
{
    fprintf(out, "<%s calcMode=\"discrete\" repeatCount=\"indefinite\" dur=\"%.3fs\" ", what,
            (double)(span->end - span->start) / span->hz);
}

/* Writes, as values or as times, when this LED changes. */
static void led_changes(FILE *out, const struct uno_frame *frames, size_t count, const struct span *span,
                        int i, bool times)
{
    double before = -1;

    fputs(times ? " keyTimes=\"" : "values=\"", out);
    for (size_t f = 0; f < count; f++) {
        double light = module_led(&frames[f], i / 8, i % 8) ? svg_opacity(frames[f].intensity) : 0;

        if (light == before)
            continue;
        fprintf(out, "%s%.5g", f ? ";" : "", times ? part_of(span, frames[f].cycle) : light);
        before = light;
    }
    fputs("\"", out);
}

static void led_film(FILE *out, const struct uno_frame *frames, size_t count, const struct span *span, int i)
{
    bool any = false;

    for (size_t f = 0; f < count; f++)
        any |= module_led(&frames[f], i / 8, i % 8);
    if (!any)
        return;
    fprintf(out, "<use href=\"#led\" x=\"%d\" y=\"%d\" opacity=\"0\">", svg_centre(i % 8), svg_centre(i / 8));
    animation_open(out, span, "animate attributeName=\"opacity\"");
    led_changes(out, frames, count, span, i, false);
    led_changes(out, frames, count, span, i, true);
    fprintf(out, "/></use>\n");
}

/* What came in one go: part of a line. */
struct piece {
    size_t at, length;
    int line, column;
    uint64_t cycle;
};

/* The next piece from byte `*at` on: up to the end of the line, or to a silence of so many cycles. */
static bool piece_next(const struct uno_output *output, size_t *at, uint64_t silence, struct piece *piece)
{
    size_t i = *at;

    while (i < output->count && (uint8_t)output->text[i] < ' ') {
        piece->line += output->text[i] == '\n';
        if (output->text[i++] == '\n')
            piece->column = 0;
    }
    piece->at = i;
    piece->cycle = i < output->count ? output->cycle[i] : 0;
    while (i < output->count && (uint8_t)output->text[i] >= ' ' && i - piece->at < COLUMNS &&
           (i == piece->at || output->cycle[i] - output->cycle[i - 1] < silence))
        i++;
    piece->length = i - piece->at;
    *at = i;
    return piece->length > 0;
}

static void pieces_film(FILE *out, const struct uno_output *output, const struct span *span)
{
    struct piece piece = {0};

    for (size_t at = 0; piece_next(output, &at, span->hz / 20, &piece); piece.column += (int)piece.length) {
        double when = part_of(span, piece.cycle);

        svg_text(out, piece.column, piece.line, output->text + piece.at, piece.length);
        if (when > 0) {
            animation_open(out, span, "animate attributeName=\"opacity\"");
            fprintf(out, "values=\"0;1\" keyTimes=\"0;%.5f\"/>", when);
        }
        fprintf(out, "</text>\n");
    }
}

/* The lines move up whenever a new one begins below the last. */
static void scroll_film(FILE *out, const struct uno_output *output, const struct span *span)
{
    for (int times = 0; times < 2; times++) {
        int line = 0;

        if (times)
            fputs("\" keyTimes=\"0", out);
        else
            animation_open(out, span, "animateTransform attributeName=\"transform\" type=\"translate\""),
                fputs("values=\"0 0", out);
        for (size_t i = 0; i < output->count; i++)
            if (output->text[i] == '\n' && ++line >= LINES && part_of(span, output->cycle[i]) > 0) {
                if (times)
                    fprintf(out, ";%.5f", part_of(span, output->cycle[i]));
                else
                    fprintf(out, ";0 %d", -LEADING * (line - LINES + 1));
            }
    }
    fputs("\"/>\n", out);
}

static void session_film(FILE *out, const struct uno_output *output, const struct span *span)
{
    svg_terminal(out);
    fprintf(out,
            "<clipPath id=\"pane\"><rect x=\"%d\" y=\"14\" width=\"%d\" height=\"%d\"/></clipPath>\n"
            "<g clip-path=\"url(#pane)\"><g>\n",
            SIZE + 20, WIDTH - SIZE - 20, SIZE - 22);
    scroll_film(out, output, span);
    pieces_film(out, output, span);
    fprintf(out, "</g></g></g>\n");
}

bool film_save(const char *path, const struct uno_frame *frames, size_t count,
               const struct uno_output *output, uint64_t end, uint32_t hz)
{
    struct span span = {count ? frames[0].cycle : 0, end, hz};
    FILE *out = fopen(path, "w");

    if (!out)
        return false;
    svg_open(out, output ? WIDTH : SIZE, SIZE, "The 8x8 matrix at work");
    svg_module(out);
    for (int i = 0; end > span.start && i < 64; i++)
        led_film(out, frames, count, &span, i);
    if (output && end > span.start)
        session_film(out, output, &span);
    return svg_close(out);
}
