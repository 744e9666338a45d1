/* `usaco`: the first three solutions, then how many there are. */
#include "firmware/console/print.h"
#include "firmware/job/guard.h"
#include "firmware/job/kinds.h"
#include "firmware/job/present.h"
#include "firmware/job/report.h"
#include "firmware/job/slice.h"
#include "firmware/job/state.h"

#define SHOWN 3

void job_start_usaco(void)
{
    job_start_solve();
}

bool job_run_usaco(void)
{
    if (slice_search()) {
        if (job.shown < SHOWN) {
            job.shown++;
            present();
        } else {
            job_end_step();
        }
        guard_check_solution();
    }
    return true;
}

void job_close_usaco(void)
{
    print_big(&job.total.solutions, sizeof job.total.solutions);
    print_end();
    report_closing();
}
