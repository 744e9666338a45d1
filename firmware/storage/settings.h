/* What the user has set. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#define SETTINGS_PACE_MAX   10000
#define SETTINGS_PACE_USUAL 500
#define SETTINGS_BRIGHT_MAX 15
#define SETTINGS_ORIENT_MAX 7

/* A byte each instead of a bit for two of them: one byte of RAM more, 86 bytes of flash less. */
struct settings {
    uint16_t pace;  /* ms that a solution or a move stays, 0 .. 10000 */
    uint8_t bright; /* 0 .. 15 */
    uint8_t orient; /* 0 .. 7 */
    bool echo;      /* of what is typed */
    bool autostart; /* solve 8 over and over after a reset */
    uint8_t format; /* enum format */
};

extern struct settings settings;

/*
 * The byte of the setting which the command `id` sets, COMMAND_FORMAT .. COMMAND_AUTO; of the pace, which has
 * two, the first.
 */
uint8_t *settings_byte(uint8_t id);

void settings_default(void);

/* Is each within its range, as it may not be when they come from outside? */
bool settings_valid(void);

#endif
