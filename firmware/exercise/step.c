/* Exercise `step` (see README.md): one step of the search. */
#include "firmware/queens/queens.h"

/*
 * If the square after col[row] exists, tries it: col[row] becomes the next column.
 *   - A queen above attacks it: QUEENS_ATTACKED.  Nothing else changes.
 *   - No queen attacks it: the queen stays there, and `row` increases by 1.  If all n rows are filled, this
 *     is QUEENS_SOLVED; otherwise col[row] of the new row becomes -1, and this is QUEENS_PLACED.
 * If there is no such square, or the board is solved (row == n), the row above gets its turn again: `row`
 * decreases by 1, and this is QUEENS_LIFTED.  On row 0 nothing changes, and this is QUEENS_DONE.
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
