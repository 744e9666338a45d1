/* Prints the results, the status and the moves of a job. */
#include "firmware/job/report.h"

#include "firmware/console/command.h"
#include "firmware/console/console.h"
#include "firmware/console/print.h"
#include "firmware/count/known.h"
#include "firmware/job/persist.h"
#include "firmware/job/state.h"
#include "firmware/noinline.h"
#include "firmware/queens/symmetry.h"
#include "hal/flash.h"

#include <string.h>

NOINLINE_FOR_FLASH static void print_comma(void)
{
    print_flash(FLASH_TEXT(", "));
}

/* Running time, with a comma before it: `, 0.031 s`. */
static void print_time(void)
{
    print_comma();
    print_big(&job.seconds, sizeof job.seconds);
    print_char('.');
    uint16_t ms = job.ms;
    if (ms < 100)
        print_char('0');
    if (ms < 10)
        print_char('0');
    print_number(ms);
    print_flash(FLASH_TEXT(" s"));
}

/* Prints what was found; for a job that searches, also the queens placed. */
static void print_found(void)
{
    if (job.kind == KIND_FUNDAMENTAL) {
        print_big(&job.fundamental.classes, sizeof job.fundamental.classes);
        print_flash(FLASH_TEXT(" fundamental of "));
    }
    print_count(&job.total.found, FLASH_TEXT(" solution"));
    print_comma();
    print_count(&job.total.placed, FLASH_TEXT(" queen"));
    print_flash(FLASH_TEXT(" placed"));
}

void report_totals(void)
{
    if (job_has(TRAIT_SEARCHES)) {
        print_found();
        print_time();
    } else {
        print_count(&job.total.found, kind_noun(job.kind));
    }
}

void report_closing(void)
{
    report_totals();
    print_end();
}

/* Rows and columns are counted from 1. */
NOINLINE_FOR_FLASH static void print_index(uint8_t index)
{
    print_number((uint8_t)(index + 1));
}

/* Prints the square of a queen: the texts are before its row and its column. */
static void print_queen(const char *texts, uint8_t row)
{
    print_flash(texts);
    print_index(row);
    print_nth(texts, 1);
    print_index((uint8_t)job.board.col[row]);
}

void report_move(enum queens_event event, bool is_back)
{
    static const char square[] FLASH = " \0 ";
    uint8_t row = job.board.row;
    if (event == QUEENS_SOLVED) /* a queen was placed, too */
        event = QUEENS_PLACED;
    if (event == QUEENS_PLACED)
        row--;
    console_ensure_newline();
    if (is_back)
        print_flash(FLASH_TEXT("back: "));
    print_nth(FLASH_TEXT("place\0"
                         "attack\0"
                         "lift"),
              event);
    print_queen(square, row);
    if (event == QUEENS_ATTACKED)
        print_queen(square, queens_attacker(&job.board));
    print_end();
}

/*
 * Seconds for n = 22 .. 32: 7.54 us for each queen placed until the first solution.  These are
 * (A140450 + n (n - 1) / 2) / n; OEIS A140450 counts the squares tried.
 */
void report_expected(void)
{
    static const uint16_t seconds[] FLASH = {13, 0, 3, 0, 3, 3, 23, 12, 426, 99, 660};
    console_ensure_newline();
    print_flash(FLASH_TEXT("no solution yet"));
    if (!job_has(TRAIT_HAS_GIVEN) && job.board.n >= 22) {
        print_flash(FLASH_TEXT("; the first is expected after about "));
        print_number(flash_word(&seconds[job.board.n - 22]));
        print_flash(FLASH_TEXT(" s"));
    }
    print_end();
}

/* The progress in percent; except for a count, it is estimated from the first two rows. */
static uint8_t percent(void)
{
    if (job.is_counting)
        return (uint8_t)((count_progress(&job.total, &job.board, &job.part) >> 8) * 100u >> 8);
    uint8_t n = job.board.n;
    uint16_t done = 0, all = n * n;
    if (job.board.col[0] > 0)
        done = (uint16_t)(job.board.col[0] * n);
    if (job.board.row > 0 && n > 1 && job.board.col[1] > 0)
        done = done + (uint8_t)job.board.col[1];
    if (all > UINT16_MAX / 100) { /* halves both, so that the product fits 16 bits */
        all /= 2;
        done /= 2;
    }
    return (uint8_t)(done * 100u / all);
}

