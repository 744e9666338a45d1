/* Pictures of the matrix: PNG, SVG, a film as SVG. */
#define _GNU_SOURCE
#include "sim/record/drawing.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PITCH  32 /* pixels from LED to LED */
#define RADIUS 12
#define EDGE   16
#define SIZE   (2 * EDGE + 8 * PITCH)

struct colour {
    uint8_t red, green, blue;
};

static const struct colour module = {22, 22, 26}, unlit = {58, 26, 28};

/* An LED is on for (2i + 1) / 32 of the time; the eye sees about the square root of it. */
static struct colour lit(uint8_t intensity)
{
    double level = 0.45 + 0.55 * sqrt((2 * intensity + 1) / 31.0);

    return (struct colour){(uint8_t)(255 * level), (uint8_t)(58 * level), (uint8_t)(44 * level)};
}

static bool led(const struct uno_frame *frame, int row, int column)
{
    return frame->rows[row] >> (7 - column) & 1;
}

static bool finish(FILE *out)
{
    bool ok = !ferror(out);

    return !fclose(out) && ok;
}

/* ---- PNG, its data stored, not compressed (RFC 1950, 1951, 2083) ---- */

struct png {
    FILE *out;
    uint32_t crc;
};

static void png_byte(struct png *png, uint8_t byte)
{
    putc(byte, png->out);
    png->crc ^= byte;
    for (int i = 0; i < 8; i++)
        png->crc = png->crc & 1 ? png->crc >> 1 ^ 0xedb88320u : png->crc >> 1;
}

static void png_word(struct png *png, uint32_t word)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        png_byte(png, (uint8_t)(word >> shift));
}

static void chunk_start(struct png *png, uint32_t length, const char *name)
{
    png_word(png, length);
    png->crc = 0xffffffffu;
    for (int i = 0; i < 4; i++)
        png_byte(png, (uint8_t)name[i]);
}

static void chunk_end(struct png *png)
{
    png_word(png, ~png->crc);
}

/* How many of a pixel's 4 x 4 points lie on an LED, so that it is round; and whether that LED is lit. */
static int pixel(const struct uno_frame *frame, int x, int y, bool *on)
{
    int column = (x - EDGE) / PITCH, row = (y - EDGE) / PITCH, inside = 0;

    *on = false;
    if (x < EDGE || y < EDGE || column > 7 || row > 7)
        return 0;
    for (int i = 0; i < 16; i++) {
        int dx = 8 * (x - EDGE - column * PITCH - PITCH / 2) + 2 * (i & 3) + 1;
        int dy = 8 * (y - EDGE - row * PITCH - PITCH / 2) + 2 * (i >> 2) + 1;

        inside += dx * dx + dy * dy <= 64 * RADIUS * RADIUS;
    }
    *on = led(frame, row, column);
    return inside;
}

static uint8_t mix(uint8_t a, uint8_t b, int sixteenths)
{
    return (uint8_t)((a * sixteenths + b * (16 - sixteenths)) / 16);
}

/* Colours 0 .. 16: from the module to an unlit LED; 17 .. 33: to a lit one. */
static void png_palette(struct png *png, uint8_t intensity)
{
    chunk_start(png, 3 * 2 * 17, "PLTE");
    for (int i = 0; i < 2 * 17; i++) {
        struct colour c = i < 17 ? unlit : lit(intensity);

        png_byte(png, mix(c.red, module.red, i % 17));
        png_byte(png, mix(c.green, module.green, i % 17));
        png_byte(png, mix(c.blue, module.blue, i % 17));
    }
    chunk_end(png);
}

struct adler {
    uint32_t a, b;
};

static void data_byte(struct png *png, struct adler *sum, uint8_t byte)
{
    png_byte(png, byte);
    sum->a = (sum->a + byte) % 65521;
    sum->b = (sum->b + sum->a) % 65521;
}

/* A block of deflate a line: none is longer than the 65535 bytes that one may be. */
static void png_lines(struct png *png, const struct uno_frame *frame)
{
    const unsigned line = 1 + SIZE;
    struct adler sum = {1, 0};

    chunk_start(png, 2 + SIZE * (5 + line) + 4, "IDAT");
    png_byte(png, 0x78);
    png_byte(png, 0x01);
    for (int y = 0; y < SIZE; y++) {
        png_byte(png, y == SIZE - 1);
        png_byte(png, (uint8_t)line);
        png_byte(png, (uint8_t)(line >> 8));
        png_byte(png, (uint8_t)~line);
        png_byte(png, (uint8_t)(~line >> 8));
        data_byte(png, &sum, 0); /* no filter */
        for (int x = 0; x < SIZE; x++) {
            bool on;
            int inside = pixel(frame, x, y, &on);

            data_byte(png, &sum, (uint8_t)(inside + (on ? 17 : 0)));
        }
    }
    png_word(png, sum.b << 16 | sum.a);
    chunk_end(png);
}

static bool png_save(const char *path, const struct uno_frame *frame)
{
    struct png png = {fopen(path, "wb"), 0};

    if (!png.out)
        return false;
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, png.out);
    chunk_start(&png, 13, "IHDR");
    png_word(&png, SIZE);
    png_word(&png, SIZE);
    png_byte(&png, 8); /* bits a pixel */
    png_byte(&png, 3); /* colours of a palette */
    png_byte(&png, 0);
    png_byte(&png, 0);
    png_byte(&png, 0);
    chunk_end(&png);
    png_palette(&png, frame->intensity);
    png_lines(&png, frame);
    chunk_start(&png, 0, "IEND");
    chunk_end(&png);
    return finish(png.out);
}

/* ---- SVG ---- */

