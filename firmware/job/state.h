/* The job that runs, or that ran last: its kind and its state. */
#pragma once

#include "firmware/console/format.h"
#include "firmware/count/count.h"
#include "firmware/queens/board.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- Kinds ---- */

/* Traits of a kind. */
enum {
    TRAIT_SEARCHES = 1,      /* places queens: its totals are solutions, queens placed and time */
    TRAIT_IS_WHOLE = 2,      /* finds every solution: its totals are compared with the known numbers */
    TRAIT_HAS_GIVEN = 4,     /* rows may have given queens, which blink: `complete` */
    TRAIT_IS_LISTED = 8,     /* job.list.presented counts the solutions whose lines have ended */
    TRAIT_IS_ANSWER = 16,    /* typed lines wait for its end */
    TRAIT_IS_PREVIEW = 32,   /* a count that runs is parked, not stopped */
    TRAIT_HAS_SIZE = 64,     /* its number is n, or there is a board; other numbers are in job.number */
    TRAIT_IS_STEPWISE = 128, /* shows each move of the search, in stages */
};

/* What a call of the work of a job has done. */
enum __attribute__((packed)) work {
    WORK_WAITS,       /* nothing: it waits for the serial line, for the EEPROM or for time */
    WORK_CONTINUES,   /* it did a bounded amount; more is left to do */
    WORK_FOUND,       /* the board must be shown and printed, and stays for the dwell; `check`: the pair */
    WORK_SHOWN,       /* the result has been shown and printed, and stays for the dwell, job.wait */
    WORK_IS_DONE,     /* nothing is left */
    WORK_RESTARTS,    /* a job of the kind that it has set begins */
    WORK_IS_CORRUPTED /* memory is corrupted */
};

/*
 * ROW(ID, start, work, close, noun for its results, traits), in the order of JOB_COMMANDS.  Functions, which
 * kinds.h declares:
 *
 *   void start(void)       sets up what the job has beyond its number, the board and zeros
 *   enum work work(void)   does a bounded amount of work, at most 1.5 ms after a byte has arrived
 *   void close(void)       prints the result at the end
 */
#define JOB_KINDS(ROW)                                                                                       \
    ROW(SOLVE, start_search, slice_search, report_closing, "",                                               \
        TRAIT_SEARCHES | TRAIT_IS_WHOLE | TRAIT_IS_LISTED | TRAIT_HAS_SIZE)                                  \
    ROW(FUNDAMENTAL, start_fundamental, work_fundamental, report_closing, "",                                \
        TRAIT_SEARCHES | TRAIT_IS_WHOLE | TRAIT_HAS_SIZE)                                                    \
    ROW(COUNT, start_count, work_count, close_count, "", TRAIT_SEARCHES | TRAIT_IS_WHOLE | TRAIT_HAS_SIZE)   \
    ROW(USACO, start_search, work_usaco, close_usaco, "", TRAIT_SEARCHES | TRAIT_IS_WHOLE | TRAIT_HAS_SIZE)  \
    ROW(SEARCH, start_search, work_search, report_closing, "",                                               \
        TRAIT_SEARCHES | TRAIT_IS_WHOLE | TRAIT_IS_STEPWISE | TRAIT_HAS_SIZE)                                \
    ROW(COMPLETE, show_changed, work_complete, report_closing, "",                                           \
        TRAIT_SEARCHES | TRAIT_HAS_GIVEN | TRAIT_IS_LISTED | TRAIT_HAS_SIZE)                                 \
    ROW(CHECK, show_changed, work_check, close_check, " attacking pair",                                     \
        TRAIT_IS_ANSWER | TRAIT_IS_PREVIEW | TRAIT_HAS_SIZE)                                                 \
    ROW(IMAGES, start_images, work_images, report_closing, " image", TRAIT_IS_PREVIEW | TRAIT_HAS_SIZE)      \
    ROW(TEST, show_test, work_test, report_closing, " step", TRAIT_IS_PREVIEW)                               \
    ROW(MENU, start_menu, work_menu, do_nothing, " choice", TRAIT_IS_PREVIEW | TRAIT_HAS_SIZE)               \
    ROW(ORIENT_ASK, show_changed, work_orient, do_nothing, " line", TRAIT_IS_ANSWER | TRAIT_IS_PREVIEW)

#define KIND_ID(ID, ...) KIND_##ID,

/* The number of a kind is that of its command. */
enum __attribute__((packed)) kind { JOB_KINDS(KIND_ID) KINDS };

/* Returns whether a kind has this trait. */
bool kind_has(uint8_t kind, uint8_t trait);

/* A space and what a kind finds, in flash. */
const char *kind_noun(uint8_t kind);

/* ---- State ---- */

