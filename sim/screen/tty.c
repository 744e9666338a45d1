/* The user's terminal: raw while the program runs, restored at its end. */
#define _GNU_SOURCE
#include "sim/screen/tty.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static struct termios cooked;
static volatile sig_atomic_t is_open, size_changed;
static bool unicode;

static const char enter[] = "\033[?1049h\033[?7l\033[2J";
static const char leave[] = "\033[0m\033[?7h\033[?25h\033[?1049l";

void tty_send(const char *text, size_t length)
{
    while (length) {
        ssize_t done = write(STDOUT_FILENO, text, length);

        if (done < 0 && errno == EAGAIN)
            poll(&(struct pollfd){.fd = STDOUT_FILENO, .events = POLLOUT}, 1, 100);
        else if (done < 0 && errno != EINTR)
            return;
        if (done > 0) {
            text += done;
            length -= (size_t)done;
        }
    }
}

static void raw_on(void)
{
    struct termios raw = cooked;

    cfmakeraw(&raw);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw);
    tty_send(enter, sizeof enter - 1);
    is_open = 1;
}

void tty_close(void)
{
    if (!is_open)
        return;
    is_open = 0;
    tty_send(leave, sizeof leave - 1);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &cooked);
}

static void crashed(int signal)
{
    tty_close(); /* only write() and tcsetattr(): both may be called here */
    raise(signal);
}

static void size_change(int signal)
{
    (void)signal;
    size_changed = 1;
}

static void handlers_set(void)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT};
    struct sigaction action = {.sa_handler = crashed, .sa_flags = (int)(SA_RESETHAND | SA_NODEFER)};

    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        sigaction(crashes[i], &action, NULL);
    action.sa_handler = size_change;
    action.sa_flags = 0;
    sigaction(SIGWINCH, &action, NULL);
}

/* By the locale; where none is set, as in a container, a terminal of today is UTF-8.  The Linux console lacks
 * the discs. */
static bool unicode_find(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *term = getenv("TERM");

    if (!term || !strcmp(term, "linux") || !strcmp(term, "dumb") || !strncmp(term, "vt", 2))
        return false;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *locale = getenv(variables[i]);

        if (locale && *locale)
            return setlocale(LC_CTYPE, "") && !strcmp(nl_langinfo(CODESET), "UTF-8");
    }
    return true;
}

bool tty_open(void)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &cooked))
        return false;
    unicode = unicode_find();
    handlers_set();
    atexit(tty_close);
    size_changed = 1;
    raw_on();
    return true;
}

void tty_suspend(void)
{
    tty_close();
    kill(0, SIGTSTP); /* the whole foreground job, as the terminal itself would */
    raw_on();
    size_changed = 1;
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

bool tty_unicode(void)
{
    return unicode;
}
