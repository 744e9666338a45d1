/* A slice of `solve` on a fast line: the search keeps its masks while the solutions are sent. */
#include "firmware/job/visit.h"

#ifdef QUEENS_EACH

#include "firmware/console/console.h"
#include "firmware/console/format.h"
#include "firmware/job/guard.h"
#include "firmware/job/present.h"
#include "firmware/job/show.h"
#include "firmware/job/state.h"
#include "firmware/queens/queens.h"
#include "firmware/queens/verify.h"
#include "firmware/storage/settings.h"
#include "hal/uart.h"

/*
 * The search would keep the line waiting, 780 cycles a byte where a byte takes 160.  So at pace 0 a line of
 * up to eight digits is laid into the ring as a whole, and let go when the board from which it was laid has
 * been checked: whatever changes at whatever moment, no line is sent that is no solution.  Nothing comes to
 * rest, so nothing is sealed.  The matrix shows each board below n = 8, and there every eighth, one in 0.9
 * ms, and the last, which alone begins with 84.
 */
#define QUEENS 192

static bool visits(void)
{
    return job.board.n <= 8 && !job.paused && !settings.pace && job.wait <= 0 &&
           settings.format == FORMAT_DIGITS;
}

static void visit(const struct board *solved)
{
    uint8_t n = solved->n;
    if (job.phase == JOB_IS_DAMAGED)
        return;
    if (n <= 8) {
        uart_wait((uint8_t)(n + 2));
        uart_stage(solved->col, n, '1');
    }
    if (!verify_small(solved)) {
        guard_damaged();
        return;
    }
    uart_commit((uint8_t)(n + 2));
    job.line++; /* less to carry than in the total */
    bool last = solved->col[0] == 7 && solved->col[1] == 3;
    if (n < 8 || last || job.line % 8 == 0) {
        present_keep();
        show_changed();
        show_run();
    }
}

static void slice(void)
{
    uint16_t budget = QUEENS;
    console_fresh();
    uint8_t before = job.line = (uint8_t)job.total.solutions % 8;
    enum queens_event event = queens_each(&job.board, &budget, visit);
    sum_add(&job.total.solutions, (uint8_t)(job.line - before));
    job.shown = (uint8_t)job.total.solutions;
    sum_add(&job.total.placed, (uint8_t)(QUEENS - budget));
    if (event == QUEENS_DONE && job.phase == JOB_SEARCHES)
        job.phase = JOB_ENDS;
}

bool visit_run(void)
{
    if (!visits())
        return false;
    slice();
    return true;
}

#endif
