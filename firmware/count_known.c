/* The known numbers of solutions, OEIS A000170, against which a count is compared. */
#include "count.h"
#include "flash.h"

struct halves {
    uint32_t low;
    uint32_t high;
};

#define HALVES(number)                                                                                       \
    {                                                                                                        \
        (uint32_t)((number)&0xffffffff), (uint32_t)(UINT64_C(number) >> 32)                                  \
    }

static const struct halves known[COUNT_KNOWN_MAX] FLASH = {
    HALVES(1),
    HALVES(0),
    HALVES(0),
    HALVES(2),
    HALVES(10),
    HALVES(4),
    HALVES(40),
    HALVES(92),
    HALVES(352),
    HALVES(724),
    HALVES(2680),
    HALVES(14200),
    HALVES(73712),
    HALVES(365596),
    HALVES(2279184),
    HALVES(14772512),
    HALVES(95815104),
    HALVES(666090624),
    HALVES(4968057848),
    HALVES(39029188884),
    HALVES(314666222712),
    HALVES(2691008701644),
    HALVES(24233937684440),
    HALVES(227514171973736),
    HALVES(2207893435808352),
    HALVES(22317699616364044),
    HALVES(234907967154122528),
};

bool count_known(uint8_t n, uint64_t *solutions)
{
    *solutions = 0;
    if (n < 1 || n > COUNT_KNOWN_MAX)
        return false;
    *solutions = (uint64_t)flash_dword(&known[n - 1].high) << 32 | flash_dword(&known[n - 1].low);
    return true;
}
