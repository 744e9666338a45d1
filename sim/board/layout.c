/* How the modules of a display are mounted: where each LED of each is seen. */
#include "sim/board/layout.h"

#include <string.h>

uint8_t layout_modules(const struct layout *layout)
{
    return (uint8_t)(layout->wide * layout->high);
}

/* The steps of the walk that the chain takes through the places: where it starts, and where it goes first. */
static const struct walk {
    bool right, bottom; /* it starts there */
    bool columns;       /* a column is walked to its end before the next one, else a row */
} walks[8] = {
    {false, false, false}, {false, true, true},  {true, true, false}, {true, false, true},
    {false, false, true},  {true, false, false}, {true, true, true},  {false, true, false},
};

uint8_t layout_place(const struct layout *layout, uint8_t module)
{
    const struct walk *walk = &walks[layout->chain & 7];
    int side = walk->columns ? layout->high : layout->wide;
    int x = walk->columns ? module / side : module % side, y = walk->columns ? module % side : module / side;

    if (walk->right)
        x = layout->wide - 1 - x;
    if (walk->bottom)
        y = layout->high - 1 - y;
    return (uint8_t)(y * layout->wide + x);
}

static bool led(const uint8_t rows[8], int row, int column)
{
    return rows[row] >> (7 - column) & 1;
}

/* A quarter turn clockwise: the left column becomes the top row, read from below. */
static void quarter_back(uint8_t rows[8])
{
    uint8_t turned[8] = {0};

    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            turned[row] = (uint8_t)(turned[row] << 1 | led(rows, 7 - column, row));
    memcpy(rows, turned, 8);
}

static void mirror(uint8_t rows[8])
{
    uint8_t mirrored[8] = {0};

    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            mirrored[row] =
                (uint8_t)(mirrored[row] << 1 | led(rows, column, row)); /* NOLINT: at the diagonal */
    memcpy(rows, mirrored, 8);
}

/* What was turned and mirrored to be sent is mirrored and turned back by the mounting. */
void layout_turn(const struct layout *layout, const uint8_t digits[8], uint8_t seen[8])
{
    memcpy(seen, digits, 8);
    if (layout->orient & 4)
        mirror(seen);
    for (int turns = layout->orient & 3; turns; turns--)
        quarter_back(seen);
}
