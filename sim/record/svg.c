/* What drawings in SVG are made of: the module, its LEDs, the serial session beside it. */
#include "sim/record/svg.h"

#include <math.h>

#define FONT 15

void svg_open(FILE *out, int width, int height, const char *title)
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

int svg_centre(int i)
{
    return EDGE + i * PITCH + PITCH / 2;
}

void svg_module(FILE *out)
{
    fprintf(out, "<rect width=\"%d\" height=\"%d\" rx=\"10\" fill=\"#16161a\"/>\n<g fill=\"#3a1a1c\">", SIZE,
            SIZE);
    for (int i = 0; i < 64; i++)
        fprintf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>", svg_centre(i % 8), svg_centre(i / 8), RADIUS);
    fprintf(out, "</g>\n");
}

double svg_opacity(uint8_t intensity)
{
    return 0.5 + 0.5 * sqrt((2 * intensity + 1) / 31.0);
}

void svg_leds(FILE *out, const struct uno_frame *frame)
{
    for (int i = 0; i < 64; i++)
        if (module_led(frame, i / 8, i % 8))
            fprintf(out, "<use href=\"#led\" x=\"%d\" y=\"%d\" opacity=\"%.2f\"/>\n", svg_centre(i % 8),
                    svg_centre(i / 8), svg_opacity(frame->intensity));
}

void svg_terminal(FILE *out)
{
    fprintf(out, "<rect x=\"%d\" width=\"%d\" height=\"%d\" rx=\"10\" fill=\"#10141a\"/>\n", SIZE + 20,
            WIDTH - SIZE - 20, SIZE);
    fprintf(out,
            "<g font-family=\"ui-monospace,SFMono-Regular,Menlo,Consolas,monospace\" font-size=\"%d\" "
            "fill=\"#d6dde6\">\n",
            FONT);
}

void svg_text(FILE *out, int column, int line, const char *text, size_t length)
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

bool svg_close(FILE *out)
{
    bool ok;

    fprintf(out, "</svg>\n");
    ok = !ferror(out);
    return !fclose(out) && ok;
}
