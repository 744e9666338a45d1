/* What the display shows of the job, line by line. */
#include "firmware/job/picture.h"

#include "firmware/display/shape.h"
#include "firmware/display/view.h"
#include "firmware/job/kinds.h"
#include "firmware/job/state.h"
#include "firmware/noinline.h"
#include "firmware/queens/queens.h"
#include "firmware/storage/settings.h"

#define BLINK 125 /* ms that a blinking LED is lit, or dark, when the pace allows */

/*
 * What stands where the board does: the board, or what is shown instead; NUMBER and WIZARD have all modules.
 */
enum __attribute__((packed)) what { BOARD, GIVEN, MOVE, BARS, PROGRESS, NUMBER, WIZARD, RAW };

/*
 * An attacked square blinks together with its attacker, and is gone in the last quarter; a lifted queen is
 * gone in the second half.
 */
enum picture_stage picture_stage(void)
{
    uint16_t pace = settings.pace;
    uint16_t left = job.wait > 0 ? (uint16_t)job.wait : 0;
    if (!job_runs())
        return PICTURE_GONE;
    if (job.event == QUEENS_LIFTED)
        return left >= pace / 2 ? PICTURE_LIT : PICTURE_GONE;
    if (job.event != QUEENS_ATTACKED)
        return PICTURE_LIT;
    uint16_t quarter = pace / 4;
    if (quarter && left <= quarter)
        return PICTURE_GONE;
    uint16_t blink = quarter > BLINK ? BLINK : quarter;
    return blink && (pace - left) / blink % 2 ? PICTURE_DARK : PICTURE_LIT;
}

/* The parts that are done, and the one that is being done, which blinks. */
static uint8_t progress(void)
{
    uint8_t done = (uint8_t)(count_progress(&job.total, &job.board, &job.part) >> 10);
    bool over = !job_runs() && done == 63;
    return (uint8_t)(over || job.ms % (2 * PICTURE_BEAT) >= PICTURE_BEAT ? done + 1 : done);
}

/* Of the job's own pictures, which; where an LED stands for several squares, moves are not to be seen. */
static uint8_t what_of_job(uint8_t scale)
{
    if (job.is_counting)
        return PROGRESS;
    switch (job.kind) {
    case KIND_SEARCH:
        if (job.board.row == job.board.n)
            return BOARD;
        return scale > 1 ? BARS : MOVE;
    case KIND_TEST: return RAW;
    case KIND_ASK: return !job.questions ? RAW : WIZARD;
    case KIND_COMPLETE: return GIVEN;
    case KIND_SOLVE: return scale > 1 && !job.total.solutions ? BARS : BOARD;
    default: return BOARD;
    }
}

NOINLINE_FOR_STACK void picture_begin(struct picture *picture, uint8_t shape, uint8_t number)
{
    picture->shape = shape;
    picture->modules = shape_modules(shape);
    picture->scale = shape_scale(shape, job.board.n);
    picture->extent = shape_extent(shape, job.board.n, picture->scale);
    picture->orient = shape_turn(settings.orient);
    picture->chain = shape_turn(settings.chain);
    picture->what = what_of_job(picture->scale);
    picture->value = number;
    if (picture->what == PROGRESS && number == PICTURE_NO_NUMBER)
        picture->value = progress();
    else if (picture->what != RAW && number != PICTURE_NO_NUMBER)
        picture->what = NUMBER;
}

/*
 * Adds the move of the search that is watched to its board: `row` and `column` are the LED at which the line
 * begins.
 */
static uint8_t with_move(uint8_t lit, uint8_t scale, uint8_t row, uint8_t column, bool down)
{
    const struct board *board = &job.board;
    uint8_t at = board->row;
    if (at >= QUEENS_MAX || (job.event != QUEENS_ATTACKED && job.event != QUEENS_LIFTED))
        return lit; /* no move; or memory is damaged: there is no such row */
    enum picture_stage stage = picture_stage();
    if (stage == PICTURE_GONE)
        return lit;
    if (stage == PICTURE_DARK)
        at = queens_attacker(board);
    uint8_t led = view_square(at, (uint8_t)board->col[at], scale, row, column, down);
    return (uint8_t)(stage == PICTURE_DARK ? lit & ~led : lit | led);
}

