/* The rows of a count in plain C, with which the tests compare count_rows_avr.S slice by slice. */
#include "tests/support/count_rows.h"

#include "firmware/count/count_cross.h"
#include "hal/slice.h"

#include <stdbool.h>
#include <stddef.h>

#define WINDOW     5  /* rows, at the end of the board */
#define CHAIN_MAX  2  /* rows above them that are no levels either */
#define DEALT      2  /* the level whose squares are dealt out among the parts */
#define BOARD      24 /* the bit of column bit 0 in the diagonals */
#define MIDDLE_BIT 7  /* n odd: the column between those of the cross */

/*
 * The diagonals in the current row: bits 24 to 39 are on the board.  The other bits are diagonals that enter
 * the board further down, or that have left it.
 */
struct view {
    uint64_t left;
    uint64_t right;
    uint16_t cols; /* free columns */
    uint8_t row;   /* 1 for the first */
};

struct search {
    struct rows *rows;
    struct cross cross;
    uint8_t n;
    uint32_t taken; /* the rows of the cross, a bit each */
    struct run run;
    uint8_t end;   /* rows, without those at the end that hold edge queens */
    uint8_t final; /* the last row of the cross */
    uint8_t last;  /* level: the next row begins the chain, or the pair */
    uint8_t below; /* free rows below the cross; 0: the last two free rows are a pair */
};

