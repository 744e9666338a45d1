/* The simulated Uno as a program: on a terminal, in a pipe, as a pseudo-terminal, under a debugger. */
#define _GNU_SOURCE
#include "sim/program/session.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void signal_note(int signal)
{
    if (signal == SIGUSR1)
        is_reset_wanted = true;
    else
        ended_by = signal;
}

/* Makes the board that the options describe. */
static void board_make(struct session *session)
{
    const struct options *options = &session->options;
    const struct uno_options board = {.mcu = options->mcu,
                                      .bootloader = options->bootloader,
                                      .hz = (uint32_t)options->clock,
                                      .seed = (uint64_t)options->seed,
                                      .display = options->display};
    session->uno = uno_new(options->firmware, &board);
    if (!session->uno) {
        fprintf(stderr, "uno: %s\n", uno_error());
        exit(1);
    }
    if (options->cycles >= 0)
        session->limit = (uint64_t)options->cycles;
    if (options->seconds >= 0 && uno_cycles(session->uno, options->seconds) < session->limit)
        session->limit = uno_cycles(session->uno, options->seconds);
    struct uno_settings *settings = uno_settings(session->uno);
    if (options->baud > 0)
        settings->baud = (uint32_t)options->baud;
    settings->flow = !options->no_flow;
    settings->arg = session;
    settings->on_output = session_output;
    settings->on_frame = session_frame;
    for (int i = 0; i < UNO_FAULTS && (session->is_drawn || options->keep_going); i++)
        settings->tolerated[i] = true;
}

/* Loads the EEPROM.  On an error: false, see errno. */
static bool eeprom_load(const struct session *session)
{
    size_t size;
    uint8_t *eeprom = uno_eeprom(session->uno, &size);
    bool is_longer = fread(eeprom, 1, size, session->eeprom) == size && getc(session->eeprom) != EOF;
    if (is_longer)
        errno = EFBIG;
    return !ferror(session->eeprom) && !is_longer;
}

/* Saves it by one write: a program that ends here leaves the old one.  On an error: false, see errno. */
static bool eeprom_save(const struct session *session)
{
    size_t size;
    const uint8_t *eeprom = uno_eeprom(session->uno, &size);
    rewind(session->eeprom);
    return fwrite(eeprom, 1, size, session->eeprom) == size && !fflush(session->eeprom);
}

/* It is saved at once, so that nobody learns at the end that it cannot be. */
static void eeprom_open(struct session *session, const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    session->eeprom = file < 0 ? NULL : fdopen(file, "r+b");
    if (!session->eeprom || !eeprom_load(session) || !eeprom_save(session)) {
        session_error(session, path);
        session->eeprom = NULL;
    }
}

static void files_open(struct session *session)
{
    const struct options *options = &session->options;
    if (options->eeprom)
        eeprom_open(session, options->eeprom);
    recorder_start(session);
    if (options->pty && !pty_make(&session->pty, options->pty)) {
        session_error(session, options->pty);
        session->options.pty = NULL;
    }
    if (options->gdb >= 0 && !gdb_listen(session, (uint16_t)options->gdb))
        session_error(session, "--gdb");
}

static void files_close(struct session *session)
{
    const struct options *options = &session->options;
    recorder_stop(session);
    if (session->eeprom && !eeprom_save(session))
        session_error(session, options->eeprom);
    if (options->pty)
        pty_drop(&session->pty, options->pty);
    gdb_close();
}

static void run(struct session *session)
{
    const struct options *options = &session->options;
    if (options->speed < 0)
        session->options.speed = session->is_drawn || options->pty ? 1 : 0;
    if (options->reset != UNO_POWER_ON) {
        uno_poke(session->uno, 0x54, 0); /* MCUSR: without the power-on reset that went before */
        uno_reset(session->uno, (enum uno_reset)options->reset);
    }
    /*
     * In an empty flash, the boot loader would run through the whole flash again and again, and push a return
     * address each time.  Therefore the chip stays in reset until a program opens the pseudo-terminal.
     */
    if (!options->firmware && options->pty) {
        fprintf(stderr, "uno: the flash is empty: held in reset until %s is opened\n", options->pty);
        while (!ended_by && !pty_opened(&session->pty))
            nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        uno_reset(session->uno, UNO_EXTERNAL);
    }
    pace_start(session);
    if (session->is_drawn)
        run_drawn(session);
    else
        run_piped(session);
    tty_close();
}

static void statistics_print(struct session *session)
{
    struct uno *uno = session->uno;
    const struct uno_status status = uno_status(uno);
    uint64_t cycles = uno_cycle(uno);
    fprintf(stderr, "cycles          %" PRIu64 "\n", cycles);
    fprintf(stderr, "seconds         %.6f\n", (double)cycles / uno_hz(uno));
    fprintf(stderr, "asleep          %.2f %%\n",
            cycles ? 100.0 * (double)status.asleep / (double)cycles : 0.0);
    fprintf(stderr, "flash           %" PRIu32 " bytes\n", status.flash_used);
    if (status.static_ram)
        fprintf(stderr, "static RAM      %u bytes\n", status.static_ram);
    fprintf(stderr, "deepest stack   %u bytes\n", status.deepest);
    if (status.static_ram)
        fprintf(stderr, "RAM in all      %u bytes\n", status.static_ram + status.deepest);
    fprintf(stderr, "bytes sent      %" PRIu64 "\n", status.sent);
    fprintf(stderr, "bytes received  %" PRIu64 "\n", status.received);
    fprintf(stderr, "bytes lost      %" PRIu32 "\n", status.overruns);
    fprintf(stderr, "pictures        %" PRIu64 "\n", session->recorder.pictures);
    fprintf(stderr, "EEPROM writes   %" PRIu32 "\n", status.eeprom_writes);
    fprintf(stderr, "watchdog resets %" PRIu32 "\n", status.resets);
}

int main(int argc, char **argv)
{
    static const int noted[] = {SIGTERM, SIGHUP, SIGINT, SIGUSR1};
    static struct session session;
    struct sigaction action = {.sa_handler = signal_note};
    const char *term = getenv("TERM");
    /* Otherwise a log would become the stream that is closed, and get the text of the serial line. */
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0)
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    options_read(&session.options, argc, argv);
    session.limit = session.input_end = session.known.release_at = NEVER;
    session.is_drawn = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !session.options.headless &&
                       (!term || strcmp(term, "dumb") != 0);
    for (size_t i = 0; i < sizeof noted / sizeof *noted; i++)
        sigaction(noted[i], &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    board_make(&session);
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
    if (ended_by) {
        signal(ended_by, SIG_DFL);
        raise(ended_by);
    }
    return session.status;
}
