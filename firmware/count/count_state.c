/* Where a count stands, beside the board: its totals, and which part of the work it is. */
#include "firmware/count/count_state.h"

/* Byte by byte, from the lowest: arithmetic in 64 bits costs the chip 100 bytes of flash each time. */
void sum_add(void *sum, uint16_t more)
{
    uint8_t *byte = sum;

    for (; more != 0; byte++) {
        uint16_t digit = (uint16_t)(*byte + (more & 0xff));

        *byte = (uint8_t)digit;
        more = (uint16_t)((more >> 8) + (digit >> 8));
    }
}
