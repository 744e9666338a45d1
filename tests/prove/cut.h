/* A save that a power cut ends anywhere, for the proofs of the records. */
#pragma once

/*@ logic integer room(integer kind) = kind == RECORD_SETTINGS ? FIRST_UNIT * UNIT : SLOT_UNITS * UNIT;
    logic integer next{L}(integer kind) = after(kind, index_of(kind, store.newest[kind].slot)); */

/*
 * Of a save `bytes` bytes are written, the next one is torn: it may have any value.  Then power comes back.
 * What cut.c proves of it, records.c knows: it stays within the slot, and the sums of all others are as they
 * were.
 */
/*@ requires is_kind(kind, length) && is_written(kind) && is_slot(kind, store.newest[kind].slot);
    requires \valid_read((char *)payload + (0 .. length - 1));
    requires \separated((char *)payload + (0 .. length - 1), &store);
    assigns store, nv_cells[address(kind, next(kind)) ..
                         address(kind, next(kind)) + HEAD + length + TAIL - 1];
    ensures is_slot(kind, store.newest[kind].slot);
    ensures \forall integer p, bytes; is_index(kind, p) && p != \old(next(kind)) &&
        0 <= bytes <= room(kind) ==>
            crc_of(address(kind, p), bytes) == \old(crc_of(address(kind, p), bytes)); */
static void save_and_cut(enum record_kind kind, const void *payload, uint8_t length, uint8_t bytes,
                         uint8_t torn);
