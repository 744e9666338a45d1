/* Records in the EEPROM: blocks of memory that survive a power cut. */
#include "firmware/storage/record.h"

#include "firmware/noinline.h"
#include "hal/nv.h"

/* Of the format.  A record begins with this + its length, a sum that no other format may have had. */
#define VERSION_BYTE 0x63

#define HEAD      2           /* bytes before the payload: version + length, serial number */
#define TAIL      4           /* bytes of the CRC */
#define CRC_RIGHT 0xdebb20e3u /* of a whole record, its CRC included */

#define WRITE_POLLS 16000 /* of 6 cycles at least: more than a write of 3.4 ms takes */

/* The name of a slot is its address / 16: settings use slots 0 and 1, counts every fourth one from 2 on. */
enum { UNIT = 16, COUNT_UNITS = 4, COUNT_SLOTS = 15 };
enum { COUNT_FIRST = 2, COUNT_LAST = COUNT_FIRST + (COUNT_SLOTS - 1) * COUNT_UNITS };

_Static_assert(HEAD + RECORD_SETTINGS_MAX + TAIL <= UNIT, "the settings fit their slot");
_Static_assert(HEAD + RECORD_COUNT_MAX + TAIL <= COUNT_UNITS * UNIT, "a count fits its slot");
_Static_assert((COUNT_LAST + COUNT_UNITS) * UNIT <= NV_SIZE, "all slots fit the EEPROM");

struct newest {
    uint8_t next;   /* the slot that is written next */
    uint8_t serial; /* of the newest record, which is in the slot before */
};

static struct {
    struct newest newest[2]; /* by enum record_kind */
    uint8_t written;         /* bytes of the record that is being written */
} store = {.newest = {[RECORD_COUNT] = {.next = COUNT_FIRST}}};

static uint16_t address_of(uint8_t slot)
{
    return slot * UNIT;
}

NOINLINE_FOR_FLASH static uint8_t slot_after(uint8_t slot)
{
    if (slot < COUNT_FIRST)
        return slot ^ 1; /* of the settings: 0 and 1 in turn */
    return slot == COUNT_LAST ? COUNT_FIRST : (uint8_t)(slot + COUNT_UNITS);
}

/*
 * CRC-32 (IEEE 802.3) of bytes in the EEPROM, not yet inverted.  Computed bit by bit: 130 cycles a byte, and
 * no table.  Over a record with its CRC the result is CRC_RIGHT: one comparison instead of a loop over four
 * bytes.  A CRC of 16 bits would save 20 bytes of flash, but accept one of 65,536 torn records instead of one
 * of 4e9.
 */
static uint32_t crc(uint16_t address, uint8_t length)
{
    uint32_t sum = UINT32_MAX;
    do {
        sum ^= nv_read(address);
        for (uint8_t bit = 8; bit; bit--) {
            uint8_t low = (uint8_t)sum; /* as a byte: gcc would test all four, 10 bytes more */
            sum >>= 1;
            if (low & 1)
                sum ^= 0xedb88320u;
        }
        address++;
    } while (--length);
    return sum;
}

static void copy(char *payload, uint16_t address, uint8_t length)
{
    for (uint8_t i = 0; i < length; i++)
        payload[i] = (char)nv_read((uint16_t)(address + i));
}

/*
 * Whether a payload of `length` bytes can be loaded.  0: nothing is stored.  Settings of an older version are
 * shorter: they lack those that were added later.
 */
static bool fits(enum record_kind kind, uint8_t length, uint8_t full)
{
    return length == full || length == 0 ||
           (kind == RECORD_SETTINGS && length >= RECORD_SETTINGS_OLD && length < full);
}

uint8_t record_load(enum record_kind kind, void *payload, uint8_t full)
{
    struct newest *state = &store.newest[kind];
    uint8_t loaded = RECORD_NONE, first = state->next, slot = first;
    /* After a reset, a write that was running may still run; after a power cut, none does. */
    for (uint16_t polls = WRITE_POLLS; polls && nv_is_busy(); polls--)
        ;
    do {
        uint16_t address = address_of(slot);
        uint8_t length = nv_read(address) - VERSION_BYTE;
        uint8_t next = slot_after(slot);
        if (fits(kind, length, full) && crc(address, (uint8_t)(HEAD + length + TAIL)) == CRC_RIGHT) {
            uint8_t serial = nv_read((uint16_t)(address + 1));
            /* Serial numbers wrap: a newer one is less than half the circle ahead. */
            if (loaded == RECORD_NONE || (int8_t)(serial - state->serial) > 0) {
                state->serial = serial;
                state->next = next;
                loaded = length;
                copy(payload, (uint16_t)(address + HEAD), length);
            }
        }
        slot = next;
    } while (slot != first);
    return loaded;
}

bool record_is_busy(void)
{
    return nv_is_busy();
}

/* Byte `i` of the record that is written to the next slot of its kind. */
static uint8_t record_byte(enum record_kind kind, const void *payload, uint8_t length, uint8_t i)
{
    if (i == 0)
        return VERSION_BYTE + length;
    if (i == 1)
        return store.newest[kind].serial + 1;
    i -= HEAD;
    if (i < length)
        return (uint8_t)((const char *)payload)[i];
    /* The CRC of the cells, which takes no RAM.  A worn cell that did not take its byte goes unnoticed. */
    uint32_t sum = crc(address_of(store.newest[kind].next), (uint8_t)(HEAD + length));
    for (; i > length; i--)
        sum >>= 8;
    return (uint8_t)~sum;
}

bool record_write(enum record_kind kind, const void *payload, uint8_t length)
{
    uint8_t i = store.written;
    if (i >= (uint8_t)(HEAD + length + TAIL))
        return false;
    nv_write((uint16_t)(address_of(store.newest[kind].next) + i), record_byte(kind, payload, length, i));
    store.written = i + 1;
    return true;
}

void record_commit(enum record_kind kind)
{
    struct newest *state = &store.newest[kind];
    state->next = slot_after(state->next);
    state->serial++;
    record_restart();
}

void record_restart(void)
{
    store.written = 0;
}
