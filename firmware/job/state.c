/* The job that runs, or that ran last: its kind and its state. */
#include "firmware/job/state.h"

#include "firmware/console/commands.h"
#include "firmware/console/print.h"
#include "hal/flash.h"

#include <stddef.h>
#include <string.h>

#define KIND_TRAITS(ID, start, work, close, noun, traits) (traits),
#define KIND_NOUN(ID, start, work, close, noun, traits)   noun "\0"
#define KIND_ORDER(ID, ...)                                                                                  \
    _Static_assert((int)KIND_##ID == (int)COMMAND_##ID, "a kind and its command have the same number");

JOB_KINDS(KIND_ORDER)
_Static_assert((int)KINDS == (int)COMMANDS_JOBS, "each row of JOB_COMMANDS has a row in JOB_KINDS");

static const uint8_t traits_table[] FLASH = {JOB_KINDS(KIND_TRAITS)};
static const char nouns[] FLASH = JOB_KINDS(KIND_NOUN);

/* If a flipped bit makes the kind impossible, the traits are those of another kind. */
static uint8_t row_of(uint8_t kind)
{
    return kind < KINDS ? kind : KIND_TEST;
}

bool kind_has(uint8_t kind, uint8_t trait)
{
    return flash_byte(&traits_table[row_of(kind)]) & trait;
}

const char *kind_noun(uint8_t kind)
{
    return text_nth(nouns, row_of(kind));
}

struct job job;

void job_clear(uint8_t kind)
{
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
