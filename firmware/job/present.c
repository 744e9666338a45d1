/* What a job has found goes to the matrix and to the line, and stays for the pace. */
#include "firmware/job/present.h"

#include "firmware/console/console.h"
#include "firmware/console/format.h"
#include "firmware/console/print.h"
#include "firmware/job/guard.h"
#include "firmware/job/show.h"
#include "firmware/job/state.h"
#include "firmware/noinline.h"
#include "firmware/queens/symmetry.h"
#include "firmware/storage/settings.h"
#include "hal/flash.h"
#include "hal/uart.h"

#include <string.h>

#define LATE 20 /* ms behind the beat that are caught up; what is later starts a new beat */
#define HALF (QUEENS_MAX / 2)

static bool has_half(void)
{
    return job.board.n <= HALF && job_places() && job.kind != COMMAND_COUNT && job.kind != COMMAND_SEARCH;
}

void present_forget(void)
{
    job.board.col[HALF] = -1;
}

void present_keep(void)
{
    if (has_half())
        memcpy(job.board.col + HALF, job.board.col, HALF);
}

void present_kept(void)
{
    if (!has_half() || job.board.col[HALF] < 0)
        return;
    memcpy(job.board.col, job.board.col + HALF, HALF);
    job.board.row = job.board.n;
    show_changed();
}

void present_hold(void)
{
    job.phase = JOB_SEARCHES;
    if (job.wait > 0 || job.paused) {
        job.phase = JOB_HOLDS;
        guard_close();
    }
}

void present_elapse(uint8_t ms)
{
    if (job.wait > -LATE)
        job.wait = (int16_t)(job.wait - ms);
}

/* What stands on the board goes to the matrix, and stays for the pace, beat on beat without drift. */
static void keep_beat(void)
{
    int16_t late = job.wait < 0 && job.wait > -LATE ? job.wait : 0;
    job_end_step();
    job.wait = (int16_t)(late + (int16_t)settings.pace);
    show_changed();
}

/* Usaco has a format of its own. */
static enum format format_now(void)
{
    return job.kind == COMMAND_USACO ? FORMAT_LIST : (enum format)settings.format;
}

/*
 * For solve, so that none is left out unseen: each is counted when it is found, and when its last line is
 * ended.
 */
static void is_presented(void)
{
    if (job.kind == COMMAND_SOLVE)
        job.shown++;
}

void present(void)
{
    keep_beat();
    present_keep();
    job.phase = JOB_PRINTS;
    job.line = 0;
    job.piece = 0;
    job.format = format_now();
    if (format_lines((enum format)job.format, job.board.n))
        guard_close();
    else {
        is_presented();
        present_hold();
    }
}

/* Which of those that this job prints is it, from 1? */
static struct format_number ordinal(void)
{
    struct format_number number;
    number.bytes = &job.total.solutions;
    number.size = sizeof job.total.solutions;
    if (job.kind == COMMAND_FUNDAMENTAL) {
        number.bytes = &job.classes;
        number.size = sizeof job.classes;
    }
    return number;
}

/* Is it the last of eight in a line of the table? */
static bool is_eighth(void)
{
    uint8_t low = (uint8_t)(job.kind == COMMAND_FUNDAMENTAL ? job.classes : job.total.solutions);
    return low % 8 == 0;
}

/* A line of a solution begins: in a table behind the one before if that has left the line open. */
static void begin_line(void)
{
    console_interrupt();
    if (job.format == FORMAT_TABLE && print_begun())
        print_char(' ');
    else
        print_fresh();
}

static void end_line(void)
{
    if (job.kind == COMMAND_FUNDAMENTAL && job.line == 0) {
        print_char(' ');
        print_number(symmetry_class(&job.board));
    }
    if (job.format != FORMAT_TABLE || is_eighth())
        print_end();
}

/*
 * Were digits to wait for the room of the longest piece, the line would run empty while the search goes on:
 * 1401 cycles a byte at pace 0, not 1380.
 */
static bool has_room(void)
{
    return uart_room() >= (job.format > FORMAT_TABLE ? FORMAT_PIECE : FORMAT_DIGIT);
}

/*
 * Is what lies in the ring of the line, sent or not, the line of this board?  A flipped bit in the ring, in
 * `piece` or in who else may print shows here.  Of digits, up to the ring's length of them.
 */
static bool is_put_right(void)
{
    uint8_t n = job.board.n;
    const int8_t *column = job.board.col + n;
    if (job.format > FORMAT_TABLE)
        return true;
    for (uint8_t back = 1; back <= n && back <= UART_RING; back++)
        if (uart_sent(back) != (uint8_t)board_character(*--column))
            return false;
    return true;
}

/* A line that went wrong on its way is said to be, and printed once more. */
static bool is_line_right(void)
{
    if (is_put_right())
        return guard_is_intact();
    print_flash(FLASH_TEXT("? damaged: a bit had flipped in memory; once more"));
    print_end();
    return false;
}

NOINLINE_FOR_STACK bool present_run(void)
{
    enum format format = (enum format)job.format;
    struct format_number number = ordinal();
    while (job.line < format_lines(format, job.board.n)) {
        if (!has_room())
            return false;
        if (job.piece == 0)
            begin_line();
        if (format_piece(format, &job.board, &number, job.line, &job.piece)) {
            job.piece = 0;
            if (!is_line_right()) /* then it is printed once more */
                return true;
            end_line();
            if (++job.line == format_lines(format, job.board.n))
                is_presented();
        }
    }
    present_hold();
    return true;
}
