/* What the matrix shows, frame by frame. */
#include "firmware/job/show.h"

#include "firmware/display/matrix.h"
#include "firmware/display/view.h"
#include "firmware/job/state.h"
#include "firmware/noinline.h"
#include "firmware/queens/queens.h"
#include "firmware/storage/settings.h"

#define BLINK 125 /* ms that a blinking LED is lit, or dark, when the pace allows */
#define BEAT  250 /* ms after which the progress of a count is looked at again */
#define NONE  0xff

static bool due;              /* is a frame? */
static uint16_t age;          /* ms since the last frame, or since the number came */
static uint8_t number = NONE; /* shown instead of all else */
static uint8_t stage;         /* of the move that is shown: enum stage */

/* A move of the search goes through these while the pace lasts. */
enum stage { STAGE_LIT, STAGE_DARK, STAGE_GONE };

void show_changed(void)
{
    due = true;
}

void show_number(uint8_t shown)
{
    number = shown;
    age = 0;
    show_changed();
}

/*
 * An attacked square blinks together with its attacker, and is gone in the last quarter; a lifted queen is
 * gone in the second half.
 */
static uint8_t move_stage(void)
{
    uint16_t pace = settings.pace;
    uint16_t left = job.wait > 0 ? (uint16_t)job.wait : 0;
    if (job.event == QUEENS_LIFTED)
        return left >= pace / 2 ? STAGE_LIT : STAGE_GONE;
    if (job.event != QUEENS_ATTACKED)
        return STAGE_LIT;
    uint16_t quarter = pace / 4;
    if (quarter && left <= quarter)
        return STAGE_GONE;
    uint16_t blink = quarter > BLINK ? BLINK : quarter;
    return blink && (pace - left) / blink % 2 ? STAGE_DARK : STAGE_LIT;
}

/* The move of the search that is watched, on a board that fits. */
static void draw_move(uint8_t rows[8])
{
    view_board(rows, &job.board);
    if (job.board.row >= QUEENS_MAX) /* memory is damaged: there is no such row */
        return;
    if (job.event != QUEENS_ATTACKED && job.event != QUEENS_LIFTED)
        return;
    uint8_t row = job.board.row, attacker = queens_attacker(&job.board);
    stage = move_stage();
    if (stage == STAGE_LIT)
        view_light(rows, job.board.n, row, (uint8_t)job.board.col[row]);
    else if (stage == STAGE_DARK)
        view_dark(rows, job.board.n, attacker, (uint8_t)job.board.col[attacker]);
}

/* The parts that are done, and the one that is being done, which blinks. */
static void draw_progress(uint8_t rows[8])
{
    uint8_t done = (uint8_t)(count_part(&job.board) >> 10);
    bool over = !job_runs() && done == 63;
    view_progress(rows, (uint8_t)(over || job.ms % (2 * BEAT) >= BEAT ? done + 1 : done));
}

static void draw(uint8_t rows[8])
{
    if (number != NONE) {
        view_number(rows, number);
        return;
    }
    switch (job.kind) {
    case COMMAND_SEARCH:
        if (job.board.n > 8 && job.event != QUEENS_SOLVED)
            view_bars(rows, &job.board);
        else
            draw_move(rows);
        break;
    case COMMAND_COUNT: draw_progress(rows); break;
    case COMMAND_TEST: view_test(rows, job.step); return; /* registers and wires as they are */
    case COMMAND_ORIENT: view_letter(rows); return;
    default: view_board(rows, &job.board);
    }
}

static void send_rows(void)
{
    uint8_t rows[8];
    draw(rows);
    if (job.kind != COMMAND_TEST && !job_asks_orient())
        view_orient(rows, settings.orient);
    matrix_rows(rows);
    if (number == NONE)
        age = 0;
}

void show_elapse(uint8_t ms)
{
    age = (uint16_t)(age + ms);
    if (age >= (job_runs() && job.kind == COMMAND_COUNT && number == NONE ? BEAT : SHOW_MOMENT)) {
        number = NONE;
        show_changed();
    }
    if (job_runs() && job.kind == COMMAND_SEARCH && stage != move_stage()) {
        stage = move_stage();
        show_changed();
    }
}

NOINLINE_FOR_STACK bool show_run(void)
{
    if (!due)
        return false;
    due = false;
    send_rows();
    matrix_control(settings.bright);
    return true;
}
