/* The job that runs: what it has found, and how it goes on slice by slice. */
#include "firmware/job/job.h"

#include "firmware/apart.h"
#include "firmware/console/answer.h"
#include "firmware/console/console.h"
#include "firmware/console/format.h"
#include "firmware/console/print.h"
#include "firmware/console/text.h"
#include "firmware/display/view.h"
#include "firmware/job/keep.h"
#include "firmware/job/report.h"
#include "firmware/job/show.h"
#include "firmware/queens/check.h"
#include "firmware/queens/queens.h"
#include "firmware/queens/symmetry.h"
#include "firmware/storage/seal.h"
#include "firmware/storage/settings.h"
#include "hal/flash.h"
#include "hal/uart.h"

#include <stddef.h>
#include <string.h>

#define SLICE      128       /* queens placed in a slice: 14,000 cycles, in which 10 bytes can come in */
#define MOVE       UART_RING /* the line of a move, up to 24 bytes, waits for 8 of them at the most */
#define SAVE_FIRST 2         /* seconds until a count is saved first: a short one does not wear the EEPROM */
#define SAVE_EVERY 60
#define TEST_PACE  60 /* ms that an LED is tested */
#define LATE       20 /* ms behind the beat that are caught up; what is later starts a new beat */

struct job job;
struct board board;

/*
 * Of the board and of all that stands in the job from its totals on, while a picture holds.  A count is never at
 * rest: its number is held against the known one at the end.
 */
static struct seal seal;

#define JOB_SEALED (sizeof job - offsetof(struct job, total))

/* Two bytes less a call than with the one as an argument. */
APART static void add_one(void *total)
{
    sum_add(total, 1);
}

APART static void look(struct seal *now)
{
    memset(now, 0, sizeof *now);
    seal_add(now, &board, sizeof board, 1);
    seal_add(now, &job.total, JOB_SEALED, sizeof board + 1);
}

static void close_seal(void)
{
    look(&seal);
}

/* What must not have happened has: the rest is done from job_run, where the stack is not as deep. */
static void is_damaged(void)
{
    job.phase = JOB_IS_DAMAGED;
}

/*
 * Is what was sealed as it was?  A bit that has flipped is turned back, and that is said; what can't be mended is
 * damaged.  A line that was being printed meanwhile ends in a question mark.
 */
APART static bool is_intact(void)
{
    struct seal now;
    look(&now);
    uint8_t place = seal_judge(&now, &seal);
    if (place == SEAL_INTACT)
        return true;
    if (job.phase == JOB_PRINTS)
        print_char('?');
    if (place > sizeof board + JOB_SEALED) {
        is_damaged();
        return false;
    }
    uint8_t *byte = (uint8_t *)&board + place - 1;
    if (place > sizeof board)
        byte = (uint8_t *)&job.total + (place - sizeof board - 1);
    *byte ^= now.bits;
    close_seal();
    console_fresh();
    print_flash(FLASH_TEXT("damaged: a bit had flipped in memory; mended\r\n"));
    return false;
}

/* The same, when it is enough that it is sound now. */
static bool is_sound(void)
{
    return is_intact() || job.phase != JOB_IS_DAMAGED;
}

/* Paused, and no step is owed. */
static bool is_still(void)
{
    return job.paused && !job.steps;
}

/* The picture stays for what is left of the pace. */
static void hold(void)
{
    job.phase = JOB_SEARCHES;
    if (job.wait > 0 || job.paused) {
        job.phase = JOB_HOLDS;
        close_seal();
    }
}

void job_clear(uint8_t kind)
{
    /* The columns of a count are no board that could be shown behind these two. */
    if (job.kind == COMMAND_COUNT && (kind == COMMAND_ORIENT || kind == COMMAND_TEST))
        memset(&board, 0, sizeof board);
    memset(&job, 0, sizeof job);
    job.kind = kind;
}

