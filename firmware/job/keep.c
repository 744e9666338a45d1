/* What outlives a power cut: the settings, a count that has not ended. */
#include "firmware/job/keep.h"

#include "firmware/console/answer.h"
#include "firmware/job/state.h"
#include "firmware/noinline.h"
#include "firmware/storage/record.h"
#include "firmware/storage/settings.h"

#include <stddef.h>

/* The checkpoint of a count is one piece of the job's state. */
#define CHECKPOINT (&job.seconds)

enum { CHECKPOINT_SIZE = offsetof(struct job, board) + sizeof job.board - offsetof(struct job, seconds) };

_Static_assert(sizeof settings <= RECORD_SETTINGS_MAX, "the settings fit their slot");
_Static_assert(CHECKPOINT_SIZE <= RECORD_COUNT_MAX, "a count fits its slot");

#define ASIDE 8 /* beside those of enum keep: there is a count set aside */
#define SAVES (ASIDE - 1)

static uint8_t wanted; /* enum keep: all that is still to be saved; the lowest bit is what is being written */

bool keep_begin(void)
{
    settings_default();
    record_load(RECORD_SETTINGS, &settings, sizeof settings);
    if (!settings_are_valid())
        settings_default();
    return keep_take_up();
}

bool keep_take_up(void)
{
    job_clear(COMMAND_COUNT);
    keep_aside(false);
    if (record_load(RECORD_COUNT, CHECKPOINT, CHECKPOINT_SIZE) == CHECKPOINT_SIZE &&
        count_resume(&job.total, &job.board, &job.deal)) {
        job.odd = job_deal_is_odd();
        return true;
    }
    job.board.n = 0; /* an older count may have been loaded before the newest was found */
    job.board.row = 0;
    job_clear(0);
    return false;
}

void keep_save(enum keep what)
{
    uint8_t all = wanted;
    if (what != KEEP_SETTINGS)
        all &= KEEP_SETTINGS | ASIDE; /* of a count and its end, the later counts */
    wanted = all | (uint8_t)what;
    /* What has changed while it is being saved starts over, in the same slot; what has not is not written
     * again. */
    record_restart();
}

bool keep_is_aside(void)
{
    return wanted & ASIDE;
}

void keep_aside(bool aside)
{
    wanted = aside ? wanted | ASIDE : wanted & SAVES;
}

bool keep_runs(void)
{
    return wanted & SAVES;
}

bool keep_saves(enum keep what)
{
    return wanted & what;
}

/* The record is complete. */
static void complete(enum record_ring ring)
{
    record_commit(ring);
    wanted &= (uint8_t)(wanted - 1);
    if (ring == RECORD_SETTINGS)
        answer_ok();
}

NOINLINE_FOR_STACK bool keep_run(void)
{
    if (!keep_runs() || record_is_busy())
        return false;
    enum record_ring ring = RECORD_COUNT;
    const void *payload = CHECKPOINT;
    uint8_t length = CHECKPOINT_SIZE;
    if ((wanted & SAVES) == KEEP_SETTINGS) {
        ring = RECORD_SETTINGS;
        payload = &settings;
        length = sizeof settings;
    } else if (!(wanted & KEEP_COUNT)) {
        length = 0;
    }
    if (record_write(ring, payload, length))
        return true;
    if (job_is_in_line())
        return false; /* the `ok` would tear it */
    complete(ring);
    return true;
}
