/* The number of queens that a whole count places: estimates its progress and the time that it still takes. */
#include "firmware/count/count_total.h"

#include "firmware/count/count_rows.h"
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

/* The highest byte of the number that is not zero, at least the second. */
static uint8_t highest(const uint8_t *bytes)
{
    uint8_t place = sizeof(uint64_t) - 1;
    while (place > 1 && !bytes[place])
        place--;
    return place;
}

uint32_t count_ratio(uint8_t n, const uint64_t *placed)
{
    if (n < FIRST || n > LAST || (n <= 18 && !(COUNT_HAS_CROSSES && n <= ROWS_MAX)))
        return 0;
    const uint8_t *bytes = (const uint8_t *)placed; /* chip and host store the low byte first */
    uint32_t total = flash_long(&totals[n - FIRST]);
    uint8_t zeros = (uint8_t)(total >> 24), at = (uint8_t)(highest(bytes) - 1);
    uint16_t high; /* the two highest bytes of the queens placed, before `at` lower bytes */
    memcpy(&high, bytes + at, sizeof high);
    if (!high)
        return UINT32_MAX;
    uint32_t ratio = (total << 8) / high;
    for (; at > zeros; at--)
        ratio >>= 8;
    for (; at < zeros; at++) {
        if (ratio >> 24)
            return UINT32_MAX;
        ratio <<= 8;
    }
    return ratio > COUNT_ONE ? ratio : COUNT_ONE;
}

uint32_t count_ratio_of(const struct count *count, uint8_t n, const struct part *part)
{
    uint32_t ratio = count_ratio(n, &count->placed);
    if (!ratio)
        return 0;
    ratio /= part->of;
    return ratio > COUNT_ONE ? ratio : COUNT_ONE;
}
