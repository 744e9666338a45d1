/* The scene that the display shows of the job. */
#include "firmware/job/scene.h"

#include "firmware/display/matrix.h"
#include "firmware/display/shape.h"
#include "firmware/display/show.h"
#include "firmware/job/kinds.h"
#include "firmware/job/state.h"
#include "firmware/noinline.h"
#include "firmware/queens/queens.h"
#include "firmware/storage/settings.h"

#define BLINK 125 /* ms that a blinking queen is lit, or dark, when the pace allows */

uint8_t scene_shape(void)
{
    return matrix_has_chain() ? settings.modules : 0;
}

/*
 * Given queens, and the part of a count that is being done, blink with the running time.  An attacked square
 * blinks together with its attacker, and is gone in the last quarter of the pace; a lifted queen is gone in
 * the second half.
 */
uint8_t scene_phase(void)
{
    if (!job_runs())
        return SCENE_GONE;
    if (job.is_counting || job.kind == KIND_COMPLETE)
        return job.ms & 0x100 ? SCENE_DARK : SCENE_LIT;
    if (job.kind != KIND_SEARCH)
        return SCENE_LIT;
    uint16_t pace = settings.pace;
    uint16_t left = job.wait > 0 ? (uint16_t)job.wait : 0;
    if (job.event == QUEENS_LIFTED)
        return left >= pace / 2 ? SCENE_LIT : SCENE_GONE;
    if (job.event != QUEENS_ATTACKED)
        return SCENE_LIT;
    uint16_t quarter = pace / 4;
    if (quarter && left <= quarter)
        return SCENE_GONE;
    uint16_t blink = quarter > BLINK ? BLINK : quarter;
    return blink && (pace - left) / blink % 2 ? SCENE_DARK : SCENE_LIT;
}

/* Fills the content of the scene, and what depends on it. */
static void fill_content(struct scene *scene)
{
    enum scene_phase phase = scene->phase;
    if (job.is_counting) {
        /* 0 .. 64 parts of a count: the finished ones, and the current one, which blinks. */
        uint8_t done = (uint8_t)(count_progress(&job.total, &job.board, &job.part) >> 10);
        bool is_over = phase == SCENE_GONE && done == 63;
        scene->content = SCENE_PROGRESS;
        scene->value = is_over || phase == SCENE_DARK ? done + 1 : done;
        return;
    }
    switch (job.kind) {
    case KIND_SEARCH:
        if (job.board.row == job.board.n)
            break;
        scene->content = SCENE_BARS;
        /* Mark the queen that blinks: the attacked or lifted one, or its attacker, which goes dark. */
        if (phase != SCENE_GONE && (job.event == QUEENS_ATTACKED || job.event == QUEENS_LIFTED) &&
            job.board.n <= QUEENS_MAX && job.board.row < QUEENS_MAX)
            scene->value = phase == SCENE_DARK ? queens_attacker(&job.board) : job.board.row;
        break;
    case KIND_SOLVE:
        if (!scene->number)
            scene->content = SCENE_BARS;
        break;
    case KIND_FUNDAMENTAL: scene->number = job.classes; break;
    case KIND_COMPLETE:
        if (phase == SCENE_DARK)
            scene->value = SCENE_HIDES_GIVEN;
        break;
    case KIND_TEST:
        scene->content = SCENE_TEST;
        scene->orient = 0;
        break;
    case KIND_ASK:
        scene->content = job.questions && scene->shape ? SCENE_INDEXES : SCENE_LETTER;
        scene->value = job.questions != 1;
        if (!job.questions)
            scene->orient = 0;
        break;
    default:
        if (!job_has(TRAIT_SEARCHES))
            scene->number = SCENE_NO_NUMBER;
    }
}

NOINLINE_FOR_STACK static void fill_scene(struct scene *scene)
{
    scene->board = &job.board;
    scene->number = job.total.solutions > UINT32_MAX ? SCENE_DASHES : (uint32_t)job.total.solutions;
    scene->content = SCENE_BOARD;
    scene->phase = scene_phase();
    scene->value = SCENE_NO_ROW;
    scene->shape = scene_shape();
    scene->orient = settings.orient;
    scene->chain = settings.chain;
    scene->bright = settings.bright;
    fill_content(scene);
}

NOINLINE_FOR_STACK bool scene_run(void)
{
    struct scene scene;
    if (!show_is_due(scene_shape()))
        return false;
    fill_scene(&scene);
    show_run(&scene);
    return true;
}
