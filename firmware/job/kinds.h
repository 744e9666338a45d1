/* The kinds of jobs: one row of traits for each, and the functions that the file of a kind implements. */
#ifndef KINDS_H
#define KINDS_H

#include <stdbool.h>
#include <stdint.h>

/* Traits of a kind. */
enum {
    TRAIT_SEARCHES = 1,      /* places queens: its totals are solutions, queens placed and time */
    TRAIT_IS_WHOLE = 2,      /* finds every solution: its totals are compared with the known numbers */
    TRAIT_HAS_GIVEN = 4,     /* rows may have given queens, which blink: `complete` */
    TRAIT_IS_LISTED = 8,     /* job.list.presented counts the solutions whose lines have ended */
    TRAIT_IS_ANSWER = 16,    /* typed lines wait for its end */
    TRAIT_IS_PREVIEW = 32,   /* a count that runs is parked, not stopped */
    TRAIT_HAS_SIZE = 64,     /* its name is followed by the number of rows */
    TRAIT_IS_STEPWISE = 128, /* shows each move of the search, in stages */
};

/* What a call of the work of a job has done. */
enum __attribute__((packed)) work {
    WORK_WAITS,       /* nothing: it waits for the serial line, for the EEPROM or for time */
    WORK_CONTINUES,   /* it did a bounded amount; more is left to do */
    WORK_PRESENT_IT,  /* the board must be shown and printed, and stays for the dwell */
    WORK_PRESENTED,   /* the result has been shown and printed, and stays for the dwell, job.wait */
    WORK_IS_DONE,     /* nothing is left */
    WORK_IS_CORRUPTED /* memory is corrupted */
};

/*
 * ROW(ID, start, work, close, noun for its results, traits), in the order of JOB_COMMANDS.  Calls:
 *
 *   start   sets up what the job has beyond n, the board and zeros
 *   work    does a bounded amount of work, 1 ms if a byte arrives; returns enum work
 *   close   prints the result at the end
 */
#define JOB_KINDS(ROW)                                                                                       \
    ROW(SOLVE, start_search(), slice_search(), report_closing(), "",                                         \
        TRAIT_SEARCHES | TRAIT_IS_WHOLE | TRAIT_IS_LISTED | TRAIT_HAS_SIZE)                                  \
    ROW(FUNDAMENTAL, start_fundamental(), work_fundamental(), report_closing(), "",                          \
        TRAIT_SEARCHES | TRAIT_IS_WHOLE | TRAIT_HAS_SIZE)                                                    \
    ROW(COUNT, start_count(), work_count(), close_count(), "",                                               \
        TRAIT_SEARCHES | TRAIT_IS_WHOLE | TRAIT_HAS_SIZE)                                                    \
    ROW(USACO, start_search(), work_usaco(), close_usaco(), "",                                              \
        TRAIT_SEARCHES | TRAIT_IS_WHOLE | TRAIT_HAS_SIZE)                                                    \
    ROW(SEARCH, start_search(), work_search(), report_closing(), "",                                         \
        TRAIT_SEARCHES | TRAIT_IS_WHOLE | TRAIT_IS_STEPWISE | TRAIT_HAS_SIZE)                                \
    ROW(COMPLETE, start_complete(), work_complete(), close_complete(), "",                                   \
        TRAIT_SEARCHES | TRAIT_HAS_GIVEN | TRAIT_IS_LISTED | TRAIT_HAS_SIZE)                                 \
    ROW(CHECK, show_changed(), work_check(), close_check(), " attacking pair",                               \
        TRAIT_IS_ANSWER | TRAIT_IS_PREVIEW | TRAIT_HAS_SIZE)                                                 \
    ROW(IMAGES, start_images(), work_images(), report_closing(), " image",                                   \
        TRAIT_IS_PREVIEW | TRAIT_HAS_SIZE)                                                                   \
    ROW(TEST, show_test(), work_test(), report_closing(), " step", TRAIT_IS_PREVIEW)                         \
    ROW(ORIENT_ASK, show_changed(), work_orient(), (void)0, " line", TRAIT_IS_ANSWER | TRAIT_IS_PREVIEW)

#define KIND_ID(ID, ...) KIND_##ID,

/* The number of a kind is that of its command. */
enum __attribute__((packed)) kind { JOB_KINDS(KIND_ID) KINDS };

void start_search(void);
void start_fundamental(void);
void start_count(void);
void start_complete(void);
void start_images(void);
void show_test(void); /* the LEDs of the step of `test` */

enum work work_fundamental(void);
enum work work_count(void);
enum work work_usaco(void);
enum work work_search(void);
enum work work_complete(void);
enum work work_check(void);
enum work work_images(void);
enum work work_test(void);
enum work work_orient(void);

void close_count(void);
void close_usaco(void);
void close_complete(void);
void close_check(void);

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
