/* The theorem of the records: after a cut anywhere in a save the old one is loaded, or the new one. */
// prove: -wp-skip-fct crc
#include "hal/nv.h"

/*
 * None of this runs: with `make prove`, Frama-C proves its contracts.  The code is record.c; here it is
 * proved, all but its sum, which may be any function: what is proved with any sum is proved with every sum.
 */
/*@ axiomatic any_sum {
      logic integer crc_of{L}(integer from, integer length) reads nv_cells[0 .. NV_SIZE - 1];
      logic integer crc_bits(integer sum, integer bits);
      logic integer crc_bit(integer sum);
    }
*/
#include "firmware/storage/record.c"

#include "tests/prove/cut.h"

/*
 * Saves leave a ring in this order: the serial number of a record is as far from the newest as its place.
 * The ring has a new record if the record after the newest continues it.
 */
/*@ predicate in_order{L}(integer ring, integer newest, integer full) =
        is_record(ring, newest, full) &&
        \forall integer p; is_record(ring, p, full) ==>
            since(serial_at(ring, p), serial_at(ring, newest)) == steps(ring, p, newest);

    predicate is_next(integer ring, integer place) = store.rings[ring].next == slot_at(ring, place);

    predicate is_loaded{L}(integer ring, integer place, integer length, char *payload) =
        length == length_at(ring, place) && \forall integer i; 0 <= i < length ==>
            payload[i] == (char)nv_cells[address(ring, place) + HEAD + i];

    predicate has_new{L}(integer ring, integer newest, integer full) =
        is_record(ring, after(ring, newest), full) &&
        since(serial_at(ring, newest), serial_at(ring, after(ring, newest))) == 1;
*/

/*
 * A save that is cut, and the load after it.  The old record is unchanged; the load takes that (old), or
 * the new one where it is there (new), and either is in order: as the next save asks for it.
 *
 * Assumed of a cut, in `old`: if what it leaves in the slot is a record and not the new one, it has the
 * serial number of the record that was there.  A torn one is no record, unless its sum fits by chance.
 */
/*@ requires is_ring(ring, full) && (length == full || length == 0);
    requires is_place(ring, newest) && in_order(ring, newest, full);
    requires is_next(ring, after(ring, newest)) && store.rings[ring].serial == serial_at(ring, newest);
    requires \valid((char *)saved + (0 .. full - 1)) && \valid((char *)loaded + (0 .. full - 1));
    requires \separated((char *)saved + (0 .. full - 1), &store);
    requires \separated((char *)loaded + (0 .. full - 1), &store);
    assigns store, ((char *)loaded)[0 .. full - 1],
            nv_cells[store.rings[ring].next * UNIT ..
                     store.rings[ring].next * UNIT + HEAD + length + TAIL - 1];
    ensures old_kept: is_record(ring, newest, full) &&
        \forall integer i; 0 <= i < room(ring) ==>
            nv_cells[address(ring, newest) + i] == \old(nv_cells[address(ring, newest) + i]);
    behavior old:
        assumes asked == newest;
        ensures !has_new(ring, newest, full) ==>
            (is_record(ring, after(ring, newest), full) ==>
                \old(is_record(ring, after(ring, newest), full)) &&
                serial_at(ring, after(ring, newest)) == \old(serial_at(ring, after(ring, newest)))) ==>
            is_next(ring, after(ring, newest)) && in_order(ring, newest, full) &&
            store.rings[ring].serial == serial_at(ring, newest) &&
            is_loaded(ring, newest, \result, (char *)loaded);
    behavior new:
        assumes asked == after(ring, newest);
        ensures has_new(ring, newest, full) ==>
            is_next(ring, after(ring, after(ring, newest))) && in_order(ring, after(ring, newest), full) &&
            store.rings[ring].serial == serial_at(ring, after(ring, newest)) &&
            is_loaded(ring, after(ring, newest), \result, (char *)loaded); */
