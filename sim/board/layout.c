/* The layout of a display's modules: where each LED of each module is. */
#include "sim/board/layout.h"

#include <string.h>

uint8_t layout_modules(const struct layout *layout)
{
    return (uint8_t)(layout->wide * layout->high);
}

/* The way of the chain through the places, for each value of `chain`. */
static const struct walk {
    bool right, bottom; /* where it starts */
    bool columns;       /* it goes column by column, else row by row */
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

/* Undoes what the firmware does with this setting: it turns, then mirrors. */
void layout_turn(const struct layout *layout, const uint8_t digits[8], uint8_t seen[8])
{
    memcpy(seen, digits, 8);
    if (layout->orient & 4)
        mirror(seen);
    for (int turns = layout->orient & 3; turns; turns--)
        quarter_back(seen);
}