APART static void begin(uint8_t kind)
{
    job_clear(kind);
    job.phase = JOB_SEARCHES;
}

bool job_runs(void)
{
    return job.phase != JOB_IDLE;
}

/*
 * The search goes on upon the very columns that are shown, and ends with none.  Up to 16 rows leave half of the column
 * array free: there the solution stays that was shown last, to be shown again when the job has ended.  (Beyond 16 rows
 * the board stays as the search leaves it.)
 */
#define HALF (QUEENS_MAX / 2)

static bool has_half(void)
{
    return board.n <= HALF && job.kind <= COMMAND_USACO && job.kind != COMMAND_COUNT;
}

static void forget_shown(void)
{
    board.col[HALF] = -1;
}

APART static void keep_shown(void)
{
    if (has_half())
        memcpy(board.col + HALF, board.col, HALF);
}

APART static void show_kept(void)
{
    if (!has_half() || board.col[HALF] < 0)
        return;
    memcpy(board.col, board.col + HALF, HALF);
    board.row = board.n;
    show_changed();
}

void job_start(uint8_t kind, uint8_t n)
{
    begin(kind);
    if (kind == COMMAND_COUNT) {
        count_start(&job.total, &board, n);
        job.unsaved = SAVE_FIRST;
    } else {
        queens_start(&board, n);
        forget_shown();
    }
}

void job_start_board(uint8_t kind)
{
    begin(kind);
    if (kind == COMMAND_IMAGES)
        job.images.bits = symmetry_images(&board);
    show_changed();
}

void job_start_unasked(uint8_t n, uint16_t wait)
{
    job_start(COMMAND_SOLVE, n);
    job.unasked = true;
    job.wait = (int16_t)wait;
    hold();
}

void job_start_test(void)
{
    begin(COMMAND_TEST);
    show_changed();
    job.wait = TEST_PACE;
    hold();
}

/* A count that has been saved must not go on after the next reset. */
static void end_record(void)
{
    if (job.kept)
        keep_save(KEEP_NO_COUNT);
}

/* The job is over; one that nobody typed starts over. */
static void leave(void)
{
    end_record();
    if (job.unasked) {
        bool demo = job.demo, paused = job.paused;
        job_start_unasked(board.n, 0);
        job.demo = demo;
        job.paused = paused;
    } else {
        job.phase = JOB_IDLE;
        show_kept();
        answer_ok();
    }
}

/* The job cannot go on, as what it stands on is damaged beyond mending. */
APART static void give_up(void)
{
    console_fresh();
    end_record();
    job.phase = JOB_IDLE;
    memset(&board, 0, sizeof board);
    command_refuse(COMMAND_SPOILT);
    console_prompt();
}

/* Does the number differ from the known one, or did the classes not add up to it? */
static bool is_wrong(void)
{
    uint64_t known;
    if (job.kind == COMMAND_FUNDAMENTAL && job.fundamental.images != (uint32_t)job.total.solutions)
        return true;
    return job.kind <= COMMAND_SEARCH && count_known(board.n, &known) &&
           memcmp(&known, &job.total.solutions, sizeof known) != 0;
}

/* The job has come to its end. */
APART static void finish(void)
{
    if (is_wrong()) {
        is_damaged();
        return;
    }
    console_fresh();
    switch (job.kind) {
    case COMMAND_CHECK:
        if ((uint16_t)job.total.solutions) { /* 496 pairs at the most */
            print_flash(FLASH_TEXT("not a solution: "));
            report_closing();
        } else {
            report_class();
        }
        break;
    case COMMAND_COUNT:
        report_totals();
        if (is_wrong()) { /* it has changed while it was printed: nothing is known of what stands there */
            is_damaged();
            return;
        }
        report_known();
        print_end();
        break;
    case COMMAND_USACO:
        print_big(&job.total.solutions, sizeof job.total.solutions);
        print_end();
        /* fall through */
    default: report_closing();
    }
    leave();
}

