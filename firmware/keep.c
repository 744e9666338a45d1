/* What outlives a power cut: the settings, a count that has not ended. */
#include "keep.h"

#include "answer.h"
#include "apart.h"
#include "job.h"
#include "nv.h"
#include "settings.h"

#include <string.h>

#define VERSION_BYTE 0x52 /* of the records; another number for each change of what is in them */
#define HEAD         4    /* bytes before the payload */
#define TAIL         4    /* bytes of the CRC */
#define NONE         0xff

enum { SETTINGS_SLOTS = 2, SETTINGS_SIZE = 16, COUNT_SLOTS = 15, COUNT_SIZE = 64 };
enum { COUNT_START = SETTINGS_SLOTS * SETTINGS_SIZE };
enum {
    COUNT_FIXED = sizeof(struct count) + sizeof(uint32_t) + 2
}; /* totals, seconds, n and row of the board */

_Static_assert(HEAD + sizeof(struct settings) + TAIL <= SETTINGS_SIZE, "the settings fit their slot");
_Static_assert(HEAD + COUNT_FIXED + QUEENS_MAX + TAIL <= COUNT_SIZE, "the largest count fits its slot");
_Static_assert(COUNT_START + COUNT_SLOTS * COUNT_SIZE <= NV_SIZE, "all slots fit the EEPROM");

static uint8_t newest[2];             /* slot of the newest record of the settings, of the count */
static uint8_t wanted;                /* a bit for each of enum keep that waits */
static uint8_t active = KEEP_NOTHING; /* the one that is being written */
static uint8_t position;              /* of its next byte */

static uint8_t slots(bool count)
{
    return count ? COUNT_SLOTS : SETTINGS_SLOTS;
}

static uint16_t slot_address(bool count, uint8_t slot)
{
    return count ? (uint16_t)(COUNT_START + slot * COUNT_SIZE) : (uint16_t)(slot * SETTINGS_SIZE);
}

/* CRC-32 (IEEE 802.3) of bytes in the EEPROM, bit by bit: 130 cycles a byte, and no table. */
static uint32_t crc(uint16_t address, uint8_t length)
{
    uint32_t sum = UINT32_MAX;
    for (; length; length--) {
        sum ^= nv_read(address++);
        for (uint8_t bit = 0; bit < 8; bit++)
            sum = sum & 1 ? sum >> 1 ^ 0xedb88320u : sum >> 1;
    }
    return ~sum;
}

static uint16_t serial_at(uint16_t address)
{
    return (uint16_t)(nv_read((uint16_t)(address + 1)) | nv_read((uint16_t)(address + 2)) << 8);
}

/* Is there a whole record of this version? */
static bool is_record(bool count, uint16_t address)
{
    uint8_t length = nv_read((uint16_t)(address + 3));
    if (nv_read(address) != VERSION_BYTE ||
        length > (count ? COUNT_FIXED + QUEENS_MAX : (uint8_t)sizeof(struct settings)))
        return false;
    uint8_t end = (uint8_t)(HEAD + length);
    uint32_t sum = crc(address, end);
    for (uint8_t i = 0; i < TAIL; i++, sum >>= 8)
        if (nv_read((uint16_t)(address + end + i)) != (uint8_t)sum)
            return false;
    return true;
}

/* Serial numbers may wrap: a later one is less than half the circle ahead. */
static void find_newest(bool count)
{
    uint16_t latest = 0;
    newest[count] = NONE;
    for (uint8_t slot = 0; slot < slots(count); slot++) {
        uint16_t address = slot_address(count, slot);
        if (!is_record(count, address))
            continue;
        uint16_t serial = serial_at(address);
        if (newest[count] == NONE || (int16_t)(serial - latest) > 0) {
            newest[count] = slot;
            latest = serial;
        }
    }
}

/* Byte `i` of the count that runs: totals, seconds, board. */
static uint8_t *count_byte(uint8_t i)
{
    if (i < sizeof job.total)
        return (uint8_t *)&job.total + i;
    i = (uint8_t)(i - sizeof job.total);
    if (i < sizeof job.seconds)
        return (uint8_t *)&job.seconds + i;
    return (uint8_t *)&board + (uint8_t)(i - sizeof job.seconds);
}

