/* The functions of the kinds of jobs: those in JOB_KINDS, steps back, answers to `orient ?`. */
#pragma once

#include "firmware/display/show.h"
#include "firmware/job/report.h"
#include "firmware/job/state.h"
#include "firmware/storage/settings.h"

static inline void do_nothing(void) {}

/* Several kinds may have the same function. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wredundant-decls"
#define DECLARE_KIND(ID, starts, works, closes, noun, traits)                                                \
    void starts(void);                                                                                       \
    enum work works(void);                                                                                   \
    void closes(void);
JOB_KINDS(DECLARE_KIND)
#pragma GCC diagnostic pop

/*
 * Searches for the solution before the last one for one slice, as slice_search does for the next one.
 * WORK_FOUND: the board is a solution and is counted.
 */
enum work slice_rewind(void);

/* Undoes the last move of `search` and prints it; false if there is none. */
bool undo_move(void);

/* The kind of a job of the setting `auto`: SETTINGS_AUTO_SOLVE, ... */
#define AUTO_KIND(which) ((uint8_t)(2 * ((which)-1)))
_Static_assert(AUTO_KIND(SETTINGS_AUTO_SOLVE) == KIND_SOLVE && AUTO_KIND(SETTINGS_AUTO_COUNT) == KIND_COUNT &&
                   AUTO_KIND(SETTINGS_AUTO_SEARCH) == KIND_SEARCH,
               "the jobs of `auto` have these kinds");

/* ---- `orient ?` ---- */

/* Prints this part, 0 .. REPORT_PARTS - 1, of the current line. */
void orient_print(uint8_t part);

/* The id of the setting that the current question is about; COMMANDS: there is no question. */
uint8_t orient_asked(void);

/* A setting has answered the question, if there is one. */
void orient_withdraw(void);

/* Sets that setting and prints it.  Returns whether a second question has to follow. */
bool orient_answer(uint8_t answer);
