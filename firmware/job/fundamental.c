/* `fundamental`: one solution of each symmetry class. */
#include "firmware/job/guard.h"
#include "firmware/job/kinds.h"
#include "firmware/job/present.h"
#include "firmware/job/report.h"
#include "firmware/job/slice.h"
#include "firmware/job/state.h"
#include "firmware/job/total.h"
#include "firmware/queens/symmetry.h"

void job_start_fundamental(void)
{
    job_start_solve();
}

/* The least of a class comes first, and stands for all of its images. */
static bool is_fundamental(void)
{
    if (!symmetry_is_least(&job.board))
        return false;
    total_add_one(&job.classes);
    sum_add(&job.images, symmetry_class(&job.board));
    return true;
}

bool job_run_fundamental(void)
{
    if (slice_search()) {
        if (is_fundamental())
            present();
        guard_check_solution();
    }
    return true;
}

void job_close_fundamental(void)
{
    report_closing();
}
