/* A run of the simulated Uno as a program: what all runs do, and the run in a pipe. */
#define _GNU_SOURCE
#include "sim/program/session.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

volatile sig_atomic_t is_reset_wanted;

void session_error(struct session *session, const char *what)
{
    fprintf(stderr, "uno: %s: %s\n", what, strerror(errno));
    session->status = 1;
}

/* ---- output of the chip ---- */

static void output_flush(struct session *session)
{
    const struct uno_output output = uno_output(session->uno);
    size_t at = 0;
    ssize_t done;
    while (session->pty.open && at < output.count &&
           (done = write(session->pty.master, output.text + at, output.count - at)) > 0)
        at += (size_t)done;
    if (session->is_drawn)
        tty_serial(output.text, output.count);
    else if (!session->is_stdout_closed && output.count) {
        session->is_stdout_closed = !tty_send(output.text, output.count);
        if (session->is_stdout_closed && errno != EPIPE) /* a reader may leave */
            session_error(session, "standard output");
    }
    uno_forget_logs(session->uno);
}

/* Reads the chip's lines: the end of an answer, and the size of the display. */
static void line_add(struct session *session, uint8_t byte)
{
    unsigned wide, high;
    if (byte >= ' ' && session->known.line_length < sizeof session->known.line - 1)
        session->known.line[session->known.line_length++] = (char)byte;
    if (byte != '\n')
        return;
    session->known.line[session->known.line_length] = '\0';
    session->known.line_length = 0;
    if (history_is_new(session)) /* before the line is printed: its reader expects the stamp */
        recorder_line(session);
    if (!strcmp(session->known.line, "ok") || !strncmp(session->known.line, "error:", 6))
        session->is_unanswered = false;
    const char *modules = strstr(session->known.line, "modules ");
    if (modules && sscanf(modules, "modules %ux%u", &wide, &high) == 2) {
        session->known.typed_size[0] = wide;
        session->known.typed_size[1] = high;
    }
}

void session_output(void *arg, uint8_t byte)
{
    struct session *session = arg;
    line_add(session, byte);
    if (!history_is_new(session))
        uno_forget_logs(session->uno);
}

void session_frame(void *arg, const struct uno_frame *frame)
{
    struct session *session = arg;
    if (history_is_new(session))
        recorder_frame(&session->recorder, frame);
    session->known.frame = *frame;
}

/* ---- running ---- */

enum { AHEAD = 1024 }; /* bytes of input from the pseudo-terminal that may wait for the chip */

static bool pty_has_room(const struct session *session)
{
    return (session->pty.open || session->pty.has_input) && uno_status(session->uno).unsent <= AHEAD;
}

bool input_wait(const struct session *session, bool is_stdin_wanted, int ms)
{
    struct pollfd from[] = {{.fd = is_stdin_wanted ? STDIN_FILENO : -1, .events = POLLIN},
                            {.fd = pty_has_room(session) ? session->pty.master : -1, .events = POLLIN}};
    return poll(from, 2, ms) > 0 && from[0].revents;
}

void pty_exchange(struct session *session)
{
    uint8_t bytes[AHEAD];
    if (!session->options.pty)
        return;
    if (pty_opened(&session->pty))
        session_input(session, INPUT_RESET, UNO_EXTERNAL);
    if (!pty_has_room(session))
        return;
    ssize_t count = read(session->pty.master, bytes, sizeof bytes);
    for (ssize_t i = 0; i < count; i++, session->input++)
        session_input(session, INPUT_BYTE, bytes[i]);
}

bool run_to(struct session *session, uint64_t cycle)
{
    struct uno *uno = session->uno;
    uint64_t limit = session->limit;
    if (is_reset_wanted) {
        is_reset_wanted = false;
        session_input(session, INPUT_RESET, UNO_EXTERNAL);
    }
    if (limit == NEVER && !session->is_drawn && !session->options.pty && !gdb_attached() &&
        session->input_end != NEVER)
        limit = session->input_end + uno_cycles(uno, session->input ? 3600 : 120);
    if (cycle > limit)
        cycle = limit;
    enum uno_stop stop = UNO_LIMIT;
    if (cycle > uno_cycle(uno))
        stop = session->options.gdb >= 0 ? gdb_run(cycle - uno_cycle(uno))
                                         : uno_run(uno, cycle - uno_cycle(uno));
    if (uno_cycle(uno) >= session->known.release_at)
        session_input(session, INPUT_BUTTON, 0);
    output_flush(session);
    if (stop == UNO_LIMIT && uno_cycle(uno) >= limit && session->input && session->limit == NEVER) {
        fprintf(stderr, "uno: gave up: the chip is still busy one hour after the end of the input "
                        "(use --seconds for a longer run)\n");
        session->status = 1;
    }
    return !ended_by && !session->is_stdout_closed && stop == UNO_LIMIT && uno_cycle(uno) < limit;
}

