/* The eight images of a board under the rotations and reflections of the square. */
#ifndef SYMMETRY_H
#define SYMMETRY_H

#include "firmware/queens/board.h"

#include <stdbool.h>

#define SYMMETRY_IMAGES 8

/*
 *      the board          transposed       turned by 90 degrees
 *                      (rows <-> columns)      anticlockwise
 *     0  a . . .          a . . .               . . c .
 *     1  . . b .          . . . d               . b . .
 *     2  . . . c          . b . .               . . . d
 *     3  . d . .          . . c .               a . . .
 *       col 0 2 3 1      col 0 3 1 2           col 2 1 3 0
 *
 * Transposing inverts the permutation: the queen of row r, column c moves to row c, column r.  Turning
 * transposes, then reverses the order of the rows: the queen moves to row n-1-c, column r.
 *
 *     image      0    1    2    3      4    5    6    7       0-3: turned by 0, 90, 180, 270 degrees
 *     queen at   r    c'   r'   c      c    r    c'   r'      anticlockwise; 4-7: the transposition of each
 *     column     c    r    c'   r'     r    c'   r'   c       (x' = n-1-x)
 *
 * A board has images if no two of its queens share a column; every solution has them.  All functions here
 * need a full board (row == n) that has images.  None of them stores a second board.  All are for main only.
 */

/*
 * For `make prove`, with an image named by its bit, 1 << image: whether its queen of that row is in that
 * column, whether it is equal to the board, whether it comes before the board.  A board has images if each of
 * its columns has one queen.
 */
/*@ predicate is_queen(struct board *b, integer r, integer c) =
        0 <= r < b->n && 0 <= c < b->n && b->col[r] == c;

    predicate has_queen(struct board *b, integer c) = \exists integer r; is_queen(b, r, c);

    predicate has_images(struct board *b) =
        1 <= b->n <= QUEENS_MAX && b->row == b->n && on_board(b, b->n) &&
        (\forall integer u, l; 0 <= u < l < b->n ==> b->col[u] != b->col[l]) &&
        (\forall integer c; 0 <= c < b->n ==> has_queen(b, c));

    predicate is_image(integer bit) =
        bit == 1 || bit == 2 || bit == 4 || bit == 8 || bit == 16 || bit == 32 || bit == 64 || bit == 128;

    predicate is_bit_of(integer bit, integer image) =
        (image == 0 && bit == 1) || (image == 1 && bit == 2) || (image == 2 && bit == 4) ||
        (image == 3 && bit == 8) || (image == 4 && bit == 16) || (image == 5 && bit == 32) ||
        (image == 6 && bit == 64) || (image == 7 && bit == 128);

    predicate stands(struct board *b, integer bit, integer r, integer c) =
        (bit == 1 && b->col[r] == c) ||
        (bit == 2 && b->col[c] == b->n - 1 - r) ||
        (bit == 4 && b->col[b->n - 1 - r] == b->n - 1 - c) ||
        (bit == 8 && b->col[b->n - 1 - c] == r) ||
        (bit == 16 && b->col[c] == r) ||
        (bit == 32 && b->col[r] == b->n - 1 - c) ||
        (bit == 64 && b->col[b->n - 1 - c] == b->n - 1 - r) ||
        (bit == 128 && b->col[b->n - 1 - r] == c);

    predicate is_alike(struct board *b, integer bit, integer rows) =
        \forall integer r; 0 <= r < rows ==> stands(b, bit, r, b->col[r]);

    predicate is_itself(struct board *b, integer bit) = is_alike(b, bit, b->n);

    predicate comes_first(struct board *b, integer bit) =
        \exists integer r, c; 0 <= r < b->n && 0 <= c < b->col[r] && stands(b, bit, r, c) &&
            is_alike(b, bit, r);

    predicate counts(struct board *b, integer bit, integer times) =
        (is_itself(b, bit) && times == 1) || (!is_itself(b, bit) && times == 0);

    predicate has_symmetries(struct board *b, integer times) =
        \exists integer i, j, k, l, p, q, r, s; counts(b, 1, i) && counts(b, 2, j) && counts(b, 4, k) &&
            counts(b, 8, l) && counts(b, 16, p) && counts(b, 32, q) && counts(b, 64, r) &&
            counts(b, 128, s) && times == i + j + k + l + p + q + r + s;

    predicate has_ones(integer x, integer ones) =
        (x == 0 && ones == 0) || ((x == 1 || x == 2 || x == 4 || x == 8) && ones == 1) ||
        ((x == 3 || x == 6 || x == 12 || x == 0x11) && ones == 2) || ((x == 7 || x == 25) && ones == 3) ||
        ((x == 0x0f || x == 0x33) && ones == 4) || (x == 31 && ones == 5) || (x == 63 && ones == 6) ||
        (x == 127 && ones == 7) || (x == 0xff && ones == 8);
*/

