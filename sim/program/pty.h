/* The serial line as a pseudo-terminal with a name of its own. */
#ifndef PTY_H
#define PTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pty {
    int master;
    char link[256]; /* the name that leads to it; "" if none */
    bool open;      /* somebody has it open */
};

/* Makes a raw pseudo-terminal that `link` leads to.  False: `error` says why. */
bool pty_make(struct pty *pty, const char *link, char error[256]);
/* Sees whether somebody has it open; true when somebody has just opened it. */
bool pty_opened(struct pty *pty);
/* Bytes that came in, 0 if none.  Never waits. */
size_t pty_read(struct pty *pty, uint8_t *bytes, size_t room);
/* To whoever listens; lost if nobody does, or if he does not read. */
void pty_write(struct pty *pty, const uint8_t *bytes, size_t count);
/* Takes the link away. */
void pty_drop(struct pty *pty);

#endif
