/* The rows of a count in plain C, with which the tests compare count_rows_avr.S slice by slice. */
#include "tests/support/count_rows.h"

#include "firmware/count/count_cross.h"
#include "hal/slice.h"

#include <stdbool.h>
#include <stddef.h>

#define BELOW_MAX 7  /* rows at the end of the board that are no levels */
#define DEALT     2  /* the level whose squares are dealt out among the parts */
#define BOARD     24 /* the bit of column bit 0 in the diagonals */

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
    struct board *board;
    struct cross cross;
    uint32_t taken; /* the rows of the cross, a bit each */
    struct run run;
    uint8_t end;   /* rows, without those at the end that hold edge queens */
    uint8_t final; /* the last row of the cross */
    uint8_t last;  /* level */
    bool has_pair; /* below the last level are two free rows, which a slice does not end above */
    bool again;    /* on the way down to board.row */
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

/* With another queen in this row. */
static struct view view_with(struct view view, uint16_t queen)
{
    view.left |= (uint64_t)queen << BOARD;
    view.right |= (uint64_t)queen << BOARD;
    view.cols ^= queen;
    return view;
}

/* ---- The levels ---- */

static bool row_taken(const struct search *search, uint8_t row)
{
    return (search->taken >> row & 1) != 0;
}

/* Moves down to the next free row. */
static void free_down(const struct search *search, struct view *view)
{
    do {
        view->left <<= 1;
        view->right >>= 1;
        view->row++;
    } while (row_taken(search, (uint8_t)(view->row - 1)));
}

/* Counts the ways to fill the rows below, plainly: the chip has windows and pairs for that. */
static uint16_t ways_below(const struct search *search, struct view view)
{
    uint16_t found = 0;

    if (view.cols == 0)
        return 1;
    free_down(search, &view);
    for (uint16_t open = view_open(&view); open != 0; open = without_lowest(open))
        found = (uint16_t)(found + ways_below(search, view_with(view, lowest(open))));
    return found;
}

/* Adds a queen of the cross, as seen from above the first row. */
static void view_add(struct search *search, struct view *view, uint8_t row, int8_t col)
{
    uint64_t queen;

    if (row >= search->board->n) /* EDGE_NONE */
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
    uint8_t n = search->board->n;
    const uint8_t *edge = rows_in(search->board)->edge;
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
    search->final = (uint8_t)(search->end - 1 - BELOW_MAX);
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
    uint8_t n = search->board->n;
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
        view_add(search, &view, rows_in(search->board)->edge[edge], edge_column(edge));
    view_end(search);
    for (uint8_t row = 0; row < search->end; row++)
        free = (uint8_t)(free + !row_taken(search, row));
    uint8_t below = (uint8_t)(search->end - 1 - search->final);
    search->has_pair = below < 3 + n % 2;
    search->last = (uint8_t)(free - (search->has_pair ? 2 : below));
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

/* The queens of this row, and all below them.  Returns whether the slice has ended. */
static bool level_run(struct search *search, struct view view, uint8_t level)
{
    struct board *board = search->board;
    uint8_t *stored = rows_of(board)->open[level - 1];
    uint16_t open;

    free_down(search, &view);
    open = view_open(&view);
    if (search->again) {
        open &= word_of(stored);
        search->again = level != board->row && open != 0;
    } else if (level == DEALT && open != 0 && (slice_kind & SLICE_IS_DEALT)) {
        open = deal(rows_of(board), open);
    }
    for (; open != 0; open = without_lowest(open)) {
        struct view below = view_with(view, lowest(open));
        bool is_pair = search->has_pair && level == search->last;
        if (!search->again && !is_pair && rows_are_over(&search->run)) {
            word_set(stored, open);
            board->row = level;
            return true;
        }
        search->run.placed = (uint16_t)(search->run.placed + !search->again);
        if (!search->again && level == search->last) {
            search->run.found = (uint16_t)(search->run.found + ways_below(search, below));
            continue;
        }
        word_set(stored, open);
        if (level_run(search, below, (uint8_t)(level + 1)))
            return true;
    }
    return false;
}

struct run rows_run(struct board *board, struct cross cross)
{
    struct search search = {.board = board, .cross = cross, .again = true};
    struct view view = view_of(&search);

    slice_check ^= board->row;
    check_open(board);
    if (board->row == ROWS_NEW) {
        board->row = 1;
        search.run.placed = 4;
        word_set(rows_of(board)->open[0], UINT16_MAX);
    }
    if (level_run(&search, view, 1)) {
        check_open(board);
        slice_ms = 0;
        return search.run;
    }
    board->row = ROWS_DONE;
    /* The table of a cross and the next cross take time, too. */
    if (rows_are_over == queens_are_over && slice_ms != 0)
        slice_ms--;
    return search.run;
}
