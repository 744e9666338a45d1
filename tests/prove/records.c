/* The theorem of the records: after a cut anywhere in a save the old one is loaded, or the new one. */
// prove: -wp-skip-fct crc_add,is_right
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
 * Saves leave a kind in this order: the serial number of a record is as far from the newest as its index.
 * The kind has a new record if the record after the newest continues it.
 */
/*@ predicate in_order{L}(integer kind, integer newest, integer full) =
        is_record(kind, newest, full) &&
        \forall integer p; is_record(kind, p, full) ==>
            since(serial_at(kind, p), serial_at(kind, newest)) == steps(kind, p, newest);

    predicate is_at(integer kind, integer index) = store.newest[kind].slot == slot_at(kind, index);

    predicate is_loaded{L}(integer kind, integer index, integer length, char *payload) =
        length == length_at(kind, index) && is_copied(kind, index, payload, length);

    predicate has_new{L}(integer kind, integer newest, integer full) =
        is_record(kind, after(kind, newest), full) &&
        since(serial_at(kind, newest), serial_at(kind, after(kind, newest))) == 1;
*/

/*
 * A save that is cut, and the load after it.  The old record is unchanged; the load takes that (old), or
 * the new one where it is there (new), and either is in order: as the next save asks for it.
 *
 * Assumed of a cut, in `old`: if what it leaves in the slot is a record and not the new one, it has the
 * serial number of the record that was there.  A torn one is no record, unless its sum fits by chance.
 */
/*@ requires is_kind(kind, full) && (length == full || length == 0);
    requires is_written(kind) && is_index(kind, newest) && in_order(kind, newest, full);
    requires is_at(kind, newest) && store.newest[kind].serial == serial_at(kind, newest);
    requires \valid((char *)saved + (0 .. full - 1)) && \valid((char *)loaded + (0 .. full - 1));
    requires \separated((char *)saved + (0 .. full - 1), &store);
    requires \separated((char *)loaded + (0 .. full - 1), &store);
    assigns store, ((char *)loaded)[0 .. full - 1],
            nv_cells[address(kind, next(kind)) .. address(kind, next(kind)) + HEAD + length + TAIL - 1];
    ensures old_kept: is_record(kind, newest, full) &&
        \forall integer i; 0 <= i < room(kind) ==>
            nv_cells[address(kind, newest) + i] == \old(nv_cells[address(kind, newest) + i]);
    behavior old:
        assumes asked == newest;
        ensures !has_new(kind, newest, full) ==>
            (is_record(kind, after(kind, newest), full) ==>
                \old(is_record(kind, after(kind, newest), full)) &&
                serial_at(kind, after(kind, newest)) == \old(serial_at(kind, after(kind, newest)))) ==>
            is_at(kind, newest) && in_order(kind, newest, full) &&
            store.newest[kind].serial == serial_at(kind, newest) &&
            is_loaded(kind, newest, \result, (char *)loaded);
    behavior new:
        assumes asked == after(kind, newest);
        ensures has_new(kind, newest, full) ==>
            is_at(kind, after(kind, newest)) && in_order(kind, after(kind, newest), full) &&
            store.newest[kind].serial == serial_at(kind, after(kind, newest)) &&
            is_loaded(kind, after(kind, newest), \result, (char *)loaded); */
