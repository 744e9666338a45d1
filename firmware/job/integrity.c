/* The integrity of the job's memory: a checksum while it is at rest, known totals at its end. */
#include "firmware/job/integrity.h"

#include "firmware/console/console.h"
#include "firmware/console/print.h"
#include "firmware/count/count.h"
#include "firmware/count/known.h"
#include "firmware/job/state.h"
#include "firmware/noinline.h"
#include "firmware/storage/ecc.h"
#include "hal/flash.h"

#include <stddef.h>

#define COVERED (sizeof job - offsetof(struct job, total))

static struct ecc stored;

static void compute(struct ecc *ecc)
{
    ecc_compute(ecc, (const uint8_t *)&job.total, COVERED);
}

void integrity_store(void)
{
    compute(&stored);
}

void integrity_report(const char *remedy)
{
    print_flash(FLASH_TEXT("corrupted: a bit flipped in memory; "));
    print_flash(remedy);
    print_end();
}

NOINLINE_FOR_STACK enum integrity integrity_restore(void)
{
    struct ecc now;
    compute(&now);
    uint8_t number = ecc_check(&now, &stored);
    if (number == ECC_INTACT)
        return INTEGRITY_INTACT;
    if (job.phase == JOB_PRINTS)
        print_char('?');
    if (number > COVERED)
        return INTEGRITY_LOST;
    uint8_t *byte = (uint8_t *)&job.total + number - 1;
    *byte ^= now.bits;
    integrity_store();
    console_ensure_newline();
    integrity_report(FLASH_TEXT("corrected"));
    return INTEGRITY_CORRECTED;
}

/* The checksum of the constant data of a count: its part, and the rows of its board. */
NOINLINE_FOR_FLASH static uint8_t identity(void)
{
    return sum_xor(&job.part, &job.board.row);
}

/* The checksum of this data and of the position of the count. */
NOINLINE_FOR_FLASH static uint8_t position(void)
{
    return sum_xor(&job.part, &job.format);
}

void integrity_store_position(void)
{
    job.count.position = position();
}

void integrity_store_count(void)
{
    job.is_counting = true;
    job.count.identity = identity();
    job.count.is_part = job_counts_part();
    integrity_store_position();
}

/* Returns whether a count cannot be in this state, or its totals do not match their residue. */
static bool count_is_impossible(void)
{
    return job.count.identity != identity() || job.part.number > job.part.of ||
           !count_is_of_part(&job.board, &job.part) ||
           !sum_is_right(&job.seconds, sizeof job.seconds + sizeof job.total);
}

bool integrity_count_is_corrupted(void)
{
    return job.count.position != position() || count_is_impossible();
}

bool integrity_total_is_wrong(void)
{
    if (job.kind == KIND_FUNDAMENTAL && job.image_sum != (uint32_t)job.total.found)
        return true;
    if (job_has(TRAIT_IS_LISTED) && job.list.presented != (uint8_t)job.total.found)
        return true;
    if (!job_has(TRAIT_SEARCHES))
        return sum_exceeds(&job.total.placed, 0); /* placed queens: it was another kind of job */
    if ((uint8_t)(job.board.n - 1) >= QUEENS_MAX)
        return true;
    if (job.is_counting && count_is_impossible())
        return true;
    if (!job_has(TRAIT_IS_WHOLE))
        return false;
    enum count_order order = count_compare(job.board.n, &job.total.found);
    if (job_counts_part()) /* only the sum of the parts is known */
        return order == COUNT_MORE || count_progress(&job.total, &job.board, &job.part) != UINT16_MAX;
    return order >= COUNT_LESS || placed_is_wrong(job.is_counting, job.board.n, &job.total.placed);
}
