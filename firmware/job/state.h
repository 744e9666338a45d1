/* The state of the job that runs, or ran last: all that is to be read of it. */
#ifndef STATE_H
#define STATE_H

#include "firmware/console/commands.h"
#include "firmware/console/format.h"
#include "firmware/count/count.h"
#include "firmware/queens/board.h"

#include <stdbool.h>
#include <stdint.h>

/*
 *             found                 printed              pace is over
 *   SEARCH ---------->  PRINT  ---------------->  HOLD  -------------.
 *     ^ '--- slice           '--- piece                              |
 *     |                                                              |
 *     '--------------------------------------------------------------'
 *     |  nothing is left
 *     '------------------->  ENDS  ----->  IDLE
 */
/*
 * One flipped bit makes none of them another: that the job has damaged itself is what any other value means.
 */
enum __attribute__((packed)) job_phase {
    JOB_IDLE = 0,
    JOB_SEARCHES = 3,
    JOB_PRINTS = 5,
    JOB_HOLDS = 6,
    JOB_ENDS = 9,
    JOB_IS_DAMAGED = 10
};

struct job {
    uint8_t kind;     /* enum command_id: what runs, or ran last and is still shown */
    uint8_t phase;    /* enum job_phase */
    bool unasked : 1; /* no command: starts over at its end, and says no ok */
    bool demo : 1;    /* unasked, and ended by any line */
    bool paused : 1;
    bool kept : 1;  /* count: there is a checkpoint of it that must be ended */
    bool fresh : 1; /* count: its checkpoint is of now, as it stands still since */
    bool odd : 1;   /* count: job_deal_is_odd, from its start on: a bit that flips in its deal shows */
    uint8_t steps;  /* single steps that are still to be done though it is paused */
    union {
        uint8_t line; /* of what is being printed */
        uint8_t age;  /* count: seconds by which it is saved, see count.c */
    };
    uint8_t piece; /* of that line */
    int16_t wait;  /* ms until the pace is over; below zero: ms that it has been over */
    uint16_t ms;   /* running time: ms of the second, pauses not counted */

    /* The checkpoint of a count, one piece: from here to the end of the board. */
    uint32_t seconds;   /* running time */
    struct count total; /* solutions (images shown, pairs of queens that attack each other), queens placed */
    union {
        uint32_t images;  /* fundamental: of all solutions found; at the end as many as solutions */
        struct deal deal; /* count */
    };
    struct board board; /* of the search, or of `check` and `images`; behind the job the last one shown */
    uint8_t format;     /* enum format, of the solution that is printed: here it is under the seal */

    union {
        uint32_t classes; /* fundamental: solutions found */
        uint8_t event;    /* search: the last one, enum queens_event */
        uint16_t step;    /* test: of view_test */
        uint8_t answered; /* orient: how many of the two questions of `orient ?` */
        uint8_t shown;    /* solve: solutions presented, the low byte; usaco: solutions printed, at most 3 */
        struct {
            uint8_t bits; /* images: which of the eight are shown, as from symmetry_images */
            uint8_t next; /* images: 0 .. 8 */
        };
        struct {
            uint8_t upper, lower; /* check: the last pair of rows found, as for verify_pair */
        };
    };
};

extern struct job job;

/* Nothing runs, nothing has been done yet; the board stays. */
void job_clear(uint8_t kind);

bool job_runs(void);

/* Is it one of the jobs that search, and place queens? */
bool job_places(void);

/* Is it a count of a part of the work? */
bool job_counts_part(void);

/* Has the deal of a count an odd number of bits set? */
bool job_deal_is_odd(void);

/* Paused, and no single step is owed. */
bool job_is_still(void);

/* Is a line of a solution begun, not ended?  Then nothing else should be sent: 22 ms at n = 32 at most. */
bool job_is_in_line(void);

/* Is the letter shown by which the user is to tell the orient?  Then it is shown as the module has it. */
bool job_asks_orient(void);

/* Does each module show its number in the chain, by which the user is to tell the chain? */
bool job_asks_chain(void);

/* A single step has been done. */
void job_end_step(void);

#endif
