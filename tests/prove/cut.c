/* The sum of a record's bytes is their CRC-32, and a save that is cut leaves those of other slots. */
// prove: -wp-fct crc_add,is_right,save_and_cut
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

static void save_and_cut(enum record_kind kind, const void *payload, uint8_t length, uint8_t bytes,
                         uint8_t torn)
{
    uint8_t slot = slot_after(store.newest[kind].slot), total = (uint8_t)(HEAD + length + TAIL), known = 0;
    uint16_t begin = address_of(slot), end = (uint16_t)(begin + total);
    record_restart();
    /*@ loop invariant store.newest[kind] == \at(store.newest[kind], Pre);
        loop invariant \forall integer i; 0 <= i < begin || end <= i < NV_SIZE ==>
                           nv_cells[i] == \at(nv_cells[i], Pre);
        loop assigns bytes, store.written, nv_cells[begin .. end - 1];
        loop variant bytes; */
    while (bytes && record_write(kind, payload, length))
        bytes--;
    if (store.written < total)
        nv_write((uint16_t)(begin + store.written), torn);
    store.newest[kind].slot = kind == RECORD_SETTINGS ? ZERO_SLOT : 0;
    store.newest[kind].serial = 0;
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
    /*@ assert apart: \forall integer p; is_index(kind, p) && p != index_of(kind, slot) ==>
            address(kind, p) + room(kind) <= begin || end <= address(kind, p); */
    /*@ assert within: \forall integer p; is_index(kind, p) ==>
            0 <= address(kind, p) && address(kind, p) + room(kind) <= NV_SIZE && room(kind) <= 64; */
}
