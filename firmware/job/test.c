/* `test`: a walk through all LEDs of the matrix. */
#include "firmware/display/shape.h"
#include "firmware/display/view.h"
#include "firmware/job/kinds.h"
#include "firmware/job/present.h"
#include "firmware/job/report.h"
#include "firmware/job/show.h"
#include "firmware/job/state.h"

#define LED_PACE  60 /* ms that an LED is lit; on more than four modules less, so that the walk stays short */
#define LINE_PACE 300 /* of rows, columns and all of them */

static uint8_t modules(void)
{
    return shape_modules(show_shape());
}

static void hold_step(void)
{
    show_changed();
    job.wait = LINE_PACE;
    if (job.step < 64 * modules())
        job.wait = (int16_t)(LED_PACE / ((modules() + 3) / 4));
    present_hold();
}

void job_start_test(void)
{
    hold_step();
}

bool job_run_test(void)
{
    if (++job.step == VIEW_TEST_STEPS(modules())) {
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
