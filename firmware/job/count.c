/* `count`: the number alone. */
#include "firmware/console/print.h"
#include "firmware/job/guard.h"
#include "firmware/job/job.h"
#include "firmware/job/keep.h"
#include "firmware/job/kinds.h"
#include "firmware/job/report.h"
#include "firmware/job/state.h"
#include "firmware/job/total.h"

/* Seconds. */
#define SAVE_EVERY 60 /* a count that has gone on for long */
#define SAVE_LATE  64 /* from this age of it on, which is a power of two */
#define SAVE_FIRST 2  /* of one that was just typed: a short one does not wear the EEPROM */

void job_start_count(void)
{
    job_take_part(1, 1);
    job.age = SAVE_LATE - SAVE_FIRST;
}

void job_take_part(uint16_t part, uint16_t parts)
{
    job.deal.part = part;
    job.deal.parts = parts;
    job.odd = job_deal_is_odd();
    count_start(&job.total, &job.board, job.board.n, &job.deal);
}

/* A count that is being saved stands still. */
bool job_run_count(void)
{
    if (keep_saves(KEEP_COUNT))
        return false;
    job_end_step();
    job.fresh = false;
    if (!count_run(&job.total, &job.board, &job.deal))
        job.phase = JOB_ENDS;
    return true;
}

void job_close_count(void)
{
    report_part();
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
    job.age = 0;
    report_goes_on();
}

void job_save(void)
{
    job.kept = true;
    job.fresh = true;
    keep_save(KEEP_COUNT);
}

bool job_may_give_way(void)
{
    if (job.kind != COMMAND_COUNT || !job_runs())
        return true;
    if (!job.fresh)
        job_save();
    return !keep_saves(KEEP_COUNT);
}

/*
 * One that goes on after a power cut is saved at 1, 2, 4, .. 64 s, then once a minute: so it loses half of
 * its time at the most, however often the power is cut, and the EEPROM is spared when it is not.
 */
void job_save_now_and_then(void)
{
    if (++job.age == SAVE_LATE + SAVE_EVERY)
        job.age = SAVE_LATE;
    if (!(job.age & (job.age - 1)))
        job_save();
}
