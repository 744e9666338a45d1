/* The search, step by step. */
#include "firmware/queens/queens.h"

void queens_start(struct board *board, uint8_t n)
{
    board->n = n;
    board->row = 0;
    board->col[0] = -1;
}

uint8_t queens_attacker(const struct board *board)
{
    int8_t col = board->col[board->row];
    uint8_t row;

    /*@ loop invariant 0 <= row <= board->row;
        loop invariant \forall integer r; 0 <= r < row ==> !attacks(board, r, board->row);
        loop assigns row;
        loop variant board->row - row; */
    for (row = 0; row < board->row; row++) {
        int8_t right = (int8_t)(col - board->col[row]);
        int8_t down = (int8_t)(board->row - row);

        if (right == 0 || right == down || (int8_t)(right + down) == 0)
            break;
    }
    return row;
}

/*@ requires \valid(board) && in_search(board);
    requires board->row == board->n || board->col[board->row] == board->n - 1;
    terminates \true;
    assigns board->row;
    ensures in_search(board);
    behavior done:
        assumes board->row == 0;
        ensures \result == QUEENS_DONE && board->row == 0;
    behavior lifted:
        assumes board->row > 0;
        ensures \result == QUEENS_LIFTED && board->row == \old(board->row) - 1;
    complete behaviors;
    disjoint behaviors; */
static enum queens_event queen_lift(struct board *board)
{
    if (board->row == 0)
        return QUEENS_DONE;
    board->row--;
    return QUEENS_LIFTED;
}

/*@ requires \valid(board) && in_search(board) && board->row < board->n && board->col[board->row] >= 0;
    requires peaceful(board, board->row + 1);
    terminates \true;
    assigns board->row, board->col[0 .. QUEENS_MAX - 1];
    ensures in_search(board) && board->row == \old(board->row) + 1;
    ensures \forall integer r; 0 <= r < QUEENS_MAX && r != board->row
        ==> board->col[r] == \old(board->col[r]);
    behavior solved:
        assumes board->row + 1 == board->n;
        ensures \result == QUEENS_SOLVED && solution(board);
    behavior placed:
        assumes board->row + 1 < board->n;
        ensures \result == QUEENS_PLACED && board->col[board->row] == -1;
    complete behaviors;
    disjoint behaviors; */
static enum queens_event queen_place(struct board *board)
{
    board->row++;
    if (board->row == board->n)
        return QUEENS_SOLVED;
    board->col[board->row] = -1;
    return QUEENS_PLACED;
}

enum queens_event queens_step(struct board *board)
{
    if (board->row == board->n || board->col[board->row] == (int8_t)(board->n - 1))
        return queen_lift(board);
    board->col[board->row]++;
    /*@ assert \forall integer r; 0 <= r < board->row ==> board->col[r] == \at(board->col[r], Pre); */
    /*@ assert 0 <= board->col[board->row] < board->n; */
    /*@ assert on_board(board, board->row); */
    /*@ assert \forall integer u, l; 0 <= u < l < board->row ==> !attacks(board, u, l); */
    if (queens_attacker(board) != board->row) {
        /*@ assert \exists integer r; 0 <= r < board->row && attacks(board, r, board->row); */
        return QUEENS_ATTACKED;
    }
    return queen_place(board);
}
