/* The user's terminal: a grid of coloured cells, and keys. */
#define _GNU_SOURCE
#include "sim/screen/tty.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

struct cell {
    uint32_t character;
    uint8_t ink;
};

static struct termios cooked;
static volatile sig_atomic_t is_open, size_changed;
static int rows, columns;
static struct cell *wanted, *shown;
static bool unicode;
static char style[INKS][48];

/* ---- on and off ---- */

static const char enter[] = "\033[?1049h\033[?7l\033[2J";
static const char leave[] = "\033[0m\033[?7h\033[?25h\033[?1049l";

static void send(const char *text, size_t length)
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
    send(enter, sizeof enter - 1);
    is_open = 1;
}

void tty_close(void)
{
    if (!is_open)
        return;
    is_open = 0;
    send(leave, sizeof leave - 1);
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

/* ---- colours ---- */

enum depth { DEPTH_16, DEPTH_256, DEPTH_TRUE };

static enum depth depth_find(void)
{
    const char *term = getenv("TERM"), *colour = getenv("COLORTERM");

    if (colour && (strstr(colour, "truecolor") || strstr(colour, "24bit")))
        return DEPTH_TRUE;
    return term && (strstr(term, "256") || strstr(term, "direct")) ? DEPTH_256 : DEPTH_16;
}

/* From the grey of an LED that is off to full red. */
static void lit_styles(enum depth depth)
{
    static const uint8_t palette[] = {52, 52, 88, 124, 160, 196, 203, 203};

    for (int i = 0; i < INK_LEVELS; i++) {
        double level = (i + 1.0) / INK_LEVELS;

        if (depth == DEPTH_TRUE)
            snprintf(style[INK_LIT + i], sizeof *style, "\033[0;38;2;%d;%d;%dm", (int)(62 + 193 * level),
                     (int)(36 + 26 * level), (int)(36 + 10 * level));
        else if (depth == DEPTH_256)
            snprintf(style[INK_LIT + i], sizeof *style, "\033[0;38;5;%dm", palette[8 * i / INK_LEVELS]);
        else
            snprintf(style[INK_LIT + i], sizeof *style, "\033[0;%s31m", level < 0.65 ? "" : "1;");
    }
}

static void styles_make(void)
{
    enum depth depth = depth_find();
    static const char *const unlit[] = {"\033[0;90m", "\033[0;38;5;236m", "\033[0;38;2;62;36;36m"};

    strcpy(style[INK_PLAIN], "\033[0m");
    strcpy(style[INK_FRAME], depth == DEPTH_16 ? "\033[0;34m" : "\033[0;38;5;67m");
    strcpy(style[INK_STATUS], "\033[0;7m");
    strcpy(style[INK_ALARM], "\033[0;1;37;41m");
    strcpy(style[INK_UNLIT], unlit[depth]);
    lit_styles(depth);
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
    styles_make();
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

/* ---- grid ---- */

bool tty_resized(void)
{
    struct winsize size;
    size_t cells;

    if (!size_changed)
        return false;
    size_changed = 0;
    rows = 24;
    columns = 80;
    if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row && size.ws_col) {
        rows = size.ws_row;
        columns = size.ws_col;
    }
    cells = (size_t)rows * (size_t)columns;
    free(wanted);
    free(shown);
    wanted = calloc(cells, sizeof *wanted);
    shown = calloc(cells, sizeof *shown);
    if (!wanted || !shown)
        abort();
    tty_redraw();
    return true;
}

int tty_rows(void)
{
    return rows;
}

int tty_columns(void)
{
    return columns;
}

bool tty_unicode(void)
{
    return unicode;
}

void tty_clear(void)
{
    for (int i = 0; i < rows * columns; i++)
        wanted[i] = (struct cell){' ', INK_PLAIN};
}

void tty_put(int row, int column, enum ink ink, uint32_t character)
{
    if (row >= 0 && row < rows && column >= 0 && column < columns)
        wanted[row * columns + column] = (struct cell){character, (uint8_t)ink};
}

void tty_text(int row, int column, enum ink ink, const char *text, int width)
{
    for (int i = 0; i < width && text[i]; i++)
        tty_put(row, column + i, ink, (uint8_t)text[i]);
}

void tty_redraw(void)
{
    memset(shown, 0, (size_t)rows * (size_t)columns * sizeof *shown);
}

static size_t utf8(char *to, uint32_t character)
{
    if (character < 0x80) {
        to[0] = (char)character;
        return 1;
    }
    if (character < 0x800) {
        to[0] = (char)(0xc0 | character >> 6);
        to[1] = (char)(0x80 | (character & 63));
        return 2;
    }
    to[0] = (char)(0xe0 | character >> 12);
    to[1] = (char)(0x80 | (character >> 6 & 63));
    to[2] = (char)(0x80 | (character & 63));
    return 3;
}

/* Adds the cells of a row that differ; at most 80 bytes a cell. */
static char *row_changes(char *at, int row)
{
    int ink = -1, next = -1; /* what the terminal's pen and cursor are at */

    for (int column = 0; column < columns; column++) {
        struct cell *want = &wanted[row * columns + column], *have = &shown[row * columns + column];

        if (want->character == have->character && want->ink == have->ink)
            continue;
        if (next != column)
            at += sprintf(at, "\033[%d;%dH", row + 1, column + 1);
        if (ink != want->ink)
            at = stpcpy(at, style[want->ink]);
        at += utf8(at, want->character);
        ink = want->ink;
        next = column + 1;
        *have = *want;
    }
    return at;
}

void tty_show(int cursor_row, int cursor_column)
{
    char *text = malloc((size_t)rows * (size_t)columns * 80 + 64), *at = text;
    bool visible = cursor_row >= 0 && cursor_row < rows && cursor_column >= 0 && cursor_column < columns;
    static int old_row = -2, old_column;

    if (!text)
        abort();
    for (int row = 0; row < rows; row++)
        at = row_changes(at, row);
    if (at != text || cursor_row != old_row || cursor_column != old_column) {
        at += sprintf(at, "\033[0m\033[?25%c", visible ? 'h' : 'l');
        if (visible)
            at += sprintf(at, "\033[%d;%dH", cursor_row + 1, cursor_column + 1);
    }
    old_row = cursor_row;
    old_column = cursor_column;
    if (at != text)
        send(text, (size_t)(at - text));
    free(text);
}

/* ---- keys ---- */

static uint8_t typed[256];
static size_t typed_at, typed_end;

/* Waits up to `wait` ms for one more byte; -1: none.  A terminal that has gone away is as good as Ctrl-Q. */
static int byte_next(int wait)
{
    ssize_t got;

    if (typed_at < typed_end)
        return typed[typed_at++];
    if (poll(&(struct pollfd){.fd = STDIN_FILENO, .events = POLLIN}, 1, wait) <= 0)
        return -1;
    got = read(STDIN_FILENO, typed, sizeof typed);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return -1;
    if (got <= 0)
        return 0x11;
    typed_at = 1;
    typed_end = (size_t)got;
    return typed[0];
}

/* What stands behind ESC: a whole sequence as xterm, VT and the Linux console send it. */
static int sequence_key(void)
{
    static const struct {
        const char *sequence;
        int key;
    } known[] = {
        {"OQ", KEY_BUTTON},     {"[12~", KEY_BUTTON}, {"[[B", KEY_BUTTON}, {"OR", KEY_LONG},
        {"[13~", KEY_LONG},     {"[[C", KEY_LONG},    {"OS", KEY_RESET},   {"[14~", KEY_RESET},
        {"[[D", KEY_RESET},     {"[15~", KEY_PLUG},   {"[[E", KEY_PLUG},   {"[5~", KEY_PAGE_UP},
        {"[6~", KEY_PAGE_DOWN},
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
    return KEY_NONE; /* arrows and such mean nothing to a serial line */
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
