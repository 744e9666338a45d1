/* An error-correcting checksum of memory: detects flipped bits and corrects a single one. */
#pragma once

#include <stdint.h>

/*
 * Three bytes, of up to 255 bytes taken one after another, the first being number 1:
 *
 *      bits    all bytes XORed:              a flipped bit flips here: the number of the bit in its byte
 *      sum     each byte times its number:   it grows or shrinks by number << bit: the number of the byte
 *
 * Two or more flipped bits are detected unless they cancel out.  They are mistaken for one only if they
 * produce its signature.
 */
struct ecc {
    uint8_t bits;
    uint16_t sum;
};

/* The checksum of `size` bytes, up to 254.  About 16 cycles a byte. */
void ecc_compute(struct ecc *ecc, const uint8_t *bytes, uint8_t size);

#define ECC_INTACT    0
#define ECC_CORRUPTED UINT8_MAX

/*
 * Compares the checksum `now` with the earlier one `was` and sets now->bits.  Returns ECC_INTACT, or the
 * number of the byte to XOR with now->bits, or ECC_CORRUPTED if more than one bit differs or the checksum
 * itself was hit.
 *
 * A byte is named if and only if one bit differs, and the sums differ by as much as that bit is worth in
 * that byte.
 */
uint8_t ecc_check(struct ecc *now, const struct ecc *was);
