/* Pictures of the matrix: PNG, SVG, a film as SVG. */
#define _GNU_SOURCE
#include "picture.h"

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

/* One pixel of 4 x 4 points, so that the LEDs are round. */
static struct colour pixel(const struct uno_frame *frame, int x, int y)
{
    int column = (x - EDGE) / PITCH, row = (y - EDGE) / PITCH, inside = 0;
    struct colour c, m = module;

    if (x < EDGE || y < EDGE || column > 7 || row > 7)
        return m;
    for (int i = 0; i < 16; i++) {
        int dx = 8 * (x - EDGE - column * PITCH - PITCH / 2) + 2 * (i & 3) + 1;
        int dy = 8 * (y - EDGE - row * PITCH - PITCH / 2) + 2 * (i >> 2) + 1;

        inside += dx * dx + dy * dy <= 64 * RADIUS * RADIUS;
    }
    c = led(frame, row, column) ? lit(frame->intensity) : unlit;
    return (struct colour){(uint8_t)((c.red * inside + m.red * (16 - inside)) / 16),
                           (uint8_t)((c.green * inside + m.green * (16 - inside)) / 16),
                           (uint8_t)((c.blue * inside + m.blue * (16 - inside)) / 16)};
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
    const unsigned line = 1 + 3 * SIZE;
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
            struct colour c = pixel(frame, x, y);

            data_byte(png, &sum, c.red);
            data_byte(png, &sum, c.green);
            data_byte(png, &sum, c.blue);
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
    png_byte(&png, 8); /* bits a sample */
    png_byte(&png, 2); /* red, green, blue */
    png_byte(&png, 0);
    png_byte(&png, 0);
    png_byte(&png, 0);
    chunk_end(&png);
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

bool picture_save(const char *path, const struct uno_frame *frame)
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

#define COLUMNS 58
#define LINES   15
#define FONT    15
#define LEADING 18

static void text_line(FILE *out, int line, const char *text, size_t length)
{
    if (!length)
        return;
    fprintf(out, "<text x=\"%d\" y=\"%d\" textLength=\"%zu\" xml:space=\"preserve\">", SIZE + 36,
            28 + line * LEADING, 9 * length);
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
    fputs("</text>\n", out);
}

bool picture_scene(const char *path, const struct uno_frame *frame, const struct scroll *scroll)
{
    const int width = SIZE + 20 + COLUMNS * 9 + 32;
    struct scroll_row rows[LINES];
    FILE *out = fopen(path, "w");
    size_t back = 0, x, y, count = scroll_rows(scroll, COLUMNS, LINES, &back, rows, &x, &y);

    if (!out)
        return false;
    svg_open(out, width, SIZE, "The matrix and the serial line of the simulated Uno");
    svg_module(out);
    svg_leds(out, frame);
    fprintf(out, "<rect x=\"%d\" width=\"%d\" height=\"%d\" rx=\"10\" fill=\"#10141a\"/>\n", SIZE + 20,
            width - SIZE - 20, SIZE);
    fprintf(out,
            "<g font-family=\"ui-monospace,SFMono-Regular,Menlo,Consolas,monospace\" font-size=\"%d\" "
            "fill=\"#d6dde6\">\n",
            FONT);
    for (size_t i = 0; i < count; i++)
        text_line(out, (int)i, rows[i].text, rows[i].length);
    if (y < LINES)
        fprintf(out, "<rect x=\"%zu\" y=\"%zu\" width=\"9\" height=\"17\" opacity=\".7\"/>\n",
                SIZE + 36 + x * 9, 14 + y * LEADING);
    fprintf(out, "</g>\n</svg>\n");
    return finish(out);
}

/* ---- the film ---- */

/* When one LED is lit, over all frames: only its changes. */
static void led_film(FILE *out, const struct uno_frame *frames, size_t count, uint64_t end, int i)
{
    double start = (double)frames[0].cycle, length = (double)end - start;
    bool any = false, all = true;

    for (size_t f = 0; f < count; f++) {
        any |= led(&frames[f], i / 8, i % 8);
        all &= led(&frames[f], i / 8, i % 8);
    }
    if (!any)
        return;
    fprintf(out, "<use href=\"#led\" x=\"%d\" y=\"%d\" opacity=\"%d\">", centre(i % 8), centre(i / 8),
            led(&frames[0], i / 8, i % 8));
    if (!all) {
        for (int pass = 0; pass < 2; pass++) {
            int before = -1;

            fprintf(out,
                    pass ? "\" keyTimes=\""
                         : "<animate attributeName=\"opacity\" calcMode=\"discrete\" "
                           "repeatCount=\"indefinite\" dur=\"%.3fs\" values=\"",
                    length / UNO_HZ);
            for (size_t f = 0; f < count; f++) {
                int now = led(&frames[f], i / 8, i % 8);

                if (now == before)
                    continue;
                if (pass)
                    fprintf(out, "%s%.6g", f ? ";" : "", ((double)frames[f].cycle - start) / length);
                else
                    fprintf(out, "%s%.3g", f ? ";" : "", now * opacity(frames[f].intensity));
                before = now;
            }
        }
        fprintf(out, "\"/>");
    }
    fprintf(out, "</use>\n");
}

bool picture_film(const char *path, const struct uno_frame *frames, size_t count, uint64_t end)
{
    FILE *out = fopen(path, "w");

    if (!out)
        return false;
    svg_open(out, SIZE, SIZE, "The 8x8 matrix at work");
    svg_module(out);
    for (int i = 0; count && end > frames[0].cycle && i < 64; i++)
        led_film(out, frames, count, end, i);
    fprintf(out, "</svg>\n");
    return finish(out);
}
