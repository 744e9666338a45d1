/*
 * Grades an exercise on the host: compares a student's function with the firmware's, move by move.
 *
 *     grade TASK      the index of the task in TASKS of grade.mjs
 *
 * The firmware's functions are own_step and own_back here, which the makefile hides from the student's file.
 *
 * It prints one line: `right: ...`, or `wrong: ...` for the smallest n that fails, and exits with 0 or 1.
 * What the student's function prints goes to stderr.
 */
#define _GNU_SOURCE
#include "firmware/queens/queens.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#define LARGEST    8      /* n of a whole search */
#define EVENTS     100000 /* of each larger n */
#define SHUFFLED   16     /* boards that are searched in turn */
#define HALF_MOST  10
#define CALL_LIMIT 250 /* ms of the processor, for 256 calls */
#define EDGE       0x5a

enum queens_event own_step(struct board *board);
enum queens_event own_back(struct board *board);
__attribute__((weak)) enum queens_event queens_back(struct board *board);
__attribute__((weak)) uint16_t queens_half(uint8_t n);

enum task { STEP, BACK, SYMMETRY, COMPLETION };
static enum task task;
static FILE *answer;

static const char *const names[] = {"PLACED", "ATTACKED", "LIFTED", "SOLVED", "DONE"};
static const unsigned known[] = {0, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724};

/* The student's board, and bytes around it that must not change. */
static struct {
    uint8_t above[64];
    struct board board;
    uint8_t below[64];
} room;
static uint8_t edge[sizeof room.above]; /* as they are */
static struct board before;             /* of the call that runs */
static uint8_t running;                 /* n, while the student's code runs */
static const char *when = "";           /* in the sentence: which call came before */
static int8_t farthest = -1;            /* the last column that was tried in the first row */

/* A board in words, which stay for two more calls.  A given queen has brackets. */
static const char *words(const struct board *board)
{
    static char texts[3][4 * QUEENS_MAX + 80];
    static unsigned calls;
    char *text = texts[calls++ % 3], *at = text;
    for (uint8_t row = 0; row < board->n; row++) {
        bool is_given = board_is_given(board, row);
        uint8_t column = board_column(board, row);
        char queen = '.';
        if (row < board->row || is_given)
            queen = column < board->n ? board_character((int8_t)column) : '?';
        at += sprintf(at, is_given ? "[%c]" : "%c", queen);
    }
    if (board->row >= board->n)
        sprintf(at, " (all rows are filled)");
    else if (board->col[board->row] < 0)
        sprintf(at, " (nothing is tried in row %d)", board->row + 1);
    else
        sprintf(at, " (column %d of row %d was tried last)", board->col[board->row] + 1, board->row + 1);
    return text;
}

/* Prints what is wrong: on the board of the call, unless the student searches by himself.  Ends the run. */
_Noreturn static void wrong(const char *format, ...)
{
    va_list values;
    fprintf(answer, "wrong: ");
    if (before.n)
        fprintf(answer, "n = %d, board %s%s: ", before.n, words(&before), when);
    va_start(values, format);
    vfprintf(answer, format, values);
    va_end(values);
    putc('\n', answer);
    fflush(answer);
    _exit(1);
}

/* After a signal, the process ends: what is not safe in a handler does no harm any more. */
static void signal_name(int signal)
{
    if (!running)
        _exit(3);
    const char *what = signal == SIGVTALRM
                           ? "the call does not end"
                           : "the program crashed: it used memory that is not its own, or called itself "
                             "without end";
    if (before.n)
        wrong("%s", what);
    wrong("n = %d: %s", running, what);
}

static void signals_catch(void)
{
    static uint8_t stack[65536];
    static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGVTALRM};
    const struct rlimit memory = {.rlim_cur = 64 << 20, .rlim_max = 64 << 20};
    struct sigaction action = {.sa_handler = signal_name, .sa_flags = SA_ONSTACK};
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        sigaction(caught[i], &action, NULL);
    setrlimit(RLIMIT_AS, &memory);
}

static void timer_set(int ms)
{
    struct timeval left = {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000L};
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value = left}, NULL);
}

