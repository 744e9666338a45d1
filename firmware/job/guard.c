/* The seal on the job while it is at rest: a bit that flips in it is found. */
#include "firmware/job/guard.h"

#include "firmware/console/console.h"
#include "firmware/console/print.h"
#include "firmware/job/state.h"
#include "firmware/noinline.h"
#include "firmware/queens/verify.h"
#include "firmware/storage/ecc.h"
#include "hal/flash.h"

#include <stddef.h>

#define SEALED (sizeof job - offsetof(struct job, total))

static struct ecc seal;

static void look(struct ecc *now)
{
    ecc_compute(now, (const uint8_t *)&job.total, SEALED);
}

void guard_close(void)
{
    look(&seal);
}

void guard_damaged(void)
{
    job.phase = JOB_IS_DAMAGED;
}

NOINLINE_FOR_STACK bool guard_is_intact(void)
{
    struct ecc now;
    look(&now);
    uint8_t place = ecc_check(&now, &seal);
    if (place == ECC_INTACT)
        return true;
    if (job.phase == JOB_PRINTS)
        print_char('?');
    if (place > SEALED) {
        guard_damaged();
        return false;
    }
    uint8_t *byte = (uint8_t *)&job.total + place - 1;
    *byte ^= now.bits;
    guard_close();
    console_fresh();
    print_flash(FLASH_TEXT("damaged: a bit had flipped in memory; mended\r\n"));
    return false;
}

bool guard_is_sound(void)
{
    return guard_is_intact() || job.phase != JOB_IS_DAMAGED;
}

void guard_check_solution(void)
{
    if (!verify_solution(&job.board, false))
        guard_damaged();
}
