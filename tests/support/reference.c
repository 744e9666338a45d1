/* The N queens problem solved in the plainest way, to compare the firmware with. */
#include "tests/support/reference.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool attacks(const struct reference *board, unsigned a, unsigned b)
{
    unsigned x = board->column[a], y = board->column[b];
    return x == y || x + a == y + b || x + b == y + a;
}

/* The first row whose queen attacks the one in this row, or this row itself. */
static unsigned attacker(const struct reference *board, unsigned row)
{
    unsigned above = 0;
    while (above < row && !attacks(board, row, above))
        above++;
    return above;
}

bool reference_sound(const struct reference *board)
{
    for (unsigned row = 0; row < board->n; row++)
        if (attacker(board, row) < row)
            return false;
    return true;
}

static struct reference found[14200]; /* n = 12 */

/* Tries all columns of this row and of those below it, and prints each move, if `moves` is not NULL. */
static size_t fill(struct reference *board, unsigned row, size_t count, FILE *moves)
{
    if (row == board->n) {
        if (moves)
            fprintf(moves, "%s\r\n", reference_text(board));
        found[count] = *board;
        return count + 1;
    }
    for (unsigned column = 1; column <= board->n; column++) {
        board->column[row] = column;
        unsigned by = attacker(board, row);
        if (by < row) {
            if (moves)
                fprintf(moves, "attack %u %u %u %u\r\n", row + 1, column, by + 1, board->column[by]);
            continue;
        }
        if (moves)
            fprintf(moves, "place %u %u\r\n", row + 1, column);
        count = fill(board, row + 1, count, moves);
        if (moves)
            fprintf(moves, "lift %u %u\r\n", row + 1, column);
    }
    return count;
}

const struct reference *reference_solve(unsigned n, size_t *count)
{
    size_t solutions = fill(&(struct reference){.n = n}, 0, 0, NULL);
    if (count)
        *count = solutions;
    return found;
}

struct reference_counts reference_counts(unsigned n)
{
    struct reference_counts counts = {0};
    FILE *file = fopen("tests/vectors/counts.tsv", "r");
    char line[200];
    unsigned row = 0;
    while (file && row != n && fgets(line, sizeof line, file))
        sscanf(line, "%u %lu %lu %lu %lu %lu %lu", &row, &counts.solutions, &counts.fundamental,
               &counts.eight, &counts.four, &counts.fewer, &counts.placed);
    if (row != n)
        abort(); /* no file, or no such row */
    fclose(file);
    return counts;
}

static const char alphabet[] = "123456789abcdefghijklmnopqrstuvw";

const char *reference_text(const struct reference *board)
{
    static char text[REFERENCE_MAX + 1];
    for (unsigned row = 0; row < board->n; row++)
        text[row] = alphabet[board->column[row] - 1];
    text[board->n] = '\0';
    return text;
}

struct reference reference_read(const char *text, size_t length)
{
    struct reference board = {.n = (unsigned)length};
    for (size_t row = 0; row < length && row < REFERENCE_MAX; row++) {
        const char *at = text[row] ? strchr(alphabet, text[row]) : NULL;
        board.column[row] = at ? (unsigned)(at - alphabet) + 1 : 99;
    }
    return board;
}

void reference_picture(const struct reference *board, uint8_t rows[8])
{
    unsigned k = (board->n + 7) / 8;
    memset(rows, 0, 8);
    for (unsigned row = 0; row < board->n; row++)
        rows[row / k] = (uint8_t)(rows[row / k] | 128 >> ((board->column[row] - 1) / k));
}

void reference_turn(uint8_t rows[8], unsigned turns, bool mirrored)
{
    for (unsigned i = 0; i < turns + mirrored; i++) {
        uint8_t before[8];
        memcpy(before, rows, 8);
        memset(rows, 0, 8);
        /* Anticlockwise: what was the right edge becomes the upper one. */
        for (unsigned row = 0; row < 8; row++)
            for (unsigned column = 0; column < 8; column++)
                if (before[column] >> (i < turns ? row : 7 - row) & 1)
                    rows[row] = (uint8_t)(rows[row] | 128 >> column);
    }
}

static FILE *text_begin(char **text)
{
    static size_t size;
    FILE *out = open_memstream(text, &size);
    if (!out)
        abort();
    return out;
}

char *reference_search(unsigned n)
{
    char *text;
    FILE *out = text_begin(&text);
    fill(&(struct reference){.n = n}, 0, 0, out);
    fclose(out);
    return text;
}

/* ---- Formats ---- */

int reference_digit(unsigned pixels)
{
    static const uint16_t font[10] = {075557, 026227, 071747, 071717, 055711,
                                      074717, 074757, 071122, 075757, 075717};
    for (int digit = 0; digit < 10; digit++)
        if (font[digit] == pixels)
            return digit;
    return pixels ? -2 : -1;
}

static void put_coords(FILE *out, const struct reference *board)
{
    for (unsigned row = 0; row < board->n; row++)
        fprintf(out, "(%u, %u)", board->column[row], row + 1);
}

static void put_row(FILE *out, const struct reference *board, unsigned row, const char *queen,
                    const char *none)
{
    for (unsigned column = 1; column <= board->n; column++)
        fputs(board->column[row] == column ? queen : none, out);
}