uint8_t cut_and_loaded(enum record_ring ring, uint8_t newest, const void *saved, uint8_t length,
                       uint8_t bytes, uint8_t torn, void *loaded, uint8_t full)
{
    uint8_t result;
    save_and_cut(ring, saved, length, bytes, torn);
    /*@ assert place: place_of(ring, \at(store.rings[ring].next, Pre)) == after(ring, newest); */
    /*@ assert cells: \forall integer p, i;
            is_place(ring, p) && p != after(ring, newest) && 0 <= i < room(ring) ==>
                nv_cells[address(ring, p) + i] == \at(nv_cells[address(ring, p) + i], Pre); */
    /*@ assert heads: \forall integer p; is_place(ring, p) && p != after(ring, newest) ==>
            length_at(ring, p) == length_at{Pre}(ring, p) &&
            serial_at(ring, p) == serial_at{Pre}(ring, p); */
    /*@ assert records: \forall integer p; p != after(ring, newest) ==>
            (is_record(ring, p, full) <==> is_record{Pre}(ring, p, full)); */
    /*@ assert old: !has_new(ring, newest, full) ==>
            (is_record(ring, after(ring, newest), full) ==>
                is_record{Pre}(ring, after(ring, newest), full) &&
                serial_at(ring, after(ring, newest)) == serial_at{Pre}(ring, after(ring, newest))) ==>
            in_order(ring, newest, full); */
    /*@ assert new: has_new(ring, newest, full) ==> in_order(ring, after(ring, newest), full); */
    /*@ assert old: in_order(ring, newest, full) ==> is_newest(ring, newest, full); */
    /*@ assert new: in_order(ring, after(ring, newest), full) ==>
            is_newest(ring, after(ring, newest), full); */
    /*@ assert back: \forall integer p; is_place(ring, p) ==>
            before(ring, place_of(ring, slot_at(ring, after(ring, p)))) == p; */
    result = record_load(ring, loaded, full);
    /*@ assert old: asked == newest && in_order(ring, newest, full) ==>
            is_next(ring, after(ring, newest)) && store.rings[ring].serial == serial_at(ring, newest); */
    /*@ assert old: asked == newest && in_order(ring, newest, full) ==>
            is_loaded(ring, newest, result, (char *)loaded); */
    /*@ assert new: asked == after(ring, newest) && in_order(ring, asked, full) ==>
            is_next(ring, after(ring, asked)) && store.rings[ring].serial == serial_at(ring, asked); */
    /*@ assert new: asked == after(ring, newest) && in_order(ring, asked, full) ==>
            is_loaded(ring, asked, result, (char *)loaded); */
    return result;
}

/* The first save of all, cut: there is no record, or the new one. */
/*@ requires is_ring(ring, full) && (length == full || length == 0);
    requires is_slot(ring, store.rings[ring].next) && asked == place_of(ring, store.rings[ring].next);
    requires none: \forall integer p; !is_record(ring, p, full);
    requires \valid((char *)saved + (0 .. full - 1)) && \valid((char *)loaded + (0 .. full - 1));
    requires \separated((char *)saved + (0 .. full - 1), &store);
    requires \separated((char *)loaded + (0 .. full - 1), &store);
    assigns store, ((char *)loaded)[0 .. full - 1],
            nv_cells[store.rings[ring].next * UNIT ..
                     store.rings[ring].next * UNIT + HEAD + length + TAIL - 1];
    ensures \result == RECORD_NONE ==> \forall integer p; !is_record(ring, p, full);
    ensures \result != RECORD_NONE ==>
        is_record(ring, asked, full) && is_next(ring, after(ring, asked)) && in_order(ring, asked, full) &&
        store.rings[ring].serial == serial_at(ring, asked) &&
        is_loaded(ring, asked, \result, (char *)loaded); */
uint8_t first_cut_and_loaded(enum record_ring ring, const void *saved, uint8_t length, uint8_t bytes,
                             uint8_t torn, void *loaded, uint8_t full)
{
    uint8_t result;
    save_and_cut(ring, saved, length, bytes, torn);
    /*@ assert cells: \forall integer p, i; is_place(ring, p) && p != asked && 0 <= i < room(ring)
            ==> nv_cells[address(ring, p) + i] == \at(nv_cells[address(ring, p) + i], Pre); */
    /*@ assert heads: \forall integer p; is_place(ring, p) && p != asked ==>
            length_at(ring, p) == length_at{Pre}(ring, p); */
    /*@ assert others: \forall integer p; p != asked ==> !is_record(ring, p, full); */
    /*@ assert alone: is_record(ring, asked, full) ==> is_newest(ring, asked, full); */
    result = record_load(ring, loaded, full);
    /*@ assert none: result == RECORD_NONE ==> !is_record(ring, asked, full); */
    return result;
}
