/* A slice of the search, for the jobs that look at solutions. */
#include "firmware/job/slice.h"

#include "firmware/job/state.h"
#include "firmware/job/total.h"
#include "firmware/noinline.h"
#include "firmware/queens/queens.h"

#define QUEENS 128

NOINLINE_FOR_STACK bool slice_search(void)
{
    uint16_t budget = QUEENS;
    enum queens_event event = queens_run(&job.board, &budget);
    sum_add(&job.total.placed, (uint8_t)(QUEENS - budget));
    if (event == QUEENS_DONE)
        job.phase = JOB_ENDS;
    if (event != QUEENS_SOLVED)
        return false;
    total_add_one(&job.total.solutions);
    return true;
}
