/* A seal on memory at rest: finds a flipped bit, and turns it back. */
#ifndef SEAL_H
#define SEAL_H

#include <stdint.h>

/*
 * Two bytes, of any number of bytes up to 255, taken one after another:
 *
 *      bits    all bytes XORed: a single flip changes one bit of it, the bit that flipped
 *      places  the places (1, 2, ...) of the bytes with an odd number of ones XORed: it changes by the place
 *
 * So one flipped bit is known by column and row, as with Hamming's code; two or more are seen in most cases,
 * and told from one unless they look the same.
 */
struct seal {
    uint8_t bits;
    uint8_t places;
};

/* Takes `size` bytes into the seal; `place` is that of the first, from 1.  About 16 cycles a byte. */
void seal_add(struct seal *seal, const void *bytes, uint8_t size, uint8_t place);

enum seal_verdict { SEAL_INTACT, SEAL_ONE_BIT, SEAL_BROKEN };

/*
 * What has happened, when the seal is now `now`, and was `was`.  After SEAL_ONE_BIT the byte at now->places,
 * which is 0 when the seal itself was hit, is to be XORed with now->bits.
 */
enum seal_verdict seal_judge(struct seal *now, const struct seal *was);

#endif
