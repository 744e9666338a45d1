/* `check`: is a board a solution, and if not, which queens attack each other? */
#include "firmware/console/print.h"
#include "firmware/job/kinds.h"
#include "firmware/job/report.h"
#include "firmware/job/show.h"
#include "firmware/job/state.h"
#include "firmware/job/total.h"
#include "firmware/queens/verify.h"
#include "hal/flash.h"

void job_start_check(void)
{
    show_changed();
}

/* The next pair of queens that attack each other, or the verdict. */
bool job_run_check(void)
{
    enum attack attack = verify_pair(&job.board, &job.upper, &job.lower);
    if (attack == ATTACK_NONE) {
        job.phase = JOB_ENDS;
        return true;
    }
    total_add_one(&job.total.solutions);
    job_end_step();
    report_pair(attack);
    return true;
}

void job_close_check(void)
{
    if ((uint16_t)job.total.solutions == 0) { /* 496 pairs at the most */
        report_class();
        return;
    }
    print_flash(FLASH_TEXT("not a solution: "));
    report_closing();
}
