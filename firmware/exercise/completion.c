/* Exercise `completion` (see README.md): a step of the search on a board with given queens. */
#include "firmware/queens/queens.h"

/*
 * The step of the exercise `step`, with two differences:
 *   - The row below, and the row above, are the next ones without a given queen (board_is_given()).  With
 *     none below, row becomes n; with none above, nothing changes, and this is QUEENS_DONE.
 *   - A square is attacked, too, if a given queen of any row attacks it.  Read a column with board_column().
 */
enum queens_event queens_step(struct board *board)
{
    if (board->n == 1 && board->row == 1) {
        board->row = 0;
        return QUEENS_LIFTED;
    }
    if (board->n == 1 && board->col[0] == -1) {
        board->col[0] = 0;
        board->row = 1;
        return QUEENS_SOLVED;
    }
    /* Your code for n > 1 comes here. */
    return QUEENS_DONE;
}
