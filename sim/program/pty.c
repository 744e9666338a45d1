/* The serial line as a pseudo-terminal, with a symbolic link as its name. */
#define _GNU_SOURCE
#include "sim/program/session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* A serial line does not echo, edit or translate.  The kernel forgets this when the last reader leaves. */
static void raw_mode_set(int master)
{
    struct termios settings;
    if (tcgetattr(master, &settings))
        return;
    cfmakeraw(&settings);
    cfsetspeed(&settings, B115200);
    tcsetattr(master, TCSANOW, &settings);
}

bool pty_make(struct pty *pty, const char *link, char error[256])
{
    char name[128];
    char old[16];
    memset(pty, 0, sizeof *pty);
    pty->master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (pty->master < 0 || grantpt(pty->master) || unlockpt(pty->master) ||
        ptsname_r(pty->master, name, sizeof name)) {
        snprintf(error, 256, "no pseudo-terminal: %s", strerror(errno));
        return false;
    }
    raw_mode_set(pty->master);
    /* POLLHUP means that no program has it open, but only after it was open once. */
    close(open(name, O_RDWR | O_NOCTTY | O_CLOEXEC));
    raw_mode_set(pty->master);
    if (strlen(link) >= sizeof pty->link) {
        snprintf(error, 256, "the name of the link is too long");
        return false;
    }
    /* An old link to a pseudo-terminal may be replaced; any other link, a file or a folder not. */
    if (readlink(link, old, sizeof old) > 9 && !strncmp(old, "/dev/pts/", 9))
        unlink(link);
    if (symlink(name, link)) {
        snprintf(error, 256, "%.150s: %s", link, strerror(errno));
        return false;
    }
    strcpy(pty->link, link);
    return true;
}

bool pty_opened(struct pty *pty)
{
    struct pollfd state = {.fd = pty->master, .events = POLLIN};
    bool before = pty->open;
    poll(&state, 1, 0);
    pty->open = !(state.revents & POLLHUP);
    if (pty->open != before)
        raw_mode_set(pty->master);
    return pty->open && !before;
}

void pty_drop(struct pty *pty)
{
    char name[128], target[256];
    if (!pty->link[0])
        return;
    ssize_t length = readlink(pty->link, target, sizeof target - 1);
    if (length > 0 && !ptsname_r(pty->master, name, sizeof name)) {
        target[length] = '\0';
        if (!strcmp(name, target))
            unlink(pty->link);
    }
    close(pty->master);
    pty->link[0] = '\0';
}
