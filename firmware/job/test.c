/* `test`: a walk through all LEDs of the matrix. */
#include "firmware/display/shape.h"
#include "firmware/display/show.h"
#include "firmware/display/view.h"
#include "firmware/job/kinds.h"
#include "firmware/job/report.h"
#include "firmware/job/scene.h"
#include "firmware/job/state.h"

#define LED_PACE                                                                                             \
    60 /* ms that an LED is lit; with more than four modules less, so that the walk stays short */
#define LINE_PACE 300 /* of rows, columns and all of them */

static void show_step(void)
{
    uint8_t modules = shape_modules(scene_shape());
    show_changed();
    job.wait = LINE_PACE;
    if ((uint16_t)job.total.solutions < 64 * modules)
        job.wait = (int16_t)(LED_PACE / ((modules + 3) / 4));
}

void job_start_test(void)
{
    show_step();
}

enum work job_work_test(void)
{
    sum_add_one(&job.total.solutions);
    if ((uint16_t)job.total.solutions == VIEW_TEST_STEPS(shape_modules(scene_shape())))
        return WORK_IS_DONE;
    job_end_step();
    show_step();
    return WORK_SHOWN;
}

void job_close_test(void)
{
    report_closing();
}