static uint8_t *payload_byte(bool count, uint8_t i)
{
    return count ? count_byte(i) : (uint8_t *)&settings + i;
}

/* Loads the payload of the newest record; its length, 0 when there is none. */
static uint8_t load(bool count)
{
    if (newest[count] == NONE)
        return 0;
    uint16_t address = slot_address(count, newest[count]);
    uint8_t length = nv_read((uint16_t)(address + 3));
    for (uint8_t i = 0; i < length; i++)
        *payload_byte(count, i) = nv_read((uint16_t)(address + HEAD + i));
    return length;
}

/* The newest record of a count, if it is sound. */
static bool load_count(void)
{
    job_clear(COMMAND_COUNT);
    uint8_t length = load(true);
    if (length == COUNT_FIXED + sizeof board.col && count_resume(&job.total, &board))
        return true;
    memset(&board, 0, sizeof board);
    job_clear(0);
    return false;
}

APART bool keep_begin(void)
{
    settings_default();
    find_newest(false);
    if (load(false) && !settings_valid())
        settings_default();
    find_newest(true);
    return load_count();
}

void keep_save(enum keep what)
{
    /* What has changed while it is being saved starts the record over, in the same slot. */
    if (what == KEEP_NO_COUNT)
        wanted &= (uint8_t) ~(1 << KEEP_COUNT);
    if (active == what || (active == KEEP_COUNT && what == KEEP_NO_COUNT))
        active = KEEP_NOTHING;
    wanted = (uint8_t)(wanted | 1 << what);
}

bool keep_runs(void)
{
    return wanted || active != KEEP_NOTHING;
}

bool keep_saves(enum keep what)
{
    return active == what || wanted >> what & 1;
}

static uint8_t payload_length(enum keep what)
{
    switch (what) {
    case KEEP_SETTINGS: return sizeof settings;
    case KEEP_COUNT: return (uint8_t)(COUNT_FIXED + sizeof board.col);
    default: return 0;
    }
}

/* The byte at `position` of the record that goes to `address`. */
static uint8_t record_byte(uint16_t address, uint16_t serial, uint8_t length)
{
    uint8_t i = position;
    switch (i) {
    case 0: return VERSION_BYTE;
    case 1: return (uint8_t)serial;
    case 2: return (uint8_t)(serial >> 8);
    case 3: return length;
    default: break;
    }
    i = (uint8_t)(i - HEAD);
    if (i < length)
        return *payload_byte(active != KEEP_SETTINGS, i);
    /* What was written is read back for the CRC: that takes no RAM, and the CRC is of what the cells hold. */
    return (uint8_t)(crc(address, (uint8_t)(HEAD + length)) >> (uint8_t)(i - length) * 8);
}

/* The slot behind the newest one. */
static uint8_t next_slot(bool count)
{
    uint8_t slot = (uint8_t)(newest[count] + 1); /* NONE + 1 is 0 */
    return slot < slots(count) ? slot : 0;
}

/* The next byte of the active record; false when the last one had been written before. */
static bool write_next(bool count)
{
    uint8_t length = payload_length((enum keep)active);
    if (position == HEAD + length + TAIL)
        return false;
    uint16_t serial = 0, address = slot_address(count, next_slot(count));
    if (newest[count] != NONE)
        serial = (uint16_t)(serial_at(slot_address(count, newest[count])) + 1);
    uint8_t byte = record_byte(address, serial, length);
    address = (uint16_t)(address + position++);
    if (nv_read(address) != byte) /* a cell that is right is not worn */
        nv_write(address, byte);
    return true;
}

/* The record is complete: from now on it is the newest. */
static void complete(bool count)
{
    newest[count] = next_slot(count);
    active = KEEP_NOTHING;
    if (!count)
        answer_ok();
}

APART bool keep_run(void)
{
    if (nv_busy())
        return false;
    if (active == KEEP_NOTHING) {
        if (!wanted)
            return false;
        for (active = KEEP_SETTINGS; !(wanted >> active & 1); active++)
            ;
        wanted &= (uint8_t) ~(1 << active);
        position = 0;
    }
    bool count = active != KEEP_SETTINGS;
    if (write_next(count))
        return true;
    if (job_is_in_line())
        return false; /* the `ok` would tear it */
    complete(count);
    return true;
}
