/* The state of the job that runs, or ran last: all that is to be read of it. */
#include "firmware/job/state.h"

#include <stddef.h>
#include <string.h>

struct job job;

void job_clear(uint8_t kind)
{
    /* The columns of a count are no board that could be shown behind these two. */
    if (job.kind == COMMAND_COUNT && (kind == COMMAND_ORIENT || kind == COMMAND_TEST))
        memset(&job.board, 0, sizeof job.board);
    memset(&job, 0, offsetof(struct job, board));
    job.classes = 0; /* and all that lies there with it */
    job.kind = kind;
}

bool job_runs(void)
{
    return job.phase != JOB_IDLE;
}

bool job_places(void)
{
    switch (job.kind) {
    case COMMAND_SOLVE:
    case COMMAND_FUNDAMENTAL:
    case COMMAND_COUNT:
    case COMMAND_USACO:
    case COMMAND_SEARCH: return true;
    default: return false;
    }
}

bool job_is_still(void)
{
    return job.paused && !job.steps;
}

bool job_is_in_line(void)
{
    return job.piece > 0;
}

bool job_asks_orient(void)
{
    return job.kind == COMMAND_ORIENT && job.answered == 0;
}

bool job_asks_chain(void)
{
    return job.kind == COMMAND_ORIENT && job.answered == 1;
}

void job_end_step(void)
{
    if (job.steps)
        job.steps--;
}

bool job_deal_is_odd(void)
{
    return __builtin_parity(job.deal.part ^ job.deal.parts);
}

bool job_counts_part(void)
{
    return job.kind == COMMAND_COUNT && job.deal.parts > 1;
}
