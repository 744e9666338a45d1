/* The search as jobs run it: in slices to the next solution, and for `search` move by move. */
#include "firmware/job/kinds.h"
#include "firmware/job/present.h"
#include "firmware/job/report.h"
#include "firmware/noinline.h"
#include "firmware/queens/queens.h"
#include "firmware/queens/symmetry.h"
#include "firmware/queens/verify.h"
#include "hal/uart.h"

/* ---- In slices: `solve` ---- */

void start_search(void)
{
    queens_start(&job.board, job.board.n);
}

NOINLINE_FOR_STACK enum work slice_search(void)
{
    bool has_given = job_has(TRAIT_HAS_GIVEN);
    uint8_t most = has_given ? QUEENS_COMPLETE_SLICE : QUEENS_SLICE;
    uint16_t budget = most;
    enum queens_event event =
        has_given ? queens_complete(&job.board, &budget) : queens_run(&job.board, &budget);
    sum_add(&job.total.placed, (uint8_t)(most - budget));
    if (event == QUEENS_DONE)
        return WORK_IS_DONE;
    if (event != QUEENS_SOLVED)
        return WORK_CONTINUES;
    sum_add_one(&job.total.found);
    return WORK_FOUND;
}

/* ---- `fundamental` prints only the least solution of each class, which comes first ---- */

void start_fundamental(void)
{
    job.image_sum = 0; /* not 0 yet: job_start set `part`, which shares its bytes */
    start_search();
}

enum work work_fundamental(void)
{
    enum work work = slice_search();
    if (work != WORK_FOUND)
        return work;
    if (symmetry_is_least(&job.board)) {
        sum_add_one(&job.fundamental.classes);
        sum_add(&job.image_sum, symmetry_class(&job.board)); /* its size; all add up to `found` */
        return WORK_FOUND;
    }
    /* Presenting verifies; this board is not presented, so verify it here.  It has no given queens. */
    return verify_solution(&job.board, false) ? WORK_CONTINUES : WORK_IS_CORRUPTED;
}

/* ---- Move by move: `search` ---- */

NOINLINE_FOR_STACK static enum work move(void)
{
    enum queens_event event = queens_step(&job.board);
    if (event == QUEENS_DONE)
        return WORK_IS_DONE;
    job.search.event = (uint8_t)event;
    if (event == QUEENS_PLACED || event == QUEENS_SOLVED)
        sum_add_one(&job.total.placed);
    report_move(event, false); /* not back */
    if (event == QUEENS_SOLVED) {
        sum_add_one(&job.total.found);
        return WORK_FOUND;
    }
    present_begin_dwell();
    return WORK_SHOWN; /* by report_move */
}

enum work work_search(void)
{
    if (!job.search.skips) {
        if (uart_room() < UART_RING)
            return WORK_WAITS;
        return move(); /* prints up to 24 bytes: the ring takes 16 at once, so it waits for 8, 0.7 ms */
    }
    enum work work = slice_search(); /* Enter was pressed: no moves up to the next solution */
    if (work == WORK_FOUND) {
        job.search.skips = false;
        job.search.event = QUEENS_SOLVED;
        job.is_paused = true;
    }
    return work;
}

/* ---- Back ---- */

/* Undoes a step of the search, also in the totals. */
static enum queens_event undo(void)
{
    enum queens_event event = queens_back(&job.board);
    if (event == QUEENS_PLACED || event == QUEENS_SOLVED)
        sum_take_one(&job.total.placed);
    if (event == QUEENS_SOLVED)
        sum_take_one(&job.total.found);
    return event;
}

bool undo_move(void)
{
    enum queens_event event = queens_last(&job.board);
    if (event == QUEENS_DONE)
        return false;
    report_move(event, true);
    (void)undo();
    job.search.skips = false;
    job.search.event = (uint8_t)queens_last(&job.board);
    present_begin_dwell();
    return true;
}

/* Steps of the search that a slice undoes: each takes less than 1,500 cycles. */
#define REWIND 11

/*
 * `,` while solutions are printed: goes back to the solution before the last one.  job.c has set `presented`
 * to the number of those before it; both numbers are compared by their low bytes.
 */
NOINLINE_FOR_STACK enum work slice_rewind(void)
{
    for (uint8_t i = 0; i < REWIND; i++) {
        if (undo() == QUEENS_DONE)
            return WORK_IS_CORRUPTED;
        if (job.board.row == job.board.n && (uint8_t)(job.total.found - job.list.presented) == 1)
            return WORK_FOUND;
    }
    return WORK_CONTINUES;
}
