/* A seal on memory at rest: finds a flipped bit, and turns it back. */
#include "seal.h"

/* An odd number of ones? */
static uint8_t parity(uint8_t byte)
{
    byte ^= (uint8_t)(byte << 4 | byte >> 4); /* a swap on the AVR */
    return 0x6996u >> (byte & 15) & 1;
}

void seal_add(struct seal *seal, const void *bytes, uint8_t size, uint8_t place)
{
    const uint8_t *byte = bytes;
    uint8_t bits = seal->bits, places = seal->places;
    for (; size; size--, byte++, place++) {
        bits ^= *byte;
        if (parity(*byte))
            places ^= place;
    }
    seal->bits = bits;
    seal->places = places;
}

static uint8_t is_power_of_two(uint8_t byte)
{
    return byte && !(byte & (byte - 1));
}

enum seal_verdict seal_judge(struct seal *now, const struct seal *was)
{
    now->bits ^= was->bits;
    now->places ^= was->places;
    if (!now->bits && !now->places)
        return SEAL_INTACT;
    if (is_power_of_two(now->bits))
        return SEAL_ONE_BIT; /* with place 0: it was seal->bits that was hit */
    if (!now->bits && is_power_of_two(now->places)) {
        now->places = 0; /* seal->places was */
        return SEAL_ONE_BIT;
    }
    return SEAL_BROKEN;
}
