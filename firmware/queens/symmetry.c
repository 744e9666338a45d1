/* The eight images of a board under the rotations and reflections of the square. */
#include "firmware/queens/symmetry.h"

#include "firmware/noinline.h"

/* The header's table of images, read by rows: one bit per image. */
enum {
    TRANSPOSED = 0x5a,  /* 1 3 4 6: a row of the image is a column of the board */
    UPSIDE_DOWN = 0xc6, /* 1 2 6 7: the row is counted from the other end */
    MIRRORED = 0x6c     /* 2 3 5 6: the column is counted from the other end */
};

/* The row of the queen in a column; n if there is none. */
/*@ requires \valid_read(board) && has_images(board) && column < board->n;
    terminates \true;
    assigns \nothing;
    ensures \result < board->n && board->col[\result] == column; */
static uint8_t row_of(const struct board *board, uint8_t column)
{
    uint8_t row = 0;

    /*@ assert has_queen(board, column); */
    /*@ loop invariant 0 <= row <= board->n && \forall integer r; 0 <= r < row ==> board->col[r] != column;
        loop assigns row;
        loop variant board->n - row; */
    while (row < board->n && board->col[row] != (int8_t)column)
        row++;
    return row;
}

/*@ requires \valid_read(board) && has_images(board) && is_image(bit) && row < board->n;
    terminates \true;
    assigns \nothing;
    ensures \result < board->n && stands(board, bit, \old(row), \result); */
static uint8_t column_of(const struct board *board, uint8_t bit, uint8_t row)
{
    uint8_t last = board->n - 1;
    uint8_t column;

    /*@ COLUMN_OF_FACTS_1 */
    if (bit & UPSIDE_DOWN)
        row = last - row;
    column = bit & TRANSPOSED ? row_of(board, row) : (uint8_t)board->col[row];
    return bit & MIRRORED ? (uint8_t)(last - column) : column;
}

/* Compares in lexicographic order: negative if the image comes before the board, 0 if it is the board. */
/*@ requires \valid_read(board) && has_images(board) && is_image(bit);
    terminates \true;
    assigns \nothing;
    ensures \result == 0 <==> is_itself(board, bit);
    ensures \result < 0 <==> comes_first(board, bit); */
static int8_t compare(const struct board *board, uint8_t bit)
{
    int8_t difference = 0;

    /*@ COMPARE_FACTS_1 */
    /*@ COMPARE_LOOP */
    for (uint8_t row = 0; row < board->n && difference == 0; row++) {
        difference = (int8_t)column_of(board, bit, row) - board->col[row];
        /*@ COMPARE_FACTS_2 */
    }
    /*@ COMPARE_FACTS_3 */
    return difference;
}

int8_t symmetry_column(const struct board *board, uint8_t image, uint8_t row)
{
    uint8_t bit = 1;

    /*@ loop invariant 0 <= image <= \at(image, Pre) && is_bit_of(bit, \at(image, Pre) - image);
        loop assigns image, bit;
        loop variant image; */
    for (; image != 0; image--)
        bit *= 2;
    return (int8_t)column_of(board, bit, row);
}

uint8_t symmetry_images(const struct board *board)
{
    uint8_t images = 0xff;

    /* If two images are equal to the board, their composition is, too. */
    /*@ SYMMETRY_IMAGES_FACTS_1 */
    if (compare(board, 1U << 1) == 0) {
        images &= 0x11; /* all rotations are equal */
    } else if (compare(board, 1U << 2) == 0) {
        images &= 0x33; /* a rotation by 180 degrees changes nothing */
    }
    /*@ SYMMETRY_IMAGES_FACTS_2 */
    /* Images 5 and 7 preserve each queen's row, or its column: they equal the board only for n = 1. */
    if (compare(board, 1U << 4) == 0 || compare(board, 1U << 6) == 0) {
        images &= 0x0f; /* a reflection changes nothing, so each reflected image equals a rotation */
    }
    return images;
}