/* What stands where the board does: a line of the board, or of what is shown instead. */
static uint8_t board_line(const struct picture *picture, uint8_t place, uint8_t line, bool down)
{
    uint8_t row = place & 0x38, column = (uint8_t)(place << 3 & 0x38), lit, how = down;
    if (down)
        column = (uint8_t)(column + line);
    else
        row = (uint8_t)(row + line);
    switch (picture->what) {
    case PROGRESS: return view_progress(picture->value, picture->extent, row, column, down);
    case BARS: return view_bars(&job.board, picture->scale, row, column, down);
    default:
        if (picture->what == GIVEN && job_runs() && job.ms % (2 * PICTURE_BEAT) >= PICTURE_BEAT)
            how |= VIEW_HIDES_GIVEN;
        lit = view_board(&job.board, picture->scale, row, column, how);
        return picture->what == MOVE ? with_move(lit, picture->scale, row, column, down) : lit;
    }
}

/* How many solutions have been found, on the modules that the board leaves free. */
static uint8_t number_line(const struct picture *picture, uint8_t behind, uint8_t line, bool down)
{
    uint8_t room = (uint8_t)(picture->modules - picture->extent * picture->extent);
    uint32_t number = (uint32_t)job.total.solutions;
    if (room < 2 || !job_has(TRAIT_SEARCHES))
        return 0;
    if (job.kind == KIND_FUNDAMENTAL)
        number = job.classes;
    else if (job.total.solutions > UINT32_MAX)
        number = UINT32_MAX, room = 1; /* dashes */
    return view_digit_pair(number, behind, room, line, down);
}

/*
 * Each module shows its number in the chain; when that has been told, its number as it is read, and the only
 * one the letter once more.
 */
static uint8_t wizard_row(const struct picture *picture, uint8_t index, uint8_t place, uint8_t row)
{
    if (picture->modules == 1)
        return view_letter(row);
    if (job.questions != 1)
        index = (uint8_t)((place >> 3) * shape_wide(picture->shape) + (place & 7));
    return view_number((uint8_t)(index + 1), row);
}

/* A row of a number that has all modules. */
static uint8_t number_row(const struct picture *picture, uint8_t index, uint8_t place, uint8_t row)
{
    if (picture->what == WIZARD)
        return wizard_row(picture, index, place, row);
    return place ? 0 : view_number(picture->value, row);
}

/* The same, of a column: these pictures change seldom. */
static uint8_t number_column(const struct picture *picture, uint8_t index, uint8_t place, uint8_t column)
{
    uint8_t lit = 0, led = 0x80;
    while (column--)
        led >>= 1;
    for (uint8_t row = 0; row < 8; row++) {
        lit = (uint8_t)(lit << 1);
        if (number_row(picture, index, place, row) & led)
            lit |= 1;
    }
    return lit;
}

/* Shown as the modules have it, whatever `orient` and `chain` say. */
static uint8_t raw_digit(uint8_t modules, uint8_t index, uint8_t digit)
{
    if (job.kind == KIND_ASK)
        return view_letter(digit);
    return view_test((uint16_t)job.total.solutions, modules, index, digit);
}

static uint8_t reversed(uint8_t leds)
{
    leds = (uint8_t)(leds << 4 | leds >> 4);
    leds = (uint8_t)((leds & 0x33) << 2 | (leds >> 2 & 0x33));
    return (uint8_t)((leds & 0x55) << 1 | (leds >> 1 & 0x55));
}

static uint8_t line_of(const struct picture *picture, uint8_t index, uint8_t line, bool down)
{
    uint8_t place = picture->modules > 1 ? shape_place(picture->shape, picture->chain, index) : 0;
    if (picture->what >= NUMBER)
        return down ? number_column(picture, index, place, line) : number_row(picture, index, place, line);
    uint8_t behind = shape_after(picture->shape, picture->extent, place);
    if (behind == SHAPE_BOARD)
        return board_line(picture, place, line, down);
    return number_line(picture, behind, line, down);
}

NOINLINE_FOR_STACK uint8_t picture_digit(const struct picture *picture, uint8_t index, uint8_t digit)
{
    if (picture->what == RAW)
        return raw_digit(picture->modules, index, digit);
    if (picture->orient & SHAPE_LAST)
        digit = (uint8_t)(7 - digit);
    uint8_t leds = line_of(picture, index, digit, picture->orient & SHAPE_DOWN);
    return picture->orient & SHAPE_BACK ? reversed(leds) : leds;
}

bool picture_is_small(uint8_t shape, uint8_t number)
{
    return !shape && job.board.n <= 8 && number == PICTURE_NO_NUMBER && what_of_job(1) == BOARD;
}

void picture_module(uint8_t digits[8])
{
    view_module(digits, &job.board, shape_turn(settings.orient));
}

bool picture_is_full(uint8_t modules)
{
    return job.kind == KIND_TEST && (uint16_t)job.total.solutions + 1U >= VIEW_TEST_STEPS(modules);
}
