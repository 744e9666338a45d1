/* The verifier of a board: finds queens that attack each other, by other code than the search's. */
#include "firmware/queens/verify.h"

#include "hal/flash.h"

/*@ requires \valid_read(board) && board->n <= QUEENS_MAX && board->row <= board->n;
    requires on_board(board, board->row) && upper < lower < board->row;
    assigns \nothing;
    ensures ATTACK_NONE <= \result <= ATTACK_RISING;
    ensures \result != ATTACK_NONE <==> attacks(board, upper, lower); */
static enum attack attack(const struct board *board, uint8_t upper, uint8_t lower)
{
    int8_t right = (int8_t)(board->col[lower] - board->col[upper]);
    int8_t down = (int8_t)(lower - upper);

    if (right == 0) {
        return ATTACK_COLUMN;
    }
    if (right == down) {
        return ATTACK_FALLING;
    }
    return (int8_t)(right + down) == 0 ? ATTACK_RISING : ATTACK_NONE;
}

enum attack verify_pair(const struct board *board, uint8_t *upper, uint8_t *lower)
{
    /*@ loop invariant \at(*upper, Pre) <= *upper <= *lower <= board->row;
        loop invariant *upper == \at(*upper, Pre) ==> *lower == \at(*lower, Pre);
        loop invariant *upper > \at(*upper, Pre) ==> *lower == *upper;
        loop invariant *upper > \at(*upper, Pre) ==> \forall integer l; \at(*lower, Pre) < l < board->row ==>
                           !attacks(board, \at(*upper, Pre), l);
        loop invariant \forall integer u, l; \at(*upper, Pre) < u < *upper && u < l < board->row ==>
                           !attacks(board, u, l);
        loop assigns *upper, *lower;
        loop variant board->row - *upper; */
    while (*upper < board->row) {
        /*@ loop invariant \at(*lower, LoopEntry) <= *lower <= board->row;
            loop invariant \forall integer l; \at(*lower, LoopEntry) < l <= *lower && l < board->row ==>
                               !attacks(board, *upper, l);
            loop assigns *lower;
            loop variant board->row - *lower; */
        while (++*lower < board->row) {
            enum attack how = attack(board, *upper, *lower);

            if (how != ATTACK_NONE) {
                return how;
            }
        }
        /*@ assert *upper == \at(*upper, LoopCurrent) && board->row == \at(board->row, Pre); */
        /*@ assert *upper > \at(*upper, Pre) ==>
                \forall integer l; *upper < l < board->row ==> !attacks(board, *upper, l); */
        *lower = ++*upper;
        /*@ assert *upper == \at(*upper, LoopCurrent) + 1 && board->row == \at(board->row, Pre); */
        /*@ assert \at(*upper, LoopCurrent) > \at(*upper, Pre) ==>
                \forall integer l; \at(*upper, LoopCurrent) < l < board->row ==>
                    !attacks(board, \at(*upper, LoopCurrent), l); */
        /*@ assert \forall integer u, l; \at(*upper, Pre) < u <= \at(*upper, LoopCurrent) &&
            u < l < board->row ==>
                !attacks(board, u, l); */
    }
    return ATTACK_NONE;
}

/*@ lemma byte_below_zero: \forall integer x; -256 <= x < 0 ==> (uint8_t)x == x + 256; */

bool verify_solution(const struct board *board)
{
    uint8_t n = board->n;

    if (n == 0 || n > QUEENS_MAX || board->row != n) {
        return false;
    }
    /* From the top: the rows above are on the board by then, so that no difference runs over. */
    /*@ loop invariant 0 <= row <= n && on_board(board, row) && peaceful(board, row);
        loop assigns row;
        loop variant n - row; */
    for (uint8_t row = 0; row < n; row++) {
        const int8_t *other = board->col;
        int8_t column = board->col[row];

        if ((uint8_t)column >= n) {
            /*@ assert !(0 <= board->col[row] < n); */
            return false;
        }
        /*@ assert 0 <= board->col[row] < n; */
        /*@ loop invariant 0 <= away <= row && other == board->col + (row - away);
            loop invariant \forall integer u; 0 <= u < row - away ==> !attacks(board, u, row);
            loop assigns other, away;
            loop variant away; */
        for (int8_t away = (int8_t)row; away != 0; away--) {
            int8_t across = (int8_t)(*other++ - column);

            if (across == 0 || across == away || (int8_t)(across + away) == 0) {
                /*@ assert attacks(board, row - away, row); */
                return false;
            }
            /*@ assert !attacks(board, row - away, row); */
        }
        /*@ assert \forall integer u; 0 <= u < row ==> !attacks(board, u, row); */
    }
    return true;
}

bool verify_small(const struct board *board)
{
    static const uint8_t bits[8] FLASH = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80};
    const int8_t *col = board->col;
    uint8_t n = board->n;
    uint8_t columns = 0;
    uint8_t falling = 0; /* what the queens above attack along their diagonals, seen from this row */
    uint8_t rising = 0;

    if (n == 0 || n > 8 || board->row != n) {
        return false;
    }
    /*@ loop invariant 0 <= row <= n && col == (int8_t *)board->col + (n - row);
        loop assigns row, col, columns, falling, rising;
        loop variant row; */
    for (uint8_t row = n; row != 0; row--) {
        uint8_t column = (uint8_t)*col++;
        uint8_t queen;

        if (column >= n) {
            return false;
        }
        queen = flash_byte(&bits[column]);
        if ((queen & (columns | falling | rising)) != 0) {
            return false;
        }
        columns |= queen;
        falling = (uint8_t)((falling | queen) * 2U);
        rising = (uint8_t)((rising | queen) >> 1);
    }
    return true;
}
