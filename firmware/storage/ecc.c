/* An error-correcting checksum of memory: detects flipped bits and corrects a single one. */
#include "firmware/storage/ecc.h"

void ecc_compute(struct ecc *ecc, const uint8_t *bytes, uint8_t size)
{
    uint8_t bits = 0;
    uint16_t sum = 0;
    for (uint8_t i = 0; i < size;) {
        uint8_t byte = bytes[i++];
        uint16_t more = (uint16_t)byte * i;
        sum += more;
        bits ^= byte;
    }
    ecc->bits = bits;
    ecc->sum = sum;
}

uint8_t ecc_check(struct ecc *now, const struct ecc *was)
{
    uint8_t bit = now->bits ^ was->bits;
    uint16_t grown = now->sum < was->sum ? (uint16_t)(was->sum - now->sum) : (uint16_t)(now->sum - was->sum);
    now->bits = bit;
    if (!bit && !grown)
        return ECC_INTACT;
    if (!bit)
        return ECC_CORRUPTED;
    if (grown > INT16_MAX)
        grown = (uint16_t)(UINT16_MAX - grown + 1);
    for (; bit % 2 == 0; bit /= 2) {
        if (grown % 2 != 0) {
            return ECC_CORRUPTED;
        }
        grown /= 2;
    }
    return (uint8_t)(bit == 1 && grown && grown < ECC_CORRUPTED
                         ? grown
                         : ECC_CORRUPTED); /* bit: no other has flipped */
}
