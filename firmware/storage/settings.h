/* The settings of the user. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * ROW(type, field, usual, most): each is 0 .. most, `usual` by default. The order is that of the EEPROM.
 * Add a new setting at the end: an older record ends before it, so it gets its default.
 *
 *   pace       ms that a solution or a move stays
 *   bright     of the matrix
 *   orient     one of the eight rotations and reflections of the matrix
 *   echo       of typed input
 *   autostart  solve 8 over and over after a reset
 *   format     enum format, by number
 *   modules    the shape of the display, as in display/shape.h
 *   chain      one of the eight rotations and reflections of the order of its modules
 */
#define SETTINGS(ROW)                                                                                        \
    ROW(uint16_t, pace, 500, 10000)                                                                          \
    ROW(uint8_t, bright, 4, 15)                                                                              \
    ROW(uint8_t, orient, 0, 7)                                                                               \
    ROW(uint8_t, echo, true, true)                                                                           \
    ROW(uint8_t, autostart, true, true)                                                                      \
    ROW(uint8_t, format, 0, 7)                                                                               \
    ROW(uint8_t, modules, 0, 63)                                                                             \
    ROW(uint8_t, chain, 0, 7)

#define SETTINGS_FIELD(type, field, usual, most) type field;
#define SETTINGS_LIMIT(type, field, usual, most)                                                             \
    SETTINGS_DEFAULT_##field = (usual), SETTINGS_MAX_##field = (most),

struct settings {
    SETTINGS(SETTINGS_FIELD)
};

enum settings_limit { SETTINGS(SETTINGS_LIMIT) };

extern struct settings settings;

#define SETTINGS_IS_WITHIN(type, field, usual, most)  settings.field <= (most) &&
#define SETTINGS_IS_DEFAULT(type, field, usual, most) settings.field == (usual) &&
/*@ predicate within = SETTINGS(SETTINGS_IS_WITHIN) \true;
    predicate usual = SETTINGS(SETTINGS_IS_DEFAULT) \true;
*/

/*@ terminates \true;
    assigns settings;
    ensures usual && within; */
void settings_default(void);

/* Returns whether each setting is in its range; settings from the EEPROM may not be. */
/*@ terminates \true;
    assigns \nothing;
    ensures \result <==> within; */
bool settings_are_valid(void);

#endif
