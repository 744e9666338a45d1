/* What outlives a power cut: the settings, a count that has not ended. */
#include "firmware/job/keep.h"

#include "firmware/apart.h"
#include "firmware/console/answer.h"
#include "firmware/job/job.h"
#include "firmware/storage/settings.h"
#include "hal/nv.h"

#include <stddef.h>
#include <string.h>

/* Of the records; for each change another, so that no sum with a length comes again. */
#define VERSION_BYTE 0x61

#define HEAD      2           /* bytes before the payload */
#define TAIL      4           /* bytes of the CRC */
#define CRC_RIGHT 0xdebb20e3u /* of a whole record, its CRC included */
#define NONE      0xff        /* no length */

/* A slot is known by its address / 16: one byte says where it is, and whose. */
enum { UNIT = 16, COUNT_UNITS = 4, COUNT_SLOTS = 15 };
enum { COUNT_FIRST = 2, COUNT_LAST = COUNT_FIRST + (COUNT_SLOTS - 1) * COUNT_UNITS };

/* The payload of a count is two pieces: seconds and totals as they lie in the job, and the board. */
enum { JOB_PART = sizeof job.seconds + sizeof job.total, COUNT_LENGTH = JOB_PART + sizeof board };

_Static_assert(offsetof(struct job, seconds) + sizeof job.seconds == offsetof(struct job, total),
               "the part of the job is one piece");
_Static_assert(HEAD + sizeof settings + TAIL <= UNIT, "the settings fit their slot");
_Static_assert(HEAD + COUNT_LENGTH + TAIL <= COUNT_UNITS * UNIT, "a count fits its slot");
_Static_assert((COUNT_LAST + COUNT_UNITS) * UNIT <= NV_SIZE, "all slots fit the EEPROM");

struct ring {
    uint8_t next;   /* the slot that is written next */
    uint8_t serial; /* of the newest record, the one before */
};

static uint8_t wanted; /* enum keep: all that is still to be saved; the lowest bit is what is being written */

static struct {
    struct ring settings, count;
    uint8_t position; /* of the next byte of the record that is being written */
} at = {.count = {.next = COUNT_FIRST}};

static bool is_count(uint8_t slot)
{
    return slot >= COUNT_FIRST;
}

static uint16_t address_of(uint8_t slot)
{
    return (uint16_t)(slot * UNIT);
}

static uint8_t slot_behind(uint8_t slot)
{
    if (!is_count(slot))
        return slot ^ 1;
    return slot == COUNT_LAST ? COUNT_FIRST : (uint8_t)(slot + COUNT_UNITS);
}

/*
 * CRC-32 (IEEE 802.3) of bytes in the EEPROM, not yet inverted.  Bit by bit: 130 cycles a byte, and no table.
 * Over a record and its CRC it comes to CRC_RIGHT: one comparison instead of a loop over four bytes.  A CRC of
 * 16 bits would take 20 bytes of flash less, and let one of 65,536 torn records pass instead of one of 4e9.
 */
APART static uint32_t crc(uint16_t address, uint8_t length)
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

/* Where byte `i` of a payload is at home. */
APART static uint8_t *payload_byte(uint8_t slot, uint8_t i)
{
    uint8_t *bytes = (uint8_t *)&settings;
    if (is_count(slot)) {
        bytes = (uint8_t *)&job + offsetof(struct job, seconds);
        if (i >= JOB_PART) {
            bytes = (uint8_t *)&board;
            i = (uint8_t)(i - JOB_PART);
        }
    }
    return bytes + i;
}

/*
 * Finds the newest record of the ring, of length `full` or 0, and loads its payload: its length, NONE when
 * there is no record.  Serial numbers may wrap: a later one is less than half the circle ahead.
 */
APART static uint8_t load(struct ring *ring, uint8_t full)
{
    uint8_t loaded = NONE, first = ring->next, slot = first;
    do {
        uint16_t address = address_of(slot);
        uint8_t length = (uint8_t)(nv_read(address) - VERSION_BYTE);
        uint8_t next = slot_behind(slot);
        if ((length == 0 || length == full) && crc(address, (uint8_t)(HEAD + length + TAIL)) == CRC_RIGHT) {
            uint8_t serial = nv_read(++address);
            if (loaded == NONE || (int8_t)(serial - ring->serial) > 0) {
                ring->serial = serial;
                ring->next = next;
                loaded = length;
                for (uint8_t i = 0; i < length; i++)
                    *payload_byte(slot, i) = nv_read(++address);
            }
        }
        slot = next;
    } while (slot != first);
    return loaded;
}

APART bool keep_begin(void)
{
    settings_default();
    load(&at.settings, sizeof settings);
    if (!settings_valid())
        settings_default();
    if (load(&at.count, COUNT_LENGTH) == COUNT_LENGTH && count_resume(&job.total, &board)) {
        job.kind = COMMAND_COUNT;
        return true;
    }
    board.n = 0; /* an older count may have been loaded before the newest was found */
    board.row = 0;
    job_clear(0);
    return false;
}

APART void keep_save(enum keep what)
{
    uint8_t all = wanted;
    if (what != KEEP_SETTINGS)
        all &= KEEP_SETTINGS; /* of a count and its end, the later counts */
    wanted = all | (uint8_t)what;
    /* What has changed while it is being saved starts over, in the same slot; what has not is not written again. */
    at.position = 0;
}

bool keep_runs(void)
{
    return wanted;
}

bool keep_saves(enum keep what)
{
    return wanted & what;
}

/* Byte `i` of the record that goes to `address`, the ring's next slot. */
static uint8_t record_byte(const struct ring *ring, uint16_t address, uint8_t length, uint8_t i)
{
    if (i == 0)
        return (uint8_t)(VERSION_BYTE + length);
    if (i == 1)
        return (uint8_t)(ring->serial + 1);
    i = (uint8_t)(i - HEAD);
    if (i < length)
        return *payload_byte(ring->next, i);
    /* What was written is read back for the CRC: that takes no RAM, and the CRC is of what the cells hold. */
    uint32_t sum = crc(address, (uint8_t)(HEAD + length));
    for (; i > length; i--)
        sum >>= 8;
    return (uint8_t)~sum;
}

/* The record is complete: from now on it is the newest. */
static void complete(struct ring *ring)
{
    uint8_t what = wanted;
    ring->next = slot_behind(ring->next);
    ring->serial++;
    at.position = 0;
    wanted = what & (uint8_t)(what - 1);
    if (what == KEEP_SETTINGS)
        answer_ok();
}

APART bool keep_run(void)
{
    if (!wanted || nv_busy())
        return false;
    struct ring *ring = &at.count;
    uint8_t length = COUNT_LENGTH;
    if (wanted == KEEP_SETTINGS) {
        ring = &at.settings;
        length = sizeof settings;
    } else if (!(wanted & KEEP_COUNT)) {
        length = 0;
    }
    uint8_t i = at.position;
    if (i < (uint8_t)(HEAD + length + TAIL)) {
        uint16_t address = address_of(ring->next);
        nv_write((uint16_t)(address + i), record_byte(ring, address, length, i));
        at.position = (uint8_t)(i + 1);
        return true;
    }
    if (job_is_in_line())
        return false; /* the `ok` would tear it */
    complete(ring);
    return true;
}
