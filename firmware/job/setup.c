/* The jobs that help to set up the matrix: `orient ?` and `test`. */
#include "firmware/console/command.h"
#include "firmware/console/console.h"
#include "firmware/console/print.h"
#include "firmware/display/matrix.h"
#include "firmware/display/shape.h"
#include "firmware/display/show.h"
#include "firmware/display/view.h"
#include "firmware/job/kinds.h"
#include "firmware/noinline.h"
#include "firmware/storage/settings.h"
#include "hal/flash.h"

/* ---- `orient ?` asks how the modules are mounted, and sets `orient` and `chain` by the answers ---- */

#define ORIENT_LINES 18 /* of the pictures, before the question */
#define CHAIN_LINES  8
#define ORDER_LINES  2 /* of a strip, instead of CHAIN_LINES */

#define ORIENT_QUESTIONS 2 /* the second only if there are several modules */

/*
 * Two blocks of nine lines, for the orients 0 .. 3 and 4 .. 7 side by side: numbers, then pictures of the
 * letter as it looks on a module that needs this `orient`.  Part 0 has two of the four, the others have one.
 */
static void print_orients(uint8_t row, uint8_t part)
{
    static const char gap[] FLASH = "       ";
    uint8_t orient = part ? part + 1 : 0;
    if (row >= 9) {
        row = row - 9;
        orient += 4;
    }
    do {
        if (row) {
            uint8_t turn = shape_turn(orient);
            for (uint8_t column = 0; column < 8; column++) {
                uint8_t line = row - 1, led = column;
                if (turn & SHAPE_DOWN) {
                    line = column;
                    led = row - 1;
                }
                uint8_t leds = view_letter(turn & SHAPE_LAST ? (uint8_t)(7 - line) : line);
                print_char(leds >> (turn & SHAPE_BACK ? led : 7 - led) & 1 ? '#' : '.');
            }
        } else {
            print_number(orient);
            print_flash(gap);
        }
        print_flash(gap + 5);
    } while (!(orient++ & 3));
}

/* Where modules 1 and 2 of this `chain` are; or the first LEDs of a strip with this `orient`, its inverse. */
static void print_chains(uint8_t row, uint8_t part)
{
    static const char from[] FLASH = "top left\0"
                                     "bottom left\0"
                                     "bottom right\0"
                                     "top right";
    static const char to[] FLASH = "on its right\0"
                                   "above it\0"
                                   "on its left\0"
                                   "below it";
    uint8_t start = row & 3, way = start;
    if (row >= 4) { /* the reflections of the four rotations */
        start = (4 - start) & 3;
        way ^= 3;
    } else if (matrix_is_strip) {
        start = way = (4 - start) & 3;
    }
    if (part == 0) {
        print_number(row);
        print_flash(matrix_is_strip ? FLASH_TEXT("  red at the ") : FLASH_TEXT("  1 at the "));
    } else if (part == 1) {
        print_nth(from, start);
    } else {
        print_flash(matrix_is_strip ? FLASH_TEXT(", white ") : FLASH_TEXT(", 2 "));
        print_nth(to, way);
    }
}

/* Whether all lines of a strip run in the same direction, so that numbers can be read. */
static void print_order(uint8_t row, uint8_t part)
{
    if (part == 0)
        print_number(row);
    else if (part == 1)
        print_flash(row ? FLASH_TEXT("  no numbers") : FLASH_TEXT("  numbers"));
}

/* Returns whether the first question has been answered: a display of one module has no other. */
__attribute__((always_inline)) static inline bool is_second(void)
{
    return matrix_modules > 1 && job.orient.answered;
}

static uint8_t question_lines(void)
{
    if (is_second())
        return matrix_is_strip ? ORDER_LINES : CHAIN_LINES;
    return matrix_is_strip ? CHAIN_LINES : ORIENT_LINES;
}

/* Begins the next line; after the question the job ends, and waits for the answer. */
enum work work_orient(void)
{
    if ((uint8_t)job.total.found > question_lines())
        return WORK_IS_DONE;
    sum_add_one(&job.total.found);
    job_end_step();
    return WORK_FOUND;
}

void orient_print(uint8_t part)
{
    uint8_t row = (uint8_t)job.total.found - 1;
    if (part == 0)
        console_ensure_newline();
    if (row >= question_lines())
        print_nth(FLASH_TEXT("Which of these does\0"
                             " the matrix show?  \0"
                             "Type its number."),
                  part);
    else if (is_second() && matrix_is_strip)
        print_order(row, part);
    else if (is_second() || matrix_is_strip)
        print_chains(row, part);
    else
        print_orients(row, part);
    if (part == REPORT_PARTS - 1)
        print_end();
}

uint8_t orient_asked(void)
{
    if (job.kind != KIND_ORIENT_ASK || job_runs() || job.orient.answered >= ORIENT_QUESTIONS)
        return COMMANDS;
    return is_second() ? COMMAND_CHAIN : COMMAND_ORIENT;
}

void orient_withdraw(void)
{
    if (job.kind == KIND_ORIENT_ASK)
        job.orient.answered = ORIENT_QUESTIONS;
}

bool orient_answer(uint8_t answer)
{
    uint8_t id = orient_asked();
    bool asks_more = id == COMMAND_ORIENT && (matrix_is_strip || matrix_shape(settings.modules, 0));
    command_set(id, answer);
    command_print_setting(id);
    job.orient.answered = ORIENT_QUESTIONS;
    show_changed();
    return asks_more;
}

/* ---- `test` walks through all LEDs ---- */

/* ms that an LED is lit; with more than four modules less, so that the walk stays short. */
#define LED_PACE  60
#define LINE_PACE 300 /* the same for rows, columns and all LEDs */

void show_test(void)
{
    uint8_t modules = shape_modules(matrix_shape(settings.modules, 0));
    show_changed();
    job.wait = LINE_PACE;
    if ((uint16_t)job.total.found < 64U * modules)
        job.wait = (int16_t)(LED_PACE / (uint16_t)((modules + 3) / 4));
}

/* Each step stays until all of its frame has been sent; those of a MAX7219 take less than a step. */
enum work work_test(void)
{
    if (matrix_pause > 1 && show_runs())
        return WORK_WAITS;
    sum_add_one(&job.total.found);
    if ((uint16_t)job.total.found == VIEW_TEST_STEPS(shape_modules(matrix_shape(settings.modules, 0))))
        return WORK_IS_DONE;
    job_end_step();
    show_test();
    return WORK_SHOWN;
}