static uint16_t word_of(const uint8_t bytes[2])
{
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static void word_set(uint8_t bytes[2], uint16_t word)
{
    bytes[0] = (uint8_t)word;
    bytes[1] = (uint8_t)(word >> 8);
}

static uint16_t lowest(uint16_t set)
{
    return (uint16_t)(set & -set);
}

static uint16_t without_lowest(uint16_t set)
{
    return (uint16_t)(set & (set - 1));
}

static uint16_t view_open(const struct view *view)
{
    return (uint16_t)(view->cols & ~(view->left >> BOARD | view->right >> BOARD));
}

static void view_down(struct view *view)
{
    view->left <<= 1;
    view->right >>= 1;
    view->row++;
}

static void view_up(struct view *view)
{
    view->left >>= 1;
    view->right <<= 1;
    view->row--;
}

/* Places a queen, or removes it. */
static void queen_flip(struct view *view, uint16_t queen)
{
    view->left ^= (uint64_t)queen << BOARD;
    view->right ^= (uint64_t)queen << BOARD;
    view->cols ^= queen;
}

/* ---- The window: rows e, a, b, c, d ---- */

/* Removes from a set what the lowest of the queens attacks, that many rows below. */
static uint16_t beside(uint16_t set, uint16_t queens, uint8_t distance)
{
    uint16_t queen = lowest(queens);

    return (uint16_t)(set & ~(queen | queen << distance | queen >> distance));
}

/* Two columns are left.  Counts the ways to place a queen in each of two rows. */
static void count_two(struct search *search, uint16_t c, uint16_t d, uint8_t distance)
{
    for (; c != 0; c = without_lowest(c))
        if (beside(d, c, distance) != 0)
            search->run.found++;
}

/* Three columns are left. */
static void count_three(struct search *search, uint16_t b, uint16_t c, uint16_t d, uint8_t bc, uint8_t cd)
{
    for (; b != 0; b = without_lowest(b)) {
        uint16_t next_c = beside(c, b, bc);
        uint16_t next_d = beside(d, b, (uint8_t)(bc + cd));

        if (next_c != 0 && next_d != 0)
            count_two(search, next_c, next_d, cd);
    }
}

static void count_four(struct search *search, const uint16_t set[4])
{
    for (uint16_t a = set[0]; a != 0; a = without_lowest(a)) {
        uint16_t b = beside(set[1], a, 1);
        uint16_t c = beside(set[2], a, 2);
        uint16_t d = beside(set[3], a, 3);

        if (b != 0 && c != 0 && d != 0)
            count_three(search, b, c, d, 1, 1);
    }
}

/* The middle column is free.  Its queen comes first: only this column is next to both bytes of a set. */
static void count_middle(struct search *search, const uint16_t set[4])
{
    const uint16_t middle = 1U << MIDDLE_BIT;

    for (uint8_t row = 0; row < 4; row++) {
        uint16_t left[3];
        uint8_t at[3];
        uint8_t others = 0;
        bool all = true;

        if ((set[row] & middle) == 0)
            continue;
        for (uint8_t i = 0; i < 4; i++) {
            if (i == row)
                continue;
            at[others] = i;
            left[others] = beside(set[i], middle, (uint8_t)(i < row ? row - i : i - row));
            all = all && left[others++] != 0;
        }
        if (all && row == 2) /* seen from the last row upwards, they are as those without row b */
            count_three(search, left[2], left[1], left[0], 2, 1);
        else if (all)
            count_three(search, left[0], left[1], left[2], (uint8_t)(at[1] - at[0]),
                        (uint8_t)(at[2] - at[1]));
    }
}

/* Counts the four rows from row a on, if each of them has a free square. */
static void count_below(struct search *search, struct view below, uint16_t a)
{
    uint16_t set[4] = {a};

    for (uint8_t row = 1; row < 4; row++) {
        view_down(&below);
        set[row] = view_open(&below);
        if (set[row] == 0)
            return;
    }
    if (search->n % 2 != 0 && (below.cols >> MIDDLE_BIT & 1) != 0)
        count_middle(search, set);
    else
        count_four(search, set);
}

static void count_window(struct search *search, const struct view *view, uint16_t open)
{
    for (; open != 0; open = without_lowest(open)) {
        struct view below = *view;
        uint16_t a;

        queen_flip(&below, lowest(open));
        view_down(&below);
        a = view_open(&below);
        if (a != 0)
            count_below(search, below, a);
    }
}

/* The same when three rows are left. */
static void count_last(struct search *search, struct view below, uint16_t b)
{
    uint16_t c;
    uint16_t d;

    view_down(&below);
    c = view_open(&below);
    view_down(&below);
    d = view_open(&below);
    if (c != 0 && d != 0)
        count_three(search, b, c, d, 1, 1);
}

/* The rows between the levels and the window, `chain` of them. */
static void count_chain(struct search *search, const struct view *view, uint16_t open, uint8_t chain)
{
    if (chain == 0) {
        count_window(search, view, open);
        return;
    }
    for (; open != 0; open = without_lowest(open)) {
        struct view below = *view;
        uint16_t next;

        queen_flip(&below, lowest(open));
        view_down(&below);
        next = view_open(&below);
        if (next != 0)
            count_chain(search, &below, next, (uint8_t)(chain - 1));
    }
}

/* ---- The levels ---- */

static bool row_taken(const struct search *search, uint8_t row)
{
    return (search->taken >> row & 1) != 0;
}

/* Moves down to the next free row. */
static void free_down(struct search *search, struct view *view)
{
    do
        view_down(view);
    while (row_taken(search, (uint8_t)(view->row - 1)));
}

static void free_up(struct search *search, struct view *view)
{
    do
        view_up(view);
    while (view->row > 0 && row_taken(search, (uint8_t)(view->row - 1)));
}

/*
 * Two rows and two columns are left.  If a queen on one column of the upper row attacks the other column in
 * the lower row, so does a queen on the other column the first one.  So the diagonals of both are added, as
 * if both columns had a queen.  Different sets of these two columns: one way.  The same set: two ways if it
 * has both columns, else none.
 */
static uint8_t pairs(struct search *search, struct view view, uint16_t upper)
{
    uint16_t lower;

    view.left |= (uint64_t)view.cols << BOARD;
    view.right |= (uint64_t)view.cols << BOARD;
    free_down(search, &view);
    lower = view_open(&view);
    if (upper == 0 || lower == 0)
        return 0;
    if (upper != lower)
        return 1;
    return upper == view.cols ? 2 : 0;
}

/* Counts the rows below the levels after the last level has this queen. */
static void count_below_last(struct search *search, struct view below, uint16_t queen)
{
    const struct view *view = &below;
    uint16_t open;

    queen_flip(&below, queen);
    free_down(search, &below);
    open = view_open(view);
    if (open == 0)
        return;
    if (search->below == 0)
        search->run.found = (uint16_t)(search->run.found + pairs(search, *view, open));
    else if (search->below == 3)
        count_last(search, *view, open);
    else if (search->below == 4)
        count_below(search, *view, open);
    else
        count_chain(search, view, open, (uint8_t)(search->below - WINDOW));
}

/* Adds a queen of the cross, as seen from above the first row. */
static void view_add(struct search *search, struct view *view, uint8_t row, int8_t col)
{
    uint64_t queen;

    if (row >= search->n) /* EDGE_NONE */
        return;
    queen = UINT64_C(1) << (BOARD + col);
    view->left |= queen >> (row + 1);
    view->right |= queen << (row + 1);
    view->cols = (uint16_t)(view->cols & ~(queen >> BOARD));
    search->taken |= 1U << row;
}

/*
 * The last row of the cross: from there on, no diagonal enters the mask.  That of a queen in an outer edge
 * column enters it two rows below her.
 */
static void view_end(struct search *search)
{
    uint8_t n = search->n;
    const uint8_t *edge = search->rows->edge;
    uint32_t rows = search->taken;

    search->end = n;
    if (rows_have_edges(n)) {
        while (search->end - 1 == edge[0] || search->end - 1 == edge[1] || search->end - 1 == edge[2] ||
               search->end - 1 == edge[3])
            search->end--;
        for (uint8_t i = 2; i < 4; i++) {
            if (edge[i] < n)
                rows |= 2U << edge[i];
            if (search->cross.cols[1] == edge_column(i))
                rows |= 2U << (n - n / 2);
        }
    }
    rows &= (1U << search->end) - 1;
    search->final = (uint8_t)(search->end - 1 - WINDOW - CHAIN_MAX);
    for (uint8_t row = search->final; row < search->end; row++)
        if (rows >> row & 1)
            search->final = row;
    /* The chip moves diagonals past six rows at once; after seven, it needs a level. */
    if (rows_have_edges(n) && (~search->taken >> (search->final - 6) & 127) == 0)
        if (search->final + 1 < search->end)
            search->final++;
}

static struct view view_of(struct search *search)
{
    const struct cross *cross = &search->cross;
    uint8_t n = search->n;
    uint8_t low = (uint8_t)(n / 2 - 1);
    uint8_t high = (uint8_t)(n - 1 - low);
    struct view view = {0, 0, 0, 0};
    uint8_t free = 0;

    view.cols = UINT16_MAX;
    if (n < 16)
        view.cols = (uint16_t)(((1U << n) - 1) << column_shift(n));
    if (rows_have_edges(n))
        view.cols = (uint16_t)(((1U << COUNT_WIDTH) - 1) << COUNT_FIRST);
    view_add(search, &view, low, cross->cols[0]);
    view_add(search, &view, high, cross->cols[1]);
    view_add(search, &view, cross->rows[0], (int8_t)(low + column_shift(n)));
    view_add(search, &view, cross->rows[1], (int8_t)(high + column_shift(n)));
    for (uint8_t edge = 0; rows_have_edges(n) && edge < EDGES_MAX; edge++)
        view_add(search, &view, search->rows->edge[edge], edge_column(edge));
    view_end(search);
    for (uint8_t row = 0; row < search->end; row++)
        free = (uint8_t)(free + !row_taken(search, row));
    search->below = (uint8_t)(search->end - 1 - search->final);
    search->last = (uint8_t)(free - search->below);
    if (search->below < (n % 2 == 0 ? 3 : COUNT_HAS_ODD_WINDOW ? 4 : UINT8_MAX)) {
        search->last = (uint8_t)(free - 2);
        search->below = 0;
    }
    return view;
}

uint8_t slice_ms;
uint8_t slice_check;
uint8_t slice_kind;

/* What changes in a slice, count.c changes in slice_check before and after: here it is changed back. */
static void check_turn(const struct rows *rows)
{
    slice_check ^= rows->turn[0] ^ rows->turn[1];
}

static void check_open(const struct board *board)
{
    for (uint8_t level = 0; level < board->row; level++)
        slice_check ^= rows_in(board)->open[level][0] ^ rows_in(board)->open[level][1];
}

/* The squares that belong to this part: one of so many in turn. */
static uint16_t deal(struct rows *rows, uint16_t squares)
{
    uint16_t turn = word_of(rows->turn);
    uint16_t ours = 0;

    check_turn(rows);
    for (; squares != 0; squares = without_lowest(squares)) {
        if (turn-- != 0)
            continue;
        ours = (uint16_t)(ours | lowest(squares));
        turn = word_of(rows->edge);
    }
    word_set(rows->turn, turn);
    check_turn(rows);
    return ours;
}

static bool queens_are_over(const struct run *run)
{
    return run->placed >= slice_ms * ROWS_QUEENS_MS;
}

bool (*rows_are_over)(const struct run *run) = queens_are_over;

struct run rows_run(struct board *board, struct cross cross)
{
    struct search search = {rows_of(board), cross, board->n, 0, {0, 0}, 0, 0, 0, 0};
    struct rows *rows = search.rows;
    struct view view = view_of(&search);
    bool again = true; /* on the way down to board.row */
    uint8_t level = 0;
    uint16_t open = 0; /* on this level */

    slice_check ^= board->row;
    check_open(board);
    if (board->row == ROWS_NEW) {
        board->row = 1;
        search.run.placed = 4;
        word_set(rows->open[0], UINT16_MAX);
    }
    for (;;) {
        uint16_t next;

        free_down(&search, &view);
        next = view_open(&view);
        if (again) {
            next &= word_of(rows->open[level]);
            again = level + 1 != board->row && next != 0;
        } else if (level + 1 == DEALT && next != 0 && (slice_kind & SLICE_IS_DEALT)) {
            word_set(rows->open[level - 1], open);
            next = deal(rows, next);
        }
        if (next != 0) {
            if (level > 0)
                word_set(rows->open[level - 1], open);
            level++;
            open = next;
        } else {
            free_up(&search, &view);
            queen_flip(&view, lowest(open));
            open = without_lowest(open);
        }
        for (;;) {
            while (open == 0) {
                if (level <= 1) {
                    board->row = ROWS_DONE;
                    /* The table of a cross and the next cross take time, too. */
                    if (rows_are_over == queens_are_over && slice_ms != 0)
                        slice_ms--;
                    return search.run;
                }
                open = word_of(rows->open[--level - 1]);
                free_up(&search, &view);
                queen_flip(&view, lowest(open));
                open = without_lowest(open);
            }
            if (again)
                break;
            if ((search.below != 0 || level != search.last) && rows_are_over(&search.run)) {
                word_set(rows->open[level - 1], open);
                board->row = level;
                check_open(board);
                slice_ms = 0;
                return search.run;
            }
            search.run.placed++;
            if (level != search.last)
                break;
            count_below_last(&search, view, lowest(open));
            open = without_lowest(open);
        }
        queen_flip(&view, lowest(open));
    }
}

uint32_t rows_complete(struct board *board)
{
    uint32_t found = 0;

    board->row = ROWS_NEW;
    while (board->row != ROWS_DONE) {
        slice_ms = 1;
        found += rows_run(board, cross_turned(board)).found;
    }
    return found;
}
