/* `solve`: every solution. */
#include "firmware/job/guard.h"
#include "firmware/job/kinds.h"
#include "firmware/job/present.h"
#include "firmware/job/report.h"
#include "firmware/job/slice.h"
#include "firmware/job/state.h"
#include "firmware/job/visit.h"
#include "firmware/queens/queens.h"

void job_start_solve(void)
{
    queens_start(&job.board, job.board.n);
    present_forget();
}

/* The solution is checked once it is sealed, so that no moment is left in which it could change unseen. */
bool job_run_solve(void)
{
    if (!visit_run() && slice_search()) {
        present();
        guard_check_solution();
    }
    return true;
}

void job_close_solve(void)
{
    report_closing();
}
