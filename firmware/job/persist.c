/* Saves and loads what survives a power cut: the settings, and a count that has not ended. */
#include "firmware/job/persist.h"

#include "firmware/console/console.h"
#include "firmware/console/print.h"
#include "firmware/job/integrity.h"
#include "firmware/job/state.h"
#include "firmware/noinline.h"
#include "firmware/storage/record.h"
#include "firmware/storage/settings.h"
#include "hal/flash.h"

#include <stddef.h>

/* The checkpoint of a count is a contiguous part of the job's state. */
#define CHECKPOINT (&job.seconds)

enum { CHECKPOINT_SIZE = offsetof(struct job, board) + sizeof job.board - offsetof(struct job, seconds) };

_Static_assert(sizeof settings <= RECORD_SETTINGS_MAX, "the settings fit their slot");
_Static_assert(CHECKPOINT_SIZE <= RECORD_COUNT_MAX, "a count fits its slot");

/* In addition to the bits of enum persist. */
#define PARKED  8  /* a count is parked */
#define RETRIED 16 /* a cell did not take its byte: the record is being written once again */
#define UNASKED 32 /* no line has asked for the record of the settings */
#define SAVES   (PARKED - 1)

static uint8_t wanted; /* enum persist: what must still be saved; the lowest bit is being written */

void persist_begin(void)
{
    settings_default();
    if (record_load(RECORD_SETTINGS, &settings, sizeof settings) == RECORD_NONE)
        record_load(RECORD_OLD_SETTINGS, &settings, sizeof settings);
    if (!settings_are_valid())
        settings_default();
}

bool persist_restore(void)
{
    job_clear(KIND_COUNT);
    wanted &= SAVES;
    if (record_load(RECORD_COUNT, CHECKPOINT, CHECKPOINT_SIZE) == CHECKPOINT_SIZE &&
        count_resume(&job.total, &job.board, &job.part)) {
        sum_restore(&job.seconds, sizeof job.seconds + sizeof job.total);
        integrity_store_count();
    } else {
        job.board.n = 0; /* a count that cannot be may have been loaded */
        job_clear(KIND_SOLVE);
    }
    return job.board.n != 0; /* not constants: the compiler would save a register on the deepest path */
}

/* A newer request about a count replaces an older one, and the parked count.  A record that is being written
 * starts again in the same slot, because its data may have changed; unchanged bytes are not written again. */
void persist_save(enum persist what)
{
    uint8_t rest = wanted;
    if (what != PERSIST_SETTINGS)
        rest &= PERSIST_SETTINGS;
    wanted = rest | (uint8_t)what;
    record_restart();
}

void persist_save_unasked(void)
{
    uint8_t unasked = persist_is_saving(PERSIST_SETTINGS) ? 0 : UNASKED;
    persist_save(PERSIST_SETTINGS);
    wanted |= unasked;
}

/* A checkpoint has no ms: the running time is rounded. */
void persist_save_count(void)
{
    if (job.ms >= 500)
        sum_add_one(&job.seconds);
    job.ms = 0;
    job.has_checkpoint = true;
    job.count.is_current = true;
    persist_save(PERSIST_COUNT);
}

void persist_end_count(void)
{
    if (job.has_checkpoint)
        persist_save(PERSIST_NO_COUNT);
}

bool persist_save_before_parking(void)
{
    if (job.kind != KIND_COUNT)
        return false;
    if (!job.count.is_current)
        persist_save_count();
    return persist_is_saving(PERSIST_COUNT);
}

/*
 * A count is saved in each second that has none of the bits of its age: after a resume 0, 1, 3, .. 255.  So
 * it keeps half of its time, however often the power is cut, and wears the EEPROM little if it is not cut.
 */
void persist_age_count(void)
{
    if ((uint8_t)job.seconds & job.count.age)
        return;
    job.count.age |= (uint8_t)(job.count.age << 1 | 1);
    persist_save_count();
}

bool persist_has_parked(void)
{
    return wanted & PARKED;
}

void persist_park(void)
{
    wanted |= PARKED;
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
    bool is_saved = record_commit(kind, length);
    if (!is_saved && !(wanted & RETRIED)) {
        wanted |= RETRIED;
        return true;
    }
    bool is_asked = kind == RECORD_SETTINGS && !(wanted & UNASKED);
    wanted &= (wanted - 1) & (uint8_t) ~(RETRIED | UNASKED);
    if (!is_saved) {
        console_ensure_newline();
        if (is_asked) /* of a count, an `error:` would answer the command that started it */
            print_flash(FLASH_TEXT("error: "));
        print_flash(FLASH_TEXT("not saved: the EEPROM is worn\r\n"));
        console_prompt();
    } else if (is_asked) {
        console_ok();
    }
    return true;
}
