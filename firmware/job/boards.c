/* The jobs on a typed board: `check`, `images`, `complete`. */
#include "firmware/console/print.h"
#include "firmware/display/show.h"
#include "firmware/job/kinds.h"
#include "firmware/job/report.h"
#include "firmware/queens/queens.h"
#include "firmware/queens/symmetry.h"
#include "firmware/queens/verify.h"
#include "hal/flash.h"

/* Finds the next pair of queens that attack each other. */
enum work work_check(void)
{
    if (verify_pair(&job.board, &job.list.upper, &job.list.lower) == ATTACK_NONE)
        return WORK_IS_DONE;
    sum_add_one(&job.total.found);
    job_end_step();
    return WORK_FOUND;
}

/* A class is named by its least image.  After all eight images the board is the original again. */
void close_check(void)
{
    bool is_named = false;
    if ((uint16_t)job.total.found) { /* 496 pairs at most */
        print_flash(FLASH_TEXT("not a solution: "));
        print_count(&job.total.found, kind_noun(KIND_CHECK));
        print_end();
        return;
    }
    print_flash(FLASH_TEXT("solution: class "));
    for (uint8_t image = 0; image < SYMMETRY_IMAGES; image++) {
        if (!is_named && symmetry_is_least(&job.board)) {
            is_named = true;
            for (uint8_t row = 0; row < job.board.n; row++)
                print_char(board_character(job.board.col[row]));
        }
        symmetry_next(&job.board, image);
    }
    print_flash(FLASH_TEXT(", size "));
    print_number(symmetry_class(&job.board));
    print_end();
}

void start_images(void)
{
    job.images.shown = symmetry_images(&job.board);
    show_changed();
}

/* Changes the board to its next image, which is shown if it differs from all images before it. */
enum work work_images(void)
{
    uint8_t image = job.images.next;
    if (!(job.images.shown >> image))
        return WORK_IS_DONE;
    job.images.next++;
    if (image > 0)
        symmetry_next(&job.board, (uint8_t)(image - 1));
    if (!(job.images.shown & (1 << image)))
        return WORK_CONTINUES;
    sum_add_one(&job.total.found);
    return WORK_FOUND;
}

/* First checks the given queens; the job becomes a `check` if two attack each other.  Then begins the
 * search.  A full board needs none. */
enum work work_complete(void)
{
    if (job.list.has_begun)
        return job.list.is_full ? WORK_IS_DONE : slice_search();
    if (work_check() != WORK_IS_DONE) {
        job.kind = KIND_CHECK;
        return WORK_FOUND;
    }
    job.list.has_begun = true;
    job.list.is_full = verify_solution(&job.board, false);
    if (job.list.is_full) {
        sum_add_one(&job.total.found);
        return WORK_FOUND;
    }
    queens_start_given(&job.board);
    return WORK_CONTINUES;
}
