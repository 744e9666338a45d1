/* The job that runs: what it has found, and how it goes on slice by slice. */
#ifndef JOB_H
#define JOB_H

#include "firmware/console/command.h"
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
enum job_phase { JOB_IDLE, JOB_SEARCHES, JOB_PRINTS, JOB_HOLDS, JOB_ENDS, JOB_IS_DAMAGED };

struct job {
    uint8_t kind;     /* enum command_id: what runs, or ran last and is still shown */
    uint8_t phase;    /* enum job_phase */
    bool unasked : 1; /* no command: starts over at its end, and says no ok */
    bool demo : 1;    /* unasked, and ended by any line */
    bool paused : 1;
    bool kept : 1;          /* count: there is a record of it that must be ended */
    enum format format : 3; /* of the solution that is printed */
    uint8_t steps;          /* that are still to be done though it is paused */
    union {
        uint8_t line;    /* of what is being printed */
        uint8_t unsaved; /* count: seconds until it is saved */
    };
    uint8_t piece; /* of that line */
    int16_t wait;  /* ms until the pace is over; below zero: ms that it has been over */
    uint16_t ms;   /* running time: ms of the second, pauses not counted */
    uint32_t seconds;
    /* From here on, and the board, under seal while the job is at rest. */
    struct count total; /* solutions (images shown, pairs of queens that attack each other), queens placed */
    union {
        struct {
            uint32_t classes; /* fundamental solutions found */
            uint32_t images;  /* of all of them: at the end as many as solutions */
        } fundamental;
        uint8_t event;    /* search: the last one, enum queens_event */
        uint8_t step;     /* test: of view_test */
        uint8_t answered; /* orient, a bool: what `orient ?` has asked */
        uint8_t shown;    /* usaco: solutions printed, at most 3 */
        struct {
            uint8_t bits; /* which of the eight are shown, as from symmetry_images */
            uint8_t next; /* 0 .. 8 */
        } images;
        struct {
            uint8_t upper, lower; /* the last pair of rows found, as for check_pair */
        } check;
    };
};

extern struct job job;
extern struct board board; /* of the job that runs, or ran last */

/*
 * The job through a pointer of which the compiler does not know where it points: then a field is read or written
 * with two bytes of code (ldd, std), not with four that hold its address (lds, sts).  40 bytes of flash less in a
 * function with a dozen of them; with fewer than five it rarely pays.
 */
static inline struct job *job_held(void)
{
    struct job *held = &job;
#ifdef __AVR__
    __asm__("" : "+b"(held));
#endif
    return held;
}

/* Is the letter shown by which the user is to tell the orient?  Then it is shown as the module has it. */
static inline bool job_asks_orient(void)
{
    return job.kind == COMMAND_ORIENT && !job.answered;
}

/* Nothing runs, nothing has been done yet. */
void job_clear(uint8_t kind);

bool job_runs(void);

/* The count that stands in `job` and `board` came from before the reset: says so, and goes on with it. */
void job_go_on(void);

/* Starts a job on n rows, 1 .. QUEENS_MAX.  The one before must have been stopped. */
void job_start(uint8_t kind, uint8_t n);

/* Starts a job (check, images) on the board as it stands in `board`, full. */
void job_start_board(uint8_t kind);

/* Solve for a job that nobody typed, over and over; `wait` is the time before it begins, in ms. */
void job_start_unasked(uint8_t n, uint16_t wait);

/* A walk through all LEDs. */
void job_start_test(void);

/* Ends the job, if one runs, with `stopped: ...`; then `ok` and the prompt where it was typed. */
void job_stop(void);

/*
 * Does a bounded part of the work: a slice of the search, some pieces of the text.  True when there is more
 * to do at once; false when it waits for time, for the line, or for nothing at all.  Blocks for 2.5 ms at the
 * most, when a line of its own ends it for 6 ms.
 */
bool job_run(void);

/* Is a line of a solution begun, not ended?  Then nothing else should be sent: 22 ms at n = 32 at most. */
bool job_is_in_line(void);

/* ms, up to 255, for which job_run has nothing to do; 0: it waits for the line to take more. */
uint8_t job_nap(void);

/* `ms` have passed. */
void job_elapse(uint8_t ms);

/* What the live keys do. */
void job_pause(void);
void job_resume(void);
void job_step(void);

/* In a search that is watched: on to the next solution without a word, then paused.  False for any other job.
 */
bool job_skip(void);

#endif
