/*
 * Compares what a count begins with to plain enumeration: the placements of edge queens with each cross, and
 * the tables that the machine code of an image computes for them.  tests/unit/count.c compares the crosses.
 *
 *   count_run ROWS_RUN DESCEND_ROW BOARD TABLES PLACEMENTS <FLASH
 *
 * The first three are addresses, two in the flash and one in RAM; the others the greatest n of a table and of
 * a placement that is compared.
 */
#include <sim_avr.h>
#include <sim_core.h>

#include <stdio.h>
#include <stdlib.h>

#include "firmware/count/count_cross.c"
#include "firmware/count/count_state.c"
#include "tests/support/reference.h"

#define STACK 0x8f0
/* count_rows_avr.h */
#define BASE    (STACK - 6 - 47)
#define BELOW   (BASE + 39)
#define KIND    0x3e
#define IS_PART 0x60 /* and squares are dealt out */

uint8_t slice_ms, slice_check, slice_kind;

static avr_t *avr;
static unsigned rows_run_at, descend_row_at, board_at, tables;
static unsigned n;
static int shift; /* a column is its bit less this */
static unsigned long crosses, placements, checked;

static struct {
    int row, col;
} queens[8];
static unsigned count;

static void expect(bool is_right, const char *what)
{
    if (is_right)
        return;
    printf("n = %u: %s, with queens on", n, what);
    for (unsigned i = 0; i < count; i++)
        printf(" %d,%d", queens[i].row, queens[i].col);
    printf("\n");
    exit(1);
}

/* ---- The table of the machine code ---- */

static unsigned byte_at(unsigned address)
{
    return avr->data[address];
}

static unsigned word_at(unsigned address)
{
    return byte_at(address) | byte_at(address + 1) << 8;
}

/* The bits that the diagonals of the queens attack in a row. */
static unsigned attacked_in(int row)
{
    unsigned set = 0;
    for (int bit = 0; bit < 16; bit++)
        for (unsigned i = 0; i < count; i++)
            if (abs(row - queens[i].row) == abs(bit - shift - queens[i].col))
                set |= 1U << bit;
    return set;
}

static bool has_queen(int row, bool is_edge)
{
    for (unsigned i = 0; i < count; i++) {
        int bit = queens[i].col + shift;
        if (queens[i].row == row && (!is_edge || bit < 0 || bit > 15))
            return true;
    }
    return false;
}

static void check_entry(unsigned address, int row, int above, unsigned cols)
{
    expect(byte_at(address) == (unsigned)(row - above), "a distance of levels is wrong");
    expect(((word_at(address + 1) ^ attacked_in(row)) & cols) == 0,
           "the squares that the cross attacks are wrong");
}

static void check_below(const int *rows, unsigned levels, unsigned below, unsigned cols)
{
    unsigned by = (unsigned)(rows[levels] - rows[levels - 1]);
    unsigned left = word_at(BELOW + 1), right = word_at(BELOW + 3);
    expect(by <= 7 && byte_at(10) == 1U << by && byte_at(BELOW) == 1U << (8 - by), "a factor is wrong");
    for (unsigned i = 0; i < below; i++) {
        expect(rows[levels + i] == rows[levels] + (int)i, "a row of the window is not free");
        expect((((left << i | right >> i) ^ attacked_in(rows[levels + i])) & cols) == 0,
               "the diagonals below the cross are wrong");
    }
}

