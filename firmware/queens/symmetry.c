/* The eight images of a board under the turns and mirrors of the square, taken from the board alone. */
#include "firmware/queens/symmetry.h"

#include "firmware/noinline.h"

/* The header's table of images, read by rows: one bit an image. */
enum {
    TRANSPOSED = 0x5a,  /* 1 3 4 6: a row of the image is a column of the board */
    UPSIDE_DOWN = 0xc6, /* 1 2 6 7: the row is counted from the other end */
    MIRRORED = 0x6c     /* 2 3 5 6: the column is counted from the other end */
};

/* The row of the queen in a column; n when there is none. */
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
    while (row < board->n && board->col[row] != (int8_t)column) {
        row++;
    }
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

    /*@ assert bit == 1 ==> !(bit & TRANSPOSED) && !(bit & UPSIDE_DOWN) && !(bit & MIRRORED); */
    /*@ assert bit == 2 ==> (bit & TRANSPOSED) && (bit & UPSIDE_DOWN) && !(bit & MIRRORED); */
    /*@ assert bit == 4 ==> !(bit & TRANSPOSED) && (bit & UPSIDE_DOWN) && (bit & MIRRORED); */
    /*@ assert bit == 8 ==> (bit & TRANSPOSED) && !(bit & UPSIDE_DOWN) && (bit & MIRRORED); */
    /*@ assert bit == 16 ==> (bit & TRANSPOSED) && !(bit & UPSIDE_DOWN) && !(bit & MIRRORED); */
    /*@ assert bit == 32 ==> !(bit & TRANSPOSED) && !(bit & UPSIDE_DOWN) && (bit & MIRRORED); */
    /*@ assert bit == 64 ==> (bit & TRANSPOSED) && (bit & UPSIDE_DOWN) && (bit & MIRRORED); */
    /*@ assert bit == 128 ==> !(bit & TRANSPOSED) && (bit & UPSIDE_DOWN) && !(bit & MIRRORED); */
    if (bit & UPSIDE_DOWN) {
        row = last - row;
    }
    column = bit & TRANSPOSED ? row_of(board, row) : (uint8_t)board->col[row];
    return bit & MIRRORED ? (uint8_t)(last - column) : column;
}

/* Lexicographic: below 0 when the image comes before the board, 0 when it is the board. */
/*@ requires \valid_read(board) && has_images(board) && is_image(bit);
    terminates \true;
    assigns \nothing;
    ensures \result == 0 <==> is_itself(board, bit);
    ensures \result < 0 <==> comes_first(board, bit); */
static int8_t compare(const struct board *board, uint8_t bit)
{
    int8_t difference = 0;

    /*@ ghost int16_t there = 0; */
    /*@ assert unique: \forall integer r, c, d; 0 <= r < board->n && 0 <= c < board->n && 0 <= d < board->n &&
            stands(board, bit, r, c) && stands(board, bit, r, d) ==> c == d; */
    /*@ loop invariant 0 <= row <= board->n && (difference == 0 ==> is_alike(board, bit, row));
        loop invariant difference != 0 ==> row > 0 && is_alike(board, bit, row - 1) &&
            0 <= there < board->n && stands(board, bit, row - 1, there) &&
            difference == there - board->col[row - 1];
        loop assigns row, difference, there;
        loop variant board->n - row; */
    for (uint8_t row = 0; row < board->n && difference == 0; row++) {
        difference = (int8_t)column_of(board, bit, row) - board->col[row];
        /*@ ghost there = (int16_t)(difference + board->col[row]); */
        /*@ assert stands(board, bit, row, there); */
    }
    /*@ assert before: difference < 0 ==> comes_first(board, bit); */
    /*@ assert behind: \forall integer r, c; difference >= 0 && 0 <= r < board->n && 0 <= c < board->col[r] &&
            is_alike(board, bit, r) ==> !stands(board, bit, r, c); */
    return difference;
}

