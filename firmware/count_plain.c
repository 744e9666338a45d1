/* The count in plain C: the search of one half of the board, each solution of it counted with its mirror
 * image. */
#include "count_plain.h"

static bool lines_free(const struct board *board, uint8_t row, int8_t col)
{
    for (uint8_t above = 0; above < row; above++) {
        int8_t aside = (int8_t)(board->col[above] - col);
        int8_t apart = (int8_t)(row - above);

        if (aside == 0 || aside == apart || aside == -apart)
            return false;
    }
    return true;
}

/* The last column that the queen of row 0 tries: the columns behind it are mirror images. */
static int8_t half_of(uint8_t n)
{
    return (int8_t)((n - 1) / 2);
}

static int8_t last_of(const struct board *board)
{
    return board->row == 0 ? half_of(board->n) : (int8_t)(board->n - 1);
}

void plain_start(struct board *board)
{
    board->row = 0;
    board->col[0] = -1;
}

static void solution_add(struct count *count, const struct board *board)
{
    bool middle = board->n % 2 == 1 && board->col[0] == half_of(board->n);

    count->solutions += middle ? 1 : 2;
}

bool plain_run(struct count *count, struct board *board)
{
    uint8_t squares = board->n > 16 ? 60 : 120;

    while (squares-- > 0) {
        if (board->row == board->n || board->col[board->row] == last_of(board)) {
            if (board->row == 0)
                return false;
            board->row--;
        } else if (lines_free(board, board->row, ++board->col[board->row])) {
            count->placed++;
            if (++board->row == board->n)
                solution_add(count, board);
            else
                board->col[board->row] = -1;
        }
    }
    return true;
}

bool plain_resume(const struct board *board)
{
    if (board->row > board->n)
        return false;
    for (uint8_t row = 0; row < board->row; row++)
        if (board->col[row] < 0 || board->col[row] >= board->n || !lines_free(board, row, board->col[row]))
            return false;
    if (board->row < board->n && (board->col[board->row] < -1 || board->col[board->row] >= board->n))
        return false;
    return board->col[0] <= half_of(board->n);
}

uint16_t plain_part(const struct board *board)
{
    uint8_t n = board->n;
    uint16_t whole = (uint16_t)((uint8_t)(half_of(n) + 1) * n);
    uint16_t done = (uint16_t)(board->col[0] < 0 ? 0 : (uint8_t)board->col[0] * n);

    if (board->row == 0)
        done = (uint16_t)(done + (board->col[0] < 0 ? 0 : n));
    else if (n > 1 && board->col[1] > 0)
        done = (uint16_t)(done + (uint8_t)board->col[1]);
    return (uint16_t)(done >= whole ? UINT16_MAX : (uint32_t)done * 65536 / whole);
}
