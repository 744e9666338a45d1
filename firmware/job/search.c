/* `search`: the search itself, move by move. */
#include "firmware/job/kinds.h"
#include "firmware/job/present.h"
#include "firmware/job/report.h"
#include "firmware/job/state.h"
#include "firmware/noinline.h"
#include "firmware/queens/queens.h"
#include "hal/uart.h"

#define ROOM UART_RING /* an empty ring: a move's line of up to 24 bytes then waits for 8 at most */

NOINLINE_FOR_STACK static enum work move(void)
{
    enum queens_event event = queens_step(&job.board);
    if (event == QUEENS_DONE)
        return WORK_IS_DONE;
    job.search.event = (uint8_t)event;
    if (event == QUEENS_PLACED || event == QUEENS_SOLVED)
        sum_add_one(&job.total.placed);
    report_move(event, false);
    if (event == QUEENS_SOLVED) {
        sum_add_one(&job.total.found);
        return WORK_PRESENT_IT;
    }
    present_begin_dwell();
    return WORK_PRESENTED;
}

enum work work_search(void)
{
    if (!job.search.skips)
        return uart_room() < ROOM ? WORK_WAITS : move();
    enum work work = slice_search(); /* to the next solution, in slices, as `solve` does */
    if (work == WORK_PRESENT_IT) {
        job.search.skips = false;
        job.search.event = QUEENS_SOLVED;
        job.is_paused = true;
    }
    return work;
}

bool job_undo_move(void)
{
    enum queens_event event = queens_last(&job.board);
    if (event == QUEENS_DONE)
        return false;
    report_move(event, true);
    (void)queens_back(&job.board);
    if (event == QUEENS_PLACED || event == QUEENS_SOLVED)
        sum_take_one(&job.total.placed);
    if (event == QUEENS_SOLVED)
        sum_take_one(&job.total.found);
    job.search.skips = false;
    job.search.event = (uint8_t)queens_last(&job.board);
    present_begin_dwell();
    return true;
}
