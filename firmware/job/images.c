/* `images`: the different turns and mirrors of a board, one by one. */
#include "firmware/job/kinds.h"
#include "firmware/job/present.h"
#include "firmware/job/report.h"
#include "firmware/job/show.h"
#include "firmware/job/state.h"
#include "firmware/job/total.h"
#include "firmware/queens/symmetry.h"

void job_start_images(void)
{
    job.bits = symmetry_images(&job.board);
    show_changed();
}

/* Turns the board into its next image; shows it if it differs from those before.  The last such stays. */
bool job_run_images(void)
{
    uint8_t image = job.next;
    if (!(job.bits >> image)) {
        job.phase = JOB_ENDS;
        return true;
    }
    job.next++;
    if (image > 0)
        symmetry_next(&job.board, (uint8_t)(image - 1));
    if (job.bits & (1 << image)) {
        total_add_one(&job.total.solutions);
        present();
    }
    return true;
}

void job_close_images(void)
{
    report_closing();
}