static void svg_open(FILE *out, int width, int height, const char *title)
{
    fprintf(out,
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
            width, height, width, height, title, RADIUS + 10, RADIUS);
}

static int centre(int i)
{
    return EDGE + i * PITCH + PITCH / 2;
}

static void svg_module(FILE *out)
{
    fprintf(out, "<rect width=\"%d\" height=\"%d\" rx=\"10\" fill=\"#16161a\"/>\n<g fill=\"#3a1a1c\">", SIZE,
            SIZE);
    for (int i = 0; i < 64; i++)
        fprintf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>", centre(i % 8), centre(i / 8), RADIUS);
    fprintf(out, "</g>\n");
}

static double opacity(uint8_t intensity)
{
    return 0.5 + 0.5 * sqrt((2 * intensity + 1) / 31.0);
}

static void svg_leds(FILE *out, const struct uno_frame *frame)
{
    for (int i = 0; i < 64; i++)
        if (led(frame, i / 8, i % 8))
            fprintf(out, "<use href=\"#led\" x=\"%d\" y=\"%d\" opacity=\"%.2f\"/>\n", centre(i % 8),
                    centre(i / 8), opacity(frame->intensity));
}

static bool svg_save(const char *path, const struct uno_frame *frame)
{
    FILE *out = fopen(path, "w");

    if (!out)
        return false;
    svg_open(out, SIZE, SIZE, "The 8x8 matrix");
    svg_module(out);
    svg_leds(out, frame);
    fprintf(out, "</svg>\n");
    return finish(out);
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

/* ---- the scene ---- */

#define COLUMNS 62
#define LINES   15
#define FONT    15
#define LEADING 18
#define ADVANCE 9 /* pixels a character */
#define LEFT    (SIZE + 36)
#define WIDTH   (SIZE + 20 + COLUMNS * ADVANCE + 32)

static void text_put(FILE *out, int column, int line, const char *text, size_t length)
{
    fprintf(out, "<text x=\"%d\" y=\"%d\" textLength=\"%zu\" xml:space=\"preserve\">",
            LEFT + column * ADVANCE, 28 + line * LEADING, ADVANCE * length);
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

static void svg_terminal(FILE *out)
{
    fprintf(out, "<rect x=\"%d\" width=\"%d\" height=\"%d\" rx=\"10\" fill=\"#10141a\"/>\n", SIZE + 20,
            WIDTH - SIZE - 20, SIZE);
    fprintf(out,
            "<g font-family=\"ui-monospace,SFMono-Regular,Menlo,Consolas,monospace\" font-size=\"%d\" "
            "fill=\"#d6dde6\">\n",
            FONT);
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
            text_put(out, 0, (int)i, rows[i].text, rows[i].length);
            fprintf(out, "</text>\n");
        }
    if (y < LINES)
        fprintf(out, "<rect x=\"%zu\" y=\"%zu\" width=\"9\" height=\"17\" opacity=\".7\"/>\n",
                LEFT + x * ADVANCE, 14 + y * LEADING);
    fprintf(out, "</g>\n</svg>\n");
    return finish(out);
}

/* ---- the film ---- */

/* From when to when it goes, in cycles. */
struct span {
    uint64_t start, end;
};

static double part_of(const struct span *span, uint64_t cycle)
{
    return cycle <= span->start ? 0 : (double)(cycle - span->start) / (double)(span->end - span->start);
}

static void animation_open(FILE *out, const struct span *span, const char *what)
{
    fprintf(out, "<%s calcMode=\"discrete\" repeatCount=\"indefinite\" dur=\"%.3fs\" ", what,
            (double)(span->end - span->start) / UNO_HZ);
}

/* Writes, as values or as times, when this LED changes. */
static void led_changes(FILE *out, const struct uno_frame *frames, size_t count, const struct span *span,
                        int i, bool times)
{
    double before = -1;

    fputs(times ? " keyTimes=\"" : "values=\"", out);
    for (size_t f = 0; f < count; f++) {
        double light = led(&frames[f], i / 8, i % 8) ? opacity(frames[f].intensity) : 0;

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
        any |= led(&frames[f], i / 8, i % 8);
    if (!any)
        return;
    fprintf(out, "<use href=\"#led\" x=\"%d\" y=\"%d\" opacity=\"0\">", centre(i % 8), centre(i / 8));
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

/* The next piece from byte `*at` on: up to the end of the line, or to a silence of 50 ms. */
static bool piece_next(const struct uno_output *output, size_t *at, struct piece *piece)
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
           (i == piece->at || output->cycle[i] - output->cycle[i - 1] < UNO_MS(50)))
        i++;
    piece->length = i - piece->at;
    *at = i;
    return piece->length > 0;
}

static void pieces_film(FILE *out, const struct uno_output *output, const struct span *span)
{
    struct piece piece = {0};

    for (size_t at = 0; piece_next(output, &at, &piece); piece.column += (int)piece.length) {
        double when = part_of(span, piece.cycle);

        text_put(out, piece.column, piece.line, output->text + piece.at, piece.length);
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

bool drawing_film(const char *path, const struct uno_frame *frames, size_t count,
                  const struct uno_output *output, uint64_t end)
{
    struct span span = {count ? frames[0].cycle : 0, end};
    FILE *out = fopen(path, "w");

    if (!out)
        return false;
    svg_open(out, output ? WIDTH : SIZE, SIZE, "The 8x8 matrix at work");
    svg_module(out);
    for (int i = 0; end > span.start && i < 64; i++)
        led_film(out, frames, count, &span, i);
    if (output && end > span.start)
        session_film(out, output, &span);
    fprintf(out, "</svg>\n");
    return finish(out);
}
