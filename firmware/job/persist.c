/* Saves and loads what survives a power cut: the settings, and a count that has not ended. */
#include "firmware/job/persist.h"

#include "firmware/console/console.h"
#include "firmware/job/integrity.h"
#include "firmware/job/state.h"
#include "firmware/noinline.h"
#include "firmware/storage/record.h"
#include "firmware/storage/settings.h"

#include <stddef.h>

/* The checkpoint of a count is a contiguous part of the job's state. */
#define CHECKPOINT (&job.seconds)

enum { CHECKPOINT_SIZE = offsetof(struct job, board) + sizeof job.board - offsetof(struct job, seconds) };

_Static_assert(sizeof settings <= RECORD_SETTINGS_MAX, "the settings fit their slot");
_Static_assert(CHECKPOINT_SIZE <= RECORD_COUNT_MAX, "a count fits its slot");

#define PARKED 8 /* in addition to the bits of enum persist: a count is parked */
#define SAVES  (PARKED - 1)

static uint8_t wanted; /* enum persist: what must still be saved; the lowest bit is being written */

bool persist_begin(void)
{
    settings_default();
    record_load(RECORD_SETTINGS, &settings, sizeof settings);
    if (!settings_are_valid())
        settings_default();
    return persist_restore();
}

bool persist_restore(void)
{
    job_clear(KIND_COUNT);
    persist_set_parked(false);
    if (record_load(RECORD_COUNT, CHECKPOINT, CHECKPOINT_SIZE) == CHECKPOINT_SIZE &&
        count_resume(&job.total, &job.board, &job.part)) {
        sum_restore(&job.seconds, sizeof job.seconds + sizeof job.total);
        integrity_store_count();
    } else {
        job.board.n = 0; /* an older count may have been loaded before the newest was found */
        job.board.row = 0;
        job_clear(0);
    }
    return job.board.n != 0; /* not constants: the compiler would save a register on the deepest path */
}

/* A newer request about a count replaces an older one.  A record that is being written starts again in
 * the same slot, because its data may have changed; unchanged bytes are not written again. */
void persist_save(enum persist what)
{
    uint8_t rest = wanted;
    if (what != PERSIST_SETTINGS)
        rest &= PERSIST_SETTINGS | PARKED;
    wanted = rest | (uint8_t)what;
    record_restart();
}

bool persist_has_parked(void)
{
    return wanted & PARKED;
}

void persist_set_parked(bool is_parked)
{
    wanted = is_parked ? wanted | PARKED : wanted & SAVES;
}

bool persist_is_busy(void)
{
    return wanted & SAVES;
}

bool persist_is_saving(enum persist what)
{
    return wanted & what;
}

NOINLINE_FOR_STACK bool persist_run(void)
{
    if (!persist_is_busy() || record_is_busy())
        return false;
    enum record_kind kind = RECORD_COUNT;
    const void *payload = CHECKPOINT;
    uint8_t length = CHECKPOINT_SIZE;
    if ((wanted & SAVES) == PERSIST_SETTINGS) {
        kind = RECORD_SETTINGS;
        payload = &settings;
        length = sizeof settings;
    } else if (!(wanted & PERSIST_COUNT)) {
        length = 0;
    }
    if (record_write(kind, payload, length))
        return true;
    if (job_is_in_line())
        return false; /* the `ok` would interrupt the line */
    record_commit(kind);
    wanted &= wanted - 1;
    if (kind == RECORD_SETTINGS)
        console_ok();
    return true;
}
