/* The log of the chip's serial output. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stddef.h>
#include <stdint.h>

struct output {
    char *text; /* with a '\0' at its end; NULL: nothing yet */
    uint64_t *cycle;
    size_t count, room;
    size_t mark; /* the text before it has been read */
    void (*hook)(void *arg, uint8_t byte);
    void *arg;
};

/* Adds a byte that had left the chip at `cycle`; `param` is a struct output. */
void output_add(void *param, uint8_t byte, uint64_t cycle);
void output_forget(struct output *output);
void output_free(struct output *output);

#endif
