/* Counts on the host, with plain C for the rows: `count n [parts [first]]` prints each part from there on. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "firmware/count/count.h"

int main(int words, char **word)
{
    uint8_t n = (uint8_t)(words > 1 ? atoi(word[1]) : 0);
    uint16_t parts = (uint16_t)(words > 2 ? atoi(word[2]) : 1);

    if (n < 1 || n > QUEENS_MAX || parts == 0)
        return 2;
    for (uint32_t part = (uint32_t)(words > 3 ? atoi(word[3]) : 1); part <= parts; part++) {
        struct count count;
        struct board board;
        struct part which = {(uint16_t)part, parts};

        count_start(&count, &board, n, &which);
        while (count_run(&count, &board, &which, COUNT_MS)) {
        }
        printf("part %u/%u of count %u: %" PRIu64 " solutions, %" PRIu64 " queens placed\n", part, parts, n,
               count.found, count.placed);
        fflush(stdout);
    }
    return 0;
}