/* Prints `count 12`; for `check` and `images` with the rows of the board. */
static void print_name(void)
{
    if (job_counts_part()) {
        print_flash(FLASH_TEXT("part "));
        print_number(job.part.number);
        print_char('/');
        print_number(job.part.of);
        print_flash(FLASH_TEXT(" of "));
    }
    command_print_name(job.kind);
    if (!job_has(TRAIT_HAS_SIZE))
        return;
    print_char(' ');
    print_number(job.board.n);
}

void report_part(void)
{
    if (!job_counts_part())
        return;
    print_name();
    print_flash(FLASH_TEXT(": "));
}

/* Inline, gcc would multiply two numbers of 32 bits: 50 bytes more. */
NOINLINE_FOR_FLASH static uint32_t product(uint16_t a, uint16_t b)
{
    return (uint32_t)a * b;
}

/*
 * Prints the seconds that a count still takes, extrapolated.  Early estimates are up to 3.2 times too long
 * (n = 16).  Prints nothing in the first second, while the ratio is not known, or beyond thirty years.
 */
NOINLINE_FOR_STACK static void print_left(void)
{
    uint32_t ratio = count_ratio(&job.total, job.board.n, &job.part);
    if (!job.seconds || !ratio)
        return;
    uint32_t elapsed = job.seconds * 4 + job.ms / 250U, all = elapsed; /* quarters of a second */
    /* Multiply the time by the ratio, exact to 1 %. */
    int8_t shift = 8; /* COUNT_ONE is 256 */
    for (; ratio > UINT16_MAX; ratio >>= 1)
        shift--;
    for (; all > UINT16_MAX; all >>= 1)
        shift--;
    all = product((uint16_t)all, (uint16_t)ratio);
    for (; shift > 0; shift--)
        all >>= 1;
    for (; shift < 0; shift++) {
        if (all >> 31)
            return;
        all <<= 1;
    }
    uint32_t left = all > elapsed ? (all - elapsed + 2) / 4 : 0;
    print_flash(FLASH_TEXT(", about "));
    print_big(&left, sizeof left);
    print_flash(FLASH_TEXT(" s left"));
}

NOINLINE_FOR_STACK static void print_lifted(void)
{
    uint32_t lifted = (uint32_t)job.total.placed - job.board.row; /* placed and not on the board */
    print_comma();
    print_big(&lifted, sizeof lifted);
    print_flash(FLASH_TEXT(" lifted"));
}

/* Prints the progress of a job that searches; of `search` also its position. */
NOINLINE_FOR_FLASH static void print_progress(void)
{
    uint8_t n = job.board.n;
    if (job_has(TRAIT_IS_STEPWISE)) {
        print_flash(FLASH_TEXT("row "));
        print_index(job.board.row < n ? job.board.row : (uint8_t)(n - 1));
        print_flash(FLASH_TEXT(" of "));
        print_number(n);
        print_comma();
    }
    print_found();
    if (job_has(TRAIT_IS_STEPWISE))
        print_lifted();
    print_time();
    if (!job_has(TRAIT_HAS_GIVEN)) {
        print_comma();
        print_number(percent());
        print_flash(FLASH_TEXT(" %"));
    }
    if (job.is_counting)
        print_left();
}

void report_parked(void)
{
    print_flash(FLASH_TEXT("; ~ resumes it"));
}

void report_status(void)
{
    console_ensure_newline();
    if (!job_runs()) {
        print_flash(FLASH_TEXT("idle"));
        if (persist_has_parked()) {
            print_flash(FLASH_TEXT(", a count is parked"));
            report_parked();
        }
        print_end();
        return;
    }
    print_name();
    print_flash(FLASH_TEXT(": "));
    if (job_has(TRAIT_SEARCHES))
        print_progress();
    else
        report_totals();
    if (job.is_paused)
        print_flash(FLASH_TEXT(", paused"));
    print_end();
}

void report_resumed(void)
{
    console_ensure_newline();
    print_name();
    print_flash(FLASH_TEXT(" resumed: "));
    report_closing();
}

void report_pair(uint8_t part)
{
    static const char square[] FLASH = "row \0"
                                       " column ";
    if (part == 0) {
        console_ensure_newline();
        print_queen(square, job.list.upper);
    } else if (part == 1) {
        print_flash(FLASH_TEXT(" and "));
        print_queen(square, job.list.lower);
    } else {
        print_flash(FLASH_TEXT(": same "));
        print_nth(FLASH_TEXT("diagonal\0"
                             "column"),
                  job.board.col[job.list.upper] == job.board.col[job.list.lower]);
        print_end();
    }
}