static void check_table(void)
{
    int rows[20], end = (int)n;
    unsigned m = 0, cols = word_at(6), kind = byte_at(KIND), free = 0;
    bool is_pair = kind & 8, is_shifted = kind & 16;
    unsigned levels = (byte_at(0xb4) - byte_at(26)) / 2 + 1;
    while (has_queen(end - 1, true))
        end--;
    for (int row = 0; row < end; row++)
        if (!has_queen(row, false))
            rows[m++] = row;
    for (int bit = 0; bit < 16; bit++) {
        int col = bit - shift;
        bool is_free = col >= 0 && col < (int)n;
        for (unsigned i = 0; i < count; i++)
            is_free = is_free && queens[i].col != col;
        expect(is_free == (cols >> bit & 1), "the free columns are wrong");
        free += is_free;
    }
    static const unsigned sizes[] = {5, 0, 6, 7, 4}, stored[] = {0, 0, 4, 10, 0};
    unsigned below = is_pair ? 2 : sizes[kind & 7] - kind / 0x80;
    expect(free == m && levels + below == m && word_at(26) == board_at + 8,
           "the rows are not as many as the columns");
    expect(levels >= 2 && levels <= 11U + is_pair && rows[levels - 1] - rows[0] <= 17,
           "the levels are wrong");
    expect(!(cols & 0x100) && (cols & 0xc0) != 0xc0 && (below != 3 || !(cols & 0x80)),
           "the columns are wrong");
    /* The rows above the window do not overlap what the levels use. */
    unsigned second = (byte_at(20) | (BASE & 0xff00)) + 4, stride = is_shifted ? 3 : 7;
    unsigned last = BASE + (!is_shifted ? 36 : is_pair ? 36 : 28);
    expect(second > BASE + stored[kind & 7] * !is_pair && second + stride * (levels - 2) == last,
           "the entries are not where they should be");
    expect(byte_at(19) == ((last - 4) & 0xff), "the last entry is wrong");
    expect(((word_at(BASE + 46) ^ attacked_in(rows[0])) & cols) == 0, "the squares of level 1 are wrong");
    for (unsigned i = 1; i < levels; i++)
        check_entry(second + stride * (i - 1), rows[i], rows[i - 1], cols);
    if (is_pair)
        for (unsigned i = levels; i < m; i++)
            check_entry(BELOW + 3 * (i - levels), rows[i], rows[i - 1], cols);
    else
        check_below(rows, levels, below, cols);
}

/* What the table leaves: the position, but for all squares of level 1 if it is new; registers for the levels;
 * on the stack those of the caller. */
static void check_rest(const struct board *before)
{
    struct board board = *before;
    bool is_new = board.row == ROWS_NEW;
    if (is_new)
        memset(rows_of(&board)->open[0], 0xff, 2);
    expect(memcmp(avr->data + board_at, &board, sizeof board) == 0, "the position has changed");
    static const uint8_t none[4];
    expect(byte_at(22) == (is_new ? 1 : before->row) && byte_at(11) == (is_new ? 4 : 0) && byte_at(0xb3) == 0,
           "the level or the queens placed are wrong");
    expect(memcmp(avr->data + 2, none, 4) == 0 && memcmp(avr->data + 12, none, 4) == 0 && word_at(24) == 0 &&
               !avr->sreg[S_T] && avr->sreg[S_I] && byte_at(23) == 0 && byte_at(BASE + 45) == 0 &&
               word_at(28) == BASE + 41,
           "a register is wrong where the levels begin");
    const uint8_t *beside = avr->flash + 0x100 * byte_at(31); /* that each queen leaves free beside her */
    expect(beside[1] == 0xfc && beside[2] == 0xf8 && beside[0x80] == 0x3f, "Z is not at the table `beside`");
    expect((byte_at(KIND) & IS_PART) == (checked & 2 ? IS_PART : 0), "the kind of the count is wrong");
    static const uint8_t saved[] = {29, 28, 17, 16, 15, 14};
    bool is_saved = word_at(R_SPL) == BASE;
    for (unsigned i = 0; i < sizeof saved; i++)
        is_saved = is_saved && byte_at(BASE + 48 + i) == 0x80U + saved[i];
    expect(is_saved, "the stack is wrong");
    for (unsigned at = 0x100; at <= BASE; at++)
        expect(byte_at(at) == 0 || at - board_at < sizeof board, "a byte has changed");
}

