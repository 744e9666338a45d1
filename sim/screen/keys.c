/* The keys of the user's terminal. */
#include "sim/screen/keys.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

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

/* Reads the rest of a sequence after ESC, as xterm, VT and the Linux console send it. */
static int sequence_key(void)
{
    static const struct {
        const char *sequence;
        int key;
    } known[] = {
        {"OQ", KEY_BUTTON},     {"[12~", KEY_BUTTON}, {"[[B", KEY_BUTTON}, {"OR", KEY_LONG},
        {"[13~", KEY_LONG},     {"[[C", KEY_LONG},    {"OS", KEY_RESET},   {"[14~", KEY_RESET},
        {"[[D", KEY_RESET},     {"[15~", KEY_PLUG},   {"[[E", KEY_PLUG},   {"[5~", KEY_PAGE_UP},
        {"[6~", KEY_PAGE_DOWN}, {"[C", KEY_STEP},     {"OC", KEY_STEP},    {"[D", KEY_BACK},
        {"OD", KEY_BACK},
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
    return KEY_NONE; /* other keys mean nothing to the serial line */
}

int key_next(void)
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