/*
 * The column, 0 .. n-1, of the queen on `row` (0 .. n-1) of `image` (0 .. 7). For the tests; the linker
 * removes it from the firmware. Blocks: under 500 cycles.
 */
/*@ requires \valid_read(board) && has_images(board) && image < SYMMETRY_IMAGES && row < board->n;
    terminates \true;
    assigns \nothing;
    ensures 0 <= \result < board->n;
    ensures \forall integer bit; is_bit_of(bit, image) ==> stands(board, bit, row, \result); */
int8_t symmetry_column(const struct board *board, uint8_t image, uint8_t row);

/*
 * The images that differ from all images before them: bit k is set for image k, bit 0 always. Their number
 * is the size of the class (symmetry_class): a solution of n > 1 has 8, 4 (it is its own half turn) or 2
 * (its own quarter turn), the one of n = 1 has 1.
 */
/*@ requires \valid_read(board) && has_images(board);
    terminates \true;
    assigns \nothing;
    ensures \forall integer times; has_symmetries(board, times) ==> (\result == 0xff && times == 1) ||
                ((\result == 0x33 || \result == 0x0f) && times == 2) ||
                ((\result == 0x11 || \result == 0x03) && times == 4) || (\result == 0x01 && times == 8);
    ensures \result == 0xff || \result == 0x33 || \result == 0x0f || \result == 0x11 || \result == 0x03 ||
                \result == 0x01; */
uint8_t symmetry_images(const struct board *board);

/* Their number. */
/*@ requires \valid_read(board) && has_images(board);
    terminates \true;
    assigns \nothing;
    ensures \forall integer times; has_symmetries(board, times) ==> times * \result == 8; */
uint8_t symmetry_class(const struct board *board);

/* Returns whether the board is the lexicographically least of its class: no image comes before it. */
/*@ requires \valid_read(board) && has_images(board);
    terminates \true;
    assigns \nothing;
    ensures \result <==> \forall integer bit; is_image(bit) ==> !comes_first(board, bit); */
bool symmetry_is_least(const struct board *board);

/*
 * Changes a board in place, from image `image` of an original board to the next image; the original follows
 * image 7.  So eight calls, with 0, 1 .. 7, produce all images and restore the board.
 */
/*@ requires \valid(board) && has_images(board) && image < SYMMETRY_IMAGES;
    assigns board->col[0 .. QUEENS_MAX - 1];
    ensures has_images(board);
    ensures turned: image < 3
        ==> \forall integer r; 0 <= r < board->n ==> stands{Old}(board, 2, r, board->col[r]);
    ensures mirrored: image == 3
        ==> \forall integer r; 0 <= r < board->n ==> stands{Old}(board, 32, r, board->col[r]);
    ensures turned: 4 <= image < 7
        ==> \forall integer r; 0 <= r < board->n ==> stands{Old}(board, 8, r, board->col[r]);
    ensures back: image == 7
        ==> \forall integer r; 0 <= r < board->n ==> stands{Old}(board, 128, r, board->col[r]); */
void symmetry_next(struct board *board, uint8_t image);

#endif
