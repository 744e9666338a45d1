/* The number of queens that a whole count places: estimates its progress and the time that it still takes. */
#include "firmware/count/count_total.h"

#include "firmware/count/count_rows.h"
#include "firmware/noinline.h"
#include "hal/flash.h"

#include <string.h>

/*
 * Time is proportional to the queens placed, not to the position of the search: after 5 s, `count 16` has
 * finished a fifteenth of its crosses, but a 130th of its work.  Up to n = 17 the numbers were counted; from
 * 19 on they are estimated with Knuth's method (3 million random paths down the tree, within 3 %).  The low
 * 24 bits of each are a number, the high 8 the number of zero bytes after it.
 */
#define FIRST 9
static const uint32_t totals[] FLASH = {
#if COUNT_HAS_ODD_WINDOW
    1073,
    2586,
    11269,
    37441,
    194506,
    734390,
    4447097,
    0x1000000 + 73320,
    0x1000000 + 1401973,
#else
    1073,
    2586,
    17845,
    37441,
    476193,
    734390,
    0x1000000 + 66178,
    0x1000000 + 73320,
    0x1000000 + 3301902,
#endif
    0x1000000 + 14377648,
    0x2000000 + 3735352,
    0x3000000 + 112414,
    0x3000000 + 1011491,
    0x3000000 + 8541346,
    0x4000000 + 325497,
};
#define LAST (FIRST + sizeof totals / sizeof *totals - 1)

/* Where gcc 14 inlines a part of it, it calls abort() instead of a division by a total that is not known. */
NOINLINE_FOR_STACK uint32_t count_ratio(const struct count *count, uint8_t n, const struct part *part)
{
    if (n < FIRST || n > LAST || (n <= 18 && !(COUNT_HAS_CROSSES && n <= ROWS_MAX)))
        return 0;
    uint32_t total = flash_long(&totals[n - FIRST]), ratio = UINT32_MAX;
    uint8_t zeros = (uint8_t)(total >> 24);
    /* Take the two highest bytes of the queens placed: chip and host store the low byte first. */
    const uint8_t *bytes = (const uint8_t *)&count->placed;
    uint8_t at = sizeof count->placed - 2; /* bytes before them */
    while (at > 0 && !bytes[at + 1])
        at--;
    uint16_t high;
    memcpy(&high, bytes + at, sizeof high);
    if (high)
        ratio = (total << 8) / high;
    for (; at > zeros; at--)
        ratio >>= 8;
    for (; at < zeros; at++)
        ratio = ratio >> 24 ? UINT32_MAX : ratio << 8;
    ratio /= part->of;
    return ratio > COUNT_ONE ? ratio : COUNT_ONE;
}
