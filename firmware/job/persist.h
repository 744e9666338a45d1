/* Saves and loads what survives a power cut: the settings, and a count that has not ended. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A bit each; the lowest is saved first. */
enum __attribute__((packed)) persist { PERSIST_COUNT = 1, PERSIST_NO_COUNT = 2, PERSIST_SETTINGS = 4 };

/* Loads the newest record of the settings.  Blocks for up to 10 ms.  Call it once, at the start. */
void persist_begin(void);

/* A count is parked: stopped with a checkpoint, to be resumed later or after a reset. */
void persist_park(void);
bool persist_has_parked(void);

/*
 * Loads the count of the newest checkpoint into `job`, which must be idle.  False if there is none.  Call it
 * when nothing is being saved; blocks for up to 15 ms.
 */
bool persist_restore(void);

/* Requests a record of the settings, or of the fact that no count runs or is parked. */
void persist_save(enum persist what);

/* Requests a record of the settings that no line asked for: it prints no `ok` and no `error:`. */
void persist_save_unasked(void);

/* Requests a checkpoint of the count that runs; where it is due, to be called once a second. */
void persist_save_count(void);
void persist_age_count(void);

/* The first checkpoint of a typed count is after 2 s, the next ones are after 64, 128 and 256 s. */
#define PERSIST_AGE_TYPED 0x1d /* of job.count.age */

/* Requests a checkpoint unless it is current; true until it is saved, or false if the job is no count. */
bool persist_save_before_parking(void);

/* A count that has ended must not resume after the next reset. */
void persist_end_count(void);

/* Return whether anything is being saved or waits for it, and whether this is. */
bool persist_is_busy(void);
bool persist_is_saving(enum persist what);

/*
 * Writes the next byte if one is due and the EEPROM is ready; false if nothing can be done now.  After the
 * last byte it reads them back, and writes the record again if a cell did not take its byte.  Then it prints
 * `ok` for the settings, or that they or the count are not saved.  A save of a count lasts up to 0.25 s: the
 * count waits, the serial line does not.  Blocks for less than 1 ms.
 */
bool persist_run(void);
