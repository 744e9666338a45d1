/* An error-correcting checksum of memory: detects flipped bits and corrects a single one. */
#ifndef ECC_H
#define ECC_H

#include <stdint.h>

/*
 * Three bytes, of up to 255 bytes taken one after another, the first being at place 1:
 *
 *      bits    all bytes XORed:              a flipped bit flips here: the number of the bit in its byte
 *      sum     each byte times its place:    it grows or shrinks by place << bit: the number of the byte
 *
 * This takes one multiplication per byte.  With the parity of each byte, as in Hamming's code, the checksum
 * would need only two bytes, but twice the cycles.  Two or more flipped bits are detected unless they cancel
 * out.  They are mistaken for one only if they produce its signature.
 */
struct ecc {
    uint8_t bits;
    uint16_t sum;
};

/*
 * In the words of `make prove`: the bits of the first `size` bytes XORed, their sum (cut to 16 bits in the
 * checksum), and how far two sums are apart on the circle of 65,536.
 */
/*@ logic integer xored(uint8_t *bytes, integer size) =
        size <= 0 ? 0 : (xored(bytes, size - 1) ^ bytes[size - 1]);

    logic integer weighed(uint8_t *bytes, integer size) =
        size <= 0 ? 0 : weighed(bytes, size - 1) + size * bytes[size - 1];

    logic integer gap(integer a, integer b) = a < b ? b - a : a - b;
    logic integer apart(integer a, integer b) = gap(a, b) > 32767 ? 65536 - gap(a, b) : gap(a, b);

    predicate is_part(integer part, integer worth, integer whole) =
        (worth == 1 && whole == part) || (worth == 2 && whole == 2 * part) || (worth == 4 &&
            whole == 4 * part) ||
        (worth == 8 && whole == 8 * part) || (worth == 16 && whole == 16 * part) ||
        (worth == 32 && whole == 32 * part) || (worth == 64 && whole == 64 * part) ||
        (worth == 128 && whole == 128 * part);
*/

/* The checksum of `size` bytes, up to 254.  About 16 cycles a byte. */
/*@ requires \valid(ecc) && \valid_read(bytes + (0 .. size - 1)) && size < 255;
    requires \separated(ecc, bytes + (0 .. size - 1));
    terminates \true;
    assigns *ecc;
    ensures ecc->bits == \old(xored(bytes, size));
    ensures \exists integer turns; \old(weighed(bytes, size)) == ecc->sum + 65536 * turns; */
void ecc_compute(struct ecc *ecc, const uint8_t *bytes, uint8_t size);

#define ECC_INTACT    0
#define ECC_CORRUPTED UINT8_MAX

/*
 * Compares the checksum `now` with the earlier one `was` and sets now->bits.  Returns ECC_INTACT, or the
 * place of the byte to XOR with now->bits, or ECC_CORRUPTED if more than one bit differs or the checksum
 * itself was hit.
 *
 * A place is named if and only if one bit differs, and the sums are apart by as much as that bit is worth
 * there.
 */
/*@ requires \valid(now) && \valid_read(was) && \separated(now, was);
    terminates \true;
    assigns now->bits;
    ensures changed: now->bits == \old(now->bits ^ was->bits);
    ensures intact: \result == ECC_INTACT <==> now->bits == 0 && now->sum == was->sum;
    ensures honest: \result != ECC_INTACT && \result != ECC_CORRUPTED ==>
                is_part(\result, now->bits, apart(now->sum, was->sum));
    ensures found: \forall integer place; 0 < place < ECC_CORRUPTED &&
                is_part(place, now->bits, apart(now->sum, was->sum)) ==> \result == place; */
uint8_t ecc_check(struct ecc *now, const struct ecc *was);

#endif
