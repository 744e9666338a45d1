/* The state machine of jobs: starts, pauses and ends them, and calls their work in slices. */
#include "firmware/job/job.h"

#include "firmware/console/command.h"
#include "firmware/console/console.h"
#include "firmware/console/print.h"
#include "firmware/display/show.h"
#include "firmware/job/integrity.h"
#include "firmware/job/kinds.h"
#include "firmware/job/persist.h"
#include "firmware/job/present.h"
#include "firmware/job/report.h"
#include "firmware/noinline.h"
#include "firmware/queens/queens.h"
#include "firmware/queens/verify.h"
#include "firmware/storage/settings.h"
#include "hal/flash.h"
#include "hal/uart.h"

#include <string.h>

/* Corrects a bit that flipped while the picture stayed.  Returns true if more is lost: the job gives up. */
static bool is_lost(void)
{
    if (job.phase == JOB_DWELLS && integrity_restore() == INTEGRITY_LOST)
        job.phase = JOB_IS_CORRUPTED;
    return job.phase == JOB_IS_CORRUPTED;
}

/* What has been shown stays for the dwell; an answer has none, but a new pace changes its `wait`, too. */
static void dwell(void)
{
    job.phase = JOB_WORKS;
    if ((job.wait > 0 && !job_has(TRAIT_IS_ANSWER)) || job.is_paused) {
        job.phase = JOB_DWELLS;
        integrity_store();
    }
}

void job_start(uint8_t kind, uint16_t number, uint16_t part, uint16_t parts)
{
    job_clear(kind);
    job.phase = JOB_WORKS;
    job.part.number = part;
    job.part.of = parts;
    if (job_has(TRAIT_HAS_SIZE))
        job.board.n = (uint8_t)number;
    else
        job.number = number;
    present_forget();
    switch (kind) {
#define START(ID, start, work, close, noun, traits)                                                          \
    case KIND_##ID: start(); break;
        JOB_KINDS(START)
    default: break;
    }
    if (job.wait > 0)
        dwell();
}

void job_start_loop(uint8_t kind, uint8_t n, uint16_t wait)
{
    job_start(kind, n, 1, 1);
    job.is_answered = true;
    job.repeats = kind != KIND_COUNT;
    job.wait = (int16_t)wait;
    dwell();
}

void job_resume_count(bool is_answered)
{
    job.phase = JOB_WORKS;
    job.is_answered = is_answered;
    job.has_checkpoint = true;
    report_resumed();
}

NOINLINE_FOR_STACK static void give_up(void)
{
    console_ensure_newline();
    persist_end_count();
    job.phase = JOB_IDLE;
    memset(&job.board, 0, sizeof job.board);
    command_report_fault(COMMAND_CORRUPTED);
}

/* The job has come to its end.  Its totals may also change while they are printed. */
NOINLINE_FOR_STACK static void finish(void)
{
    if (!integrity_total_is_wrong()) {
        console_ensure_newline();
        switch (job.kind) {
#define CLOSE(ID, start, work, close, noun, traits)                                                          \
    case KIND_##ID: close(); break;
            JOB_KINDS(CLOSE)
        default: break;
        }
    }
    if (integrity_total_is_wrong()) {
        job.phase = JOB_IS_CORRUPTED;
        return;
    }
    persist_end_count();
    if (job.repeats) {
        bool is_demo = job.is_demo, is_paused = job.is_paused;
        job_start_loop(job.kind, job.board.n, 0);
        job.is_demo = is_demo;
        job.is_paused = is_paused;
        return;
    }
    job.phase = JOB_IDLE;
    present_restore();
    if (!job.is_answered)
        console_ok();
    else
        console_prompt(); /* after the lines of its result */
}

void job_stop(bool parks)
{
    if (!job_runs())
        return;
    parks = parks && job.kind == KIND_COUNT;
    if (is_lost()) {
        give_up();
        return;
    }
    if (job.phase == JOB_PRINTS)
        present_withdraw();
    if (!job.repeats || sum_exceeds(&job.total.placed, 0)) { /* no message of a demo that has not begun */
        console_ensure_newline();
        print_flash(FLASH_TEXT("stopped: "));
        report_totals();
        if (parks)
            report_parked();
        print_end();
    }
    if (parks)
        persist_park();
    else
        persist_end_count();
    job.phase = JOB_IDLE;
    present_restore();
    if (!job.is_answered)
        console_ok();
}

/* Shows and prints the result.  Its checksum is stored before it is verified: a change is noticed. */
static void present(void)
{
    if (job_has(TRAIT_IS_ANSWER))
        job.phase = JOB_PRINTS;
    else if (!present_begin())
        dwell();
    if (job_has(TRAIT_SEARCHES) && !verify_solution(&job.board, job_has(TRAIT_HAS_GIVEN)))
        job.phase = JOB_IS_CORRUPTED;
}

