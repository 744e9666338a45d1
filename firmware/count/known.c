/* The known numbers of solutions and of queens placed, with which a search or a count is compared. */
#include "firmware/count/known.h"

#include "firmware/count/count_rows.h"
#include "firmware/noinline.h"
#include "hal/flash.h"
#include "hal/slice.h"

#include <string.h>

/* ---- Solutions, OEIS A000170 ---- */

/* For each number its length in bytes, then its bytes from the lowest: 116 bytes of flash instead of 216. */
#define ONE(number, low) (uint8_t)(UINT64_C(number) >> (low))
#define TWO(number, low) ONE(number, low), ONE(number, (low) + 8)
#define BYTES_1(number)  1, (number)
#define BYTES_2(number)  2, TWO(number, 0)
#define BYTES_3(number)  3, TWO(number, 0), ONE(number, 16)
#define BYTES_4(number)  4, TWO(number, 0), TWO(number, 16)
#define BYTES_5(number)  5, TWO(number, 0), TWO(number, 16), ONE(number, 32)
#define BYTES_6(number)  6, TWO(number, 0), TWO(number, 16), TWO(number, 32)
#define BYTES_7(number)  7, TWO(number, 0), TWO(number, 16), TWO(number, 32), ONE(number, 48)
#define BYTES_8(number)  8, TWO(number, 0), TWO(number, 16), TWO(number, 32), TWO(number, 48)

static const uint8_t solutions_known[] FLASH = {
    BYTES_1(1),
    0,
    0,
    BYTES_1(2),
    BYTES_1(10),
    BYTES_1(4),
    BYTES_1(40),
    BYTES_1(92),
    BYTES_2(352),
    BYTES_2(724),
    BYTES_2(2680),
    BYTES_2(14200),
    BYTES_3(73712),
    BYTES_3(365596),
    BYTES_3(2279184),
    BYTES_3(14772512),
    BYTES_4(95815104),
    BYTES_4(666090624),
    BYTES_5(4968057848),
    BYTES_5(39029188884),
    BYTES_5(314666222712),
    BYTES_6(2691008701644),
    BYTES_6(24233937684440),
    BYTES_6(227514171973736),
    BYTES_7(2207893435808352),
    BYTES_7(22317699616364044),
    BYTES_8(234907967154122528),
};

bool count_known(uint8_t n, uint64_t *solutions)
{
    bool is_known = n >= 1 && n <= COUNT_KNOWN_MAX;
    const uint8_t *from = solutions_known;
    uint8_t *to = (uint8_t *)solutions;
    for (uint8_t i = is_known ? n : 1; --i > 0;)
        from += flash_byte(from) + 1;
    uint8_t bytes = is_known ? flash_byte(from) : 0;
    for (uint8_t i = 0; i < sizeof *solutions; i++)
        to[i] = i < bytes ? flash_byte(++from) : 0;
    return is_known;
}

/* Subtracted byte by byte, for the reason that sum_add has. */
NOINLINE_FOR_STACK enum count_order count_compare(uint8_t n, const uint64_t *solutions)
{
    uint64_t number;
    const uint8_t *known = (const uint8_t *)&number;
    const uint8_t *found = (const uint8_t *)solutions;
    if (!count_known(n, &number))
        return COUNT_UNKNOWN;
    for (uint8_t i = sizeof number; i-- > 0;)
        if (known[i] != found[i])
            return known[i] < found[i] ? COUNT_MORE : COUNT_LESS;
    return COUNT_SAME;
}

/* ---- Queens placed ---- */

/* By the lexicographic search, as the host's plain one places them; tests/vectors/counts.tsv has them too. */
static const uint32_t searched[PLACED_KNOWN_MAX] FLASH = {
    1, 2, 5, 16, 53, 152, 551, 2056, 8393, 35538, 166925, 856188, 4674889, 27358552, 171129071, 1141190302};

/* By the count, which uses all eight symmetries from n = 9 on, or where there are no crosses two. */
static const uint32_t counted[PLACED_KNOWN_MAX] FLASH = {
#if COUNT_HAS_CROSSES
    1, 1, 3, 8, 31, 76, 315, 1028, 1073, 2586, 11269, 37441, 194506, 734390, 4447097, 18769831};
#else
    1, 1, 3, 8, 31, 76, 315, 1028, 4703, 17769, 91392, 428094, 2531728, 13679276, 91883698, 570595151};
#endif

bool placed_is_wrong(bool counts, uint8_t n, const uint64_t *placed)
{
    const uint8_t *bytes = (const uint8_t *)placed;
    uint8_t row = (uint8_t)(n - 1);
    const uint8_t *known = (const uint8_t *)(counts ? counted : searched) + row * sizeof *searched;
    if (row >= PLACED_KNOWN_MAX)
        return false;
    if (COUNT_HAS_CROSSES && counts && n >= 9 && !slice_has_registers()) /* in QEMU */
        return false;
    for (uint8_t i = 0; i < sizeof *placed; i++)
        if (bytes[i] != (i < sizeof *searched ? flash_byte(&known[i]) : 0))
            return true;
    return false;
}

/*
 * From n = 17 on, for the progress alone: the low 24 bits of each are a number, the high 8 the number of zero
 * bytes after it.  17 to 20 were counted, on the host (README.md).  The others are estimated with Knuth's
 * method (3 million random paths down the tree, within 3 %).
 */
static const uint32_t estimated[] FLASH = {0x1000000 + 989561,  0x1000000 + 10915236, 0x2000000 + 465528,
                                           0x2000000 + 4583930, 0x3000000 + 1011491,  0x3000000 + 8541346,
                                           0x4000000 + 325497};

/* Where gcc 14 inlines a part of it, it calls abort() instead of a division by a total that is not known. */
NOINLINE_FOR_STACK uint32_t count_ratio(const struct count *count, uint8_t n, const struct part *part)
{
    if (n < 9 || n > RATIO_KNOWN_MAX || (n <= ROWS_MAX && !COUNT_HAS_CROSSES))
        return 0;
    bool is_exact = n <= PLACED_KNOWN_MAX;
    uint32_t total = flash_long(is_exact ? &counted[n - 1] : &estimated[n - PLACED_KNOWN_MAX - 1]);
    uint8_t zeros = (uint8_t)(total >> 24); /* bytes that are left out at the end of the total */
    if (is_exact && zeros) {
        total >>= 8;
        zeros = 1;
    }
    /* Take the two highest bytes of the queens placed: chip and host store the low byte first. */
    const uint8_t *bytes = (const uint8_t *)&count->placed;
    uint8_t at = sizeof count->placed - 2; /* bytes before them */
    while (at > 0 && !bytes[at + 1])
        at--;
    uint16_t high;
    memcpy(&high, bytes + at, sizeof high);
    if (!high)
        return 0;
    uint32_t ratio = (total << 8) / high;
    for (; at > zeros; at--)
        ratio >>= 8;
    for (; at < zeros; at++) {
        if ((uint8_t)(ratio >> 24)) /* as a byte: gcc would test all four */
            return 0;
        ratio <<= 8;
    }
    ratio /= part->of;
    return ratio > COUNT_ONE ? ratio : COUNT_ONE;
}
