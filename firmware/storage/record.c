/* Records in the EEPROM: blocks of memory that survive a power cut. */
#include "firmware/storage/record.h"

#include "firmware/noinline.h"
#include "hal/nv.h"

/* The version of the format.  Change it with the format: version + length must never repeat. */
#define VERSION_BYTE 0x63

#define HEAD      2           /* bytes before the payload */
#define TAIL      4           /* bytes of the CRC */
#define CRC_RIGHT 0xdebb20e3u /* of a whole record, its CRC included */

#define WRITE_POLLS 16000 /* of 6 cycles at least: more than a write of 3.4 ms takes */

/* A slot is named by its address / 16: one byte that also determines its ring. */
enum { UNIT = 16, COUNT_UNITS = 4, COUNT_SLOTS = 15 };
enum { COUNT_FIRST = 2, COUNT_LAST = COUNT_FIRST + (COUNT_SLOTS - 1) * COUNT_UNITS };

_Static_assert(HEAD + RECORD_SETTINGS_MAX + TAIL <= UNIT, "the settings fit their slot");
_Static_assert(HEAD + RECORD_COUNT_MAX + TAIL <= COUNT_UNITS * UNIT, "a count fits its slot");
_Static_assert((COUNT_LAST + COUNT_UNITS) * UNIT <= NV_SIZE, "all slots fit the EEPROM");

struct ring {
    uint8_t next;   /* the slot that is written next */
    uint8_t serial; /* of the newest record, which is in the slot before */
};

static struct {
    struct ring rings[2]; /* by enum record_ring */
    uint8_t position;     /* of the next byte of the record that is being written */
} at = {.rings = {[RECORD_COUNT] = {.next = COUNT_FIRST}}};

/*
 * For the contracts, which are proved with tests/prove/records.c and cut.c.  The slots of a ring have the
 * places 0, 1, .. in a circle; the last record is at the place before that of `at.rings[ring].next`.
 *
 *     since(base, number)      the distance from one byte to another, modulo 256
 *     crc_of(from, length)     the checksum of bytes in the EEPROM; defined in cut.c
 *     is_newest                all others are older by less than half the circle of serial numbers
 *     to_come                  not yet visited after `done` steps around the circle
 */
/*@ lemma byte_below_zero: \forall integer x; -256 <= x < 0 ==> (uint8_t)x == x + 256;
    lemma byte_above_255: \forall integer x; 256 <= x < 512 ==> (uint8_t)x == x - 256;

    logic integer places(integer ring) = ring == RECORD_SETTINGS ? 2 : COUNT_SLOTS;
    logic integer slot_at(integer ring, integer place) =
        ring == RECORD_SETTINGS ? place : COUNT_FIRST + COUNT_UNITS * place;
    logic integer place_of(integer ring, integer slot) =
        ring == RECORD_SETTINGS ? slot : (slot - COUNT_FIRST) / COUNT_UNITS;
    logic integer after(integer ring, integer place) = place == places(ring) - 1 ? 0 : place + 1;
    logic integer before(integer ring, integer place) = place == 0 ? places(ring) - 1 : place - 1;
    logic integer steps(integer ring, integer from, integer to) =
        to >= from ? to - from : to - from + places(ring);

    predicate is_place(integer ring, integer place) = 0 <= place < places(ring);
    predicate is_slot(integer ring, integer slot) =
        is_place(ring, place_of(ring, slot)) && slot == slot_at(ring, place_of(ring, slot));

    logic integer since(integer base, integer number) =
        number >= base ? number - base : number - base + 256;

    logic integer address(integer ring, integer place) = slot_at(ring, place) * UNIT;
    logic integer length_at{L}(integer ring, integer place) =
        since(VERSION_BYTE, nv_cells[address(ring, place)]);
    logic integer serial_at{L}(integer ring, integer place) = nv_cells[address(ring, place) + 1];

    predicate is_length(integer ring, integer length, integer full) =
        length == full || length == 0 ||
        (ring == RECORD_SETTINGS && RECORD_SETTINGS_OLD <= length < full);

    predicate is_record{L}(integer ring, integer place, integer full) =
        is_place(ring, place) && is_length(ring, length_at(ring, place), full) &&
        crc_of(address(ring, place), HEAD + length_at(ring, place) + TAIL) == CRC_RIGHT;

    predicate is_newest{L}(integer ring, integer place, integer full) =
        is_record(ring, place, full) &&
        \forall integer p; is_record(ring, p, full) && p != place ==>
            1 <= since(serial_at(ring, p), serial_at(ring, place)) <= 127;

    predicate to_come(integer ring, integer from, integer done, integer place) =
        steps(ring, from, place) >= done;

    predicate is_ring(integer ring, integer full) =
        (ring == RECORD_SETTINGS && full <= RECORD_SETTINGS_MAX) ||
        (ring == RECORD_COUNT && full <= RECORD_COUNT_MAX);

    lemma place_of_slot: \forall integer ring, place; 0 <= ring <= 1 && is_place(ring, place) ==>
        place_of(ring, slot_at(ring, place)) == place;
    lemma half_circle: \forall integer d; -255 <= d <= 255 ==>
        ((int8_t)d > 0 <==> d < -128 || 0 < d < 128);
*/

