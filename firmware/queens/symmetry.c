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
static uint8_t row_of(const struct board *board, uint8_t column)
{
    uint8_t row = 0;
    while (row < board->n && board->col[row] != (int8_t)column)
        row++;
    return row;
}

static uint8_t column_of(const struct board *board, uint8_t bit, uint8_t row)
{
    uint8_t last = board->n - 1;
    if (bit & UPSIDE_DOWN)
        row = last - row;
    uint8_t column = bit & TRANSPOSED ? row_of(board, row) : (uint8_t)board->col[row];
    return bit & MIRRORED ? (uint8_t)(last - column) : column;
}

/* Compares in lexicographic order: negative if the image comes before the board, 0 if it is the board. */
static int8_t compare(const struct board *board, uint8_t bit)
{
    int8_t difference = 0;
    for (uint8_t row = 0; row < board->n && difference == 0; row++) {
        difference = (int8_t)column_of(board, bit, row) - board->col[row];
    }
    return difference;
}

int8_t symmetry_column(const struct board *board, uint8_t image, uint8_t row)
{
    uint8_t bit = 1;
    for (; image != 0; image--)
        bit *= 2;
    return (int8_t)column_of(board, bit, row);
}

uint8_t symmetry_images(const struct board *board)
{
    uint8_t images = 0xff;
    /* If two images are equal to the board, their composition is, too. */
    if (compare(board, 1U << 1) == 0) {
        images &= 0x11; /* all rotations are equal */
    } else if (compare(board, 1U << 2) == 0) {
        images &= 0x33; /* a rotation by 180 degrees changes nothing */
    }
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
    for (; images != 0; images /= 2)
        size += images % 2;
    return size;
}

/* Inlined in both of its callers it would take 20 bytes more. */
NOINLINE_FOR_STACK bool symmetry_is_least(const struct board *board)
{
    uint8_t bit = 1U << (SYMMETRY_IMAGES - 1);
    do {
        if (compare(board, bit) < 0)
            return false;
        bit /= 2;
    } while (bit != 1);
    return true;
}

static void turn_upside_down(struct board *board)
{
    int8_t *upper = board->col;
    int8_t *lower = board->col + board->n - 1;
    while (upper < lower) {
        int8_t column = *upper;
        *upper++ = *lower;
        *lower-- = column;
    }
}

/*
 * Inverts the permutation cycle by cycle. A queen that has been moved is stored as -1 - column until
 * the end.
 */
static void transpose(struct board *board)
{
    for (int8_t first = 0; first < (int8_t)board->n; first++) {
        int8_t from = first;
        int8_t row = board->col[first];
        while (row >= 0) {
            int8_t next = board->col[row];
            board->col[row] = -1 - from;
            from = row;
            row = next;
        }
    }
    for (uint8_t row = 0; row < board->n; row++)
        board->col[row] = -1 - board->col[row];
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
    if (image >= 3 && image < 7)
        transpose(board);
}
