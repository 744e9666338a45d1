/* How many queens a count places in all, to tell how far it is and how long it still takes. */
#include "firmware/count/count_total.h"

#include "hal/flash.h"

#include <stdbool.h>

/*
 * Time goes with the queens placed, not with the place that the search has come to: after 5 s of `count 16`
 * that had done a fifteenth of its crosses, and a 130th of its work.  Up to n = 17 these are what a count was
 * seen to place; from 19 on what Knuth's method foretells (3 million random ways down the tree, within 3 %).
 */
#define FIRST 10
static const float totals[] FLASH = {
    3834.0F,     16749.0F,      77838.0F, 421993.0F, 2312769.0F, 14620678.0F, 93850563.0F,
    721485140.0F, 5.8e9F, 2.448e11F, 1.886e12F, 1.697e13F, 1.433e14F,  1.398e15F,
};
#define LAST (FIRST + sizeof totals / sizeof *totals - 1)

/* From the highest byte down: the chip's own conversion of 64 bits takes more stack and flash. */
static float float_of(const uint64_t *number)
{
    const uint8_t *bytes = (const uint8_t *)number;
    float sum = 0;
    for (uint8_t i = sizeof *number; i; i--)
        sum = sum * 256 + bytes[i - 1];
    return sum;
}

float count_share(uint8_t n, const uint64_t *placed)
{
    if (n < FIRST || n > LAST)
        return 0;
    float share = float_of(placed) / flash_float(&totals[n - FIRST]);
    return share < 1 ? share : 1;
}
