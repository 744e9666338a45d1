/* What drawings in SVG are made of: the module, its LEDs, the serial session beside it. */
#ifndef SVG_H
#define SVG_H

#include "sim/record/module.h"

#include <stddef.h>
#include <stdio.h>

/* The session's pane: characters, lines, pixels. */
#define COLUMNS 62
#define LINES   15
#define LEADING 18
#define ADVANCE 9 /* pixels a character */
#define LEFT    (SIZE + 36)
#define WIDTH   (SIZE + 20 + COLUMNS * ADVANCE + 32)

void svg_open(FILE *out, int width, int height, const char *title);
bool svg_close(FILE *out); /* false: it could not be written whole */
void svg_module(FILE *out);
void svg_leds(FILE *out, const struct uno_frame *frame);
int svg_centre(int i); /* of LED i in a row or column, in pixels */
double svg_opacity(uint8_t intensity);
void svg_terminal(FILE *out);
/* A text element, left open for an animation. */
void svg_text(FILE *out, int column, int line, const char *text, size_t length);

#endif
