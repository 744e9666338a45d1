/* The program in a pipe: stdin goes to the serial line, the chip's output to stdout. */
#include "sim/program/session.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

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
        uno_send(session->uno, &byte, 1);
        session->in_at++;
        session->input++;
    }
}

/* Reads and sends input from stdin; waits up to `wait` ms for it. */
static void input_take(struct session *session, int wait)
{
    input_send(session);
    if (session->input_end != NEVER || session->in_at != session->in_end ||
        uno_status(session->uno).unsent > 4096) {
        if (wait)
            poll(NULL, 0, wait);
        return;
    }
    if (poll(&(struct pollfd){.fd = STDIN_FILENO, .events = POLLIN}, 1, wait) <= 0)
        return;
    ssize_t got = read(STDIN_FILENO, session->in, sizeof session->in);
    session->in_at = 0;
    session->in_end = got > 0 ? (size_t)got : 0;
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
        session->input_end = uno_cycle(session->uno);
    input_send(session);
}

/* The chip runs at full speed; while it waits for more input, it runs at most in real time. */
void run_piped(struct session *session)
{
    const uint64_t slice = uno_cycles(session->uno, 0.01);
    bool going = true;
    while (going && (session->input_end == NEVER || session->options.pty || gdb_attached(session->gdb) ||
                     !is_idle(session))) {
        bool paced = session->pace.speed > 0;
        bool waiting = session->input_end == NEVER && session->in_at == session->in_end &&
                       uno_status(session->uno).quiet > uno_cycles(session->uno, 0.1);
        input_take(session, paced ? session->options.pty ? 2 : 5 : waiting ? 10 : 0);
        pty_exchange(session);
        going = run_to(session,
                       paced ? pace_cycle(&session->pace, session->uno) : uno_cycle(session->uno) + slice);
    }
}