/* Does a bounded amount of the job's work; `usaco` becomes a count after its first solutions. */
static enum work do_work(void)
{
    switch (job.is_counting ? KIND_COUNT : job.kind) {
#define WORK(ID, start, work, close, noun, traits)                                                           \
    case KIND_##ID: return work();
        JOB_KINDS(WORK)
    default: return WORK_IS_CORRUPTED;
    }
}

/* Begins a step back: undoes a move of `search`, or looks for the solution before the last one. */
NOINLINE_FOR_STACK static void step_back(void)
{
    if (is_lost())
        return;
    console_ensure_newline(); /* a table continues its line only forwards */
    if (!job_has(TRAIT_IS_STEPWISE) && sum_exceeds(&job.total.found, 1)) {
        job.list.presented = (uint8_t)(job.total.found - 2); /* the one before the last is presented again */
        job.phase = JOB_REWINDS;
        return;
    }
    if (!job_has(TRAIT_IS_STEPWISE) || !undo_move()) {
        print_flash(FLASH_TEXT("at the start\r\n"));
        job.steps = 0;
    }
    dwell();
}

/* Enters the phase that follows from what the work has done; returns whether more can be done at once. */
static bool conclude(enum work work)
{
    switch (work) {
    case WORK_FOUND: present(); break;
    case WORK_SHOWN: dwell(); break;
    case WORK_IS_DONE: job.phase = JOB_ENDS; break;
    case WORK_RESTARTS: job_start_loop(job.kind, job.board.n, 0); break;
    case WORK_IS_CORRUPTED: job.phase = JOB_IS_CORRUPTED; break;
    default: break;
    }
    return work != WORK_WAITS;
}

bool job_run(void)
{
    enum work work;
    if (job.phase != JOB_PRINTS)
        job.chunk = 0; /* a flipped bit in it would keep all input waiting */
    if (job.steps < 0 && (job.phase == JOB_DWELLS || job.phase == JOB_WORKS)) {
        if (uart_room() < UART_RING)
            return false;
        step_back();
        return true;
    }
    switch ((enum job_phase)job.phase) {
    case JOB_IDLE: return false;
    case JOB_PRINTS: work = present_run(); break;
    case JOB_ENDS: finish(); return true;
    case JOB_DWELLS:
        if (job_is_still() || (job.wait > 0 && !job.is_paused))
            return false;
        if (!is_lost())
            job.phase = JOB_WORKS;
        return true;
    case JOB_REWINDS: work = slice_rewind(); break;
    case JOB_WORKS:
        if (job_is_still())
            return false;
        work = do_work();
        break;
    default: give_up(); return true; /* JOB_IS_CORRUPTED, or a flipped bit in the phase */
    }
    return conclude(work);
}

void job_elapse(uint8_t ms)
{
    if (!job_runs() || job.is_paused)
        return;
    present_elapse(ms);
    if (job.phase == JOB_DWELLS && job.is_answered && !sum_exceeds(&job.total.placed, 0))
        return; /* it waits for its beginning: no running time */
    uint16_t second = job.ms + ms;
    job.ms = (second < 1000 ? second : second - 1000) & 0x3ffU;
    if (second >= 1000) {
        sum_add(&job.seconds, 1);
        if (job.kind == KIND_COUNT)
            persist_age_count();
        if (job.seconds == 3 && !sum_exceeds(&job.total.found, 0) && job_has(TRAIT_IS_LISTED))
            report_expected();
    }
}

uint8_t job_idle_ms(void)
{
    if (!job_runs() || (job_is_still() && job.phase != JOB_PRINTS))
        return UINT8_MAX;
    if (job.phase != JOB_DWELLS || job.steps)
        return 0;
    if (job_has(TRAIT_IS_STEPWISE))
        return 1; /* a move is shown in stages */
    return (uint8_t)(job.wait > UINT8_MAX ? UINT8_MAX : job.wait);
}

void job_pause(bool pauses)
{
    if (!pauses)
        job.steps = 0;
    else if (job.kind == KIND_COUNT && !job.is_paused)
        persist_save_count(); /* because a pause may be long */
    job.is_paused = pauses;
}

void job_step(void)
{
    job_pause(true);
    if (job.steps < STEPS_MAX)
        job.steps++;
}

void job_back(void)
{
    if (job_has(TRAIT_IS_STEPWISE | TRAIT_IS_LISTED)) {
        job_pause(true);
        if (job.steps > -STEPS_MAX)
            job.steps--;
        return;
    }
    console_ensure_newline();
    command_print_name(job.kind);
    print_flash(FLASH_TEXT(" cannot step back\r\n"));
}

bool job_skip(void)
{
    if (!job_runs() || !job_has(TRAIT_IS_STEPWISE))
        return false;
    if (is_lost())
        return true;
    job.search.skips = true;
    job.search.event = QUEENS_PLACED; /* nothing blinks */
    integrity_store();
    job.is_paused = false;
    job.wait = 0;
    return true;
}

void job_set_pace(uint16_t pace)
{
    if (job.kind != KIND_TEST && job.kind != KIND_MENU) /* they have their own */
        job.wait = job.wait + (int16_t)(pace - settings.pace);
    settings.pace = pace;
}
