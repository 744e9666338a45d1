/* Saves and loads what survives a power cut: the settings, and a count that has not ended. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * A bit each.  The lowest is saved first.  Counts are saved seldom, so the others need not wait long.
 */
enum __attribute__((packed)) persist { PERSIST_COUNT = 1, PERSIST_NO_COUNT = 2, PERSIST_SETTINGS = 4 };

/*
 * Loads the newest records of the settings and of a count.  Returns true if it has loaded a count into `job`,
 * to be resumed.  Blocks for up to 15 ms.  For main only, once, at the start.
 */
bool persist_begin(void);

/* Returns whether a count is parked: stopped with a checkpoint, to be resumed later or after a reset. */
bool persist_has_parked(void);
void persist_set_parked(bool is_parked);

/*
 * Loads the count of the newest checkpoint into `job`, which must be idle.  False if there is none.  Call it
 * when nothing is being saved; blocks for up to 15 ms.
 */
bool persist_restore(void);

/* Requests a record of the settings, of the running count, or of the fact that no count runs. */
void persist_save(enum persist what);

/* Return whether anything is being saved or waits for it, and whether this is. */
bool persist_is_busy(void);
bool persist_is_saving(enum persist what);

/*
 * Writes the next byte if one is due and the EEPROM is ready; false if nothing can be done now.  Prints
 * `ok` after the last byte of the settings.  A save of a count takes up to 0.25 s: the count waits, the
 * serial line does not.  Blocks for less than 1 ms.
 */
bool persist_run(void);
