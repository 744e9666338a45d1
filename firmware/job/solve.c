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
    uint8_t queens = job.kind == KIND_COMPLETE ? QUEENS_COMPLETE_SLICE : QUEENS_SLICE(32);
    uint16_t budget = queens;
    enum queens_event event =
        job.kind == KIND_COMPLETE ? queens_complete(&job.board, &budget) : queens_run(&job.board, &budget);
    sum_add(&job.total.placed, (uint8_t)(queens - budget));
    if (event == QUEENS_DONE)
        return WORK_IS_DONE;
    if (event != QUEENS_SOLVED)
        return WORK_CONTINUES;
    sum_add_one(&job.total.solutions);
    return WORK_PRESENT_IT;
}

void job_start_solve(void)
{
    queens_start(&job.board, job.board.n);
    present_forget();
}

enum work job_work_solve(void)
{
    return slice_search();
}

void job_close_solve(void)
{
    report_closing();
}

/* Steps of the search that a slice undoes: up to 1,000 cycles each. */
#define REWIND 16

/* job.presented is the low byte of the number of the solution to show again. */
NOINLINE_FOR_STACK enum work job_rewind(void)
{
    for (uint8_t i = 0; i < REWIND; i++) {
        enum queens_event event = queens_back(&job.board);
        if (event == QUEENS_DONE)
            return WORK_IS_CORRUPTED;
        if (event == QUEENS_PLACED || event == QUEENS_SOLVED)
            sum_take_one(&job.total.placed);
        if (event == QUEENS_SOLVED)
            sum_take_one(&job.total.solutions);
        if (job.board.row == job.board.n && job.presented == (uint8_t)job.total.solutions) {
            job.presented--; /* it is presented again */
            return WORK_PRESENT_IT;
        }
    }
    return WORK_CONTINUES;
}

void job_start_complete(void)
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
enum work job_work_complete(void)
{
    if (job.has_begun)
        return job.is_full ? WORK_IS_DONE : slice_search();
    enum work work = job_work_check();
    if (work != WORK_IS_DONE)
        return work;
    job.presented = (uint8_t)job.total.solutions;
    if (sum_exceeds(&job.total.solutions, 0))
        return WORK_IS_DONE;
    job.has_begun = true;
    job.is_full = is_full();
    if (job.is_full) {
        job.board.row = job.board.n;
        sum_add_one(&job.total.solutions);
        return WORK_PRESENT_IT;
    }
    queens_start_given(&job.board);
    return WORK_CONTINUES;
}

void job_close_complete(void)
{
    if (job.has_begun)
        report_closing();
    else
        job_close_check();
}

void job_start_fundamental(void)
{
    job.images = 0;
    job_start_solve();
}

/* Reports only the least solution of each class, which comes first. */
enum work job_work_fundamental(void)
{
    enum work work = slice_search();
    if (work != WORK_PRESENT_IT)
        return work;
    if (symmetry_is_least(&job.board)) {
        sum_add_one(&job.classes);
        sum_add(&job.images, symmetry_class(&job.board));
        return WORK_PRESENT_IT;
    }
    return verify_solution(&job.board, false) ? WORK_CONTINUES : WORK_IS_CORRUPTED;
}

void job_close_fundamental(void)
{
    report_closing();
}

void job_start_usaco(void)
{
    job_start_solve();
}

/* The first three solutions come from the search, the total from the count. */
enum work job_work_usaco(void)
{
    if (job.is_counting) {
        job_end_step();
        return job_count_run() ? WORK_CONTINUES : WORK_IS_DONE;
    }
    if (job.presented < USACO_SHOWN) {
        enum work work = slice_search();
        if (work == WORK_PRESENT_IT)
            job.presented++;
        if (work != WORK_IS_DONE)
            return work;
    }
    count_start(&job.total, &job.board, job.board.n, &job.part);
    sum_restore(&job.seconds, sizeof job.seconds + sizeof job.total);
    integrity_store_count();
    return WORK_CONTINUES;
}

void job_close_usaco(void)
{
    print_big(&job.total.solutions, sizeof job.total.solutions);
    print_end();
    report_closing();
}
