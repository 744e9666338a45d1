/* The jobs that list solutions: `solve`, `complete`, `fundamental`, `usaco`. */
#include "firmware/console/print.h"
#include "firmware/display/show.h"
#include "firmware/job/integrity.h"
#include "firmware/job/job.h"
#include "firmware/job/kinds.h"
#include "firmware/job/present.h"
#include "firmware/job/report.h"
#include "firmware/job/state.h"
#include "firmware/noinline.h"
#include "firmware/queens/queens.h"
#include "firmware/queens/symmetry.h"
#include "firmware/queens/verify.h"

#define QUEENS QUEENS_SLICE

#define USACO_SHOWN 3

NOINLINE_FOR_STACK enum work slice_search(void)
{
    bool has_given = job_has(TRAIT_HAS_GIVEN);
    uint8_t queens = has_given ? QUEENS_COMPLETE_SLICE : QUEENS_SLICE(QUEENS_MAX);
    uint16_t budget = queens;
    enum queens_event event =
        has_given ? queens_complete(&job.board, &budget) : queens_run(&job.board, &budget);
    sum_add(&job.total.placed, (uint8_t)(queens - budget));
    if (event == QUEENS_DONE)
        return WORK_IS_DONE;
    if (event != QUEENS_SOLVED)
        return WORK_CONTINUES;
    sum_add_one(&job.total.found);
    return WORK_PRESENT_IT;
}

void start_search(void)
{
    queens_start(&job.board, job.board.n);
    present_forget();
}

/* Steps of the search that a slice undoes: up to 1,000 cycles each. */
#define REWIND 16

/* job.list.presented is the low byte of the number of the solution to show again. */
NOINLINE_FOR_STACK enum work job_rewind(void)
{
    for (uint8_t i = 0; i < REWIND; i++) {
        enum queens_event event = queens_back(&job.board);
        if (event == QUEENS_DONE)
            return WORK_IS_CORRUPTED;
        if (event == QUEENS_PLACED || event == QUEENS_SOLVED)
            sum_take_one(&job.total.placed);
        if (event == QUEENS_SOLVED)
            sum_take_one(&job.total.found);
        if (job.board.row == job.board.n && job.list.presented == (uint8_t)job.total.found) {
            job.list.presented--; /* it is presented again */
            return WORK_PRESENT_IT;
        }
    }
    return WORK_CONTINUES;
}

void start_complete(void)
{
    present_forget();
    show_changed();
}

static bool is_full(void)
{
    for (uint8_t row = 0; row < job.board.n; row++)
        if (job.board.col[row] < 0)
            return false;
    return true;
}

/* First checks the given queens, as `check` does; then begins the search.  A full board needs none. */
enum work work_complete(void)
{
    if (job.list.has_begun)
        return job.list.is_full ? WORK_IS_DONE : slice_search();
    enum work work = work_check();
    if (work != WORK_IS_DONE)
        return work;
    job.list.presented = (uint8_t)job.total.found;
    if (sum_exceeds(&job.total.found, 0))
        return WORK_IS_DONE;
    job.list.has_begun = true;
    job.list.is_full = is_full();
    if (job.list.is_full) {
        job.board.row = job.board.n;
        sum_add_one(&job.total.found);
        return WORK_PRESENT_IT;
    }
    queens_start_given(&job.board);
    return WORK_CONTINUES;
}

void close_complete(void)
{
    if (job.list.has_begun)
        report_closing();
    else
        close_check();
}

void start_fundamental(void)
{
    job.image_sum = 0;
    start_search();
}

/* Reports only the least solution of each class, which comes first. */
enum work work_fundamental(void)
{
    enum work work = slice_search();
    if (work != WORK_PRESENT_IT)
        return work;
    if (symmetry_is_least(&job.board)) {
        sum_add_one(&job.fundamental.classes);
        sum_add(&job.image_sum, symmetry_class(&job.board));
        return WORK_PRESENT_IT;
    }
    return verify_solution(&job.board, false) ? WORK_CONTINUES : WORK_IS_CORRUPTED;
}

/* The first three solutions come from the search, the total from the count. */
enum work work_usaco(void)
{
    if (job.is_counting) {
        job_end_step();
        return job_count_run() ? WORK_CONTINUES : WORK_IS_DONE;
    }
    if (job.list.presented < USACO_SHOWN) {
        enum work work = slice_search();
        if (work == WORK_PRESENT_IT)
            job.list.presented++;
        if (work != WORK_IS_DONE)
            return work;
    }
    count_start(&job.total, &job.board, job.board.n, &job.part);
    sum_restore(&job.seconds, sizeof job.seconds + sizeof job.total);
    integrity_store_count();
    return WORK_CONTINUES;
}

void close_usaco(void)
{
    print_big(&job.total.found, sizeof job.total.found);
    print_end();
    report_closing();
}
