/* A seal on memory at rest: finds a flipped bit, and turns it back. */
#include "firmware/storage/seal.h"

void seal_add(struct seal *seal, const void *bytes, uint8_t size, uint8_t place)
{
    const uint8_t *byte = bytes;
    uint8_t bits = seal->bits;
    uint16_t sum = seal->sum;
    /*@ loop invariant 0 <= size <= \at(size, Pre);
        loop invariant byte == (const uint8_t *)bytes + (\at(size, Pre) - size);
        loop invariant size > 0 ==> place == \at(place, Pre) + (\at(size, Pre) - size);
        loop invariant size == \at(size, Pre) ==> bits == seal->bits && sum == seal->sum;
        loop assigns size, byte, place, bits, sum;
        loop variant size; */
    for (; size; size--, byte++, place++) {
        bits = (uint8_t)(bits ^ *byte);
        sum = (uint16_t)(sum + (uint16_t)((uint16_t)*byte * place));
    }
    seal->bits = bits;
    seal->sum = sum;
}

uint8_t seal_judge(struct seal *now, const struct seal *was)
{
    uint8_t bit = now->bits = (uint8_t)(now->bits ^ was->bits);
    uint16_t grown = (uint16_t)(now->sum - was->sum);
    /*@ assert grown == now->sum - was->sum || grown == now->sum - was->sum + 65536; */
    if (!bit && !grown)
        return SEAL_INTACT;
    if (!bit)
        return SEAL_BROKEN;
    if (grown > INT16_MAX)
        grown = (uint16_t)-grown;
    /*@ loop invariant bit != 0;
        loop assigns bit, grown;
        loop variant bit; */
    for (; !(bit & 1); bit >>= 1) {
        if (grown & 1)
            return SEAL_BROKEN;
        grown >>= 1;
    }
    return (uint8_t)(bit == 1 && grown && grown < SEAL_BROKEN ? grown
                                                              : SEAL_BROKEN); /* bit: no other has flipped */
}