void job_stop(void)
{
    if (!job_runs())
        return;
    if (job.phase == JOB_HOLDS && !is_sound()) {
        give_up();
        return;
    }
    if (!job.unasked || job.total.placed) { /* the demo that has not begun goes without a word */
        console_fresh();
        print_flash(FLASH_TEXT("stopped: "));
        report_closing();
    }
    end_record();
    job.phase = JOB_IDLE;
    show_kept();
    if (!job.unasked)
        answer_ok();
}

static void end_step(void)
{
    if (job.steps)
        job.steps--;
}

/* Usaco has a format of its own. */
static enum format format_now(void)
{
    return job.kind == COMMAND_USACO ? FORMAT_LIST : (enum format)settings.format;
}

/* Which of those that this job prints is it, from 1? */
static struct format_number ordinal(void)
{
    struct format_number number;
    number.bytes = &job.total.solutions;
    number.size = sizeof job.total.solutions;
    if (job.kind == COMMAND_FUNDAMENTAL) {
        number.bytes = &job.fundamental.classes;
        number.size = sizeof job.fundamental.classes;
    }
    return number;
}

/* Is it the last of eight in a line of the table? */
static bool is_eighth(void)
{
    uint8_t low = (uint8_t)(job.kind == COMMAND_FUNDAMENTAL ? job.fundamental.classes : job.total.solutions);
    return low % 8 == 0;
}

/* A line of a solution begins: in a table behind the one before if that has left the line open, else in the first column. */
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
        print_number(symmetry_class(&board));
    }
    if (job.format != FORMAT_TABLE || is_eighth())
        print_end();
}

/* What stands on the board goes to the matrix, and stays for the pace, beat on beat without drift. */
static void keep_beat(void)
{
    int16_t late = job.wait < 0 && job.wait > -LATE ? job.wait : 0;
    end_step();
    job.wait = (int16_t)(late + (int16_t)settings.pace);
    show_changed();
}

/* Puts it on the line, too. */
static void present(void)
{
    keep_beat();
    keep_shown();
    job.phase = JOB_PRINTS;
    job.line = 0;
    job.piece = 0;
    job.format = format_now();
    if (format_lines(job.format, board.n))
        close_seal();
    else
        hold();
}

/* By other code than found it; once it is sealed, so that no moment is left in which it could change unseen. */
static void check_solution(void)
{
    if (!check_board(&board))
        is_damaged();
}

/* The least of a class comes first, and stands for all of its images. */
static bool is_fundamental(void)
{
    bool least = symmetry_is_least(&board);
    if (least) {
        add_one(&job.fundamental.classes);
        sum_add(&job.fundamental.images, symmetry_class(&board));
    }
    return least;
}

/* Is the solution on the board one that this job prints? */
static bool is_wanted(void)
{
    switch (job.kind) {
    case COMMAND_FUNDAMENTAL: return is_fundamental();
    case COMMAND_USACO: return job.shown < 3 && ++job.shown;
    default: return true;
    }
}

APART static void search_slice(void)
{
    uint16_t budget = SLICE;
    enum queens_event event = queens_run(&board, &budget);
    sum_add(&job.total.placed, (uint8_t)(SLICE - budget));
    if (event == QUEENS_DONE) {
        job.phase = JOB_ENDS;
    } else if (event == QUEENS_SOLVED) {
        add_one(&job.total.solutions);
        if (job.kind == COMMAND_SEARCH) { /* skipped to: stays until it is told to go on */
            job.event = QUEENS_SOLVED;
            job.paused = true;
        }
        if (is_wanted())
            present();
        else if (job.kind == COMMAND_USACO)
            end_step();
        check_solution();
    }
}

#ifdef QUEENS_EACH
/*
 * On a fast line (firmware.mk says which is) the search would keep the line waiting, 780 cycles a byte where a byte
 * takes 160.  So at pace 0 a line of up to eight digits is laid into the ring as a whole, and let go when the board
 * from which it was laid has been checked: whatever changes at whatever moment, no line is sent that is no solution.
 * The search keeps its masks in registers meanwhile; nothing comes to rest, so nothing is sealed.  The matrix shows
 * each board below n = 8, and there every eighth, one in 0.9 ms, and the last, which alone begins with 84.
 */