static void put_board(FILE *out, const struct reference *board)
{
    static const char border[] = "**********************************"; /* of 32 rows */
    put_coords(out, board);
    fprintf(out, "\r\n%.*s\r\n", (int)board->n + 2, border);
    for (unsigned row = 0; row < board->n; row++) {
        fputc('*', out);
        put_row(out, board, row, "#", " ");
        fputs("*\r\n", out);
    }
    fprintf(out, "%.*s\r\n\r\n", (int)board->n + 2, border);
}

static void put_grid(FILE *out, const struct reference *board, uint64_t number)
{
    fprintf(out, "No.%" PRIu64 " Solution of %u Queen Question\r\n", number, board->n);
    for (unsigned row = 0; row < board->n; row++) {
        put_row(out, board, row, "# ", "0 ");
        fputs("\r\n", out);
    }
}

static void put_numbers(FILE *out, const struct reference *board, unsigned first)
{
    for (unsigned row = 0; row < board->n; row++)
        fprintf(out, row ? " %u" : "%u", board->column[row] - 1 + first);
}

void reference_print(FILE *out, const char *format, const struct reference *board, uint64_t number)
{
    if (!strcmp(format, "digits")) {
        fprintf(out, "%s\r\n", reference_text(board));
    } else if (!strcmp(format, "table")) {
        fprintf(out, "%s%s", number % 8 == 1 ? "" : " ", reference_text(board));
        if (number % 8 == 0)
            fputs("\r\n", out);
    } else if (!strcmp(format, "list")) {
        put_numbers(out, board, 1);
        fputs("\r\n", out);
    } else if (!strcmp(format, "array")) {
        fputs("[", out);
        put_numbers(out, board, 0);
        fputs("]\r\n", out);
    } else if (!strcmp(format, "coords")) {
        put_coords(out, board);
        fputs("\r\n", out);
    } else if (!strcmp(format, "board")) {
        put_board(out, board);
    } else if (!strcmp(format, "grid")) {
        put_grid(out, board, number);
    }
}

char *reference_list(const char *format, unsigned n)
{
    size_t solutions;
    const struct reference *all = reference_solve(n, &solutions);
    char *text;
    FILE *out = text_begin(&text);
    for (size_t i = 0; i < solutions; i++)
        reference_print(out, format, &all[i], i + 1);
    if (!strcmp(format, "table") && solutions % 8 != 0) /* eight in a row */
        fputs("\r\n", out);
    fclose(out);
    return text;
}

/* ---- Crosses and edge queens ---- */

struct square {
    int row, col;
};

/* One queen may be named twice. */
static bool attack(struct square a, struct square b)
{
    int down = abs(a.row - b.row), aside = abs(a.col - b.col);
    return (down != 0 || aside != 0) && (down == 0 || aside == 0 || down == aside);
}

static void squares_of(int n, const uint8_t cross[4], struct square queens[4])
{
    int low = n / 2 - 1, high = n - 1 - low;
    queens[0] = (struct square){low, cross[0]};
    queens[1] = (struct square){high, cross[1]};
    queens[2] = (struct square){cross[2], low};
    queens[3] = (struct square){cross[3], high};
}

bool reference_cross_is_peaceful(int n, const uint8_t cross[4])
{
    struct square queens[4];
    squares_of(n, cross, queens);
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < a; b++)
            if (attack(queens[a], queens[b]))
                return false;
    return true;
}

void reference_cross_image(int n, unsigned turn, const uint8_t cross[4], uint8_t image[4])
{
    struct square queens[4];
    int low = n / 2 - 1;
    squares_of(n, cross, queens);
    for (int i = 0; i < 4; i++) {
        int row = turn & 1 ? n - 1 - queens[i].row : queens[i].row;
        int col = turn & 2 ? n - 1 - queens[i].col : queens[i].col;
        struct square to = turn & 4 ? (struct square){col, row} : (struct square){row, col};
        if (to.row == low)
            image[0] = (uint8_t)to.col;
        if (to.row == n - 1 - low)
            image[1] = (uint8_t)to.col;
        if (to.col == low)
            image[2] = (uint8_t)to.row;
        if (to.col == n - 1 - low)
            image[3] = (uint8_t)to.row;
    }
}

/* The queens so far, of the cross and of the edge columns before this one. */
static unsigned place_edge(int n, struct square *queens, int count, int edge, int *rows,
                           void (*each)(const int *rows))
{
    int first = (n - 15) / 2, col = edge % 2 ? first + 16 + edge / 2 : first - 1 - edge / 2;
    unsigned ways = 0;
    if (edge == n - 16) {
        each(rows);
        return 1;
    }
    for (int i = 0; i < count; i++)
        if (queens[i].col == col) {
            rows[edge] = -1;
            return place_edge(n, queens, count, edge + 1, rows, each);
        }
    for (int row = 0; row < n; row++) {
        int i = 0;
        queens[count] = (struct square){row, col};
        while (i < count && !attack(queens[i], queens[count]))
            i++;
        rows[edge] = row;
        if (i == count)
            ways += place_edge(n, queens, count + 1, edge + 1, rows, each);
    }
    return ways;
}

unsigned reference_placements(int n, const uint8_t cross[4], void (*each)(const int *rows))
{
    struct square queens[8];
    int rows[4];
    squares_of(n, cross, queens);
    return place_edge(n, queens, 4, 0, rows, each);
}

uint32_t reference_crc(const uint8_t *bytes, size_t length)
{
    uint32_t sum = UINT32_MAX;
    for (size_t bit = 0; bit < 8 * length; bit++)
        sum = sum >> 1 ^ ((sum ^ (uint32_t)bytes[bit / 8] >> bit % 8) & 1 ? 0xedb88320u : 0);
    return ~sum;
}
