/* Shows the result of a job on the matrix, and prints it. */
#include "firmware/job/present.h"

#include "firmware/console/console.h"
#include "firmware/console/format.h"
#include "firmware/console/print.h"
#include "firmware/display/show.h"
#include "firmware/job/integrity.h"
#include "firmware/job/kinds.h"
#include "firmware/job/report.h"
#include "firmware/job/state.h"
#include "firmware/noinline.h"
#include "firmware/queens/symmetry.h"
#include "firmware/storage/settings.h"
#include "hal/flash.h"
#include "hal/uart.h"

#include <string.h>

#define LATE 20 /* ms that a late picture shortens the next dwell; after a later one, the dwell restarts */

_Static_assert(sizeof job.small == sizeof job.board, "the last solution is within the columns of the board");

/* A count never calls present_begin: it has no solution to show. */
static bool keeps_last(void)
{
    return job.board.n <= SMALL && job_has(TRAIT_SEARCHES);
}

void present_forget(void)
{
    if (job.board.n <= SMALL)
        job.small.last[0] = -1;
}

void present_restore(void)
{
    show_changed();
    if (!keeps_last() || job.is_counting || job.small.last[0] < 0)
        return;
    memcpy(job.small.col, job.small.last, SMALL);
    job.board.row = job.board.n;
}

void present_elapse(uint8_t ms)
{
    if (job.wait > -LATE)
        job.wait = job.wait - ms;
}

void present_begin_dwell(void)
{
    int16_t late = job.wait < 0 && job.wait > -LATE ? job.wait : 0;
    job_end_step();
    job.wait = late + (int16_t)settings.pace;
    show_changed();
}

void present_withdraw(void)
{
    sum_take_one(job.kind == KIND_FUNDAMENTAL ? (void *)&job.fundamental.classes : &job.total.found);
}

static uint8_t lines(void)
{
    return format_lines((enum format)job.format, job.board.n);
}

/* Counts each solution when its last line has ended; a difference to those found shows one left out. */
static void count_presented(void)
{
    if (job_has(TRAIT_IS_LISTED))
        job.list.presented++;
}

bool present_begin(void)
{
    present_begin_dwell();
    if (keeps_last())
        memcpy(job.small.last, job.small.col, SMALL);
    job.line = 0;
    job.chunk = 0;
    uint8_t format = job.kind == KIND_USACO ? FORMAT_LIST : settings.format;
    job.format = format;
    if (!lines()) {
        count_presented();
        return false;
    }
    integrity_store();
    job.phase = job.format == format ? JOB_PRINTS : JOB_IS_CORRUPTED; /* flipped while it was stored */
    return true;
}

/*
 * Checks that the ring contains the digits of this board, sent or not, and that the job has not changed.
 * Marks a wrong line, and prints it again.
 */
static enum integrity check_line(void)
{
    uint8_t n = job.board.n, row = n;
    if (!format_is_digits((enum format)job.format))
        n = 0;
    for (uint8_t back = 1; back <= n && back <= UART_RING; back++)
        if (uart_sent(back) != (uint8_t)board_character((int8_t)board_column(&job.board, --row))) {
            print_char('?');
            integrity_report(FLASH_TEXT("printed again"));
            return INTEGRITY_CORRECTED;
        }
    return integrity_restore();
}

NOINLINE_FOR_FLASH static void begin_line(void)
{
    console_interrupt();
    if (job.format == FORMAT_TABLE && print_is_begun())
        print_char(' '); /* a table continues the line of the previous solution */
    else
        print_ensure_newline();
}

/* A part of a line starts with an empty ring: of its 22 bytes, at most 6 wait. */
static enum work print_part(void)
{
    if (uart_room() < UART_RING)
        return WORK_WAITS;
    if (job.kind == KIND_ORIENT_ASK)
        orient_print(job.chunk);
    else
        report_pair(job.chunk);
    if (++job.chunk < REPORT_PARTS)
        return WORK_CONTINUES;
    job.chunk = 0;
    return WORK_SHOWN;
}

NOINLINE_FOR_STACK enum work present_run(void)
{
    if (job_has(TRAIT_IS_ANSWER))
        return print_part();
    /* The number of this solution among those that the job prints. */
    struct format_number number = {&job.total.found, sizeof job.total.found};
    if (job.kind == KIND_FUNDAMENTAL) {
        number.bytes = &job.fundamental.classes;
        number.size = sizeof job.fundamental.classes;
    }
    /* Digits wait for less room than the longest chunk needs: otherwise the ring would run empty during the
     * search (1401 cycles a byte at pace 0 instead of 1380). */
    uint8_t room = format_is_digits((enum format)job.format) ? FORMAT_DIGIT : FORMAT_CHUNK;
    while (job.line < lines()) {
        if (uart_room() < room)
            return WORK_WAITS;
        if (job.chunk == 0)
            begin_line();
        if (!format_chunk((enum format)job.format, &job.board, &number, job.line, &job.chunk))
            continue;
        /* End the line; eight solutions of a table are one line. */
        job.chunk = 0;
        enum integrity integrity = check_line();
        if (integrity != INTEGRITY_INTACT)
            return integrity == INTEGRITY_LOST ? WORK_IS_CORRUPTED : WORK_CONTINUES;
        if (job.kind == KIND_FUNDAMENTAL && job.line == 0) {
            print_char(' ');
            print_number(symmetry_class(&job.board));
        }
        if (job.format != FORMAT_TABLE || *(const uint8_t *)number.bytes % 8 == 0)
            print_end();
        if (++job.line < lines())
            return WORK_CONTINUES; /* keys are taken between lines only */
        count_presented();
    }
    return WORK_SHOWN;
}
