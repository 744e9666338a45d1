/* Records in the EEPROM: blocks of memory that survive a power cut. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Each kind of records has slots of its own, used in turn, one record in each:
 *
 *     0         32                 96               ...          992
 *     settings  count              count            ...  15      settings
 *
 *     version + length | serial | payload: length bytes | CRC-32, 4 bytes
 *
 * The newest record with a correct CRC is valid. The slot after it is written next, so a power cut at any
 * moment leaves it as it was, and whatever else is in the EEPROM is no record. A count of length 0 means
 * that none is stored. Each serial number is the one before plus 1. Those of a kind differ by at most
 * 14, so a byte is enough to order them, also where it wraps.
 *
 * Versions up to 2.0.0 had settings at 0 and 16. They are loaded while there are no newer ones, and never
 * written: the first save is at 992.
 */
enum __attribute__((packed)) record_kind { RECORD_SETTINGS, RECORD_COUNT, RECORD_OLD_SETTINGS };

#define RECORD_SETTINGS_MAX 26 /* bytes of payload that fit a slot of the kind */
#define RECORD_COUNT_MAX    58
#define RECORD_SETTINGS_MIN 7 /* in version 1.0.0 */

#define RECORD_NONE 0xff /* no length */

/*
 * Finds the newest record of a kind and copies its payload. Returns its length, or RECORD_NONE if there is
 * no record. The length of a count is `full` or 0; settings may be as short as RECORD_SETTINGS_MIN. Blocks
 * for at most 10 ms. Do not call it during a record_write.
 */
uint8_t record_load(enum record_kind kind, void *payload, uint8_t full);

/* Returns whether a byte is being written, which takes 3.4 ms.  Do not start another one meanwhile. */
bool record_is_busy(void);

/*
 * Begins to write the next byte of a record of `length` bytes, 0 .. RECORD_..._MAX; false when all of them
 * have been written.  The payload must not change between the first byte and the last.  Blocks for less than
 * 1 ms.  Do not call it while record_is_busy.
 */
bool record_write(enum record_kind kind, const void *payload, uint8_t length);

/*
 * All bytes have been written: reads them back.  Returns true if they are a record, the newest from now on;
 * false if a cell did not take its byte: the next record_write begins a record in the slot after that one.
 * Of settings, that is the slot of the newest: they have only two.  Blocks for less than 1 ms.
 */
bool record_commit(enum record_kind kind, uint8_t length);

/* The payload has changed: the next record_write starts again with the first byte of the same slot. */
void record_restart(void);
