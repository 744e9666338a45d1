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

/*
 * In the words of `make prove`: the bits of the first `size` bytes XORed, their sum (cut to 16 bits in the
 * seal), and how far two sums are apart on the circle of 65,536.
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

/* The seal of `size` bytes, up to 254.  About 16 cycles a byte. */
/*@ requires \valid(seal) && \valid_read(bytes + (0 .. size - 1)) && size < 255;
    requires \separated(seal, bytes + (0 .. size - 1));
    terminates \true;
    assigns *seal;
    ensures seal->bits == \old(xored(bytes, size));
    ensures \exists integer turns; \old(weighed(bytes, size)) == seal->sum + 65536 * turns; */
void seal_take(struct seal *seal, const uint8_t *bytes, uint8_t size);

#define SEAL_INTACT 0
#define SEAL_BROKEN UINT8_MAX

/*
 * What has happened, when the seal is now `now`, and was `was`: nothing, or more than one flipped bit, or
 * else the place of the byte that is to be XORed with now->bits; `now` is changed.  When the seal itself was
 * hit, SEAL_BROKEN: what it lay on can't be told to be sound.
 *
 * A place is named if and only if one bit differs, and the sums are apart by as much as that bit is worth
 * there.
 */
/*@ requires \valid(now) && \valid_read(was) && \separated(now, was);
    terminates \true;
    assigns now->bits;
    ensures changed: now->bits == \old(now->bits ^ was->bits);
    ensures intact: \result == SEAL_INTACT <==> now->bits == 0 && now->sum == was->sum;
    ensures honest: \result != SEAL_INTACT && \result != SEAL_BROKEN ==>
                is_part(\result, now->bits, apart(now->sum, was->sum));
    ensures found: \forall integer place; 0 < place < SEAL_BROKEN &&
                is_part(place, now->bits, apart(now->sum, was->sum)) ==> \result == place; */
uint8_t seal_judge(struct seal *now, const struct seal *was);

#endif
