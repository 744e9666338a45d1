/* The known numbers of solutions, OEIS A000170, with which a count is compared. */
#include "firmware/count/count.h"
#include "hal/flash.h"

/* For each number its length in bytes, then its bytes from the lowest: 116 bytes of flash instead of 216. */
#define TWO(number, low) (uint8_t)((number) >> (low)), (uint8_t)((number) >> ((low) + 8))
#define BYTES_1(number)  1, (number)
#define BYTES_2(number)  2, TWO(number, 0)
#define BYTES_3(number)  3, TWO(number, 0), (uint8_t)((number) >> 16)
#define BYTES_4(number)  4, TWO(number, 0), TWO(number, 16)
#define BYTES_5(number)  5, TWO(number, 0), TWO(number, 16), (uint8_t)((number) >> 32)
#define BYTES_6(number)  6, TWO(number, 0), TWO(number, 16), TWO(number, 32)
#define BYTES_7(number)  7, TWO(number, 0), TWO(number, 16), TWO(number, 32), (uint8_t)((number) >> 48)
#define BYTES_8(number)  8, TWO(number, 0), TWO(number, 16), TWO(number, 32), TWO(number, 48)

static const uint8_t known[] FLASH = {
    BYTES_1(1),
    0,
    0,
    BYTES_1(2),
    BYTES_1(10),
    BYTES_1(4),
    BYTES_1(40),
    BYTES_1(92),
    BYTES_2(UINT64_C(352)),
    BYTES_2(UINT64_C(724)),
    BYTES_2(UINT64_C(2680)),
    BYTES_2(UINT64_C(14200)),
    BYTES_3(UINT64_C(73712)),
    BYTES_3(UINT64_C(365596)),
    BYTES_3(UINT64_C(2279184)),
    BYTES_3(UINT64_C(14772512)),
    BYTES_4(UINT64_C(95815104)),
    BYTES_4(UINT64_C(666090624)),
    BYTES_5(UINT64_C(4968057848)),
    BYTES_5(UINT64_C(39029188884)),
    BYTES_5(UINT64_C(314666222712)),
    BYTES_6(UINT64_C(2691008701644)),
    BYTES_6(UINT64_C(24233937684440)),
    BYTES_6(UINT64_C(227514171973736)),
    BYTES_7(UINT64_C(2207893435808352)),
    BYTES_7(UINT64_C(22317699616364044)),
    BYTES_8(UINT64_C(234907967154122528)),
};

bool count_known(uint8_t n, uint64_t *solutions)
{
    bool is_known = n >= 1 && n <= COUNT_KNOWN_MAX;
    const uint8_t *from = known;
    uint8_t *to = (uint8_t *)solutions;
    uint8_t bytes;

    for (uint8_t i = is_known ? n : 1; --i > 0;)
        from += flash_byte(from) + 1;
    bytes = is_known ? flash_byte(from) : 0;
    for (uint8_t i = 0; i < sizeof *solutions; i++)
        to[i] = i < bytes ? flash_byte(++from) : 0;
    return is_known;
}