/* Calls the student's function on the board in the room, and compares with the result that is expected. */
static void call(enum queens_event (*theirs)(struct board *), enum queens_event expected,
                 const struct board *after)
{
    static unsigned calls;
    memset(room.board.col + room.board.n, EDGE, (size_t)(QUEENS_MAX - room.board.n));
    before = room.board;
    running = before.n;
    if (calls++ % 256 == 0)
        timer_set(CALL_LIMIT);
    enum queens_event event = theirs(&room.board);
    running = 0;
    if (memcmp(room.above, edge, sizeof edge) || memcmp(room.below, edge, sizeof edge))
        wrong("the call writes outside of the board");
    if (memcmp(room.board.col + before.n, edge, (size_t)(QUEENS_MAX - before.n)))
        for (uint8_t row = before.n;; row++)
            if (room.board.col[row] != EDGE)
                wrong("the call writes col[%d], but n = %d rows end before it", row, before.n);
    if (event != expected)
        wrong("expected %s, the call returns %s", names[expected],
              event <= QUEENS_DONE ? names[event] : "no event");
    const struct board *got = &room.board;
    uint8_t rows = after->row < after->n ? after->row + 1 : after->n;
    bool same = got->n == after->n && got->row == after->row && !memcmp(got->col, after->col, rows);
    for (uint8_t row = 0; row < after->n; row++)
        same &= !board_is_given(after, row) || got->col[row] == after->col[row];
    if (got->n != after->n || got->row > got->n)
        wrong("%s is right, but the board should become %s; its n is %d, its row %d", names[event],
              words(after), got->n, got->row);
    if (!same)
        wrong("%s is right, but the board should become %s; it becomes %s", names[event], words(after),
              words(got));
}

/* The firmware steps; in the task `back` the student steps back from where it leads. */
static enum queens_event compare(struct board *board)
{
    struct board last = *board;
    enum queens_event event = own_step(board);
    room.board = task == BACK && event != QUEENS_DONE ? *board : last;
    if (task == BACK && event == QUEENS_LIFTED && board->row + 1 < board->n)
        room.board.col[board->row + 1] = -1; /* as other steps back leave it */
    if (task != BACK)
        call(queens_step, event, board);
    else if (event != QUEENS_DONE)
        call(queens_back, event, &last);
    return event;
}

/* The search from this board, to its end or for so many events.  Returns the number of solutions. */
static unsigned search(struct board *board, unsigned long events)
{
    unsigned solutions = 0;
    for (int ends = 0; ends < 2 && events; events--) { /* the end twice */
        enum queens_event event = compare(board);
        solutions += event == QUEENS_SOLVED;
        ends += event == QUEENS_DONE;
    }
    return solutions;
}

/* Queens at random that do not attack each other, then a column that is tried next, or none. */
static void begin_anywhere(struct board *board, uint8_t n)
{
    queens_start(board, n);
    do
        board->col[board->row] = (int8_t)(rand() % n);
    while (queens_attacker(board) == board->row && ++board->row < n && rand() % n);
    if (board->row < n)
        board->col[board->row] = (int8_t)(rand() % (n + 1) - 1);
}

/* Up to three given queens, at random, that do not attack each other. */
static void begin_given(struct board *board, uint8_t n)
{
    struct board queens;
    begin_anywhere(&queens, n);
    queens_start(board, n);
    for (unsigned given = 0; given < 3 && queens.row; given++) {
        uint8_t row = (uint8_t)((unsigned)rand() % queens.row);
        board->col[row] = queens.col[row];
    }
    queens_start_given(board);
}

/* Boards of 1 to `most` rows in random order. */
static void search_shuffled(uint8_t most)
{
    struct board boards[SHUFFLED];
    when = ", after a call for another board";
    for (unsigned i = 0; i < SHUFFLED; i++)
        (task == COMPLETION ? begin_given : begin_anywhere)(&boards[i], (uint8_t)(rand() % most + 1));
    for (unsigned i = 0; i < EVENTS / 10; i++)
        search(&boards[rand() % SHUFFLED], 1);
    when = "";
}

