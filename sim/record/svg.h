/* Elements of SVG drawings: modules, LEDs, the serial session. */
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

/* Creates `path` for pictures of this size.  False: errno is the reason. */
bool svg_open(struct canvas *canvas, const char *path, const struct uno_frame *frame, bool session,
              const char *title);
bool svg_close(struct canvas *canvas);         /* false: it is incomplete */
void svg_modules(const struct canvas *canvas); /* svg_modules_end() ends them */
void svg_modules_end(const struct canvas *canvas);
void svg_leds(const struct canvas *canvas, const struct uno_frame *frame);
int svg_centre(int i); /* of LED i in a row or column, in pixels */
double svg_opacity(uint8_t intensity);
void svg_terminal(const struct canvas *canvas);
/* A text element, left open for an animation. */
void svg_text(const struct canvas *canvas, int column, int line, const char *text, size_t length);

#endif
