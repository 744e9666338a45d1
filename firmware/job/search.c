/* `search`: the search itself, move by move. */
#include "firmware/job/guard.h"
#include "firmware/job/job.h"
#include "firmware/job/kinds.h"
#include "firmware/job/present.h"
#include "firmware/job/report.h"
#include "firmware/job/slice.h"
#include "firmware/job/state.h"
#include "firmware/job/total.h"
#include "firmware/noinline.h"
#include "firmware/queens/queens.h"
#include "hal/uart.h"

#define ROOM UART_RING /* the line of a move, up to 24 bytes, waits for 8 of them at the most */

void job_start_search(void)
{
    job_start_solve();
}

NOINLINE_FOR_STACK static void move(void)
{
    enum queens_event event = queens_step(&job.board);
    if (event == QUEENS_DONE) {
        job.phase = JOB_ENDS;
        return;
    }
    job.event = (uint8_t)event;
    if (event == QUEENS_PLACED || event == QUEENS_SOLVED)
        total_add_one(&job.total.placed);
    if (event == QUEENS_SOLVED)
        total_add_one(&job.total.solutions);
    report_move(event);
    present();
    if (event == QUEENS_SOLVED)
        guard_check_solution();
    else
        present_hold();
}

/* Unseen, to the next solution; there it stays until it is told to go on. */
static void skip(void)
{
    if (!slice_search())
        return;
    job.event = QUEENS_SOLVED;
    job.paused = true;
    present();
    guard_check_solution();
}

bool job_run_search(void)
{
    if (job.event == QUEENS_SLICED) {
        skip();
        return true;
    }
    if (uart_room() < ROOM)
        return false;
    move();
    return true;
}

void job_close_search(void)
{
    report_closing();
}

bool job_skip(void)
{
    if (!job_runs() || job.kind != COMMAND_SEARCH)
        return false;
    if (job.phase == JOB_HOLDS && !guard_is_sound())
        return true;
    job.event = QUEENS_SLICED;
    guard_close();
    job.paused = false;
    job.wait = 0;
    return true;
}
