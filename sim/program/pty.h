/* The serial line as a pseudo-terminal, with a symbolic link as its name. */
#ifndef PTY_H
#define PTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pty {
    int master;     /* reads and writes do not wait */
    char link[256]; /* the symbolic link; "" if none */
    bool open;      /* a program has it open */
};

/* Makes a raw pseudo-terminal and a symbolic link to it.  On an error: false; `error` is the reason. */
bool pty_make(struct pty *pty, const char *link, char error[256]);
/* Updates pty->open.  Returns true once each time that a program opens it. */
bool pty_opened(struct pty *pty);
/* Closes it and removes the link. */
void pty_drop(struct pty *pty);

#endif
