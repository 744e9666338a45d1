/* The keys of the user's terminal. */
#ifndef KEYS_H
#define KEYS_H

/* Keys for the serial line are bytes; the others are above 0xff. */
enum key {
    KEY_NONE = -1,
    KEY_BUTTON = 256,
    KEY_LONG,
    KEY_RESET,
    KEY_PLUG,
    KEY_STEP,
    KEY_BACK,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_REDRAW,
    KEY_SUSPEND,
    KEY_LEAVE
};

/* The next key, KEY_NONE when there is none now. */
int key_next(void);

#endif