static void run_table(const struct board *at_cross, struct cross turned)
{
    unsigned steps = 0;
    struct board board = *at_cross;
    /* By turns, a new position, and one on some level with any squares to try. */
    board.row = checked % 2 == 0 ? ROWS_NEW : (uint8_t)(1 + checked % LEVELS_MAX);
    memset(rows_of(&board)->open, (int)(checked * 7 + 1), sizeof rows_of(&board)->open);
    memset(avr->data, 0, 0x900);
    for (unsigned i = 0; i < 32; i++)
        avr->data[i] = (uint8_t)(0x80 + i);
    avr->data[1] = 0;
    memcpy(avr->data + board_at, &board, sizeof board);
    avr->data[KIND] = checked & 2 ? IS_PART : 0;
    avr->data[24] = (uint8_t)board_at;
    avr->data[25] = (uint8_t)(board_at >> 8);
    memcpy(avr->data + 20, &turned, sizeof turned);
    avr->sreg[S_I] = avr->sreg[S_T] = 1;
    avr->data[R_SPL] = STACK & 0xff;
    avr->data[R_SPH] = STACK >> 8;
    for (avr->pc = rows_run_at; avr->pc != descend_row_at && steps < 20000; steps++)
        avr->pc = avr_run_one(avr);
    expect(steps < 20000, "no table");
    check_table();
    check_rest(&board);
    checked++;
}

/* ---- Crosses, and the edge queens of each ---- */

/* The boards of a count, and of its parts, for which placements are dealt out in turn. */
#define PARTS 3
static struct board boards[1 + PARTS];
static struct cross cross;
static unsigned turn; /* of which part the next one is */

static bool next_edges(unsigned i)
{
    return edge_next(&boards[i], i == 0 ? 1 : PARTS, cross);
}

static void find(unsigned i, const uint8_t edges[4])
{
    while (!next_edges(i))
        expect(!edges_are_done(&boards[i]), "a placement is missing");
    expect(memcmp(edges, rows_of(&boards[i])->edge, n - 16) == 0,
           "a placement is wrong, or that of another part");
}

static void placed(const int *rows)
{
    uint8_t edges[4];
    count = 4;
    for (uint8_t edge = 0; edge + 16U < n; edge++) {
        edges[edge] = rows[edge] < 0 ? EDGE_NONE : (uint8_t)rows[edge];
        if (rows[edge] < 0)
            continue;
        queens[count].row = rows[edge];
        queens[count++].col = edge_column(edge) - shift;
    }
    if (n > 16) {
        find(0, edges);
        find(1 + turn++ % PARTS, edges);
    }
    if (n <= tables)
        run_table(&boards[0], cross);
}

static void visit(const uint8_t line[4])
{
    int low = (int)n / 2 - 1, high = (int)n - 1 - low;
    cross = cross_turned(&boards[0]);
    uint8_t plain[4] = {(uint8_t)(cross.cols[0] - shift), (uint8_t)(cross.cols[1] - shift), cross.rows[0],
                        cross.rows[1]};
    int squares[4][2] = {{low, plain[0]}, {high, plain[1]}, {plain[2], low}, {plain[3], high}};
    memcpy(queens, squares, sizeof squares);
    count = 4;
    expect(reference_cross_is_peaceful((int)n, plain), "the queens of a turned cross attack each other");
    crosses++;
    if (n <= 16) {
        placed(NULL);
        return;
    }
    for (unsigned i = 0; i <= PARTS; i++) {
        memcpy(rows_of(&boards[i])->cross, line, 4);
        edge_begin(&boards[i]);
    }
    placements += reference_placements((int)n, plain, placed);
    for (unsigned i = 0; i <= PARTS; i++)
        while (!edges_are_done(&boards[i]))
            expect(!next_edges(i), "there are more placements");
}

int main(int words, char **word)
{
    if (words != 6)
        return 2;
    unsigned most, *numbers[] = {&rows_run_at, &descend_row_at, &board_at, &tables, &most};
    for (int i = 0; i < 5; i++)
        *numbers[i] = (unsigned)atoi(word[1 + i]);
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr->state = cpu_Running;
    if (!fread(avr->flash, 1, avr->flashend + 1, stdin))
        return 2;
    for (n = 9; n <= most; n++) {
        boards[0] = (struct board){.n = (uint8_t)n};
        shift = column_shift((uint8_t)n);
        edge_end(&boards[0]);
        turn = 0;
        for (unsigned i = 1; i <= PARTS; i++) {
            boards[i] = boards[0];
            rows_begin_part(&boards[i], (uint16_t)i, PARTS);
        }
        for (cross_begin(&boards[0]); !cross_is_end(&boards[0]);)
            if (cross_next(&boards[0]))
                visit(rows_of(&boards[0])->cross);
    }
    printf("%lu crosses, %lu placements, %lu tables\n", crosses, placements, checked);
    return 0;
}