uint8_t symmetry_class(const struct board *board)
{
    uint8_t size = 0;
    uint8_t images = symmetry_images(board);

    /*@ SYMMETRY_CLASS_FACTS_1 */
    /*@ SYMMETRY_CLASS_LOOP */
    for (; images != 0; images /= 2)
        size += images % 2;
    /*@ SYMMETRY_CLASS_FACTS_2 */
    return size;
}

/* Inlined in both of its callers it would take 20 bytes more. */
NOINLINE_FOR_STACK bool symmetry_is_least(const struct board *board)
{
    uint8_t bit = 1U << (SYMMETRY_IMAGES - 1);

    /*@ loop invariant is_image(bit) && bit != 1;
        loop invariant \forall integer other; is_image(other) && other > bit ==> !comes_first(board, other);
        loop assigns bit;
        loop variant bit; */
    do {
        if (compare(board, bit) < 0)
            return false;
        bit /= 2;
    } while (bit != 1);
    return true;
}

/*@ requires \valid(board) && has_images(board);
    terminates \true;
    assigns board->col[0 .. QUEENS_MAX - 1];
    ensures has_images(board);
    ensures \forall integer r; 0 <= r < board->n ==> board->col[r] == \old(board->col)[board->n - 1 - r];
    ensures \forall integer r, c; is_queen{Old}(board, r, c) ==> is_queen(board, board->n - 1 - r, c); */
static void turn_upside_down(struct board *board)
{
    int8_t *upper = board->col;
    int8_t *lower = board->col + board->n - 1;

    /*@ TURN_UPSIDE_DOWN_FACTS_1 */
    /*@ TURN_UPSIDE_DOWN_LOOP */
    while (upper < lower) {
        int8_t column = *upper;

        *upper++ = *lower;
        *lower-- = column;
        /*@ TURN_UPSIDE_DOWN_FACTS_2 */
    }
    /*@ TURN_UPSIDE_DOWN_FACTS_3 */
}

/*
 * Inverts the permutation cycle by cycle. A queen that is in its new place is stored as -1 - column until
 * the end.
 */
/*@ requires \valid(board) && has_images(board);
    assigns board->col[0 .. QUEENS_MAX - 1];
    ensures has_images(board);
    ensures \forall integer r; 0 <= r < board->n ==> \old(board->col)[board->col[r]] == r;
    ensures \forall integer r, c; is_queen{Old}(board, r, c) ==> is_queen(board, c, r); */
static void transpose(struct board *board)
{
    /*@ TRANSPOSE_FACTS_1 */
    /*@ TRANSPOSE_LOOP */
    for (int8_t first = 0; first < (int8_t)board->n; first++) {
        int8_t from = first;
        int8_t row = board->col[first];

        /*@ TRANSPOSE_LOOP_2 */
        while (row >= 0) {
            int8_t next = board->col[row];

            board->col[row] = -1 - from;
            /*@ TRANSPOSE_FACTS_2 */
            from = row;
            row = next;
        }
        /*@ TRANSPOSE_FACTS_3 */
    }
    /*@ TRANSPOSE_FACTS_4 */
    /*@ TRANSPOSE_LOOP_3 */
    for (uint8_t row = 0; row < board->n; row++)
        board->col[row] = -1 - board->col[row];
    /*@ TRANSPOSE_FACTS_5 */
}

/*
 * Alternating `transpose` and `upside down` passes through all eight images: 0 1 2 3 after 0, 2, 4, 6 such
 * moves, then 4 5 6 7 after 9, 11, 13, 15; after 16 the board is the original again.
 */
void symmetry_next(struct board *board, uint8_t image)
{
    if (image < 4)
        transpose(board);
    turn_upside_down(board);
    /*@ SYMMETRY_NEXT_FACTS_1 */
    if (image >= 3 && image < 7)
        transpose(board);
    /*@ SYMMETRY_NEXT_FACTS_2 */
}
