/* The user's terminal: raw mode while the program runs, its text above the reserved rows, its keys. */
#define _GNU_SOURCE
#include "sim/screen/screen.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static struct termios cooked;
static volatile sig_atomic_t is_open, size_changed;
bool tty_is_unicode;
volatile sig_atomic_t ended_by;

/* Lets all rows scroll, and clears those below the cursor.  \0337 and \0338 save and restore the cursor. */
#define RELEASE "\0337\033[r\0338\033[J"

bool tty_send(const char *text, size_t length)
{
    while (length) {
        ssize_t done = write(STDOUT_FILENO, text, length);
        if (done < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        if (done < 0 && ended_by)
            return true;
        if (done < 0)
            poll(&(struct pollfd){.fd = STDOUT_FILENO, .events = POLLOUT}, 1, 100);
        else {
            text += done;
            length -= (size_t)done;
        }
    }
    return true;
}

static void raw_on(void)
{
    struct termios raw = cooked;
    cfmakeraw(&raw);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw);
    is_open = size_changed = 1;
}

void tty_close(void)
{
    if (!is_open)
        return;
    is_open = 0;
    tty_send(RELEASE "\r\n", sizeof RELEASE "\r\n" - 1);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &cooked);
}

static void crashed(int signal)
{
    tty_close(); /* a signal handler may call what it calls: write() and tcsetattr() */
    raise(signal);
}

static void size_change(int)
{
    size_changed = 1;
}

/*
 * The locale decides.  Without a locale, as in a container, the terminal most likely uses UTF-8.  The fonts
 * of the Linux console do not have the characters for the LEDs.
 */
static bool is_unicode_terminal(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *term = getenv("TERM");
    if (!term || !strcmp(term, "linux") || !strncmp(term, "vt", 2))
        return false;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *locale = getenv(variables[i]);
        if (locale && *locale)
            return setlocale(LC_CTYPE, "") && !strcmp(nl_langinfo(CODESET), "UTF-8");
    }
    return true;
}

void tty_open(void)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT};
    struct sigaction crash = {.sa_handler = crashed, .sa_flags = (int)(SA_RESETHAND | SA_NODEFER)};
    struct sigaction resize = {.sa_handler = size_change};
    tcgetattr(STDIN_FILENO, &cooked);
    tty_is_unicode = is_unicode_terminal();
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        sigaction(crashes[i], &crash, NULL);
    sigaction(SIGWINCH, &resize, NULL);
    atexit(tty_close);
    raw_on();
}

void tty_suspend(void)
{
    tty_close();
    kill(0, SIGTSTP); /* the whole foreground job, as the terminal does at Ctrl-Z */
    raw_on();
}

bool tty_resized(int *rows, int *columns)
{
    struct winsize size;
    if (!size_changed)
        return false;
    size_changed = 0;
    *rows = 24;
    *columns = 80;
    if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row && size.ws_col) {
        *rows = size.ws_row;
        *columns = size.ws_col;
    }
    return true;
}

/* Text that stands in these rows scrolls up first. */
void tty_reserve(int rows, int height)
{
    char text[64];
    int length;
    tty_send(RELEASE, sizeof RELEASE - 1);
    for (int i = 0; i < height; i++)
        tty_send("\n", 1);
    length = snprintf(text, sizeof text, "\033[%dA\0337\033[1;%dr\0338", height, rows - height);
    if (height)
        tty_send(text, (size_t)length);
}

void tty_serial(char *bytes, size_t count)
{
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        char byte = (char)((uint8_t)bytes[i] > 0x7e ? '?' : bytes[i]);
        if (byte >= ' ' || (byte && strchr("\r\n\b\t", byte)))
            bytes[length++] = byte;
    }
    tty_send(bytes, length);
}

bool tty_coloured(void)
{
    const char *none = getenv("NO_COLOR");
    return !none || !*none;
}

/* ---- keys ---- */

/* Waits up to `wait` ms for one more byte; -1: none.  If the terminal was closed, returns Ctrl-Q. */
static int byte_next(int wait)
{
    uint8_t byte;
    if (poll(&(struct pollfd){.fd = STDIN_FILENO, .events = POLLIN}, 1, wait) <= 0)
        return -1;
    ssize_t got = read(STDIN_FILENO, &byte, 1);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return -1;
    return got > 0 ? byte : 0x11;
}

/* Reads the rest of an escape sequence after ESC, as xterm, VT and the Linux console send it. */
static int sequence_key(void)
{
    static const struct {
        const char *sequence;
        int key;
    } known[] = {
        {"OQ", KEY_BUTTON}, {"[12~", KEY_BUTTON}, {"[[B", KEY_BUTTON}, {"OR", KEY_LONG},   {"[13~", KEY_LONG},
        {"[[C", KEY_LONG},  {"OS", KEY_RESET},    {"[14~", KEY_RESET}, {"[[D", KEY_RESET}, {"[15~", KEY_PLUG},
        {"[[E", KEY_PLUG},  {"[C", KEY_STEP},     {"OC", KEY_STEP},    {"[D", KEY_BACK},   {"OD", KEY_BACK},
    };
    char sequence[16] = "";
    size_t length = 0;
    int byte;
    while (length < sizeof sequence - 1 && (byte = byte_next(30)) >= 0) {
        sequence[length++] = (char)byte;
        if (length == 1 ? byte != '[' && byte != 'O'
                        : byte >= 0x40 && byte < 0x7f && !(length == 2 && byte == '['))
            break;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(sequence, known[i].sequence))
            return known[i].key;
    return KEY_NONE; /* other function keys are ignored */
}

int tty_key(void)
{
    int byte;
    while ((byte = byte_next(0)) >= 0) {
        switch (byte) {
        case 0x1b: byte = sequence_key(); break;
        case 0x02: return KEY_BUTTON; /* Ctrl-B */
        case 0x0c: return KEY_REDRAW; /* Ctrl-L */
        case 0x0e: return KEY_LONG;   /* Ctrl-N */
        case 0x1a: return KEY_SUSPEND;
        case 0x11: /* Ctrl-Q */
        case 0x1d: /* Ctrl-] */ return KEY_LEAVE;
        }
        if (byte != KEY_NONE)
            return byte;
    }
    return KEY_NONE;
}