/*
 *             found                 printed               dwell is over
 *   WORKS ----------->  PRINTS  --------------->  DWELLS  ------------.
 *     ^ '--- slice            '--- chunk                              |
 *     |                                                               |
 *     '---------------------------------------------------------------'
 *     |  nothing is left
 *     '------------------->  ENDS  ----->  IDLE
 *
 * The values differ in at least two bits: any other value means that the memory of the job is corrupted.
 */
enum __attribute__((packed)) job_phase {
    JOB_IDLE = 0,
    JOB_WORKS = 3,
    JOB_PRINTS = 5,
    JOB_DWELLS = 6,
    JOB_ENDS = 9,
    JOB_REWINDS = 12, /* `,`: back to the solution before the last one */
    JOB_IS_CORRUPTED = 10
};

#define STEPS_MAX 100              /* most steps that may wait, in either direction */
#define SMALL     (QUEENS_MAX / 2) /* rows of a board that leaves half of the columns free */

struct job {
    uint8_t kind;         /* enum kind: what runs, or ran last and is still shown */
    uint8_t phase;        /* enum job_phase */
    int8_t steps;         /* single steps to do although the job is paused; below zero: back */
    uint8_t line;         /* that is printed next */
    uint8_t chunk;        /* of that line */
    int16_t wait;         /* ms until the dwell is over; below zero: ms since it was over */
    uint16_t ms : 10;     /* running time: ms of the second; pauses do not count */
    bool repeats : 1;     /* the job starts over at its end */
    bool is_demo : 1;     /* any line ends it */
    bool is_answered : 1; /* its `ok` has been printed, or no line started it */
    bool is_paused : 1;
    bool has_checkpoint : 1; /* count: a checkpoint of it is in the EEPROM */
    bool is_counting : 1;    /* the board is the position of a count, and the totals are its own */

    /* The checkpoint of a count is contiguous: from here to the end of the board. */
    uint32_t seconds;   /* running time */
    struct count total; /* of 64 bits: solutions, images, pairs, steps or lines found; queens placed */
    union {
        struct part part;   /* 1 of 1 except for a part of `count` */
        uint32_t image_sum; /* fundamental: of all classes; at the end as many as solutions */
        uint16_t number;    /* that was typed, if it is not n */
    };
    union {
        struct board board; /* of the search, or of `check` and `images`; after the job the last one shown */
        struct {            /* with at most SMALL rows */
            uint8_t n, row;
            int8_t col[SMALL];
            int8_t last[SMALL]; /* the last solution shown, because the search changes its board; -1: none */
        } small;
    };
    uint8_t format; /* enum format, of the solution that is being printed */

    /* What one kind has for itself: a job uses only the member that is named after it. */
    union {
        struct {                  /* solve, usaco, complete, check */
            uint8_t presented;    /* solutions presented, the low byte; usaco: at most 3 */
            uint8_t upper, lower; /* the last pair of rows found, as for verify_pair */
            bool has_begun : 1;   /* complete: the given queens have been checked, the search has begun */
            bool is_full : 1;     /* complete: every row has a given queen */
        } list;
        struct {
            uint32_t classes; /* solutions printed */
        } fundamental;
        struct {
            uint8_t event; /* the last one, enum queens_event */
            bool skips;    /* it runs to the next solution, without printing moves */
        } search;
        struct {
            uint8_t age;                /* decides when it is saved, see persist.c */
            uint8_t position, identity; /* checksums, see integrity.c */
            bool is_part : 1;           /* job_counts_part() when it started */
            bool is_current : 1;        /* nothing was counted since its last checkpoint was taken */
        } count;
        struct {
            uint8_t shown; /* which of the eight, as from symmetry_images */
            uint8_t next;  /* 0 .. 8 */
        } images;
        struct {
            uint8_t shown; /* on the matrix, as for view_number */
        } menu;
        struct {
            uint8_t answered; /* how many of its two questions */
        } orient;
    };
};

extern struct job job;

/* Clears the state: nothing runs, nothing has been done; the board stays. */
void job_clear(uint8_t kind);

/* Returns whether the kind of the job has this trait. */
bool job_has(uint8_t trait);

/* A single step has been done. */
void job_end_step(void);

static inline bool job_runs(void)
{
    return job.phase != JOB_IDLE;
}

/* Returns whether the job counts only a part of the work. */
static inline bool job_counts_part(void)
{
    return job.kind == KIND_COUNT && job.part.of > 1;
}

/* Returns whether the job is paused and has no single step to do. */
static inline bool job_is_still(void)
{
    return job.is_paused && !job.steps;
}

/*
 * Returns whether a line of a solution has been begun but not ended.  Then nothing else should be sent, for
 * at most 22 ms (n = 32).
 */
static inline bool job_is_in_line(void)
{
    return job.chunk > 0;
}
