/* The state of the job that runs, or that ran last. */
#include "firmware/job/state.h"

#include <stddef.h>
#include <string.h>

struct job job;

void job_clear(uint8_t kind)
{
    /* The columns of a count are not a board that can be shown after it. */
    if (job.is_counting && (kind == KIND_ORIENT_ASK || kind == KIND_TEST))
        memset(&job.board, 0, sizeof job.board);
    memset(&job, 0, offsetof(struct job, board));
    job.fundamental.classes = 0; /* and what the others have for themselves */
    job.kind = kind;
}

void job_end_step(void)
{
    if (job.steps > 0)
        job.steps--;
    else if (job.steps < 0)
        job.steps++;
}

bool job_has(uint8_t trait)
{
    return kind_has(job.kind, trait);
}