int8_t symmetry_column(const struct board *board, uint8_t image, uint8_t row)
{
    uint8_t bit = 1;

    /*@ loop invariant 0 <= image <= \at(image, Pre) && is_bit_of(bit, \at(image, Pre) - image);
        loop assigns image, bit;
        loop variant image; */
    for (; image != 0; image--) {
        bit *= 2;
    }
    return (int8_t)column_of(board, bit, row);
}

uint8_t symmetry_images(const struct board *board)
{
    uint8_t images = 0xff;

    /* Two of the images that are the board itself make a third one. */
    /*@ assert itself: is_itself(board, 1); */
    /*@ assert turns: is_itself(board, 2) ==> is_itself(board, 4); */
    /*@ assert turns: is_itself(board, 2) ==> is_itself(board, 8); */
    /*@ assert turns: is_itself(board, 8) ==> is_itself(board, 2); */
    /*@ assert one: board->n == 1 ==> \forall integer bit; is_image(bit) ==> is_itself(board, bit); */
    /*@ assert one: board->n > 1 ==> board->col[0] != board->col[1]; */
    /*@ assert one: board->n > 1 && is_itself(board, 32) ==>
            stands(board, 32, 0, board->col[0]) && stands(board, 32, 1, board->col[1]); */
    /*@ assert one: is_itself(board, 32) ==> board->n == 1; */
    /*@ assert one: is_itself(board, 128) ==> board->n == 1; */
    /*@ assert one: is_itself(board, 2) && is_itself(board, 16) ==> board->n == 1; */
    /*@ assert one: is_itself(board, 2) && is_itself(board, 64) ==> is_itself(board, 32); */
    /*@ assert mirrors: is_itself(board, 16) && is_itself(board, 64) ==> is_itself(board, 4); */
    /*@ assert mirrors: is_itself(board, 4) && is_itself(board, 16) ==> is_itself(board, 64); */
    /*@ assert mirrors: is_itself(board, 4) && is_itself(board, 64) ==> is_itself(board, 16); */
    if (compare(board, 1U << 1) == 0) {
        images &= 0x11; /* all turns are one */
    } else if (compare(board, 1U << 2) == 0) {
        images &= 0x33; /* a half turn changes nothing */
    }
    /*@ assert turned: (images == 0x11 && is_itself(board, 2)) ||
            (images == 0x33 && !is_itself(board, 2) && is_itself(board, 4)) ||
            (images == 0xff && !is_itself(board, 2) && !is_itself(board, 4)); */
    /*@ assert images == 0x11 ==> (images & 0x0f) == 0x01; */
    /*@ assert images == 0x33 ==> (images & 0x0f) == 0x03; */
    /*@ assert images == 0xff ==> (images & 0x0f) == 0x0f; */
    /* Images 5 and 7 leave each queen in its row, or in its column: they are the board for n = 1 alone. */
    if (compare(board, 1U << 4) == 0 || compare(board, 1U << 6) == 0) {
        images &= 0x0f; /* a mirror changes nothing, so each mirrored image is a turn as well */
    }
    return images;
}

uint8_t symmetry_class(const struct board *board)
{
    uint8_t size = 0;
    uint8_t images = symmetry_images(board);

    /*@ ghost uint8_t all = images; */
    /*@ assert has_ones(images, 1) || has_ones(images, 2) || has_ones(images, 4) || has_ones(images, 8); */
    /*@ loop invariant size <= 8 &&
            \forall integer ones; has_ones(all, ones) ==> has_ones(images, ones - size);
        loop assigns images, size;
        loop variant images; */
    for (; images != 0; images /= 2) {
        size += images % 2;
    }
    /*@ assert \forall integer ones; has_ones(all, ones) ==> ones == size; */
    return size;
}

