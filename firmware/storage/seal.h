/* A seal on memory at rest: finds a flipped bit, and turns it back. */
#ifndef SEAL_H
#define SEAL_H

#include <stdint.h>

/*
 * Three bytes, of up to 255 bytes taken one after another, the first being at place 1:
 *
 *      bits    all bytes XORed:              a flipped bit flips here, and so says which of the eight it was
 *      sum     each byte times its place:    it grows, or shrinks, by place << bit, and so says which byte
 *
 * That is one multiplication a byte; with the parity of each byte, as in Hamming's code, two bytes would do
 * for the seal, at twice the cycles.  Two flipped bits or more are seen, unless they cancel out, and told
 * from one unless they look the same.
 */
struct seal {
    uint8_t bits;
    uint16_t sum;
};

/* Takes `size` bytes into the seal; `place` is that of the first, from 1.  About 16 cycles a byte. */
/*@ requires \valid(seal) && \valid_read((const uint8_t *)bytes + (0 .. size - 1)) && place + size <= 256;
    requires \separated(seal, (const uint8_t *)bytes + (0 .. size - 1));
    assigns *seal;
    ensures size == 0 ==> seal->bits == \old(seal->bits) && seal->sum == \old(seal->sum); */
void seal_add(struct seal *seal, const void *bytes, uint8_t size, uint8_t place);

#define SEAL_INTACT 0
#define SEAL_BROKEN UINT8_MAX

/*
 * What has happened, when the seal is now `now`, and was `was`: nothing, or more than one flipped bit, or
 * else the place of the byte that is to be XORed with now->bits; `now` is changed.  When the seal itself was
 * hit, SEAL_BROKEN: what it lay on can't be told to be sound.
 */
/*@ requires \valid(now) && \valid_read(was) && \separated(now, was);
    assigns now->bits;
    ensures now->bits == (uint8_t)(\old(now->bits) ^ was->bits);
    ensures \result == SEAL_INTACT <==> now->bits == 0 && now->sum == was->sum;
    ensures \result != SEAL_INTACT && \result != SEAL_BROKEN ==> now->bits != 0 && now->sum != was->sum; */
uint8_t seal_judge(struct seal *now, const struct seal *was);

#endif
