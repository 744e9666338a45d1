/* The user's terminal: a grid of coloured cells, and keys. */
#ifndef TTY_H
#define TTY_H

#include <stdbool.h>
#include <stdint.h>

#define INK_LEVELS 24 /* of an LED that is lit, INK_LIT the dimmest */

enum ink { INK_PLAIN, INK_FRAME, INK_STATUS, INK_ALARM, INK_UNLIT, INK_LIT, INKS = INK_LIT + INK_LEVELS };

/* The keys that are no byte for the serial line stand above 0xff. */
enum key {
    KEY_NONE = -1,
    KEY_BUTTON = 256,
    KEY_LONG,
    KEY_RESET,
    KEY_PLUG,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_REDRAW,
    KEY_SUSPEND,
    KEY_LEAVE
};

/*
 * Raw mode and the alternate screen.  From here on, whatever ends the program, even a crash of it, puts the
 * terminal back.  False: it is no terminal.
 */
bool tty_open(void);
void tty_close(void);
/* Stops the program as Ctrl-Z does in a shell; returns when it is brought back. */
void tty_suspend(void);

bool tty_resized(void); /* true once after each change of size, and at first */
int tty_rows(void);
int tty_columns(void);
bool tty_unicode(void);

/* The grid is drawn anew each time; only what differs from the screen is sent. */
void tty_clear(void);
void tty_put(int row, int column, enum ink ink, uint32_t character);
void tty_text(int row, int column, enum ink ink, const char *text, int width);
void tty_show(int cursor_row, int cursor_column); /* a cursor outside is hidden */
void tty_redraw(void);                            /* the screen is no longer what it was */

/* The next key, KEY_NONE when there is none now. */
int tty_key(void);

#endif
