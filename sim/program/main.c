/* The simulated Uno as a program: on a terminal, in a pipe, behind a pseudo-terminal, under a debugger. */
#define _GNU_SOURCE
#include "sim/board/uno.h"
#include "sim/program/gdb.h"
#include "sim/program/options.h"
#include "sim/program/pty.h"
#include "sim/record/picture.h"
#include "sim/record/vcd.h"
#include "sim/screen/eye.h"
#include "sim/screen/scroll.h"
#include "sim/screen/tty.h"
#include "sim/screen/view.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NEVER UINT64_MAX

struct session {
    struct options options;
    struct uno *uno;
    struct pty pty;
    struct gdb *gdb;
    struct vcd *vcd;
    FILE *frames;
    struct scroll scroll;
    struct eye eye;
    bool drawn; /* on the user's terminal */
    bool deaf;  /* stdout is gone */
    uint8_t out[4096];
    size_t out_count;
    uint8_t in[4096]; /* of stdin, not yet sent */
    size_t in_at, in_end;
    bool asked;   /* a line was sent that has no answer yet */
    char line[8]; /* how the chip's current line begins */
    size_t line_length;
    uint64_t input;     /* bytes */
    uint64_t input_end; /* cycle when stdin ended; NEVER: not yet */
    uint64_t frame_count;
    uint64_t release_at; /* the button; NEVER: it is up */
    bool changed;        /* the screen is old */
    int status;
    /* pace */
    double speed; /* 0: as fast as it can */
    uint64_t from_cycle;
    double from_time;
};

static volatile sig_atomic_t ended_by;

