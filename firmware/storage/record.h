/* Records in the EEPROM: pieces of memory that outlive a power cut. */
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Each of two rings has slots of its own, used in turn, a record in each:
 *
 *     0         16        32                 96               ...          992
 *     settings  settings  count              count            ...  15 of them
 *
 *     version + length | serial | payload: length bytes | CRC-32, 4 bytes
 *
 * The newest record whose CRC is right is the one that counts.  The slot behind it is written next, so a
 * power cut at any moment leaves the one before as it was, and whatever else is in the EEPROM is no record.
 * A record of length 0 says that there is nothing.  The serial number is that of the record before plus 1, so
 * those of a ring are 14 apart at the most, and a byte is enough to tell them, also where it wraps.
 */
enum __attribute__((packed)) record_ring { RECORD_SETTINGS, RECORD_COUNT };

#define RECORD_SETTINGS_MAX 10 /* bytes of payload that a slot of the ring holds */
#define RECORD_COUNT_MAX    58
#define RECORD_SETTINGS_OLD 7 /* in version 1.0.0 */

#define RECORD_NONE 0xff /* no length */

/*
 * Finds the newest record of a ring, of length `full` or 0, of settings also of one from RECORD_SETTINGS_OLD
 * on, and copies its payload: its length, or RECORD_NONE when there is no record.  Older payloads may have
 * been copied before it.  Up to 10 ms.  For main only, once, at the start.
 */
uint8_t record_load(enum record_ring ring, void *payload, uint8_t full);

/* Is a byte being written?  Then none can be begun: 3.4 ms. */
bool record_is_busy(void);

/*
 * Begins to write the next byte of a record of `length` bytes, 0 .. RECORD_..._MAX; false when all of them
 * have been written.  The payload stands still from the first byte to the last.  Blocks for less than 1 ms;
 * not while record_is_busy.
 */
bool record_write(enum record_ring ring, const void *payload, uint8_t length);

/* What was written is complete: from now on it is the newest. */
void record_commit(enum record_ring ring);

/* The payload has changed: it is written anew, to the same slot. */
void record_restart(void);

#endif
