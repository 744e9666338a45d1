/* Records in the EEPROM: blocks of memory that survive a power cut. */
#include "firmware/storage/record.h"

#include "firmware/noinline.h"
#include "hal/nv.h"

/*
 * The first byte of a record is the sum of its version and its length.  A reader subtracts the version that
 * it wants; what is left must be a length of such records.  Up to 2.0.0, settings had VERSION_COUNT, too.
 */
#define VERSION_COUNT    0x63 /* length 58, or 0: no count is stored */
#define VERSION_SETTINGS 0x70 /* length 7 or more */

#define HEAD      2           /* bytes before the payload: version + length, serial number */
#define TAIL      4           /* bytes of the CRC */
#define CRC_RIGHT 0xdebb20e3u /* of a whole record, its CRC included */

#define WRITE_POLLS 16000 /* of 6 cycles at least: more than a write of 3.4 ms takes */

/*
 *     slot      address          what
 *     0 .. 14   32, 96, .. 928   counts
 *     15        992              settings
 *     16        0                settings
 *     16, 17    0, 16            settings of versions up to 2.0.0, which are only read
 */
enum { COUNT_SLOTS = 15, SETTINGS_SLOT = 15, ZERO_SLOT = 16 };
enum { UNIT = 16, FIRST_UNIT = 2, SLOT_UNITS = 4, END_UNIT = FIRST_UNIT + SLOT_UNITS * SETTINGS_SLOT };

_Static_assert(HEAD + RECORD_SETTINGS_MAX + TAIL <= FIRST_UNIT * UNIT, "the settings fit the slot at 0");
_Static_assert(HEAD + RECORD_SETTINGS_MAX + TAIL <= NV_SIZE - END_UNIT * UNIT, "and that after the counts");
_Static_assert(HEAD + RECORD_COUNT_MAX + TAIL <= SLOT_UNITS * UNIT, "a count fits its slot");

struct newest {
    uint8_t slot;
    uint8_t serial;
};

static struct {
    struct newest newest[2]; /* of settings, of counts; RECORD_OLD_SETTINGS are only read */
    uint8_t written;         /* bytes of the record that is being written */
} store = {.newest = {[RECORD_SETTINGS] = {.slot = ZERO_SLOT}}}; /* the first save is to SETTINGS_SLOT */

static uint16_t address_of(uint8_t slot)
{
    uint8_t unit = slot < ZERO_SLOT ? (uint8_t)(FIRST_UNIT + SLOT_UNITS * slot) : (uint8_t)(slot - ZERO_SLOT);
    return unit * UNIT;
}

NOINLINE_FOR_FLASH static uint8_t slot_after(uint8_t slot)
{
    if (slot >= SETTINGS_SLOT)
        return slot == SETTINGS_SLOT ? ZERO_SLOT : SETTINGS_SLOT;
    slot++;
    return slot == COUNT_SLOTS ? 0 : slot;
}

static uint8_t version(enum record_kind kind)
{
    return kind == RECORD_SETTINGS ? VERSION_SETTINGS : VERSION_COUNT;
}

/* Adds a byte to a CRC-32 (IEEE 802.3) before its inversion.  Bit by bit: 130 cycles, and no table. */
NOINLINE_FOR_FLASH static uint32_t crc_add(uint32_t sum, uint8_t byte)
{
    sum ^= byte;
    for (uint8_t bit = 8; bit; bit--) {
        uint8_t low = (uint8_t)sum;
        sum >>= 1;
        if (low & 1)
            sum ^= 0xedb88320u;
    }
    return sum;
}

/* Whether the cells from `address` on are a record of this length. */
NOINLINE_FOR_FLASH static bool is_right(uint16_t address, uint8_t length)
{
    uint32_t sum = UINT32_MAX;
    length += HEAD + TAIL;
    do {
        sum = crc_add(sum, nv_read(address));
        address++;
    } while (--length);
    return sum == CRC_RIGHT;
}

