/* The scene that the display shows of the job. */
#include "firmware/job/scene.h"

#include "firmware/display/matrix.h"
#include "firmware/display/shape.h"
#include "firmware/display/show.h"
#include "firmware/display/view.h"
#include "firmware/job/state.h"
#include "firmware/noinline.h"
#include "firmware/queens/queens.h"
#include "firmware/queens/verify.h"
#include "firmware/storage/settings.h"

#include <string.h>

#define BLINK 125 /* ms that a blinking queen is lit, or dark, when the pace allows */

/*
 * Given queens, and the current step of a count, blink with the running time.  An attacked square blinks
 * together with its attacker, and is gone in the last quarter of the pace; a lifted queen is gone in the
 * second half.  While the job is paused, nothing blinks.
 */
enum scene_phase scene_phase(void)
{
    if (!job_runs())
        return SCENE_GONE;
    if (job.is_counting || job_has(TRAIT_HAS_GIVEN))
        return job.ms & 0x100 && !job.is_paused ? SCENE_DARK : SCENE_LIT;
    if (!job_has(TRAIT_IS_STEPWISE))
        return SCENE_LIT;
    uint16_t pace = settings.pace;
    uint16_t left = job.wait > 0 ? (uint16_t)job.wait : 0;
    if (job.search.event == QUEENS_LIFTED)
        return left >= pace / 2 ? SCENE_LIT : SCENE_GONE;
    if (job.search.event != QUEENS_ATTACKED)
        return SCENE_LIT;
    uint16_t quarter = pace / 4;
    if (quarter && left <= quarter)
        return SCENE_GONE;
    uint16_t blink = quarter > BLINK ? BLINK : quarter;
    return blink && !job.is_paused && (pace - left) / blink % 2 ? SCENE_DARK : SCENE_LIT;
}

/* 0 .. 64 steps of a count: the finished ones, and the current one, which blinks. */
static uint8_t progress_of_count(enum scene_phase phase)
{
    uint8_t done = (uint8_t)(count_progress(&job.total, &job.board, &job.part) >> 10);
    bool is_over = phase == SCENE_GONE && done == 63;
    return is_over || phase == SCENE_DARK ? done + 1 : done;
}

/* Marks the square that is tried or left, and the queen that attacks it; both blink. */
static void mark_event(struct scene *scene, enum scene_phase phase)
{
    if ((job.search.event != QUEENS_ATTACKED && job.search.event != QUEENS_LIFTED) ||
        job.board.n > QUEENS_MAX || job.board.row >= QUEENS_MAX)
        return;
    scene->tried = job.board.row;
    scene->attacker = queens_attacker(&job.board);
    if (phase == SCENE_DARK)
        scene->kinds = SCENE_PLACED | SCENE_GIVEN;
    else if (phase == SCENE_GONE)
        scene->kinds = SCENE_QUEENS & ~SCENE_TRIED;
}

/* Marks the first pair of queens that attack each other. */
static void mark_pair(struct scene *scene)
{
    uint8_t upper = 0, lower = 0;
    if (verify_pair(&job.board, &upper, &lower) == ATTACK_NONE)
        return;
    scene->tried = upper;
    scene->attacker = lower;
}

static void show_leds(struct scene *scene)
{
    scene->content = SCENE_TEST;
    scene->step = (uint16_t)job.total.found;
    scene->turn = scene->path = 0;
    /* All LEDs together take more current than a USB port supplies. */
    if (scene->step + 1U >= VIEW_TEST_STEPS(shape_modules(scene->shape)))
        scene->bright = 0;
}

static void show_question(struct scene *scene)
{
    scene->content = job.orient.answered && (matrix_is_strip || scene->shape) ? SCENE_INDEXES : SCENE_LETTER;
    if (job.orient.answered < 2)
        scene->path = 0;
    if (!job.orient.answered)
        scene->turn = 0;
}

/* Fills the content of the scene, and what depends on it. */
static void fill_content(struct scene *scene)
{
    enum scene_content bars_or_board = scene->scale > 1 ? SCENE_BARS : SCENE_BOARD;
    if (job.is_counting) {
        scene->content = SCENE_PROGRESS;
        scene->done = progress_of_count(scene_phase());
        return;
    }
    switch (job.kind) {
    case KIND_SEARCH:
        if (job.board.row == job.board.n)
            break;
        scene->content = bars_or_board;
        mark_event(scene, scene_phase());
        break;
    case KIND_CHECK:
        if (matrix_is_strip)
            mark_pair(scene);
        break;
    case KIND_COMPLETE:
        if (scene_phase() == SCENE_DARK)
            scene->kinds = SCENE_PLACED;
        break;
    case KIND_TEST: show_leds(scene); break;
    case KIND_MENU:
        if (job_runs()) {
            scene->content = SCENE_NUMBER;
            scene->shown = job.menu.shown;
        }
        break;
    case KIND_ORIENT_ASK: show_question(scene); break;
    default:
        if (job_has(TRAIT_IS_LISTED) && !sum_exceeds(&job.total.found, 0))
            scene->content = bars_or_board;
    }
}

/* The number of solutions, if the job finds any. */
static void fill_digits(uint8_t digits[SCENE_DIGITS])
{
    uint32_t number[2]; /* low half, high half: a comparison of 64 bits takes 60 bytes more */
    memcpy(number, &job.total.found, sizeof number);
    if (job.kind == KIND_FUNDAMENTAL)
        number[0] = job.fundamental.classes;
    else if (!job_has(TRAIT_SEARCHES) || number[1]) {
        uint8_t pair = job_has(TRAIT_SEARCHES) ? VIEW_DASHES : VIEW_NOTHING;
        for (uint8_t i = 0; i < SCENE_DIGITS; i++)
            digits[i] = pair;
        return;
    }
    view_digits(digits, number[0]);
}

/* The jobs that set up the display show no board. */
static uint8_t shape_now(void)
{
    bool has_board = job.kind != KIND_TEST && job.kind != KIND_ORIENT_ASK;
    return matrix_shape(settings.modules, has_board ? job.board.n : 0);
}

NOINLINE_FOR_STACK static void fill_scene(struct scene *scene)
{
    scene->board = &job.board;
    scene->seconds = &job.seconds;
    scene->content = SCENE_BOARD;
    scene->kinds = SCENE_QUEENS;
    scene->tried = scene->attacker = SCENE_NO_ROW;
    scene->shape = shape_now();
    scene->turn = shape_turn(settings.orient);
    scene->path = shape_turn(settings.chain);
    scene->bright = settings.bright;
    scene->scale = shape_scale(scene->shape, job.board.n);
    scene->extent = shape_extent(scene->shape, job.board.n, scene->scale);
    if (scene->shape)
        fill_digits(scene->digits);
    fill_content(scene);
}

NOINLINE_FOR_STACK bool scene_run(void)
{
    struct scene scene;
    if (!show_is_due(shape_now()))
        return false;
    fill_scene(&scene);
    return show_run(&scene);
}
