/*
 * The history of a run under a debugger: it goes back by going forward again, from a snapshot, with the same
 * input.
 *
 * A snapshot is a process that waits.  The parent of a fork stays where it is; the child is the present.  To
 * go back, the present ends, and the latest snapshot before it forks again.  So the processes are a
 * chain, from the one that the user has started (at power-on) to the present:
 *
 *     snapshot, cycle 0 --- snapshot --- ... --- snapshot --- present
 *
 * What must survive the way back is in memory that all of them share: the input, the output, the debugger.
 */
#define _GNU_SOURCE
#include "sim/program/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SNAPSHOTS = 32, INPUTS = 1 << 24, OUTPUTS = 1 << 24 /* pages that are not in use need no memory */ };

struct snapshot {
    pid_t process;
    uint64_t cycle;
};

struct history {
    pid_t present;
    bool is_back; /* the present has ended to go back to the last snapshot of the list */
    struct snapshot snapshots[SNAPSHOTS];
    size_t count;
    uint64_t latest; /* the cycle up to which everything has been printed */
    size_t inputs, outputs;
    struct input input[INPUTS]; /* in the order of time */
    uint8_t output[OUTPUTS];    /* what was printed */
};

static struct history *history; /* NULL: none is kept */

void *memory_shared(size_t size)
{
    void *memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        abort();
    return memory;
}

/* ---- input and output ---- */

static void input_apply(struct session *session, const struct input *input)
{
    struct uno *uno = session->uno;
    uint8_t byte = (uint8_t)input->value;
    size_t size;
    switch (input->what) {
    case INPUT_BYTE: uno_send(uno, &byte, 1); break;
    case INPUT_RESET: uno_reset(uno, (enum uno_reset)input->value); break;
    case INPUT_PLUG: uno_power_cut(uno); break;
    case INPUT_BUTTON:
        uno_button_bounce(uno, input->value);
        session->release_at = input->value ? uno_cycle(uno) + input->value : NEVER;
        break;
    case INPUT_MODULES: uno_modules_set(uno, (uint8_t)(input->value >> 8), byte); break;
    case INPUT_RAM: uno_poke(uno, (uint16_t)(input->value >> 8), byte); break;
    case INPUT_EEPROM: uno_eeprom(uno, &size)[input->value >> 8] = byte; break;
    case INPUT_PC: uno_jump(uno, input->value); break;
    }
}

void session_input(struct session *session, enum input_kind what, uint32_t value)
{
    struct input input = {uno_cycle(session->uno), value, what};
    if (session->input_at == INPUTS)
        history_begin(session);
    if (history) {
        history->input[session->input_at++] = input;
        history_forget(session);
    }
    input_apply(session, &input);
}

bool history_is_new(const struct session *session)
{
    return !history || uno_cycle(session->uno) > history->latest;
}

bool history_output(struct session *session, uint8_t byte)
{
    size_t at = session->output_at++;
    if (!history || at >= OUTPUTS)
        return true;
    if (at < history->outputs && history->output[at] == byte)
        return false;
    history->output[at] = byte;
    history->outputs = at + 1;
    return true;
}

/* ---- time ---- */

void history_run(struct session *session, uint64_t cycle, uno_runner *run,
                 bool (*note)(struct uno *uno, void *arg), void *arg)
{
    struct uno *uno = session->uno;
    for (;;) {
        const struct input *next = &history->input[session->input_at];
        bool has_input = session->input_at < history->inputs && next->cycle <= cycle;
        uint64_t to = has_input ? next->cycle : cycle;
        enum uno_stop stop = UNO_LIMIT; /* faults were reported when they came first */
        while (uno_cycle(uno) < to && stop != UNO_HALTED)
            stop = run ? run(uno, note, arg, to - uno_cycle(uno)) : uno_run(uno, to - uno_cycle(uno));
        if (!has_input)
            return;
        session->input_at++;
        input_apply(session, next);
    }
}

bool history_forget(struct session *session)
{
    history->inputs = session->input_at;
    return uno_cycle(session->uno) < history->latest;
}

/* Ends the snapshot that is missed least: the one in the smallest gap for its age.  Its child gets its parent. */
static void snapshot_drop(uint64_t now)
{
    struct snapshot *all = history->snapshots;
    size_t least = 1;
    double smallest = 1;
    for (size_t i = 1; i < history->count - 1; i++) {
        double gap = (double)(all[i + 1].cycle - all[i - 1].cycle) / (double)(now - all[i - 1].cycle);
        if (gap < smallest)
            smallest = gap, least = i;
    }
    kill(all[least].process, SIGKILL);
    history->count--;
    memmove(&all[least], &all[least + 1], (history->count - least) * sizeof *all);
}

/* Waits until the present goes back to this snapshot.  If the present ends for good, ends as it does. */
static void snapshot_wait(void)
{
    int status = 0;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    for (;;) {
        pid_t ended = waitpid(-1, &status, 0);
        if (ended < 0 && errno != EINTR)
            _exit(1);                                   /* somebody has killed the present */
        if (ended < 0 && (ended_by || is_reset_wanted)) /* a signal to the program is one to the present */
            kill(history->present, ended_by ? ended_by : SIGUSR1);
        is_reset_wanted = false;
        if (ended < 0 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL))
            continue; /* or a snapshot was dropped */
        if (history->is_back && history->snapshots[history->count - 1].process == getpid())
            return;
        if (WIFSIGNALED(status)) {
            signal(WTERMSIG(status), SIG_DFL);
            raise(WTERMSIG(status));
        }
        _exit(WEXITSTATUS(status));
    }
}

bool history_snapshot(struct session *session)
{
    bool is_back = false;
    pid_t child;
    if (history->count == SNAPSHOTS)
        snapshot_drop(uno_cycle(session->uno));
    fflush(NULL);
    history->snapshots[history->count++] = (struct snapshot){getpid(), uno_cycle(session->uno)};
    while ((child = fork()) > 0) {
        snapshot_wait();
        is_back = true;
    }
    if (child < 0)
        history->count--;
    history->present = getpid();
    history->is_back = false;
    return is_back;
}

bool history_keep(struct session *session)
{
    bool is_due = !history->count || uno_cycle(session->uno) >=
                                         history->snapshots[history->count - 1].cycle + uno_hz(session->uno);
    return is_due && history_snapshot(session);
}

uint64_t history_start(void)
{
    return history->count ? history->snapshots[0].cycle : NEVER;
}

void history_return(const struct session *session, uint64_t cycle)
{
    if (history->latest < uno_cycle(session->uno))
        history->latest = uno_cycle(session->uno);
    if (!history->count || history->snapshots[0].cycle > cycle)
        return;
    while (history->snapshots[history->count - 1].cycle > cycle)
        history->count--;
    history->is_back = true;
    fflush(NULL);
    _exit(0);
}

void history_begin(struct session *session)
{
    if (!history)
        history = memory_shared(sizeof *history);
    while (history->count > 1) /* the first one may be the program that the user has started */
        kill(history->snapshots[--history->count].process, SIGKILL);
    history->count = history->inputs = session->input_at = 0;
    history->latest = uno_cycle(session->uno);
}
