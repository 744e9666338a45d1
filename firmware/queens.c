/* The search, step by step. */
#include "queens.h"

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

    for (row = 0; row < board->row; row++) {
        uint8_t down = (uint8_t)(board->row - row);
        uint8_t right = (uint8_t)(col - board->col[row]);
        uint8_t left = (uint8_t)(board->col[row] - col);

        if (right == 0 || right == down || left == down)
            break;
    }
    return row;
}

static enum queens_event queen_lift(struct board *board)
{
    if (board->row == 0)
        return QUEENS_DONE;
    board->row--;
    return QUEENS_LIFTED;
}

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
    if (board->row == board->n || board->col[board->row] == board->n - 1)
        return queen_lift(board);
    board->col[board->row]++;
    if (queens_attacker(board) != board->row)
        return QUEENS_ATTACKED;
    return queen_place(board);
}
