/* The simulated Uno as a program: on a terminal, in a pipe, as a pseudo-terminal, under a debugger. */
#define _GNU_SOURCE
#include "sim/program/drawn.h"
#include "sim/program/piped.h"
#include "sim/program/statistics.h"
#include "sim/screen/tty.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void end_ask(int signal)
{
    ended_by = signal;
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
    const struct uno_options board = {.mcu = options->mcu,
                                      .bootloader = options->bootloader,
                                      .hz = options->clock,
                                      .seed = options->seed,
                                      .display = options->display};

    session->uno = uno_new(options->firmware, &board);
    if (!session->uno) {
        fprintf(stderr, "uno: %s\n", uno_error());
        exit(1);
    }
    if (options->seconds >= 0)
        session->options.limit = uno_cycles(session->uno, options->seconds) + 1;
    if (options->baud)
        uno_baud(session->uno, options->baud);
    uno_flow_control(session->uno, !options->no_flow);
    uno_on_output(session->uno, output_take, session);
    uno_on_frame(session->uno, frame_take, session);
    for (int i = 0; i < UNO_FAULTS && (session->drawn || options->keep_going); i++)
        uno_tolerate(session->uno, (enum uno_fault)i, true);
}

/*
 * With an empty flash, the boot loader would run through it again and again, and push a return address each
 * time.  The chip is held in reset until the line is opened.
 */
static void hold_until_opened(struct session *session)
{
    const struct timespec moment = {.tv_nsec = 10000000};

    fprintf(stderr, "uno: the flash is empty: held in reset until %s is opened\n", session->options.pty);
    while (!ended_by && !pty_opened(&session->pty))
        nanosleep(&moment, NULL);
    uno_reset(session->uno, UNO_EXTERNAL);
}

static void files_open(struct session *session)
{
    const struct options *options = &session->options;
    char error[256];

    if (options->eeprom && !uno_eeprom_load(session->uno, options->eeprom))
        complain(session, options->eeprom, strerror(errno));
    if (options->stamps && !(session->stamps = fopen(options->stamps, "w")))
        complain(session, options->stamps, strerror(errno));
    if (!recorder_start(&session->recorder, session->uno, &options->recording))
        session->status = 1;
    if (options->pty && !pty_make(&session->pty, options->pty, error)) {
        complain(session, "--pty", error);
        session->options.pty = NULL;
    }
    if (options->gdb >= 0 && !(session->gdb = gdb_listen(session->uno, (uint16_t)options->gdb, error)))
        complain(session, "--gdb", error);
    if (session->gdb)
        fprintf(stderr, "uno: waiting for avr-gdb: target remote :%u\n", gdb_port(session->gdb));
}

static void files_close(struct session *session)
{
    const struct options *options = &session->options;

    if (!recorder_stop(&session->recorder, &session->scroll))
        session->status = 1;
    if (options->eeprom && !uno_eeprom_save(session->uno, options->eeprom))
        complain(session, options->eeprom, strerror(errno));
    if (session->stamps && fclose(session->stamps))
        complain(session, options->stamps, strerror(errno));
    if (options->pty)
        pty_drop(&session->pty);
    gdb_free(session->gdb);
}

static void run(struct session *session)
{
    const struct options *options = &session->options;

    session->pace.speed = options->speed >= 0 ? options->speed : session->drawn || options->pty ? 1 : 0;
    if (options->reset != UNO_POWER_ON) {
        uno_poke(session->uno, 0x54, 0); /* MCUSR: not power-on as well */
        uno_reset(session->uno, (enum uno_reset)options->reset);
    }
    if (!options->firmware && options->pty)
        hold_until_opened(session);
    pace_start(&session->pace, session->uno);
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
