/* A save that a power cut ends anywhere, for the proofs of the records. */
#ifndef CUT_H
#define CUT_H

/*@ logic integer room(integer ring) = ring == RECORD_SETTINGS ? UNIT : COUNT_UNITS * UNIT; */

/*
 * Of a save `bytes` bytes are written, the next one is torn: it may have any value.  Then power comes back.
 * What cut.c proves of it, records.c knows: it stays within the slot, and the sums of all others are as they
 * were.
 */
/*@ requires is_ring(ring, length) && is_slot(ring, store.rings[ring].next);
    requires \valid_read((char *)payload + (0 .. length - 1));
    requires \separated((char *)payload + (0 .. length - 1), &store);
    assigns store, nv_cells[store.rings[ring].next * UNIT ..
                         store.rings[ring].next * UNIT + HEAD + length + TAIL - 1];
    ensures is_slot(ring, store.rings[ring].next);
    ensures \forall integer p, bytes; is_place(ring, p) &&
            p != place_of(ring, \old(store.rings[ring].next)) &&
        0 <= bytes <= room(ring) ==>
            crc_of(address(ring, p), bytes) == \old(crc_of(address(ring, p), bytes)); */
static void save_and_cut(enum record_ring ring, const void *payload, uint8_t length, uint8_t bytes,
                         uint8_t torn);

#endif
