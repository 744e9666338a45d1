/* What the matrix shows, frame by frame. */
#include "show.h"

#include "apart.h"
#include "job.h"
#include "matrix.h"
#include "settings.h"
#include "view.h"

#define REFRESH 400 /* ms until the picture is sent again, so that a glitch heals */
#define SEARCH  800 /* ms until an unfinished board is shown: a search shorter than that is not seen */

/* A frame goes out in two halves, so that input is looked at in between. */
static enum { SHOW_NOTHING, SHOW_CONTROL, SHOW_ROWS } due;
static uint16_t age; /* ms since the last frame */

void show_changed(void)
{
    due = SHOW_ROWS;
}

void show_elapse(uint8_t ms)
{
    age = (uint16_t)(age + ms);
    if (age >= (board.row < board.n ? SEARCH : REFRESH))
        show_changed();
}

APART static void send_rows(void)
{
    uint8_t rows[8];
    view_board(rows, &board);
    view_orient(rows, settings.orient);
    matrix_rows(rows);
    age = 0;
}

APART bool show_run(void)
{
    switch (due) {
    case SHOW_ROWS: send_rows(); break;
    case SHOW_CONTROL: matrix_control(settings.bright); break;
    default: return false;
    }
    due--;
    return true;
}