/* ---- pace ---- */

double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void pace_start(struct session *session)
{
    session->from_cycle = uno_cycle(session->uno);
    session->from_time = now();
}

uint64_t pace_cycle(struct session *session)
{
    const struct uno *uno = session->uno;
    double speed = session->options.speed;
    if (speed <= 0)
        return uno_cycle(uno) + uno_cycles(uno, 0.01);
    double passed = now() - session->from_time;
    uint64_t cycle = session->from_cycle + uno_cycles(uno, passed * speed);
    if (cycle > uno_cycle(uno) + uno_cycles(uno, 0.2 * speed)) {
        pace_start(session);
        cycle = session->from_cycle + uno_cycles(uno, 0.02 * speed);
    }
    return cycle;
}

/* ---- in a pipe: stdin goes to the serial line, the chip's output to stdout ---- */

/* The chip has been idle for the time that --idle sets. */
static bool is_idle(const struct session *session)
{
    return uno_status(session->uno).quiet >= uno_cycles(session->uno, session->options.idle);
}

/* Keys that act at once, even while a job runs; they are not part of a line. */
static bool is_live_key(uint8_t byte)
{
    return byte && strchr("?!~.,+-\003", byte);
}

/*
 * Sends the input.  A line waits for the answer to the line before it, as a user does; live keys and line
 * ends do not wait.  If the chip is idle, it does not answer, and the next line is sent.
 */
static void input_send(struct session *session)
{
    while (session->in_at < session->in_end) {
        uint8_t byte = session->in[session->in_at];
        bool is_end = byte == '\r' || byte == '\n', begins = !session->is_in_line && !is_end;
        if (begins && !is_live_key(byte) && session->is_unanswered && !is_idle(session))
            return;
        session->is_unanswered |= is_end && session->is_in_line && !session->options.type_ahead;
        session->is_in_line = !is_end && (session->is_in_line || !is_live_key(byte));
        session_input(session, INPUT_BYTE, byte);
        session->in_at++;
        session->input++;
    }
}

/* The shell that has started the program in the background reads the terminal; others would be stopped. */
static bool is_in_background(void)
{
    pid_t front = tcgetpgrp(STDIN_FILENO);
    return front >= 0 && front != getpgrp();
}

/* Reads and sends input from stdin; waits up to `ms` for any input. */
static void input_take(struct session *session, int ms)
{
    input_send(session);
    bool is_wanted = session->input_end == NEVER && session->in_at == session->in_end &&
                     uno_status(session->uno).unsent <= 4096 && !is_in_background();
    if (!input_wait(session, is_wanted, ms))
        return;
    ssize_t got = read(STDIN_FILENO, session->in, sizeof session->in);
    session->in_at = 0;
    session->in_end = got > 0 ? (size_t)got : 0;
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) {
        session->input_end = uno_cycle(session->uno);
        session->in[0] = '\r'; /* ends a last line without a line end, as other programs do that read lines */
        session->in_end = session->is_in_line;
    }
    input_send(session);
}

/* The chip runs at full speed; while it waits for more input, it runs at most in real time. */
void run_piped(struct session *session)
{
    do {
        bool waiting = session->input_end == NEVER && session->in_at == session->in_end &&
                       uno_status(session->uno).quiet > uno_cycles(session->uno, 0.1);
        int wait = waiting ? 10 : 0;
        if (session->options.speed > 0)
            wait = 5;
        input_take(session, wait);
        pty_exchange(session);
    } while (run_to(session, pace_cycle(session)) &&
             (session->input_end == NEVER || session->options.pty || gdb_attached() || !is_idle(session)));
}