#define SLICE_VISITED 192 /* 1 ms at n = 8 */

static bool visits(void)
{
    return job.kind == COMMAND_SOLVE && board.n <= 8 && !job.paused && !settings.pace && job.wait <= 0 &&
           settings.format == FORMAT_DIGITS;
}

static void visit(const struct board *solved)
{
    uint8_t n = solved->n;
    if (job.phase == JOB_IS_DAMAGED)
        return;
    if (n <= 8) {
        uart_wait((uint8_t)(n + 2));
        uart_lay(solved->col, n, '1');
    }
    if (!check_small(solved)) {
        is_damaged();
        return;
    }
    uart_send((uint8_t)(n + 2));
    job.line++; /* less to carry than in the total */
    bool last = solved->col[0] == 7 && solved->col[1] == 3;
    if (n < 8 || last || job.line % 8 == 0) {
        keep_shown();
        show_changed();
        show_run();
    }
}

APART static void visit_slice(void)
{
    uint16_t budget = SLICE_VISITED;
    console_fresh();
    uint8_t before = job.line = (uint8_t)job.total.solutions % 8;
    enum queens_event event = queens_each(&board, &budget, visit);
    sum_add(&job.total.solutions, (uint8_t)(job.line - before));
    sum_add(&job.total.placed, (uint8_t)(SLICE_VISITED - budget));
    if (event == QUEENS_DONE && job.phase == JOB_SEARCHES)
        job.phase = JOB_ENDS;
}
#endif

/* A count that is being saved stands still. */
static bool count_slice(void)
{
    if (keep_saves(KEEP_COUNT))
        return false;
    end_step();
    if (!count_run(&job.total, &board))
        job.phase = JOB_ENDS;
    return true;
}

/* One move of the search that is watched. */
APART static void move(void)
{
    enum queens_event event = queens_step(&board);
    if (event == QUEENS_DONE) {
        job.phase = JOB_ENDS;
        return;
    }
    job.event = (uint8_t)event;
    if (event == QUEENS_PLACED || event == QUEENS_SOLVED)
        add_one(&job.total.placed);
    if (event == QUEENS_SOLVED)
        add_one(&job.total.solutions);
    report_move(event);
    present();
    if (event == QUEENS_SOLVED)
        check_solution();
    else
        hold();
}

/* Turns the board into its next image; shows it if it differs from those before.  The last that does stays. */
static void next_image(void)
{
    uint8_t image = job.images.next;
    if (!(job.images.bits >> image)) {
        job.phase = JOB_ENDS;
        return;
    }
    job.images.next++;
    if (image > 0)
        symmetry_next(&board, (uint8_t)(image - 1));
    if (job.images.bits & (1 << image)) {
        add_one(&job.total.solutions);
        present();
    }
}

/* The next pair of queens that attack each other, or the verdict. */
static void next_pair(void)
{
    struct job *held = job_held();
    enum check_attack attack = check_pair(&board, &held->check.upper, &held->check.lower);
    if (attack == CHECK_NONE) {
        held->phase = JOB_ENDS;
        return;
    }
    add_one(&held->total.solutions);
    end_step();
    report_pair(attack);
}

/* The next LEDs of the test; rows, columns and all of them stay longer. */
static void next_step(void)
{
    if (++job.step == VIEW_TEST_STEPS) {
        job.phase = JOB_ENDS;
        return;
    }
    end_step();
    show_changed();
    job.wait = job.step < 64 ? TEST_PACE : 5 * TEST_PACE;
    hold();
}