static void end_ask(int signal)
{
    ended_by = signal;
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void complain(struct session *session, const char *what, const char *why)
{
    fprintf(stderr, "uno: %s: %s\n", what, why);
    session->status = 1;
}

/* ---- pace -----------------------------------------------------------------------------------------------
 */

static void pace_start(struct session *session)
{
    session->from_cycle = uno_cycle(session->uno);
    session->from_time = now();
}

/* The cycle that real time has come to.  A host that falls behind by 0.2 s does not run after it. */
static uint64_t pace_cycle(struct session *session)
{
    double behind = now() - session->from_time;
    uint64_t cycle = session->from_cycle + (uint64_t)(behind * session->speed * UNO_HZ);

    if (cycle > uno_cycle(session->uno) + (uint64_t)(0.2 * session->speed * UNO_HZ)) {
        pace_start(session);
        cycle = session->from_cycle + (uint64_t)(0.02 * session->speed * UNO_HZ);
    }
    return cycle;
}

/* ---- output of the chip ---------------------------------------------------------------------------------
 */

static void output_flush(struct session *session)
{
    if (session->options.pty)
        pty_write(&session->pty, session->out, session->out_count);
    if (!session->drawn && !session->deaf && session->out_count) {
        fwrite(session->out, 1, session->out_count, stdout);
        if (fflush(stdout))
            session->deaf = true;
    }
    session->out_count = 0;
    if (!session->options.film && !session->options.scene_film) {
        uno_forget_output(session->uno);
        uno_forget_frames(session->uno);
    }
}

/* Every command ends with a line `ok` or `error: ...`. */
static void answer_watch(struct session *session, uint8_t byte)
{
    if (byte >= ' ') {
        if (session->line_length < sizeof session->line - 1)
            session->line[session->line_length++] = (char)byte;
        return;
    }
    session->line[session->line_length] = '\0';
    if (byte == '\n' && (!strcmp(session->line, "ok") || !strncmp(session->line, "error:", 6)))
        session->asked = false;
    if (byte == '\n')
        session->line_length = 0;
}

static void output_take(void *arg, uint8_t byte)
{
    struct session *session = arg;

    answer_watch(session, byte);
    scroll_byte(&session->scroll, byte);
    session->out[session->out_count++] = byte;
    session->changed = true;
    if (session->out_count == sizeof session->out)
        output_flush(session);
}

static void frame_take(void *arg, const struct uno_frame *frame)
{
    struct session *session = arg;

    session->frame_count++;
    eye_frame(&session->eye, frame);
    session->changed = true;
    if (!session->frames)
        return;
    fprintf(session->frames, "%" PRIu64 " ", frame->cycle);
    for (int i = 0; i < 8; i++)
        fprintf(session->frames, "%02x", frame->rows[i]);
    fprintf(session->frames, " %u\n", frame->intensity);
}

/* ---- running --------------------------------------------------------------------------------------------
 */

static bool debugged(const struct session *session)
{
    return session->gdb && gdb_attached(session->gdb);
}

static uint64_t limit_of(const struct session *session)
{
    if (session->options.limit)
        return session->options.limit - 1;
    if (session->drawn || session->options.pty || debugged(session) || session->input_end == NEVER)
        return NEVER;
    return session->input_end + (uint64_t)UNO_HZ * (session->input ? 3600 : 120);
}

static void pty_exchange(struct session *session)
{
    uint8_t bytes[1024];
    size_t count;

    if (!session->options.pty)
        return;
    if (pty_opened(&session->pty) && !session->options.no_auto_reset)
        uno_reset(session->uno, UNO_EXTERNAL);
    if (!session->pty.open || uno_unsent(session->uno) > sizeof bytes)
        return;
    count = pty_read(&session->pty, bytes, sizeof bytes);
    uno_send(session->uno, bytes, count);
    session->input += count;
}

static void button_release(struct session *session)
{
    if (uno_cycle(session->uno) < session->release_at)
        return;
    uno_button_bounce(session->uno, false);
    session->release_at = NEVER;
}

/* Runs up to `cycle`, or to the limit.  False: that was the end of it. */
static bool run_to(struct session *session, uint64_t cycle)
{
    struct uno *uno = session->uno;
    uint64_t limit = limit_of(session);
    enum uno_stop stop;

    if (cycle > limit)
        cycle = limit;
    if (cycle <= uno_cycle(uno))
        stop = UNO_LIMIT;
    else
        stop = session->gdb ? gdb_run(session->gdb, cycle - uno_cycle(uno))
                            : uno_run(uno, cycle - uno_cycle(uno));
    button_release(session);
    output_flush(session);
    if (stop == UNO_LIMIT && uno_cycle(uno) >= limit && session->input && !session->options.limit)
        complain(session, "gave up",
                 "the chip is still busy an hour after the end of input (--seconds gives it longer)");
    if (session->gdb && gdb_killed(session->gdb))
        return false;
    return !ended_by && !session->deaf && stop == UNO_LIMIT && uno_cycle(uno) < limit;
}

/* ---- in a pipe ------------------------------------------------------------------------------------------
 */

static bool long_quiet(const struct session *session)
{
    return (double)uno_quiet(session->uno) >= session->options.idle * UNO_HZ;
}

/* Sends what was read: all of it, or with --ask a line at a time. */
static void input_send(struct session *session)
{
    size_t count = session->in_end - session->in_at;
    const uint8_t *from = session->in + session->in_at, *end;

    if (!count || (session->options.ask && session->asked && !long_quiet(session)))
        return;
    end = session->options.ask ? memchr(from, '\n', count) : NULL;
    if (end) {
        count = (size_t)(end - from) + 1;
        session->asked = true;
    }
    uno_send(session->uno, from, count);
    session->in_at += count;
    session->input += count;
}

/* Takes what stdin has, waiting up to `wait` ms for it. */
static void input_take(struct session *session, int wait)
{
    ssize_t got;

    input_send(session);
    if (session->input_end != NEVER || session->in_at != session->in_end || uno_unsent(session->uno) > 4096) {
        if (wait)
            poll(NULL, 0, wait);
        return;
    }
    if (poll(&(struct pollfd){.fd = STDIN_FILENO, .events = POLLIN}, 1, wait) <= 0)
        return;
    got = read(STDIN_FILENO, session->in, sizeof session->in);
    session->in_at = 0;
    session->in_end = got > 0 ? (size_t)got : 0;
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
        session->input_end = uno_cycle(session->uno);
    input_send(session);
}

static bool idle(const struct session *session)
{
    return session->input_end != NEVER && !session->options.pty && !debugged(session) && long_quiet(session);
}

/*
 * At full speed while there is something to do.  While the chip waits for input that may still come, its time
 * goes no faster than real time.
 */
static void run_piped(struct session *session)
{
    const uint64_t slice = UNO_MS(10);
    bool going = true;

    while (going && !idle(session)) {
        bool paced = session->speed > 0;
        bool waiting = session->input_end == NEVER && session->in_at == session->in_end &&
                       uno_quiet(session->uno) > UNO_MS(100);

        input_take(session, paced ? session->options.pty ? 2 : 5 : waiting ? 10 : 0);
        pty_exchange(session);
        going = run_to(session, paced ? pace_cycle(session) : uno_cycle(session->uno) + slice);
    }
}

/* ---- on a terminal --------------------------------------------------------------------------------------
 */

static void button_press(struct session *session, uint64_t cycles)
{
    uno_button_bounce(session->uno, true);
    session->release_at = uno_cycle(session->uno) + cycles;
}

/* False: leave. */
static bool key_act(struct session *session, struct view *view, int key)
{
    uint8_t byte = (uint8_t)key;

    switch (key) {
    case KEY_LEAVE: return false;
    case KEY_BUTTON: button_press(session, UNO_MS(100)); break;
    case KEY_LONG: button_press(session, UNO_MS(1200)); break;
    case KEY_RESET: uno_reset(session->uno, UNO_EXTERNAL); break;
    case KEY_PLUG: uno_power_cut(session->uno); break;
    case KEY_PAGE_UP: view->back += 10; break;
    case KEY_PAGE_DOWN: view->back -= view->back < 10 ? view->back : 10; break;
    case KEY_REDRAW: tty_redraw(); break;
    case KEY_SUSPEND:
        tty_suspend();
        pace_start(session);
        break;
    default: view->back = 0; uno_send(session->uno, &byte, 1);
    }
    session->changed = true;
    return true;
}

/* Speed and sleep over the last second or so. */
struct meter {
    double time;
    uint64_t cycle, asleep;
    double speed, share;
};

static void meter_read(struct meter *meter, const struct uno *uno)
{
    double time = now(), seconds = time - meter->time;
    uint64_t cycles = uno_cycle(uno) - meter->cycle;

    if (seconds < 0.5)
        return;
    meter->speed = (double)cycles / seconds / UNO_HZ;
    meter->share = cycles ? 100.0 * (double)(uno_asleep(uno) - meter->asleep) / (double)cycles : 0;
    *meter = (struct meter){time, uno_cycle(uno), uno_asleep(uno), meter->speed, meter->share};
}

static void screen_draw(struct session *session, struct view *view, struct meter *meter)
{
    uint64_t tenths = uno_cycle(session->uno) / (UNO_HZ / 10);
    char status[96], alarm[300];

    meter_read(meter, session->uno);
    snprintf(status, sizeof status, "%02u:%02u:%02u.%u  %.*fx  asleep %.1f %%%s", (unsigned)(tenths / 36000),
             (unsigned)(tenths / 600 % 60), (unsigned)(tenths / 10 % 60), (unsigned)(tenths % 10),
             meter->speed < 9.995 ? 2 : 0, meter->speed, meter->share, session->pty.open ? "  pty open" : "");
    view->status = status;
    view->alarm = NULL;
    if (uno_faults(session->uno, UNO_FAULTS)) {
        snprintf(alarm, sizeof alarm, "%s", uno_fault_text(session->uno));
        view->alarm = alarm;
    }
    view->keys = "F2 button  F3 long  F4 reset  F5 plug  ^] leave";
    eye_glance(&session->eye, uno_cycle(session->uno), view->duty);
    view_draw(view);
}

static void wait_for_keys(const struct session *session, int wait)
{
    struct pollfd look[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                             {.fd = session->pty.master, .events = POLLIN}};

    poll(look, session->options.pty && session->pty.open ? 2 : 1, wait);
}

/* Up to 12 ms of the host's time. */
static bool run_a_while(struct session *session)
{
    double end = now() + 0.012;
    bool going = true;

    do
        going =
            run_to(session, session->speed > 0 ? pace_cycle(session) : uno_cycle(session->uno) + UNO_MS(1));
    while (going && now() < end &&
           (session->speed <= 0 || pace_cycle(session) > uno_cycle(session->uno) + UNO_MS(1)));
    return going;
}

static void run_drawn(struct session *session)
{
    struct view view = {.scroll = &session->scroll};
    struct meter meter = {.time = now()};
    double drawn = 0;
    bool going = true;

    while (going) {
        int key;

        while (going && (key = tty_key()) != KEY_NONE)
            going = key_act(session, &view, key);
        pty_exchange(session);
        going = going && run_a_while(session);
        if (tty_resized())
            drawn = 0;
        if (now() - drawn >= (session->changed ? 0.033 : 0.1)) {
            screen_draw(session, &view, &meter);
            session->changed = false;
            drawn = now();
        }
        wait_for_keys(session, session->speed > 0 ? session->pty.open ? 2 : 8 : 0);
    }
}

/* ---- beginning and end ----------------------------------------------------------------------------------
 */

static void files_open(struct session *session)
{
    const struct options *options = &session->options;
    char error[256];

    if (options->eeprom && !uno_eeprom_load(session->uno, options->eeprom))
        complain(session, options->eeprom, strerror(errno));
    if (options->frames && !(session->frames = fopen(options->frames, "w")))
        complain(session, options->frames, strerror(errno));
    if (options->vcd && !(session->vcd = vcd_start(session->uno, options->vcd)))
        complain(session, options->vcd, strerror(errno));
    if (options->pty && !pty_make(&session->pty, options->pty, error)) {
        complain(session, "--pty", error);
        session->options.pty = NULL;
    }
    if (options->gdb >= 0 && !(session->gdb = gdb_listen(session->uno, (uint16_t)options->gdb, error)))
        complain(session, "--gdb", error);
    if (session->gdb)
        fprintf(stderr, "uno: waiting for avr-gdb: target remote :%u\n", gdb_port(session->gdb));
}

static void pictures_save(struct session *session)
{
    const struct options *options = &session->options;
    struct uno_frame frame = {.cycle = uno_cycle(session->uno)};
    size_t count;
    const struct uno_frame *frames = uno_frames(session->uno, &count);
    const struct uno_output output = uno_output(session->uno);

    uno_rows(session->uno, frame.rows);
    frame.intensity = max7219_brightness(uno_matrix(session->uno));
    if (options->picture && !picture_save(options->picture, &frame))
        complain(session, options->picture, strerror(errno));
    if (options->scene && !picture_scene(options->scene, &frame, &session->scroll))
        complain(session, options->scene, strerror(errno));
    if (options->film && !picture_film(options->film, frames, count, NULL, frame.cycle))
        complain(session, options->film, strerror(errno));
    if (options->scene_film && !picture_film(options->scene_film, frames, count, &output, frame.cycle))
        complain(session, options->scene_film, strerror(errno));
}

static void files_close(struct session *session)
{
    const struct options *options = &session->options;

    pictures_save(session);
    if (session->vcd && !vcd_stop(session->vcd))
        complain(session, options->vcd, strerror(errno));
    if (session->frames && fclose(session->frames))
        complain(session, options->frames, strerror(errno));
    if (options->eeprom && !uno_eeprom_save(session->uno, options->eeprom))
        complain(session, options->eeprom, strerror(errno));
    if (options->pty)
        pty_drop(&session->pty);
    gdb_free(session->gdb);
}

static uint32_t eeprom_writes(struct uno *uno)
{
    uint32_t sum = 0;
    size_t size;

    uno_eeprom(uno, &size);
    for (size_t i = 0; i < size; i++)
        sum += uno_eeprom_writes(uno, (uint16_t)i);
    return sum;
}

static void statistics_print(struct session *session)
{
    struct uno *uno = session->uno;
    unsigned fixed = uno_static_ram(uno), deepest = uno_deepest(uno);
    uint64_t cycles = uno_cycle(uno);

    fprintf(stderr, "cycles          %" PRIu64 "\n", cycles);
    fprintf(stderr, "seconds         %.6f\n", (double)cycles / UNO_HZ);
    fprintf(stderr, "asleep          %.2f %%\n",
            cycles ? 100.0 * (double)uno_asleep(uno) / (double)cycles : 0.0);
    fprintf(stderr, "flash           %" PRIu32 " bytes\n", uno_flash_used(uno));
    if (fixed)
        fprintf(stderr, "static RAM      %u bytes\n", fixed);
    fprintf(stderr, "deepest stack   %u bytes\n", deepest);
    if (fixed)
        fprintf(stderr, "RAM in all      %u bytes\n", fixed + deepest);
    fprintf(stderr, "bytes sent      %" PRIu64 "\n", uno_sent(uno));
    fprintf(stderr, "bytes received  %" PRIu64 "\n", uno_received(uno));
    fprintf(stderr, "bytes lost      %" PRIu32 "\n", uno_overruns(uno));
    fprintf(stderr, "pictures        %" PRIu64 "\n", session->frame_count);
    fprintf(stderr, "EEPROM writes   %" PRIu32 "\n", eeprom_writes(uno));
    fprintf(stderr, "watchdog resets %" PRIu32 "\n", uno_resets(uno));
}

static void signals_take(void)
{
    static const int ends[] = {SIGTERM, SIGHUP, SIGINT};
    struct sigaction action = {.sa_handler = end_ask};

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        sigaction(ends[i], &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static void board_set_up(struct session *session)
{
    const struct options *options = &session->options;
    const struct uno_options board = {options->mcu, options->bootloader, options->seed};

    session->uno = uno_new(options->firmware, &board);
    if (!session->uno) {
        fprintf(stderr, "uno: %s\n", uno_error());
        exit(1);
    }
    uno_flow_control(session->uno, !options->no_flow);
    uno_on_output(session->uno, output_take, session);
    uno_on_frame(session->uno, frame_take, session);
    for (int i = 0; i < UNO_FAULTS && (session->drawn || options->keep_going); i++)
        uno_tolerate(session->uno, (enum uno_fault)i, true);
}

/*
 * An empty flash is no program to run: on the chip the boot loader goes round through it, and pushes a return
 * address each time.  It is held in reset until somebody opens the line to fill it.
 */
static void hold_until_opened(struct session *session)
{
    const struct timespec moment = {.tv_nsec = 10000000};

    fprintf(stderr, "uno: the flash is empty: held in reset until %s is opened\n", session->options.pty);
    while (!ended_by && !pty_opened(&session->pty))
        nanosleep(&moment, NULL);
    uno_reset(session->uno, UNO_EXTERNAL);
}

static void run(struct session *session)
{
    const struct options *options = &session->options;

    session->speed = options->speed >= 0 ? options->speed : session->drawn || options->pty ? 1 : 0;
    if (options->reset != UNO_POWER_ON) {
        uno_poke(session->uno, 0x54, 0); /* MCUSR: not power-on as well */
        uno_reset(session->uno, (enum uno_reset)options->reset);
    }
    if (!options->firmware && options->pty)
        hold_until_opened(session);
    pace_start(session);
    if (session->drawn && tty_open())
        run_drawn(session);
    else
        run_piped(session);
    tty_close();
}

int main(int argc, char **argv)
{
    static struct session session;

    options_read(&session.options, argc, argv);
    session.input_end = session.release_at = NEVER;
    session.drawn = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !session.options.headless;
    scroll_start(&session.scroll);
    signals_take();
    board_set_up(&session);
    files_open(&session);
    if (!session.status)
        run(&session);
    files_close(&session);
    if (uno_faults(session.uno, UNO_FAULTS)) {
        fprintf(stderr, "uno: fault: %s\n", uno_fault_text(session.uno));
        session.status = 1;
    }
    if (session.options.stats)
        statistics_print(&session);
    uno_free(session.uno);
    scroll_end(&session.scroll);
    if (ended_by) {
        signal(ended_by, SIG_DFL);
        raise(ended_by);
    }
    return session.status;
}
