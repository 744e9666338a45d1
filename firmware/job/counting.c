/* The jobs that count: `count`, and `usaco` after its first three solutions. */
#include "firmware/console/print.h"
#include "firmware/count/known.h"
#include "firmware/job/integrity.h"
#include "firmware/job/kinds.h"
#include "firmware/job/persist.h"
#include "firmware/job/report.h"
#include "hal/flash.h"
#include "hal/uart.h"

void start_count(void)
{
    job.count.age = PERSIST_AGE_TYPED;
    sum_clear(); /* not from the totals, in which a bit may have flipped since they were cleared */
    count_start(&job.total, &job.board, job.board.n, &job.part);
    integrity_store_count();
}

/* Runs one slice of a count; false at its end.  While the serial line sends, count and output alternate. */
static bool run_slice(void)
{
    job_end_step();
    return count_run(&job.total, &job.board, &job.part, uart_room() == UART_RING ? COUNT_MS : 2);
}

/* The total of a whole count is compared with the known one at its end; a part has only these checks. */
enum work work_count(void)
{
    if (persist_is_saving(PERSIST_COUNT))
        return WORK_WAITS;
    job.count.is_current = false;
    if (job.count.is_part && integrity_count_is_corrupted())
        return WORK_IS_CORRUPTED;
    bool is_done = !run_slice();
    if (job.count.is_part)
        integrity_store_position();
    return is_done ? WORK_IS_DONE : WORK_CONTINUES;
}

void close_count(void)
{
    report_part();
    report_totals();
    if (integrity_total_is_wrong()) /* it may have changed while it was printed */
        return;
    /* A number that differs from the known one is never reported. */
    if (!job_counts_part() && job.board.n <= COUNT_KNOWN_MAX) {
        uint64_t known;
        print_flash(FLASH_TEXT(", as known: "));
        /* Fetch the number only now.  If it waited on the stack while the serial line is busy, a bit flip
         * could hit it. */
        (void)count_known(job.board.n, &known);
        print_big(&known, sizeof known);
        print_flash(FLASH_TEXT(" (OEIS A000170)"));
    }
    print_end();
}

/* ---- `usaco` ---- */

#define USACO_SHOWN 3 /* these come from the search, the total from the count */

enum work work_usaco(void)
{
    if (job.list.presented < USACO_SHOWN) {
        enum work work = slice_search();
        if (work == WORK_FOUND)
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
