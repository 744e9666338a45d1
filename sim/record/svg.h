/* Elements of SVG drawings, for svg.c and film.c: modules, LEDs, the serial session. */
#ifndef SVG_H
#define SVG_H

#include "sim/record/drawing.h"

#include <stdio.h>

/* The text of the session. */
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

/* Creates `path` for pictures of this size.  On an error: false; errno is the reason. */
bool svg_open(struct canvas *canvas, const char *path, const struct uno_frame *frame, bool session,
              const char *title);
/* Ends and closes the file.  Returns false if it is incomplete. */
bool svg_close(struct canvas *canvas);
/* Draws the modules with unlit LEDs; LEDs follow, then svg_modules_end(). */
void svg_modules(const struct canvas *canvas);
void svg_modules_end(const struct canvas *canvas);
/* The centre of LED i of a row or column, in pixels. */
int svg_centre(int i);
/* The opacity of an LED at an intensity of 0 .. 15. */
double svg_opacity(uint8_t intensity);
/* Draws the background of the session and opens the group of its text; the caller closes it with </g>. */
void svg_terminal(const struct canvas *canvas);
/* Opens a text element; the caller adds an animation if needed and closes it with </text>. */
void svg_text(const struct canvas *canvas, int column, int line, const char *text, size_t length);

#endif