/* An arbitrary place: what is proved of it is proved of every place. */
/*@ ghost uint8_t asked; */

/*@ requires slot <= COUNT_LAST;
    assigns \nothing;
    ensures \result == slot * UNIT; */
static uint16_t address_of(uint8_t slot)
{
    return slot * UNIT;
}

/*@ requires is_slot(RECORD_SETTINGS, slot) || is_slot(RECORD_COUNT, slot);
    assigns \nothing;
    ensures slot < COUNT_FIRST ==> \result == slot_at(RECORD_SETTINGS, after(RECORD_SETTINGS, slot));
    ensures slot >= COUNT_FIRST ==>
        \result == slot_at(RECORD_COUNT, after(RECORD_COUNT, place_of(RECORD_COUNT, slot))); */
NOINLINE_FOR_FLASH static uint8_t slot_after(uint8_t slot)
{
    if (slot < COUNT_FIRST)
        return slot ^ 1;
    return slot == COUNT_LAST ? COUNT_FIRST : (uint8_t)(slot + COUNT_UNITS);
}

/*
 * CRC-32 (IEEE 802.3) of bytes in the EEPROM, not yet inverted.  Computed bit by bit: 130 cycles a byte, and
 * no table.  Over a record with its CRC the result is CRC_RIGHT: one comparison instead of a loop over four
 * bytes.  A CRC of 16 bits would save 20 bytes of flash, but accept one of 65,536 torn records instead of one
 * of 4e9.
 */
/*@ requires 0 < length && address + length <= NV_SIZE;
    assigns \nothing;
    ensures \result == crc_of(address, length); */
static uint32_t crc(uint16_t address, uint8_t length)
{
    uint32_t sum = UINT32_MAX;
    /*@ CRC_FACTS_1 */
    /*@ CRC_LOOP */
    do {
        sum ^= nv_read(address);
        /*@ CRC_FACTS_2 */
        /*@ CRC_LOOP_2 */
        for (uint8_t bit = 8; bit; bit--) {
            uint8_t low = (uint8_t)sum; /* as a byte: gcc would test all four, 10 bytes more */
            sum >>= 1;
            if (low & 1)
                sum ^= 0xedb88320u;
            /*@ CRC_FACTS_3 */
        }
        /*@ CRC_FACTS_4 */
        address++;
    } while (--length);
    /*@ CRC_FACTS_5 */
    return sum;
}

/*@ requires address + length <= NV_SIZE && \valid(payload + (0 .. length - 1));
    assigns payload[0 .. length - 1];
    ensures \forall integer i; 0 <= i < length ==> payload[i] == (char)nv_cells[address + i]; */
static void copy(char *payload, uint16_t address, uint8_t length)
{
    /*@ COPY_LOOP */
    for (uint8_t i = 0; i < length; i++)
        payload[i] = (char)nv_read((uint16_t)(address + i));
}

/* A record of an older version is shorter: it lacks the settings that were added later. */
/*@ assigns \nothing;
    ensures \result <==> is_length(ring, length, full); */
static bool fits(enum record_ring ring, uint8_t length, uint8_t full)
{
    return length == full || length == 0 ||
           (ring == RECORD_SETTINGS && length >= RECORD_SETTINGS_OLD && length < full);
}

/* Serial numbers wrap: a newer one is less than half the circle ahead. */
/*@ requires is_ring(ring, full) && is_slot(ring, at.rings[ring].next);
    requires \valid((char *)payload + (0 .. full - 1));
    requires \separated((char *)payload + (0 .. full - 1), &at);
    assigns at.rings[ring], ((char *)payload)[0 .. full - 1];
    ensures slot_kept: is_slot(ring, at.rings[ring].next);
    ensures none: \result == RECORD_NONE ==> !is_record(ring, asked, full) &&
        at.rings[ring].next == \old(at.rings[ring].next);
    ensures newest: is_newest(ring, asked, full) ==> \result != RECORD_NONE &&
        at.rings[ring].next == slot_at(ring, after(ring, asked));
    ensures one: \result != RECORD_NONE ==>
        \let p = before(ring, place_of(ring, at.rings[ring].next)); is_record(ring, p, full) &&
        at.rings[ring].serial == serial_at(ring, p) && \result == length_at(ring, p) <= full;
    ensures copied: \result != RECORD_NONE ==>
        \let p = before(ring, place_of(ring, at.rings[ring].next)); \forall integer i; 0 <= i < \result ==>
            ((char *)payload)[i] == (char)nv_cells[address(ring, p) + HEAD + i]; */
