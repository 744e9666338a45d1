/* An error-correcting checksum of memory: detects flipped bits and corrects a single one. */
#include "firmware/storage/ecc.h"

/*@ lemma word_above_65535: \forall integer x; 65536 <= x < 131072 ==> (uint16_t)x == x - 65536; */

void ecc_compute(struct ecc *ecc, const uint8_t *bytes, uint8_t size)
{
    uint8_t bits = 0;
    uint16_t sum = 0;
    /*@ ECC_COMPUTE_FACTS_1 */
    /*@ ECC_COMPUTE_LOOP */
    for (uint8_t i = 0; i < size;) {
        uint8_t byte = bytes[i++];
        /*@ ECC_COMPUTE_FACTS_2 */
        uint16_t more = (uint16_t)byte * i;
        /*@ ECC_COMPUTE_FACTS_3 */
        sum += more;
        /*@ ECC_COMPUTE_FACTS_4 */
        bits ^= byte;
        /*@ ECC_COMPUTE_FACTS_5 */
    }
    ecc->bits = bits;
    ecc->sum = sum;
}

uint8_t ecc_check(struct ecc *now, const struct ecc *was)
{
    uint8_t bit = now->bits ^ was->bits;
    /*@ assert bit == (now->bits ^ was->bits); */
    uint16_t grown = now->sum < was->sum ? (uint16_t)(was->sum - now->sum) : (uint16_t)(now->sum - was->sum);
    now->bits = bit;
    /*@ assert now->bits == \at(now->bits ^ was->bits, Pre); */
    if (!bit && !grown)
        return ECC_INTACT;
    if (!bit)
        return ECC_CORRUPTED;
    if (grown > INT16_MAX)
        grown = (uint16_t)(UINT16_MAX - grown + 1);
    /*@ assert grown == apart(now->sum, was->sum); */
    /*@ ghost uint8_t worth = 1; */
    /*@ loop invariant bit != 0 && is_part(bit, worth, now->bits);
        loop invariant is_part(grown, worth, apart(now->sum, was->sum));
        loop assigns bit, grown, worth;
        loop variant bit; */
    for (; bit % 2 == 0; bit /= 2) {
        if (grown % 2 != 0) {
            /*@ assert \forall integer place; !is_part(place, now->bits, apart(now->sum, was->sum)); */
            return ECC_CORRUPTED;
        }
        grown /= 2;
        /*@ assert worth < 128; */
        /*@ ghost worth = (uint8_t)(2 * worth); */
    }
    /*@ assert \forall integer place; is_part(place, now->bits, apart(now->sum, was->sum)) ==>
            bit == 1 && grown == place; */
    return (uint8_t)(bit == 1 && grown && grown < ECC_CORRUPTED
                         ? grown
                         : ECC_CORRUPTED); /* bit: no other has flipped */
}
