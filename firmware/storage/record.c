/* Records in the EEPROM: pieces of memory that outlive a power cut. */
#include "firmware/storage/record.h"

#include "hal/nv.h"

/* Of the records; for each change another, so that no sum with a length comes again. */
#define VERSION_BYTE 0x63

#define HEAD      2           /* bytes before the payload */
#define TAIL      4           /* bytes of the CRC */
#define CRC_RIGHT 0xdebb20e3u /* of a whole record, its CRC included */

/* A slot is known by its address / 16: one byte says where it is, and whose. */
enum { UNIT = 16, COUNT_UNITS = 4, COUNT_SLOTS = 15 };
enum { COUNT_FIRST = 2, COUNT_LAST = COUNT_FIRST + (COUNT_SLOTS - 1) * COUNT_UNITS };

_Static_assert(HEAD + RECORD_SETTINGS_MAX + TAIL <= UNIT, "the settings fit their slot");
_Static_assert(HEAD + RECORD_COUNT_MAX + TAIL <= COUNT_UNITS * UNIT, "a count fits its slot");
_Static_assert((COUNT_LAST + COUNT_UNITS) * UNIT <= NV_SIZE, "all slots fit the EEPROM");

struct ring {
    uint8_t next;   /* the slot that is written next */
    uint8_t serial; /* of the newest record, the one before */
};

static struct {
    struct ring rings[2]; /* by enum record_ring */
    uint8_t position;     /* of the next byte of the record that is being written */
} at = {.rings = {[RECORD_COUNT] = {.next = COUNT_FIRST}}};

static uint16_t address_of(uint8_t slot)
{
    return (uint16_t)(slot * UNIT);
}

static uint8_t slot_behind(uint8_t slot)
{
    if (slot < COUNT_FIRST)
        return slot ^ 1;
    return slot == COUNT_LAST ? COUNT_FIRST : (uint8_t)(slot + COUNT_UNITS);
}

/*
 * CRC-32 (IEEE 802.3) of bytes in the EEPROM, not yet inverted.  Bit by bit: 130 cycles a byte, and no table.
 * Over a record and its CRC it comes to CRC_RIGHT: one comparison instead of a loop over four bytes.  A CRC
 * of 16 bits would take 20 bytes of flash less, and let one of 65,536 torn records pass instead of one of
 * 4e9.
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

static void copy(uint8_t *payload, uint16_t address, uint8_t length)
{
    for (; length; length--)
        *payload++ = nv_read(address++);
}

#define WRITE_ENDS 16000 /* looks, of 6 cycles at least, in which a write of 3.4 ms is over */

/* A reset leaves the write of a byte to its end; a power cut leaves none. */
static void wait_for_write(void)
{
    for (uint16_t looks = WRITE_ENDS; looks && nv_busy(); looks--)
        ;
}

/* Settings that came with a later version are missing in an older record: it is shorter. */
static bool fits(enum record_ring ring, uint8_t length, uint8_t full)
{
    return length == full || length == 0 ||
           (ring == RECORD_SETTINGS && length >= RECORD_SETTINGS_OLD && length < full);
}

/* Serial numbers may wrap: a later one is less than half the circle ahead. */
uint8_t record_load(enum record_ring ring, void *payload, uint8_t full)
{
    struct ring *in = &at.rings[ring];
    uint8_t loaded = RECORD_NONE, first = in->next, slot = first;
    wait_for_write();
    do {
        uint16_t address = address_of(slot);
        uint8_t length = (uint8_t)(nv_read(address) - VERSION_BYTE);
        uint8_t next = slot_behind(slot);
        if (fits(ring, length, full) && crc(address, (uint8_t)(HEAD + length + TAIL)) == CRC_RIGHT) {
            uint8_t serial = nv_read((uint16_t)(address + 1));
            if (loaded == RECORD_NONE || (int8_t)(serial - in->serial) > 0) {
                in->serial = serial;
                in->next = next;
                loaded = length;
                copy(payload, (uint16_t)(address + HEAD), length);
            }
        }
        slot = next;
    } while (slot != first);
    return loaded;
}

bool record_busy(void)
{
    return nv_busy();
}

/* Byte `i` of the record that goes to `address`, the ring's next slot. */
static uint8_t record_byte(enum record_ring ring, const void *payload, uint8_t length, uint8_t i)
{
    if (i == 0)
        return (uint8_t)(VERSION_BYTE + length);
    if (i == 1)
        return (uint8_t)(at.rings[ring].serial + 1);
    i = (uint8_t)(i - HEAD);
    if (i < length)
        return ((const uint8_t *)payload)[i];
    /* What was written is read back for the CRC: that takes no RAM, and the CRC is of what the cells hold. */
    uint32_t sum = crc(address_of(at.rings[ring].next), (uint8_t)(HEAD + length));
    for (; i > length; i--)
        sum >>= 8;
    return (uint8_t)~sum;
}

bool record_write(enum record_ring ring, const void *payload, uint8_t length)
{
    uint8_t i = at.position;
    if (i >= (uint8_t)(HEAD + length + TAIL))
        return false;
    nv_write((uint16_t)(address_of(at.rings[ring].next) + i), record_byte(ring, payload, length, i));
    at.position = (uint8_t)(i + 1);
    return true;
}

void record_commit(enum record_ring ring)
{
    struct ring *in = &at.rings[ring];
    in->next = slot_behind(in->next);
    in->serial++;
    record_restart();
}

void record_restart(void)
{
    at.position = 0;
}
