/* Exercise `back` (see README.md): undoes one step of the search. */
#include "firmware/queens/queens.h"

/*
 * Makes the board what it was before the last queens_step(), and returns the event of that step.  At the
 * start (row 0, col[0] == -1) nothing changes, and this is QUEENS_DONE.  The board alone shows which step was
 * the last one.  queens_attacker() helps.
 */
enum queens_event queens_back(struct board *board)
{
    if (board->n == 1 && board->row == 1) {
        board->row = 0;
        board->col[0] = -1;
        return QUEENS_SOLVED;
    }
    if (board->n == 1 && board->col[0] == 0) {
        board->row = 1;
        return QUEENS_LIFTED;
    }
    /* Your code for n > 1 comes here. */
    return QUEENS_DONE;
}
