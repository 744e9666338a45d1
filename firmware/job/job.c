/* The machine of jobs: starts, pauses and ends them, and does their work piece by piece. */
#include "firmware/job/job.h"

#include "firmware/console/answer.h"
#include "firmware/console/command.h"
#include "firmware/console/console.h"
#include "firmware/console/print.h"
#include "firmware/job/guard.h"
#include "firmware/job/keep.h"
#include "firmware/job/kinds.h"
#include "firmware/job/present.h"
#include "firmware/job/report.h"
#include "firmware/job/state.h"
#include "firmware/job/total.h"
#include "firmware/noinline.h"
#include "hal/flash.h"

#include <string.h>

void job_start(uint8_t kind, uint8_t n)
{
    job_clear(kind);
    job.phase = JOB_SEARCHES;
    job.board.n = n;
    switch (kind) {
#define START(ID, name)                                                                                      \
    case COMMAND_##ID: job_start_##name(); break;
        JOB_KINDS(START)
    default: break;
    }
}

void job_start_unasked(uint8_t n, uint16_t wait)
{
    job_start(COMMAND_SOLVE, n);
    job.unasked = true;
    job.wait = (int16_t)wait;
    present_hold();
}

/* A count that has been saved must not go on after the next reset. */
static void end_record(void)
{
    if (job.kept)
        keep_save(KEEP_NO_COUNT);
}

/* The job is over; one that nobody typed starts over. */
static void leave(void)
{
    end_record();
    if (job.unasked) {
        bool demo = job.demo, paused = job.paused;
        job_start_unasked(job.board.n, 0);
        job.demo = demo;
        job.paused = paused;
    } else {
        job.phase = JOB_IDLE;
        present_kept();
        answer_ok();
    }
}

/* The job cannot go on, as what it stands on is damaged beyond mending. */
NOINLINE_FOR_STACK static void give_up(void)
{
    console_fresh();
    end_record();
    job.phase = JOB_IDLE;
    memset(&job.board, 0, sizeof job.board);
    command_report_fault(COMMAND_CORRUPTED);
    console_prompt();
}

/* The job has come to its end. */
NOINLINE_FOR_STACK static void finish(void)
{
    if (total_is_wrong()) {
        guard_damaged();
        return;
    }
    console_fresh();
    switch (job.kind) {
#define CLOSE(ID, name)                                                                                      \
    case COMMAND_##ID: job_close_##name(); break;
        JOB_KINDS(CLOSE)
    default: break;
    }
    if (total_is_wrong()) /* what was printed may have changed meanwhile */
        guard_damaged();
    if (job.phase != JOB_IS_DAMAGED)
        leave();
}

static void stop(bool aside)
{
    if (!job_runs())
        return;
    if (job.phase == JOB_HOLDS && !guard_is_sound()) {
        give_up();
        return;
    }
    if (!job.unasked || job.total.placed) { /* the demo that has not begun goes without a word */
        console_fresh();
        print_flash(FLASH_TEXT("stopped: "));
        report_totals();
        if (aside)
            print_flash(FLASH_TEXT("; ~ goes on with it"));
        print_end();
    }
    if (aside)
        keep_aside(true);
    else
        end_record();
    job.phase = JOB_IDLE;
    present_kept();
    if (!job.unasked)
        answer_ok();
}

void job_stop(void)
{
    stop(false);
}

void job_give_way(void)
{
    stop(job.kind == COMMAND_COUNT && job.phase == JOB_SEARCHES && job.fresh);
}

static bool work_on(void)
{
    switch (job.kind) {
#define RUN(ID, name)                                                                                        \
    case COMMAND_##ID: return job_run_##name();
        JOB_KINDS(RUN)
    default: guard_damaged(); return true;
    }
}

/* On with the search when the pace is over, or by a single step. */
static bool hold_on(void)
{
    if (job.wait > 0 && !job.paused)
        return false;
    if (guard_is_sound())
        job.phase = JOB_SEARCHES;
    return true;
}

NOINLINE_FOR_STACK bool job_run(void)
{
    if (job.phase != JOB_PRINTS)
        job.piece = 0; /* a flipped bit in it would keep all input waiting */
    switch ((enum job_phase)job.phase) {
    case JOB_IDLE: return false;
    case JOB_PRINTS: return present_run();
    case JOB_ENDS: finish(); return true;
    case JOB_HOLDS: return !job_is_still() && hold_on();
    case JOB_SEARCHES: break;
    default: give_up(); return true; /* JOB_IS_DAMAGED, or a bit of the phase has flipped */
    }
    return !job_is_still() && work_on();
}

void job_elapse(uint8_t ms)
{
    if (!job_runs() || job.paused)
        return;
    present_elapse(ms);
    job.ms = (uint16_t)(job.ms + ms);
    if (job.ms >= 1000) {
        job.ms = (uint16_t)(job.ms - 1000);
        total_add_one(&job.seconds);
        if (job.kind == COMMAND_COUNT)
            job_save_now_and_then();
    }
}

uint8_t job_nap(void)
{
    if (!job_runs() || (job_is_still() && job.phase != JOB_PRINTS))
        return UINT8_MAX;
    if (job.phase != JOB_HOLDS || job.steps)
        return 0;
    if (job.kind == COMMAND_SEARCH)
        return 1; /* the stages of a move */
    return (uint8_t)(job.wait > UINT8_MAX ? UINT8_MAX : job.wait);
}

/* A pause may be long: a count is saved. */
static void pause(void)
{
    if (job.kind == COMMAND_COUNT && !job.paused)
        job_save();
    job.paused = true;
}

void job_pause(void)
{
    pause();
    job.steps = 0;
}

void job_resume(void)
{
    job.paused = false;
    job.steps = 0;
}

void job_step(void)
{
    if (!job_runs())
        return;
    pause();
    if (job.steps < UINT8_MAX)
        job.steps++;
}