/* Inline in both of its callers it would take 20 bytes more. */
NOINLINE_FOR_STACK bool symmetry_is_least(const struct board *board)
{
    uint8_t bit = 1U << (SYMMETRY_IMAGES - 1);

    /*@ loop invariant is_image(bit) && bit != 1;
        loop invariant \forall integer other; is_image(other) && other > bit ==> !comes_first(board, other);
        loop assigns bit;
        loop variant bit; */
    do {
        if (compare(board, bit) < 0) {
            return false;
        }
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

    /*@ ghost uint8_t done = 0; */
    /*@ loop invariant upper == (int8_t *)board->col + done && 2 * done <= board->n + 1;
        loop invariant lower == (int8_t *)board->col + (board->n - 1 - done);
        loop invariant \forall integer r; done <= r < board->n - done
            ==> board->col[r] == \at(board->col[r], Pre);
        loop invariant \forall integer r; (0 <= r < done || board->n - done <= r < board->n)
            ==> board->col[r] == \at(board->col[board->n - 1 - r], Pre);
        loop assigns upper, lower, done, board->col[0 .. QUEENS_MAX - 1];
        loop variant board->n - done; */
    while (upper < lower) {
        int8_t column = *upper;

        *upper++ = *lower;
        *lower-- = column;
        /*@ ghost done++; */
    }
    /*@ assert \forall integer c; 0 <= c < board->n ==> has_queen{Pre}(board, c); */
    /*@ assert \forall integer r; 0 <= r < board->n ==>
            board->col[r] == \at(board->col[board->n - 1 - r], Pre); */
    /*@ assert \forall integer r; 0 <= r < board->n ==>
            board->col[board->n - 1 - r] == \at(board->col[r], Pre); */
    /*@ assert \forall integer r, c; is_queen{Pre}(board, r, c) ==> is_queen(board, board->n - 1 - r, c); */
    /*@ assert \forall integer c; 0 <= c < board->n ==> has_queen(board, c); */
    /*@ assert on_board(board, board->n); */
    /*@ assert \forall integer u, l; 0 <= u < l < board->n ==> board->col[u] != board->col[l]; */
}

/* Columns kept as -1 - column become columns again. */
/*@ requires \valid(board) && board->n <= QUEENS_MAX;
    requires \forall integer r; 0 <= r < board->n ==> board->col[r] < 0;
    terminates \true;
    assigns board->col[0 .. QUEENS_MAX - 1];
    ensures \forall integer r; 0 <= r < board->n ==> board->col[r] == -1 - \old(board->col)[r]; */
static void show_kept(struct board *board)
{
    /*@ loop invariant 0 <= row <= board->n;
        loop invariant \forall integer r; row <= r < board->n ==> board->col[r] == \at(board->col[r], Pre);
        loop invariant \forall integer r; 0 <= r < row ==> board->col[r] == -1 - \at(board->col[r], Pre);
        loop assigns row, board->col[0 .. QUEENS_MAX - 1];
        loop variant board->n - row; */
    for (uint8_t row = 0; row < board->n; row++) {
        board->col[row] = -1 - board->col[row];
    }
}

/*
 * Inverts the permutation cycle by cycle; a queen that stands in its new place is kept as -1 - column till
 * the end.
 */
/*@ requires \valid(board) && has_images(board);
    assigns board->col[0 .. QUEENS_MAX - 1];
    ensures has_images(board);
    ensures \forall integer r; 0 <= r < board->n ==> \old(board->col)[board->col[r]] == r;
    ensures \forall integer r, c; is_queen{Old}(board, r, c) ==> is_queen(board, c, r); */
static void transpose(struct board *board)
{
    /*@ assert distinct: \forall integer f, g, x;
            is_queen{Pre}(board, f, x) && is_queen{Pre}(board, g, x) ==> f == g; */
    /* Each cell is as it was, or kept; and with each that is kept the one whose queen it holds is, too. */
    /*@ loop invariant 0 <= first <= board->n;
        loop invariant \forall integer x; 0 <= x < board->n ==>
            (0 <= board->col[x] && board->col[x] == \at(board->col[x], Pre)) ||
            (board->col[x] < 0 && is_queen{Pre}(board, -1 - board->col[x], x));
        loop invariant \forall integer x; 0 <= x < first ==> board->col[x] < 0;
        loop invariant \forall integer x, y; is_queen{Pre}(board, y, x) && board->col[x] < 0
            ==> board->col[y] < 0;
        loop assigns first, board->col[0 .. QUEENS_MAX - 1]; */
    for (int8_t first = 0; first < (int8_t)board->n; first++) {
        int8_t from = first;
        int8_t row = board->col[first];

        /*@ loop invariant 0 <= from < board->n && row < board->n;
            loop invariant \forall integer x; 0 <= x < board->n ==>
                (0 <= board->col[x] && board->col[x] == \at(board->col[x], Pre)) ||
                (board->col[x] < 0 && is_queen{Pre}(board, -1 - board->col[x], x));
            loop invariant \forall integer x; 0 <= x < first ==> board->col[x] < 0;
            loop invariant row >= 0 ==> is_queen{Pre}(board, from, row);
            loop invariant board->col[from] < 0 || from == first;
            loop invariant \forall integer x, y; is_queen{Pre}(board, y, x) && board->col[x] < 0
                ==> board->col[y] < 0 || y == first;
            loop invariant fresh: board->col[first] >= 0 ==> row >= 0 && board->col[row] >= 0;
            loop assigns from, row, board->col[0 .. QUEENS_MAX - 1]; */
        while (row >= 0) {
            int8_t next = board->col[row];

            board->col[row] = -1 - from;
            /*@ assert kept: board->col[row] < 0 && is_queen{Pre}(board, -1 - board->col[row], row); */
            from = row;
            row = next;
        }
        /*@ assert board->col[first] < 0; */
    }
    /*@ assert kept: \forall integer x; 0 <= x < board->n ==> is_queen{Pre}(board, -1 - board->col[x], x); */
    show_kept(board);
    /*@ assert there: \forall integer r, c; is_queen{Pre}(board, r, c) ==> is_queen(board, c, r); */
    /*@ assert and_back: \forall integer r, c; is_queen(board, c, r) ==> is_queen{Pre}(board, r, c); */
    /*@ assert \forall integer c; 0 <= c < board->n ==> is_queen{Pre}(board, c, \at(board->col[c], Pre)); */
    /*@ assert \forall integer c; 0 <= c < board->n ==> is_queen(board, \at(board->col[c], Pre), c); */
    /*@ assert \forall integer c; 0 <= c < board->n ==> has_queen(board, c); */
    /*@ assert on_board(board, board->n); */
    /*@ assert \forall integer u, l; 0 <= u < l < board->n ==> board->col[u] != board->col[l]; */
}

/*
 * transpose, upside down, transpose, upside down ... passes through all eight images:
 * 0 1 2 3 after 0, 2, 4, 6 such moves, then 4 5 6 7 after 9, 11, 13, 15; after 16 the board is back.
 */
void symmetry_next(struct board *board, uint8_t image)
{
    if (image < 4) {
        transpose(board);
    }
    turn_upside_down(board);
    /*@ assert turned: image < 4 ==>
            \forall integer r; 0 <= r < board->n ==> is_queen{Pre}(board, board->col[r], board->n - 1 - r); */
    /*@ assert turned: image < 4 ==>
            \forall integer r, c; is_queen{Pre}(board, r, c) ==> is_queen(board, board->n - 1 - c, r); */
    if (image >= 3 && image < 7) {
        transpose(board);
    }
    /*@ assert mirrored: image == 3 ==>
            \forall integer r, c; is_queen{Pre}(board, r, c) ==> is_queen(board, r, board->n - 1 - c); */
    /*@ assert \forall integer r; 0 <= r < board->n ==> is_queen{Pre}(board, r, \at(board->col[r], Pre)); */
}
