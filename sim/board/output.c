/* The log of the chip's serial output. */
#include "sim/board/output.h"

#include <stdlib.h>

void output_add(void *param, uint8_t byte, uint64_t cycle)
{
    struct output *output = param;

    if (output->count + 1 >= output->room) {
        output->room = output->room ? 2 * output->room : 4096;
        output->text = realloc(output->text, output->room);
        output->cycle = realloc(output->cycle, output->room * sizeof *output->cycle);
        if (!output->text || !output->cycle)
            abort();
    }
    output->text[output->count] = (char)byte;
    output->cycle[output->count++] = cycle;
    output->text[output->count] = '\0';
    if (output->hook)
        output->hook(output->arg, byte);
}

void output_forget(struct output *output)
{
    output->count = output->mark = 0;
    if (output->text)
        output->text[0] = '\0';
}

void output_free(struct output *output)
{
    free(output->text);
    free(output->cycle);
}
