/* The jobs about one board: `check` and `images`. */
#include "firmware/console/print.h"
#include "firmware/display/show.h"
#include "firmware/job/kinds.h"
#include "firmware/job/report.h"
#include "firmware/job/state.h"
#include "firmware/queens/symmetry.h"
#include "firmware/queens/verify.h"
#include "hal/flash.h"

void job_start_check(void)
{
    show_changed();
}

/* Finds and prints the next pair of queens that attack each other, or prints the result. */
enum work job_work_check(void)
{
    enum attack attack = verify_pair(&job.board, &job.upper, &job.lower);
    if (attack == ATTACK_NONE)
        return WORK_IS_DONE;
    sum_add_one(&job.total.solutions);
    job_end_step();
    report_pair(attack);
    return WORK_GOES_ON;
}

void job_close_check(void)
{
    if ((uint16_t)job.total.solutions == 0) { /* 496 pairs at most */
        report_class();
        return;
    }
    print_flash(FLASH_TEXT("not a solution: "));
    print_count(&job.total.solutions, kind_noun(KIND_CHECK));
    print_end();
}

void job_start_images(void)
{
    job.bits = symmetry_images(&job.board);
    show_changed();
}

/* Changes the board to its next image, which is shown if it differs from all images before it. */
enum work job_work_images(void)
{
    uint8_t image = job.next;
    if (!(job.bits >> image))
        return WORK_IS_DONE;
    job.next++;
    if (image > 0)
        symmetry_next(&job.board, (uint8_t)(image - 1));
    if (!(job.bits & (1 << image)))
        return WORK_GOES_ON;
    sum_add_one(&job.total.solutions);
    return WORK_FOUND;
}

void job_close_images(void)
{
    report_closing();
}
