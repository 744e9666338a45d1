/* The kinds of jobs: one row of traits for each, and the functions that the file of a kind implements. */
#ifndef KINDS_H
#define KINDS_H

#include <stdbool.h>
#include <stdint.h>

/* Traits of a kind. */
enum {
    TRAIT_SEARCHES = 1,      /* places queens: its totals are solutions, queens placed and time */
    TRAIT_IS_WHOLE = 2,      /* finds every solution: its totals are compared with the known numbers */
    TRAIT_KEEPS_LAST = 4,    /* the last solution stays in the upper half of the column array */
    TRAIT_IS_LISTED = 8,     /* job.presented counts the solutions whose lines have ended */
    TRAIT_IS_ANSWER = 16,    /* typed lines wait for its end */
    TRAIT_IS_PREVIEW = 32,   /* a count that runs is parked, not stopped */
    TRAIT_HAS_SIZE = 64,     /* its name is followed by the number of rows */
    TRAIT_IS_STEPWISE = 128, /* shows each move of the search, in stages */
};

/* What a call of job_work_... has done. */
enum __attribute__((packed)) work {
    WORK_WAITS,       /* nothing: it waits for the serial line, for the EEPROM or for time */
    WORK_CONTINUES,   /* it did a bounded part; more is left to do */
    WORK_PRESENT_IT,  /* the board must be shown and printed, and stays for the dwell */
    WORK_PRESENTED,   /* the result has been shown and printed, and stays for the dwell, job.wait */
    WORK_IS_DONE,     /* nothing is left */
    WORK_IS_CORRUPTED /* memory is corrupted */
};

/*
 * ROW(ID, name, noun of what it finds, traits), in the order of JOB_COMMANDS.  The file of a kind implements
 *
 *   void job_start_name(void)       sets up what the job has beyond n, the board and zeros
 *   enum work job_work_name(void)   does a bounded part of the work, 1 ms if a byte arrives
 *   void job_close_name(void)       prints the result at the end
 */
#define JOB_KINDS(ROW)                                                                                       \
    ROW(SOLVE, solve, "",                                                                                    \
        TRAIT_SEARCHES | TRAIT_IS_WHOLE | TRAIT_KEEPS_LAST | TRAIT_IS_LISTED | TRAIT_HAS_SIZE)               \
    ROW(FUNDAMENTAL, fundamental, "", TRAIT_SEARCHES | TRAIT_IS_WHOLE | TRAIT_KEEPS_LAST | TRAIT_HAS_SIZE)   \
    ROW(COUNT, count, "", TRAIT_SEARCHES | TRAIT_IS_WHOLE | TRAIT_HAS_SIZE)                                  \
    ROW(USACO, usaco, "", TRAIT_SEARCHES | TRAIT_IS_WHOLE | TRAIT_KEEPS_LAST | TRAIT_HAS_SIZE)               \
    ROW(SEARCH, search, "",                                                                                  \
        TRAIT_SEARCHES | TRAIT_IS_WHOLE | TRAIT_KEEPS_LAST | TRAIT_IS_STEPWISE | TRAIT_HAS_SIZE)             \
    ROW(COMPLETE, complete, "", TRAIT_SEARCHES | TRAIT_KEEPS_LAST | TRAIT_IS_LISTED | TRAIT_HAS_SIZE)        \
    ROW(CHECK, check, " attacking pair", TRAIT_IS_ANSWER | TRAIT_IS_PREVIEW | TRAIT_HAS_SIZE)                \
    ROW(IMAGES, images, " image", TRAIT_IS_PREVIEW | TRAIT_HAS_SIZE)                                         \
    ROW(TEST, test, " step", TRAIT_IS_PREVIEW)                                                               \
    ROW(ASK, orient, " line", TRAIT_IS_ANSWER | TRAIT_IS_PREVIEW)

#define KIND_ID(ID, name, noun, traits) KIND_##ID,

/* The number of a kind is that of its command. */
enum __attribute__((packed)) kind { JOB_KINDS(KIND_ID) KINDS };

#define JOB_FUNCTIONS(ID, name, noun, traits)                                                                \
    void job_start_##name(void);                                                                             \
    enum work job_work_##name(void);                                                                         \
    void job_close_##name(void);

JOB_KINDS(JOB_FUNCTIONS)

/* Returns whether a kind has this trait. */
bool kind_has(uint8_t kind, uint8_t trait);

/* A space and what a kind finds, in flash. */
const char *kind_noun(uint8_t kind);

/* Step back: `search` undoes its last move and prints it; false if there is none.  Jobs that list solutions
 * return to the previous solution: WORK_PRESENT_IT when it is on the board. */
bool job_undo_move(void);
enum work job_rewind(void);

/*
 * Searches for the next solution, for one slice.  WORK_PRESENT_IT: the board is a solution and is
 * counted.
 */
enum work slice_search(void);

#endif
