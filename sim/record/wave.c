/* Draws two transfers to the MAX7219, from a trace of the simulated Uno, as a timing diagram. */
#include "sim/board/memory.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CS, CLK, DIN, SIGNALS };

static const char *const names[SIGNALS] = {"CS", "CLK", "DIN"};

struct change {
    uint64_t cycle;
    uint8_t signal;
    bool level;
};

/* A transfer: its start in the list of changes, and its 16 bits. */
struct transfer {
    size_t first;
    uint16_t word;
};

struct trace {
    struct change *changes;
    size_t count, room;
    struct transfer last[2], now; /* last: the latest one to register 1, and the one after it */
    unsigned found;               /* of `last` */
};

/* Stores a change, and follows the transfers to find the start of a picture. */
static void change_take(struct trace *trace, struct change change, bool din)
{
    trace->changes = memory_grow(trace->changes, trace->count, &trace->room, sizeof *trace->changes);
    trace->changes[trace->count++] = change;
    if (change.signal == CS && !change.level)
        trace->now = (struct transfer){trace->count - 1, 0};
    if (change.signal == CLK && change.level)
        trace->now.word = (uint16_t)(trace->now.word << 1 | din);
    if (change.signal == CS && change.level && trace->now.first) {
        if (trace->now.word >> 8 == 1) {
            trace->last[0] = trace->now;
            trace->found = 1;
        } else if (trace->found == 1) {
            trace->last[1] = trace->now;
            trace->found = 2;
        }
    }
}

static bool trace_read(struct trace *trace, FILE *in)
{
    char line[256], code[SIGNALS] = "";
    uint64_t cycle = 0;
    bool din = false;
    while (fgets(line, sizeof line, in)) {
        char id, name[32];
        if (sscanf(line, "$var wire 1 %c %31s", &id, name) == 2)
            for (int i = 0; i < SIGNALS; i++)
                code[i] = strcmp(name, names[i]) ? code[i] : id;
        if (line[0] == '#')
            cycle = strtoull(line + 1, NULL, 10) / 625;
        for (uint8_t i = 0; i < SIGNALS && (line[0] == '0' || line[0] == '1'); i++)
            if (line[1] == code[i]) {
                din = i == DIN ? line[0] == '1' : din;
                change_take(trace, (struct change){cycle, i, line[0] == '1'}, din);
            }
    }
    return trace->found == 2;
}

/* ---- drawing ---- */

#define LEFT 52
#define TOP  34
#define ROW  46
#define HIGH 26

struct window {
    uint64_t start, end;
    double scale; /* pixels per cycle */
};

static double x_of(const struct window *window, uint64_t cycle)
{
    return LEFT + (double)(cycle - window->start) * window->scale;
}

static void signal_draw(FILE *out, const struct trace *trace, const struct window *window, int signal)
{
    int low = TOP + ROW * signal + HIGH, y = low;
    bool level = false, open = false;
    for (size_t i = 0; i < trace->count; i++) {
        const struct change *change = &trace->changes[i];
        if (change->signal != signal || change->cycle > window->end)
            continue;
        if (change->cycle >= window->start) {
            if (!open)
                fprintf(out, "<path class=\"w\" d=\"M%d %d", LEFT, level ? low - HIGH : low);
            open = true;
            fprintf(out, "H%.1fV%d", x_of(window, change->cycle), change->level ? low - HIGH : low);
        }
        level = change->level;
        y = level ? low - HIGH : low;
    }
    if (!open)
        fprintf(out, "<path class=\"w\" d=\"M%d %d", LEFT, y);
    fprintf(out, "H%.1f\"/>\n<text x=\"8\" y=\"%d\">%s</text>\n", x_of(window, window->end), low - 8,
            names[signal]);
}

/* The level of each bit, where CLK rises. */
static void bits_draw(FILE *out, const struct trace *trace, const struct window *window)
{
    bool din = false;
    for (size_t i = 0; i < trace->count; i++) {
        const struct change *change = &trace->changes[i];
        if (change->signal == DIN)
            din = change->level;
        if (change->signal != CLK || !change->level || change->cycle < window->start ||
            change->cycle > window->end)
            continue;
        fprintf(out, "<text class=\"b\" x=\"%.1f\" y=\"%d\">%d</text>\n", x_of(window, change->cycle),
                TOP + ROW * SIGNALS - 4, din);
    }
}

static bool picture_draw(FILE *out, const struct trace *trace)
{
    struct window window = {trace->changes[trace->last[0].first].cycle - 4, 0, 9};
    size_t end = trace->last[1].first;
    int width, height = TOP + ROW * SIGNALS + 30;
    while (end < trace->count && (trace->changes[end].signal != CS || !trace->changes[end].level))
        end++;
    if (end == trace->count)
        return false;
    window.end = trace->changes[end].cycle + 4;
    width = (int)x_of(&window, window.end) + 12;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "role=\"img\">\n"
            "<title>The first two rows of a picture on their way to the MAX7219</title>\n"
            "<style>text{font:14px ui-monospace,Menlo,Consolas,monospace;fill:#d6dde6}.b{font-size:11px;"
            "text-anchor:middle;fill:#8fa3b8}.w{fill:none;stroke:#5fd38d;stroke-width:1.6}</style>\n"
            "<rect width=\"%d\" height=\"%d\" rx=\"10\" fill=\"#10141a\"/>\n",
            width, height, width, height, width, height);
    for (int i = 0; i < 2; i++) {
        const struct transfer *transfer = &trace->last[i];
        fprintf(out, "<text x=\"%.1f\" y=\"20\">register %u = 0x%02x</text>\n",
                x_of(&window, trace->changes[transfer->first].cycle), transfer->word >> 8,
                transfer->word & 0xffu);
    }
    for (int signal = 0; signal < SIGNALS; signal++)
        signal_draw(out, trace, &window, signal);
    bits_draw(out, trace, &window);
    fprintf(out,
            "<text class=\"b\" style=\"text-anchor:start\" x=\"%d\" y=\"%d\">%" PRIu64
            " cycles, %.2f us</text>\n</svg>\n",
            LEFT, height - 10, window.end - window.start - 8, (double)(window.end - window.start - 8) / 16);
    return true;
}

int main(int argc, char **argv)
{
    struct trace trace = {0};
    FILE *in = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (argc != 2) {
        fputs("Usage: wave FILE.vcd >FILE.svg\n", stderr);
        return 2;
    }
    if (!in) {
        perror(argv[1]);
        return 1;
    }
    bool ok = trace_read(&trace, in) && picture_draw(stdout, &trace);
    if (!ok)
        fprintf(stderr, "wave: %s: this trace contains no picture for the MAX7219\n", argv[1]);
    fclose(in);
    free(trace.changes);
    return !ok;
}
