/* What outlives a power cut: the settings, a count that has not ended. */
#ifndef KEEP_H
#define KEEP_H

#include <stdbool.h>
#include <stdint.h>

/* A bit each; the lowest is saved first: counts come once a minute, so that none keeps another waiting. */
enum __attribute__((packed)) keep { KEEP_COUNT = 1, KEEP_NO_COUNT = 2, KEEP_SETTINGS = 4 };

/*
 * Looks for the newest records; loads the settings if there are any.  True when there is a count to go on
 * with: it then stands in `job`.  Blocks for up to 15 ms.  For main only, once, at the start.
 */
bool keep_begin(void);

/*
 * Is there a count set aside: stopped so that something can be looked at, its checkpoint kept?  It goes on
 * when it is taken up, or after the next reset.
 */
bool keep_is_aside(void);
void keep_aside(bool aside);

/*
 * Takes it up: true when it then stands in `job`, which must be idle.  To be called when nothing is being
 * saved; blocks for up to 15 ms.
 */
bool keep_take_up(void);

/* Asks for a record of the settings, of the count that runs, or of there being none. */
void keep_save(enum keep what);

/* Is anything being saved, or about to be? */
bool keep_runs(void);

/* Is this one being saved, or about to be? */
bool keep_saves(enum keep what);

/*
 * A save of a count takes up to 0.25 s; the count waits, the line does not.
 *
 * Writes the next byte if one is due and the EEPROM is ready; false when nothing can be done now.  Says `ok`
 * behind the last byte of the settings.  Blocks for less than 1 ms.
 */
bool keep_run(void);

#endif