uint8_t record_load(enum record_ring ring, void *payload, uint8_t full)
{
    struct ring *in = &at.rings[ring];
    uint8_t loaded = RECORD_NONE, first = in->next, slot = first;
    /* After a reset, a write that was running may still run; after a power cut, none does. */
    /*@ loop assigns polls;
        loop variant polls; */
    for (uint16_t polls = WRITE_POLLS; polls && nv_is_busy(); polls--)
        ;
    /*@ RECORD_LOAD_FACTS_1 */
    /*@ RECORD_LOAD_LOOP */
    do {
        /*@ RECORD_LOAD_FACTS_2 */
        uint16_t address = address_of(slot);
        uint8_t length = nv_read(address) - VERSION_BYTE;
        uint8_t next = slot_after(slot);
        /*@ RECORD_LOAD_FACTS_3 */
        if (fits(ring, length, full) && crc(address, (uint8_t)(HEAD + length + TAIL)) == CRC_RIGHT) {
            uint8_t serial = nv_read((uint16_t)(address + 1));
            /*@ RECORD_LOAD_FACTS_4 */
            if (loaded == RECORD_NONE || (int8_t)(serial - in->serial) > 0) {
                in->serial = serial;
                in->next = next;
                loaded = length;
                /*@ RECORD_LOAD_FACTS_5 */
                copy(payload, (uint16_t)(address + HEAD), length);
                /*@ RECORD_LOAD_FACTS_6 */
            }
        }
        /*@ RECORD_LOAD_FACTS_7 */
        slot = next;
        /*@ RECORD_LOAD_FACTS_8 */
    } while (slot != first);
    /*@ RECORD_LOAD_FACTS_9 */
    return loaded;
}

/*@ assigns \nothing; */
bool record_is_busy(void)
{
    return nv_is_busy();
}

/* Byte `i` of the record that is written to the ring's next slot. */
/*@ requires is_ring(ring, length) && is_slot(ring, at.rings[ring].next) && i < HEAD + length + TAIL;
    requires \valid_read((char *)payload + (0 .. length - 1));
    assigns \nothing;
    ensures i == 1 ==> since(at.rings[ring].serial, \result) == 1; */
static uint8_t record_byte(enum record_ring ring, const void *payload, uint8_t length, uint8_t i)
{
    if (i == 0)
        return VERSION_BYTE + length;
    if (i == 1)
        return at.rings[ring].serial + 1;
    i -= HEAD;
    if (i < length)
        return (uint8_t)((const char *)payload)[i];
    /* Computes the CRC from the cells: that takes no RAM, and the CRC matches what was really written. */
    uint32_t sum = crc(address_of(at.rings[ring].next), (uint8_t)(HEAD + length));
    /*@ loop invariant length <= i;
        loop assigns i, sum;
        loop variant i; */
    for (; i > length; i--)
        sum >>= 8;
    return (uint8_t)~sum;
}

/*@ requires is_ring(ring, length) && is_slot(ring, at.rings[ring].next);
    requires \valid_read((char *)payload + (0 .. length - 1));
    assigns at.position, nv_cells[at.rings[ring].next * UNIT ..
                                  at.rings[ring].next * UNIT + HEAD + length + TAIL - 1];
    ensures \result <==> \old(at.position) < HEAD + length + TAIL; */
bool record_write(enum record_ring ring, const void *payload, uint8_t length)
{
    uint8_t i = at.position;
    if (i >= (uint8_t)(HEAD + length + TAIL))
        return false;
    nv_write((uint16_t)(address_of(at.rings[ring].next) + i), record_byte(ring, payload, length, i));
    at.position = i + 1;
    return true;
}

/*@ requires 0 <= ring <= 1 && is_slot(ring, at.rings[ring].next);
    assigns at.rings[ring], at.position;
    ensures is_slot(ring, at.rings[ring].next) &&
        place_of(ring, at.rings[ring].next) == after(ring, place_of(ring, \old(at.rings[ring].next)));
    ensures since(\old(at.rings[ring].serial), at.rings[ring].serial) == 1; */
void record_commit(enum record_ring ring)
{
    struct ring *in = &at.rings[ring];
    in->next = slot_after(in->next);
    in->serial++;
    record_restart();
}

/*@ assigns at.position; */
void record_restart(void)
{
    at.position = 0;
}
