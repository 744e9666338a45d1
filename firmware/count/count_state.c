/* The state of a count besides the board: its totals, and its part of the work. */
#include "firmware/count/count_state.h"

#include "firmware/noinline.h"

static uint8_t residue;

/* The sum modulo 255: the carry is added at the low end.  Only 0 and 0 give 0; other multiples give 255. */
static uint8_t add_mod_255(uint8_t a, uint8_t b)
{
    uint16_t sum = (uint16_t)(a + b);
    return (uint8_t)(sum + (sum >> 8));
}

void sum_disturb(uint8_t bits)
{
    residue ^= bits;
}

NOINLINE_FOR_STACK uint8_t sum_xor(const void *from, const void *end)
{
    const uint8_t *byte = from;
    uint8_t sum = 0;
    while (byte < (const uint8_t *)end)
        sum ^= *byte++;
    return sum;
}

/* Byte by byte, from the lowest: arithmetic in 64 bits costs the chip 100 bytes of flash each time. */
void sum_add(void *sum, uint16_t more)
{
    uint8_t *byte = sum;
    residue = add_mod_255(add_mod_255(residue, (uint8_t)more), (uint8_t)(more >> 8));
    for (; more != 0; byte++) {
        uint8_t low = (uint8_t)(more % 0x100);
        more /= 0x100;
        *byte = (uint8_t)(*byte + low);
        if (*byte < low)
            more++;
    }
}

/* Each call is two bytes shorter than with an argument. */
void sum_add_one(void *sum)
{
    sum_add(sum, 1);
}

bool sum_exceeds(const uint64_t *sum, uint8_t limit)
{
    const uint8_t *byte = (const uint8_t *)sum;
    uint8_t low = *byte;
    for (uint8_t left = sizeof *sum - 1; left != 0; left--)
        if (*++byte != 0)
            return true;
    return low > limit;
}

void sum_take_one(void *sum)
{
    uint8_t *byte = sum;
    while ((*byte)-- == 0)
        byte++;
}

static uint8_t residue_of(const void *totals, uint8_t size)
{
    const uint8_t *byte = totals;
    uint8_t sum = 0;
    for (; size; size--)
        sum = add_mod_255(sum, *byte++);
    return sum;
}

void sum_clear(void)
{
    residue = 0;
}

void sum_restore(const void *totals, uint8_t size)
{
    residue = residue_of(totals, size);
}

bool sum_is_right(const void *totals, uint8_t size)
{
    return residue_of(totals, size) == residue;
}
