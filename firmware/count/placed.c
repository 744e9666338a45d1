/* The known numbers of queens placed, with which the end of a search or of a count is compared. */
#include "firmware/count/placed.h"

#include "firmware/count/count.h"
#include "firmware/features.h"
#include "hal/flash.h"

/* By the lexicographic search, as the host's plain one places them; tests/vectors/counts.tsv has them too. */
static const uint32_t searched[PLACED_KNOWN_MAX] FLASH = {
    1, 2, 5, 16, 53, 152, 551, 2056, 8393, 35538, 166925, 856188, 4674889, 27358552, 171129071, 1141190302};

/* By the count, which uses all eight symmetries from n = 9 on, or where there are no crosses two. */
static const uint32_t counted[PLACED_KNOWN_MAX] FLASH = {
#if COUNT_HAS_CROSSES && COUNT_HAS_ODD_WINDOW
    1, 1, 3, 8, 31, 76, 315, 1028, 1073, 2586, 11269, 37441, 194506, 734390, 4447097, 18769831};
#elif COUNT_HAS_CROSSES
    1, 1, 3, 8, 31, 76, 315, 1028, 1073, 2586, 17845, 37441, 476193, 734390, 16941613, 18769831};
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
    if (COUNT_HAS_CROSSES && counts && n >= 9 && !count_has_crosses(n)) /* in QEMU; see hal/slice.h */
        return false;
    for (uint8_t i = 0; i < sizeof *placed; i++)
        if (bytes[i] != (i < sizeof *searched ? flash_byte(&known[i]) : 0))
            return true;
    return false;
}
