/* A picture of the matrix as PNG, with data that is stored, not compressed (RFC 1950, 1951, 2083). */
#include "sim/record/drawing.h"

#include <math.h>
#include <stdio.h>

struct colour {
    uint8_t red, green, blue;
};

static const struct colour module = {22, 22, 26}, unlit = {58, 26, 28};

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

/* Returns how many of the 4 x 4 points of a pixel are on an LED, for smooth edges; *on: that LED is lit. */
static int pixel(const struct uno_frame *frame, int x, int y, bool *on)
{
    int column = (x - EDGE) / PITCH, row = (y - EDGE) / PITCH, inside = 0;
    *on = false;
    if (x < EDGE || y < EDGE || column >= (int)uno_frame_width(frame) || row >= (int)uno_frame_height(frame))
        return 0;
    for (int i = 0; i < 16; i++) {
        int dx = 8 * (x - EDGE - column * PITCH - PITCH / 2) + 2 * (i & 3) + 1;
        int dy = 8 * (y - EDGE - row * PITCH - PITCH / 2) + 2 * (i >> 2) + 1;
        inside += dx * dx + dy * dy <= 64 * RADIUS * RADIUS;
    }
    *on = uno_frame_led(frame, (unsigned)row, (unsigned)column);
    return inside;
}

static uint8_t mix(uint8_t a, uint8_t b, int sixteenths)
{
    return (uint8_t)((a * sixteenths + b * (16 - sixteenths)) / 16);
}

/*
 * Colours 0 .. 16 range from the module to an unlit LED, 17 .. 33 from the module to a lit LED.  At intensity
 * i, an LED is on for (2i + 1) / 32 of the time; the eye perceives about the square root.
 */
static void png_palette(struct png *png, uint8_t intensity)
{
    double level = 0.45 + 0.55 * sqrt((2 * intensity + 1) / 31.0);
    struct colour lit = {(uint8_t)(255 * level), (uint8_t)(58 * level), (uint8_t)(44 * level)};
    chunk_start(png, 3 * 2 * 17, "PLTE");
    for (int i = 0; i < 2 * 17; i++) {
        struct colour c = i < 17 ? unlit : lit;
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

/* Each line is one block of deflate, which can have up to 65535 bytes. */
static void png_lines(struct png *png, const struct uno_frame *frame)
{
    const struct sheet sheet = sheet_of(frame);
    const unsigned line = 1 + (unsigned)sheet.full_width, height = (unsigned)sheet.full_height;
    struct adler sum = {1, 0};
    chunk_start(png, 2 + height * (5 + line) + 4, "IDAT");
    png_byte(png, 0x78);
    png_byte(png, 0x01);
    for (int y = 0; y < sheet.full_height; y++) {
        png_byte(png, y == sheet.full_height - 1);
        png_byte(png, (uint8_t)line);
        png_byte(png, (uint8_t)(line >> 8));
        png_byte(png, (uint8_t)~line);
        png_byte(png, (uint8_t)(~line >> 8));
        data_byte(png, &sum, 0); /* no filter */
        for (int x = 0; x < sheet.full_width; x++) {
            bool on;
            int inside = pixel(frame, x, y, &on);
            data_byte(png, &sum, (uint8_t)(inside + (on ? 17 : 0)));
        }
    }
    png_word(png, sum.b << 16 | sum.a);
    chunk_end(png);
}

bool png_save(const char *path, const struct uno_frame *frame)
{
    struct png png = {fopen(path, "wb"), 0};
    if (!png.out)
        return false;
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, png.out);
    chunk_start(&png, 13, "IHDR");
    png_word(&png, (uint32_t)sheet_of(frame).full_width);
    png_word(&png, (uint32_t)sheet_of(frame).full_height);
    png_byte(&png, 8); /* bits per pixel */
    png_byte(&png, 3); /* the pixels are indexes into the palette */
    png_byte(&png, 0);
    png_byte(&png, 0);
    png_byte(&png, 0);
    chunk_end(&png);
    png_palette(&png, frame->intensity);
    png_lines(&png, frame);
    chunk_start(&png, 0, "IEND");
    chunk_end(&png);
    bool ok = !ferror(png.out);
    return !fclose(png.out) && ok;
}
