/* The settings of the user. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * The values of `format` (COMMANDS.md shows each): ROW(ID, name).  The EEPROM holds their number: add a new
 * format at the end.
 */
#define FORMATS(ROW)                                                                                         \
    ROW(DIGITS, "digits")                                                                                    \
    ROW(TABLE, "table")                                                                                      \
    ROW(LIST, "list")                                                                                        \
    ROW(ARRAY, "array")                                                                                      \
    ROW(COORDS, "coords")                                                                                    \
    ROW(BOARD, "board")                                                                                      \
    ROW(GRID, "grid")                                                                                        \
    ROW(NONE, "none")

#define FORMAT_ID(id, name) FORMAT_##id,

#define FORMAT_ONE(...) +1

enum __attribute__((packed)) format { FORMATS(FORMAT_ID) };

enum { FORMATS_LAST = -1 FORMATS(FORMAT_ONE) };

/* In autostart: what runs, + 4 * (n - 8, modulo 32).  Until 2.0.0 it was only off or on: n was 8. */
enum { SETTINGS_AUTO_OFF, SETTINGS_AUTO_SOLVE, SETTINGS_AUTO_COUNT, SETTINGS_AUTO_SEARCH };

/*
 * ROW(type, field, usual, most): each is 0 .. most, `usual` by default. The order is that of the EEPROM.
 * Add a new setting at the end: an older record ends before it, so it gets its default.
 *
 *   pace       ms that a solution or a move stays
 *   autostart  what runs after a reset, and its n: as from settings_auto
 *   format     enum format
 *   modules    the shape of the display, as in display/shape.h
 *   orient, chain   one of eight rotations and reflections: of each module, of their order
 */
#define FIRST_SETTINGS(ROW)                                                                                  \
    ROW(uint16_t, pace, 500, 10000)                                                                          \
    ROW(uint8_t, bright, 4, 15)                                                                              \
    ROW(uint8_t, orient, 0, 7)                                                                               \
    ROW(uint8_t, echo, true, true)                                                                           \
    ROW(uint8_t, autostart, SETTINGS_AUTO_SOLVE, 127)                                                        \
    ROW(uint8_t, format, FORMAT_DIGITS, FORMATS_LAST)

#define LATER_SETTINGS(ROW)                                                                                  \
    ROW(uint8_t, modules, 0, 63)                                                                             \
    ROW(uint8_t, chain, 0, 7)

#ifdef COMMAND_ROWS /* another edition: it has only first ones, and spends no RAM on the later ones */
#define SETTINGS(ROW) FIRST_SETTINGS(ROW)
#else
#define SETTINGS(ROW) FIRST_SETTINGS(ROW) LATER_SETTINGS(ROW)
#endif

#define SETTINGS_FIELD(type, field, usual, most) type field;
#define SETTINGS_LIMIT(type, field, usual, most)                                                             \
    SETTINGS_DEFAULT_##field = (usual), SETTINGS_MAX_##field = (most),

struct settings {
    SETTINGS(SETTINGS_FIELD)
};

enum settings_limit { FIRST_SETTINGS(SETTINGS_LIMIT) LATER_SETTINGS(SETTINGS_LIMIT) };

extern struct settings settings;

static inline uint8_t settings_auto(uint8_t which, uint8_t n)
{
    return (uint8_t)((n - 8) * 4 & 0x7c) | which;
}

static inline uint8_t settings_auto_which(uint8_t autostart)
{
    return autostart & 3;
}

static inline uint8_t settings_auto_n(uint8_t autostart)
{
    return (uint8_t)(autostart / 4 + 7) % 32 + 1;
}

#define SETTINGS_IS_WITHIN(type, field, usual, most)  settings.field <= (most) &&
#define SETTINGS_IS_DEFAULT(type, field, usual, most) settings.field == (usual) &&

void settings_default(void);

/* Returns whether each setting is in its range; settings from the EEPROM may not be. */
bool settings_are_valid(void);