/*
 * Whether a payload of `length` bytes can be loaded.  Settings of an older version are shorter: they lack
 * those that were added later.  A count of length 0: none is stored.
 */
static bool fits(enum record_kind kind, uint8_t length, uint8_t full)
{
    if (kind == RECORD_COUNT)
        return length == full || length == 0;
    return length >= RECORD_SETTINGS_MIN && length <= full;
}

uint8_t record_load(enum record_kind kind, void *payload, uint8_t full)
{
    struct newest newest = {0, 0};
    uint8_t loaded = RECORD_NONE;
    uint8_t slot = kind == RECORD_COUNT ? 0 : kind == RECORD_SETTINGS ? SETTINGS_SLOT : ZERO_SLOT;
    uint8_t end = kind == RECORD_COUNT ? COUNT_SLOTS : (uint8_t)(slot + 2);
    /* After a reset, a write that was running may still run; after a power cut, none does. */
    for (uint16_t polls = WRITE_POLLS; polls && nv_is_busy(); polls--)
        ;
    for (; slot < end; slot++) {
        uint16_t address = address_of(slot);
        uint8_t length = (uint8_t)(nv_read(address) - version(kind));
        if (!fits(kind, length, full) || !is_right(address, length))
            continue;
        uint8_t serial = nv_read((uint16_t)(address + 1));
        /* Serial numbers wrap: a newer one is less than half the circle ahead. */
        if (loaded == RECORD_NONE || (int8_t)(serial - newest.serial) > 0) {
            newest.slot = slot;
            newest.serial = serial;
            loaded = length;
        }
    }
    if (loaded == RECORD_NONE)
        return loaded;
    if (kind != RECORD_OLD_SETTINGS)
        store.newest[kind] = newest;
    uint16_t address = (uint16_t)(address_of(newest.slot) + HEAD);
    for (uint8_t i = 0; i < loaded; i++)
        ((char *)payload)[i] = (char)nv_read((uint16_t)(address + i));
    return loaded;
}

bool record_is_busy(void)
{
    return nv_is_busy();
}

/* Byte `i` of the record that is written to the next slot of its kind, before its CRC. */
static uint8_t record_byte(enum record_kind kind, const void *payload, uint8_t length, uint8_t i)
{
    if (i == 0)
        return (uint8_t)(version(kind) + length);
    if (i == 1)
        return (uint8_t)(store.newest[kind].serial + 1);
    return (uint8_t)((const char *)payload)[i - HEAD];
}

/*
 * Writes byte number `written`, of the record or of its CRC.  The CRC is that of the bytes to write, not of
 * the cells, and is computed again for each byte: no RAM.
 */
bool record_write(enum record_kind kind, const void *payload, uint8_t length)
{
    uint8_t i = 0, end = (uint8_t)(HEAD + length), byte;
    if (store.written >= (uint8_t)(end + TAIL))
        return false;
    uint32_t sum = UINT32_MAX;
    /* Ends with byte `written`; if that is in the CRC, with the sum of all before the CRC. */
    do {
        byte = record_byte(kind, payload, length, i);
        sum = crc_add(sum, byte);
    } while (++i < end && i <= store.written);
    /* Only if it is in the CRC: takes that byte of ~sum, low byte first. */
    for (i = end; i <= store.written; i++) {
        byte = (uint8_t)~sum;
        sum >>= 8;
    }
    nv_write((uint16_t)(address_of(slot_after(store.newest[kind].slot)) + store.written), byte);
    store.written++;
    return true;
}

bool record_commit(enum record_kind kind, uint8_t length)
{
    struct newest *newest = &store.newest[kind];
    record_restart();
    newest->slot = slot_after(newest->slot); /* if it failed, too: then try other cells, see record.h */
    if (!is_right(address_of(newest->slot), length))
        return false;
    newest->serial++;
    return true;
}

void record_restart(void)
{
    store.written = 0;
}
