/* What the user has set. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

struct settings {
    uint16_t pace;      /* ms that a solution or a move stays, 0 .. 10000 */
    uint8_t bright;     /* 0 .. 15 */
    uint8_t format;     /* enum format */
    uint8_t orient;     /* 0 .. 7 */
    bool echo : 1;      /* of what is typed */
    bool autostart : 1; /* solve 8 over and over after a reset */
};

extern struct settings settings;

void settings_default(void);

#endif
