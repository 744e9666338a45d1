/* The verifier of a board: finds queens that attack each other; shares no code with the search. */
#include "firmware/queens/verify.h"

#include "hal/flash.h"

/*@ requires \valid_read(board) && board->n <= QUEENS_MAX && board->row <= board->n;
    requires \forall integer r; 0 <= r < board->row ==> -1 <= board->col[r] < board->n;
    requires upper < lower < board->row;
    assigns \nothing;
    ensures ATTACK_NONE <= \result <= ATTACK_RISING;
    ensures \result != ATTACK_NONE <==> meet(board, upper, lower); */
static enum attack attack(const struct board *board, uint8_t upper, uint8_t lower)
{
    int8_t right = board->col[lower] - board->col[upper];
    int8_t down = (int8_t)(lower - upper);

    if (board->col[upper] < 0 || board->col[lower] < 0)
        return ATTACK_NONE;
    if (right == 0)
        return ATTACK_COLUMN;
    if (right == down)
        return ATTACK_FALLING;
    return (int8_t)(right + down) == 0 ? ATTACK_RISING : ATTACK_NONE;
}

enum attack verify_pair(const struct board *board, uint8_t *upper, uint8_t *lower)
{
    /*@ VERIFY_PAIR_LOOP */
    while (*upper < board->row) {
        /*@ VERIFY_PAIR_LOOP_2 */
        while (++*lower < board->row) {
            enum attack how = attack(board, *upper, *lower);

            if (how != ATTACK_NONE)
                return how;
        }
        /*@ VERIFY_PAIR_FACTS_1 */
        *lower = ++*upper;
        /*@ VERIFY_PAIR_FACTS_2 */
    }
    return ATTACK_NONE;
}

/*@ lemma byte_below_zero: \forall integer x; -256 <= x < 0 ==> (uint8_t)x == x + 256; */

bool verify_solution(const struct board *board, bool has_given)
{
    uint8_t n = board->n;

    if (n == 0 || n > QUEENS_MAX || board->row != n)
        return false;
    /* From the top: the rows above have been checked to be on the board, so no difference overflows. */
    /*@ loop invariant 0 <= row <= n && is_solved(board, row);
        loop invariant !has_given ==> \forall integer r; 0 <= r < row ==> board->col[r] < BOARD_GIVEN;
        loop assigns row;
        loop variant n - row; */
    for (uint8_t row = 0; row < n; row++) {
        uint8_t column = (uint8_t)board->col[row];

        if (has_given && column >= BOARD_GIVEN)
            column -= BOARD_GIVEN;
        if (column >= n) {
            /*@ assert !(0 <= column(board, row) < n) || (!has_given && board->col[row] >= BOARD_GIVEN); */
            return false;
        }
        /*@ assert column == column(board, row) && (!has_given ==> board->col[row] < BOARD_GIVEN); */
        /*@ loop invariant 0 <= upper <= row && \forall integer u; 0 <= u < upper ==> !crosses(board, u, row);
            loop assigns upper;
            loop variant row - upper; */
        for (uint8_t upper = 0; upper < row; upper++) {
            int8_t across = (int8_t)(board_column(board, upper) - column);
            int8_t down = (int8_t)(row - upper);

            if (across == 0 || across == down || (int8_t)(across + down) == 0) {
                /*@ assert crosses(board, upper, row); */
                return false;
            }
        }
    }
    return true;
}

bool verify_small(const struct board *board)
{
    static const uint8_t bits[8] FLASH = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80};
    const int8_t *col = board->col;
    uint8_t n = board->n;
    uint8_t columns = 0;
    uint8_t falling = 0; /* the columns of this row that the queens above attack along diagonals */
    uint8_t rising = 0;

    if (n == 0 || n > 8 || board->row != n)
        return false;
    /*@ loop invariant 0 <= row <= n && col == (int8_t *)board->col + (n - row);
        loop assigns row, col, columns, falling, rising;
        loop variant row; */
    for (uint8_t row = n; row != 0; row--) {
        uint8_t column = (uint8_t)*col++;
        uint8_t queen;

        if (column >= n)
            return false;
        queen = flash_byte(&bits[column]);
        if ((queen & (columns | falling | rising)) != 0)
            return false;
        columns |= queen;
        falling = (falling | queen) * 2U;
        rising = (rising | queen) >> 1;
    }
    return true;
}
