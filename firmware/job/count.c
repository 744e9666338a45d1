/* `count`: the number alone. */
#include "firmware/console/print.h"
#include "firmware/job/guard.h"
#include "firmware/job/job.h"
#include "firmware/job/keep.h"
#include "firmware/job/kinds.h"
#include "firmware/job/report.h"
#include "firmware/job/state.h"
#include "firmware/job/total.h"

#define SAVE_FIRST 2 /* seconds until a count is saved first: a short one does not wear the EEPROM */
#define SAVE_EVERY 60

void job_start_count(void)
{
    count_start(&job.total, &job.board, job.board.n);
    job.unsaved = SAVE_FIRST;
}

/* A count that is being saved stands still. */
bool job_run_count(void)
{
    if (keep_saves(KEEP_COUNT))
        return false;
    job_end_step();
    if (!count_run(&job.total, &job.board))
        job.phase = JOB_ENDS;
    return true;
}

void job_close_count(void)
{
    report_totals();
    if (total_is_wrong()) { /* it has changed while it was printed: nothing is known of what stands there */
        guard_damaged();
        return;
    }
    report_known();
    print_end();
}

void job_go_on(void)
{
    job.phase = JOB_SEARCHES;
    job.kept = true;
    job.unsaved = SAVE_EVERY;
    report_goes_on();
}

void job_save_now_and_then(void)
{
    if (--job.unsaved)
        return;
    job.unsaved = SAVE_EVERY;
    job.kept = true;
    keep_save(KEEP_COUNT);
}
