/* The colours of the terminal's cells. */
#include "sim/screen/ink.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char style[INKS][48];

enum depth { DEPTH_NONE, DEPTH_16, DEPTH_256, DEPTH_TRUE };

static enum depth depth;

static enum depth depth_find(void)
{
    const char *term = getenv("TERM"), *colour = getenv("COLORTERM"), *none = getenv("NO_COLOR");

    if (none && *none)
        return DEPTH_NONE;
    if (colour && (strstr(colour, "truecolor") || strstr(colour, "24bit")))
        return DEPTH_TRUE;
    return term && (strstr(term, "256") || strstr(term, "direct")) ? DEPTH_256 : DEPTH_16;
}

/* From the grey of an LED that is off to full red. */
static void lit_styles(void)
{
    static const uint8_t palette[] = {52, 52, 88, 124, 160, 196, 203, 203};

    for (int i = 0; i < INK_LEVELS; i++) {
        double level = (i + 1.0) / INK_LEVELS;

        if (depth == DEPTH_TRUE)
            snprintf(style[INK_LIT + i], sizeof *style, "\033[0;38;2;%d;%d;%dm", (int)(62 + 193 * level),
                     (int)(36 + 26 * level), (int)(36 + 10 * level));
        else if (depth == DEPTH_256)
            snprintf(style[INK_LIT + i], sizeof *style, "\033[0;38;5;%dm", palette[8 * i / INK_LEVELS]);
        else if (depth == DEPTH_NONE)
            strcpy(style[INK_LIT + i], "\033[0m");
        else
            snprintf(style[INK_LIT + i], sizeof *style, "\033[0;%s31m", level < 0.65 ? "" : "1;");
    }
}

void inks_make(void)
{
    static const char *const unlit[] = {"\033[0m", "\033[0;90m", "\033[0;38;5;236m", "\033[0;38;2;62;36;36m"};
    static const char *const frame[] = {"\033[0m", "\033[0;34m", "\033[0;38;5;67m", "\033[0;38;5;67m"};

    depth = depth_find();
    strcpy(style[INK_PLAIN], "\033[0m");
    strcpy(style[INK_FRAME], frame[depth]);
    strcpy(style[INK_STATUS], "\033[0;7m");
    strcpy(style[INK_ALARM], depth == DEPTH_NONE ? "\033[0;1;7m" : "\033[0;1;37;41m");
    strcpy(style[INK_UNLIT], unlit[depth]);
    lit_styles();
}

bool inks_have_colour(void)
{
    return depth != DEPTH_NONE;
}

const char *ink_style(enum ink ink)
{
    return style[ink];
}

/* `38;...` or `3x` sets the colour of the character, `48;...` or `4x` that of its background. */
const char *ink_halves(enum ink upper, enum ink lower)
{
    static char both[2 * sizeof *style];
    const char *colour = strstr(style[lower], ";38;");

    if (colour)
        snprintf(both, sizeof both, "%.*s;4%s", (int)strcspn(style[upper], "m"), style[upper], colour + 2);
    else /* sixteen colours: red or nothing */
        snprintf(both, sizeof both, "%.*s;4%dm", (int)strcspn(style[upper], "m"), style[upper],
                 lower == INK_UNLIT ? 0 : 1);
    return both;
}
