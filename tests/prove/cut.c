/* The sum of a record's bytes is their CRC-32, and a save that is cut leaves those of other slots. */
// prove: -wp-fct crc,save_and_cut
#include "hal/nv.h"

#include <stdint.h>

/* What is done to the sum bit by bit, and byte by byte. */
/*@ logic integer crc_bit(integer sum) =
        ((uint8_t)sum & 1) != 0 ? (uint32_t)((sum >> 1) ^ 0xedb88320) : sum >> 1;
    logic integer crc_bits(integer sum, integer bits) =
        bits <= 0 ? sum : crc_bit(crc_bits(sum, bits - 1));
    logic integer crc_of{L}(integer from, integer length) =
        length <= 0 ? UINT32_MAX
                    : crc_bits((uint32_t)(crc_of(from, length - 1) ^ nv_cells[from + length - 1]), 8);
*/

#include "firmware/storage/record.c"

#include "tests/prove/cut.h"

static void save_and_cut(enum record_ring ring, const void *payload, uint8_t length, uint8_t bytes,
                         uint8_t torn)
{
    uint8_t slot = store.rings[ring].next, total = (uint8_t)(HEAD + length + TAIL), known = 0;
    uint16_t begin = (uint16_t)(slot * UNIT), end = (uint16_t)(begin + total);
    record_restart();
    /*@ loop invariant store.rings[ring].next == slot;
        loop invariant \forall integer i; 0 <= i < begin || end <= i < NV_SIZE ==>
                           nv_cells[i] == \at(nv_cells[i], Pre);
        loop assigns bytes, store.written, nv_cells[begin .. end - 1];
        loop variant bytes; */
    while (bytes && record_write(ring, payload, length))
        bytes--;
    if (store.written < total)
        nv_write((uint16_t)(begin + store.written), torn);
    store.rings[ring].next = ring == RECORD_SETTINGS ? 0 : COUNT_FIRST;
    store.rings[ring].serial = 0;
    record_restart();
    /*@ assert elsewhere: \forall integer i; 0 <= i < begin || end <= i < NV_SIZE ==>
            nv_cells[i] == \at(nv_cells[i], Pre); */
    /*@ loop invariant 0 <= known <= 64;
        loop invariant \forall integer from, count; 0 <= from && 0 <= count <= known &&
            (from + count <= begin || end <= from) && from + count <= NV_SIZE ==>
                crc_of(from, count) == crc_of{Pre}(from, count);
        loop assigns known;
        loop variant 64 - known; */
    while (known < 64)
        known++;
    /*@ assert apart: \forall integer p; is_place(ring, p) && p != place_of(ring, slot) ==>
            address(ring, p) + room(ring) <= begin || end <= address(ring, p); */
    /*@ assert within: \forall integer p; is_place(ring, p) ==>
            0 <= address(ring, p) && address(ring, p) + room(ring) <= NV_SIZE && room(ring) <= 64; */
}