/* Every event of small boards, many of each other n, and of boards in random order. */
static void grade_events(const char *what)
{
    unsigned solutions = 0;
    for (uint8_t n = 1; n <= QUEENS_MAX; n++) {
        struct board board;
        queens_start(&board, n);
        if (task == BACK) {
            room.board = board;
            call(queens_back, QUEENS_DONE, &board);
        }
        unsigned found = search(&board, n <= LARGEST ? ~0UL : EVENTS);
        solutions = n == LARGEST ? found : solutions;
        search_shuffled(n);
    }
    struct board last;
    board_read(&last, "2468acegikmoqsuw3179bdfhjlnprtv5");
    last.row = QUEENS_MAX;
    search(&last, EVENTS);
    fprintf(answer,
            "right: every %s for n = 1 to %d, %d of each n to %d, random boards; n = %d has %u "
            "solutions\n",
            what, LARGEST, EVENTS, QUEENS_MAX, LARGEST, solutions);
}

/* Boards with one given queen, and with two that do not attack each other; larger ones with up to three. */
static void grade_completion(void)
{
    unsigned boards = 0;
    for (uint8_t n = 1; n < LARGEST; n++)
        for (int one = 0; one < n * n; one++)
            for (int two = -1; two < one; two++) {
                struct board board = {.n = n};
                int down = two < 0 ? 1 : one / n - two / n, right = two < 0 ? 3 : one % n - two % n;
                memset(board.col, -1, sizeof board.col);
                if (!down || !right || down == right || down == -right)
                    continue;
                if (n > 1)
                    board.col[one / n] = (int8_t)(one % n);
                if (two >= 0)
                    board.col[two / n] = (int8_t)(two % n);
                queens_start_given(&board);
                search(&board, ~0UL);
                boards++;
            }
    for (uint8_t n = LARGEST; n <= QUEENS_MAX; n++)
        for (unsigned i = 0; i < 100; i++) {
            struct board board;
            begin_given(&board, n);
            search(&board, EVENTS / 100);
            boards++;
        }
    for (uint8_t n = 1; n <= QUEENS_MAX; n++)
        search_shuffled(n);
    fprintf(answer,
            "right: every event of boards with one or two given queens, n = 1 to %d; in all %u boards to n = "
            "%d\n",
            LARGEST - 1, boards, QUEENS_MAX);
}

static void grade_symmetry(void)
{
    for (uint8_t i = 1; i <= 2 * HALF_MOST; i++) { /* down again, too: nothing may stay from a call before */
        uint8_t n = i <= HALF_MOST ? i : (uint8_t)(2 * HALF_MOST + 1 - i);
        farthest = -1;
        running = n;
        timer_set(20 * CALL_LIMIT);
        unsigned found = queens_half(n);
        running = 0;
        if (found != known[n])
            wrong("n = %d has %u solutions, the call returns %u", n, known[n], found);
        if (n > 1 && farthest < 0)
            wrong("n = %d: the call does not search with queens_step()", n);
        if (farthest > (n - 1) / 2)
            wrong("n = %d: the call tries column %d of the first row; the middle is column %d", n,
                  farthest + 1, (n + 1) / 2);
    }
    fprintf(answer, "right: the numbers for n = 1 to %d, with half of the first row\n", HALF_MOST);
}

/* What a student calls who does not define queens_step. */
static enum queens_event step_seen(struct board *board)
{
    enum queens_event event = own_step(board);
    if (board->col[0] > farthest)
        farthest = board->col[0];
    return event;
}
__attribute__((weak, alias("step_seen"))) enum queens_event queens_step(struct board *board);

int main(int argc, char *argv[])
{
    task = argc == 2 ? (enum task)atoi(argv[1]) : STEP;
    answer = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    memset(edge, EDGE, sizeof edge);
    memcpy(room.above, edge, sizeof edge);
    memcpy(room.below, edge, sizeof edge);
    signals_catch();
    static const char *const functions[] = {"step", "back", "half", "step"};
    bool has_step = queens_step != step_seen;
    bool is_defined[] = {has_step, queens_back != NULL, queens_half != NULL, has_step};
    if (!is_defined[task])
        wrong("it must define the function queens_%s", functions[task]);
    if (task == SYMMETRY)
        grade_symmetry();
    else if (task == COMPLETION)
        grade_completion();
    else
        grade_events(task == BACK ? "step back" : "event");
    return 0;
}
