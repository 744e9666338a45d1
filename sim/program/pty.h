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

/* Makes a raw pseudo-terminal that `link` leads to.  False: `error` is the reason. */
bool pty_make(struct pty *pty, const char *link, char error[256]);
/* True once when somebody has opened it. */
bool pty_opened(struct pty *pty);
/* Bytes that came in, 0 if none.  Never waits. */
size_t pty_read(struct pty *pty, uint8_t *bytes, size_t room);
/* Lost if nobody has it open or reads from it. */
void pty_write(struct pty *pty, const uint8_t *bytes, size_t count);
/* Removes the link. */
void pty_drop(struct pty *pty);

#endif