static bool search_on(void)
{
    switch (job.kind) {
    case COMMAND_SEARCH:
        if (job.event == QUEENS_SLICED) { /* unseen, to the next solution */
            search_slice();
            break;
        }
        if (uart_room() < MOVE)
            return false;
        move();
        break;
    case COMMAND_TEST: next_step(); break;
    case COMMAND_COUNT: return count_slice();
    case COMMAND_IMAGES: next_image(); break;
    case COMMAND_CHECK: next_pair(); break;
    default:
#ifdef QUEENS_EACH
        if (visits()) {
            visit_slice();
            break;
        }
#endif
        search_slice();
    }
    return true;
}

APART static bool print_on(void)
{
    enum format format = job.format;
    struct format_number number = ordinal();
    while (job.line < format_lines(format, board.n)) {
        /*
         * Were digits to wait for the room of the longest piece, the line would run empty while the search goes on:
         * 1401 cycles a byte at pace 0, not 1380; 12 bytes of flash.
         */
        if (uart_room() < FORMAT_DIGIT || (format > FORMAT_TABLE && uart_room() < FORMAT_PIECE))
            return false;
        if (job.piece == 0)
            begin_line();
        if (format_piece(format, &board, &number, job.line, &job.piece)) {
            job.piece = 0;
            if (!is_intact()) /* then it is printed once more */
                return true;
            end_line();
            job.line++;
        }
    }
    hold();
    return true;
}

/* On with the search when the pace is over, or by a single step. */
static bool hold_on(void)
{
    if (job.wait > 0 && !job.paused)
        return false;
    if (is_sound())
        job.phase = JOB_SEARCHES;
    return true;
}

APART bool job_run(void)
{
    switch ((enum job_phase)job.phase) {
    case JOB_IDLE: return false;
    case JOB_PRINTS: return print_on();
    case JOB_ENDS: finish(); return true;
    case JOB_IS_DAMAGED: give_up(); return true;
    default:
        if (is_still())
            return false;
        return job.phase == JOB_SEARCHES ? search_on() : hold_on();
    }
}

/* Another second of a count is over. */
static void save_now_and_then(void)
{
    if (--job.unsaved)
        return;
    job.unsaved = SAVE_EVERY;
    job.kept = true;
    keep_save(KEEP_COUNT);
}

bool job_is_in_line(void)
{
    return job.piece > 0;
}

void job_elapse(uint8_t ms)
{
    struct job *held = job_held();
    if (!job_runs() || held->paused)
        return;
    if (held->wait > -LATE)
        held->wait = (int16_t)(held->wait - ms);
    held->ms = (uint16_t)(held->ms + ms);
    if (held->ms >= 1000) {
        held->ms = (uint16_t)(held->ms - 1000);
        add_one(&held->seconds);
        if (held->kind == COMMAND_COUNT)
            save_now_and_then();
    }
}

uint8_t job_nap(void)
{
    if (!job_runs() || (is_still() && job.phase != JOB_PRINTS))
        return UINT8_MAX;
    if (job.phase != JOB_HOLDS || job.steps)
        return 0;
    if (job.kind == COMMAND_SEARCH)
        return 1; /* the stages of a move */
    return (uint8_t)(job.wait > UINT8_MAX ? UINT8_MAX : job.wait);
}

void job_pause(void)
{
    job.paused = true;
    job.steps = 0;
}

void job_resume(void)
{
    job.paused = false;
    job.steps = 0;
}

bool job_skip(void)
{
    if (!job_runs() || job.kind != COMMAND_SEARCH)
        return false;
    if (job.phase == JOB_HOLDS && !is_sound())
        return true;
    job.event = QUEENS_SLICED;
    close_seal();
    job.paused = false;
    job.wait = 0;
    return true;
}

void job_step(void)
{
    job.paused = true;
    if (job.steps < UINT8_MAX)
        job.steps++;
}

void job_go_on(void)
{
    job.phase = JOB_SEARCHES;
    job.kept = true;
    job.unsaved = SAVE_EVERY;
    report_goes_on();
}
