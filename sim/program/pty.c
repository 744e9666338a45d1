/* The serial line as a pseudo-terminal, with a symbolic link as its name. */
#define _GNU_SOURCE
#include "sim/program/session.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
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

bool pty_make(struct pty *pty, const char *link)
{
    char old[16];
    int slave;
    if (openpty(&pty->master, &slave, pty->name, NULL, NULL))
        return false;
    fcntl(pty->master, F_SETFD, FD_CLOEXEC);
    fcntl(pty->master, F_SETFL, O_NONBLOCK);
    close(slave); /* POLLHUP means that no program has it open, but only after it was open once */
    raw_mode_set(pty->master);
    /* An old link to a pseudo-terminal may be replaced; any other link, a file or a folder not. */
    if (readlink(link, old, sizeof old) > 9 && !strncmp(old, "/dev/pts/", 9))
        unlink(link);
    return !symlink(pty->name, link);
}

bool pty_opened(struct pty *pty)
{
    struct pollfd state = {.fd = pty->master, .events = POLLIN};
    bool was_open = pty->open, was_used = was_open || pty->has_input;
    poll(&state, 1, 0);
    pty->open = !(state.revents & POLLHUP);
    pty->has_input = state.revents & POLLIN;
    if (pty->open != was_open)
        raw_mode_set(pty->master);
    return (pty->open && !was_open) || (pty->has_input && !was_used);
}

void pty_drop(struct pty *pty, const char *link)
{
    char target[sizeof pty->name] = "";
    if (readlink(link, target, sizeof target - 1) > 0 && !strcmp(target, pty->name))
        unlink(link);
    close(pty->master);
}
