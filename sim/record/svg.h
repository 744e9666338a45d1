/* What drawings in SVG are made of: the module, its LEDs, the serial session beside it. */
#ifndef SVG_H
#define SVG_H

#include "sim/record/module.h"

#include <stddef.h>
#include <stdio.h>

/* The session's pane: characters, pixels. */
#define COLUMNS   62
#define LEADING   18
#define ADVANCE   9 /* pixels a character */
#define LINES_MAX 64

/* A drawing: the modules, and beside them the session, if there is one. */
struct canvas {
    FILE *out;
    struct sheet sheet;
    int lines; /* of the session; 0: none is drawn */
    int width, height;
};

/* For pictures such as this one; `path` is opened.  False: errno says why. */
bool svg_open(struct canvas *canvas, const char *path, const struct uno_frame *frame, bool session,
              const char *title);
bool svg_close(struct canvas *canvas);         /* false: it could not be written whole */
void svg_modules(const struct canvas *canvas); /* what follows is drawn upon them, up to svg_modules_end() */
void svg_modules_end(const struct canvas *canvas);
void svg_leds(const struct canvas *canvas, const struct uno_frame *frame);
int svg_centre(int i); /* of LED i in a row or column, in pixels */
double svg_opacity(uint8_t intensity);
void svg_terminal(const struct canvas *canvas);
/* A text element, left open for an animation. */
void svg_text(const struct canvas *canvas, int column, int line, const char *text, size_t length);

#endif
