/* `test`: a walk through all LEDs of the matrix. */
#include "firmware/display/view.h"
#include "firmware/job/kinds.h"
#include "firmware/job/present.h"
#include "firmware/job/report.h"
#include "firmware/job/show.h"
#include "firmware/job/state.h"

#define LED_PACE 60 /* ms that an LED is lit; rows, columns and all of them stay five times as long */

static void hold_step(void)
{
    show_changed();
    job.wait = job.step < 64 ? LED_PACE : 5 * LED_PACE;
    present_hold();
}

void job_start_test(void)
{
    hold_step();
}

bool job_run_test(void)
{
    if (++job.step == VIEW_TEST_STEPS) {
        job.phase = JOB_ENDS;
        return true;
    }
    job_end_step();
    hold_step();
    return true;
}

void job_close_test(void)
{
    report_closing();
}
