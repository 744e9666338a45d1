/* The totals of a job, held against what is known of them. */
#include "firmware/job/total.h"

#include "firmware/count/count.h"
#include "firmware/count/placed.h"
#include "firmware/job/state.h"

/* Two bytes less a call than with the one as an argument. */
void total_add_one(void *total)
{
    sum_add(total, 1);
}

bool total_is_wrong(void)
{
    uint64_t known;
    if (job.kind == COMMAND_FUNDAMENTAL && job.images != (uint32_t)job.total.solutions)
        return true;
    if (job.kind == COMMAND_SOLVE && job.shown != (uint8_t)job.total.solutions)
        return true;
    if (!job_places())
        return job.total.placed != 0; /* it was another kind of job */
    if ((uint8_t)(job.board.n - 1) >= QUEENS_MAX)
        return true;
    if (job.kind == COMMAND_COUNT && (job.odd != job_deal_is_odd() || !count_is_dealt(&job.board, &job.deal)))
        return true;
    if (job_counts_part()) /* of the parts, only the sum is known */
        return false;
    if (count_known(job.board.n, &known) && known != job.total.solutions)
        return true;
    return placed_is_wrong(job.kind == COMMAND_COUNT, job.board.n, &job.total.placed);
}