uint8_t cut_and_loaded(enum record_kind kind, uint8_t newest, const void *saved, uint8_t length,
                       uint8_t bytes, uint8_t torn, void *loaded, uint8_t full)
{
    uint8_t result;
    save_and_cut(kind, saved, length, bytes, torn);
    /*@ assert index: next{Pre}(kind) == after(kind, newest); */
    /*@ assert cells: \forall integer p, i;
            is_index(kind, p) && p != after(kind, newest) && 0 <= i < room(kind) ==>
                nv_cells[address(kind, p) + i] == \at(nv_cells[address(kind, p) + i], Pre); */
    /*@ assert heads: \forall integer p; is_index(kind, p) && p != after(kind, newest) ==>
            length_at(kind, p) == length_at{Pre}(kind, p) &&
            serial_at(kind, p) == serial_at{Pre}(kind, p); */
    /*@ assert records: \forall integer p; p != after(kind, newest) ==>
            (is_record(kind, p, full) <==> is_record{Pre}(kind, p, full)); */
    /*@ assert kept: is_record(kind, newest, full); */
    /*@ assert kept: \forall integer i; 0 <= i < room(kind) ==>
            nv_cells[address(kind, newest) + i] == \at(nv_cells[address(kind, newest) + i], Pre); */
    /*@ assert old: !has_new(kind, newest, full) ==>
            (is_record(kind, after(kind, newest), full) ==>
                is_record{Pre}(kind, after(kind, newest), full) &&
                serial_at(kind, after(kind, newest)) == serial_at{Pre}(kind, after(kind, newest))) ==>
            in_order(kind, newest, full); */
    /*@ assert new: has_new(kind, newest, full) ==> in_order(kind, after(kind, newest), full); */
    /*@ assert old: in_order(kind, newest, full) ==> is_newest(kind, newest, full); */
    /*@ assert new: in_order(kind, after(kind, newest), full) ==>
            is_newest(kind, after(kind, newest), full); */
    result = record_load(kind, loaded, full);
    /*@ assert old: asked == newest && in_order(kind, newest, full) ==>
            is_at(kind, newest) && store.newest[kind].serial == serial_at(kind, newest); */
    /*@ assert old: asked == newest && in_order(kind, newest, full) ==>
            is_loaded(kind, newest, result, (char *)loaded); */
    /*@ assert new: asked == after(kind, newest) && in_order(kind, asked, full) ==>
            is_at(kind, asked) && store.newest[kind].serial == serial_at(kind, asked); */
    /*@ assert new: asked == after(kind, newest) && in_order(kind, asked, full) ==>
            is_loaded(kind, asked, result, (char *)loaded); */
    return result;
}

/* The first save of all, cut: there is no record, or the new one. */
/*@ requires is_kind(kind, full) && (length == full || length == 0);
    requires is_written(kind) && is_slot(kind, store.newest[kind].slot) && asked == next(kind);
    requires none: \forall integer p; !is_record(kind, p, full);
    requires \valid((char *)saved + (0 .. full - 1)) && \valid((char *)loaded + (0 .. full - 1));
    requires \separated((char *)saved + (0 .. full - 1), &store);
    requires \separated((char *)loaded + (0 .. full - 1), &store);
    assigns store, ((char *)loaded)[0 .. full - 1],
            nv_cells[address(kind, next(kind)) .. address(kind, next(kind)) + HEAD + length + TAIL - 1];
    ensures \result == RECORD_NONE ==> \forall integer p; !is_record(kind, p, full);
    ensures \result != RECORD_NONE ==>
        is_record(kind, asked, full) && is_at(kind, asked) && in_order(kind, asked, full) &&
        store.newest[kind].serial == serial_at(kind, asked) &&
        is_loaded(kind, asked, \result, (char *)loaded); */
uint8_t first_cut_and_loaded(enum record_kind kind, const void *saved, uint8_t length, uint8_t bytes,
                             uint8_t torn, void *loaded, uint8_t full)
{
    uint8_t result;
    save_and_cut(kind, saved, length, bytes, torn);
    /*@ assert cells: \forall integer p, i; is_index(kind, p) && p != asked && 0 <= i < room(kind)
            ==> nv_cells[address(kind, p) + i] == \at(nv_cells[address(kind, p) + i], Pre); */
    /*@ assert heads: \forall integer p; is_index(kind, p) && p != asked ==>
            length_at(kind, p) == length_at{Pre}(kind, p); */
    /*@ assert others: \forall integer p; p != asked ==> !is_record(kind, p, full); */
    /*@ assert alone: is_record(kind, asked, full) ==> is_newest(kind, asked, full); */
    result = record_load(kind, loaded, full);
    /*@ assert none: result == RECORD_NONE ==> !is_record(kind, asked, full); */
    return result;
}
