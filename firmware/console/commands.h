/* The commands: one row of data for each. */
#pragma once

/*
 * To add a command, add its row:
 *
 *   ROW(ID, its name, its parameter, its line in `help`)
 *
 * COMMAND_ID, its position in `help` and its error messages follow from the row.  Its parameter is a row of
 * PARAMETERS in command.c.  What it does is a case of the switch in app.c.  The row of a setting ends with
 * the field of `settings` that it sets; `settings` then lists it.
 */

#ifdef COMMAND_ROWS /* the rows of another edition: "firmware/tiny/85/commands.h" */
#include COMMAND_ROWS
#else

/* A job stops the previous one.  The rows are in the order of job/state.h.  `orient ?` is read as a parameter
 * of `orient`. */
#define JOB_COMMANDS(ROW)                                                                                    \
    ROW(SOLVE, "solve", SIZE, "finds every solution")                                                        \
    ROW(FUNDAMENTAL, "fundamental", SIZE, "one solution of each class, and its size")                        \
    ROW(COUNT, "count", PART, "the number of solutions, fast")                                               \
    ROW(USACO, "usaco", SIZE, "the first three, then the total")                                             \
    ROW(SEARCH, "search", SIZE, "the search, move by move")                                                  \
    ROW(COMPLETE, "complete", BOARD, "solve with given queens")                                              \
    ROW(CHECK, "check", BOARD, "whether it is a solution")                                                   \
    ROW(IMAGES, "images", BOARD, "its rotations and reflections")                                            \
    ROW(TEST, "test", NOTHING, "lights each LED, row, column, then all")                                     \
    ROW(ORIENT_ASK, "orient ?", NOTHING, "asks how the modules are mounted")

#define SETTING_COMMANDS(ROW)                                                                                \
    ROW(FORMAT, "format", FORMAT, "layout", format)                                                          \
    ROW(PACE, "pace", MS, "ms that a solution or move stays", pace)                                          \
    ROW(BRIGHT, "bright", LEVEL, "brightness", bright)                                                       \
    ROW(ORIENT, "orient", TURN, "rotates and reflects each module", orient)                                  \
    ROW(MODULES, "modules", SHAPE, "width x height in modules", modules)                                     \
    ROW(CHAIN, "chain", ORDER, "order of the modules", chain)                                                \
    ROW(ECHO, "echo", SWITCH, "echoes typed input", echo)                                                    \
    ROW(AUTO, "auto", SWITCH, "repeats solve 8 after a reset", autostart)

#define OTHER_COMMANDS(ROW)                                                                                  \
    ROW(STOP, "stop", NOTHING, "stops the job, as Ctrl-C does")                                              \
    ROW(SAVE, "save", NOTHING, "preserves the settings")                                                     \
    ROW(DEFAULTS, "defaults", NOTHING, "discards the settings")                                              \
    ROW(SETTINGS, "settings", NOTHING, "the settings as lines to type")                                      \
    ROW(HELP, "help", NOTHING, "this list")                                                                  \
    ROW(INFO, "info", NOTHING, "version, memory, last reset")

#endif

#define ALL_COMMANDS(ROW) JOB_COMMANDS(ROW) SETTING_COMMANDS(ROW) OTHER_COMMANDS(ROW)

#define COMMAND_ID(id, ...) COMMAND_##id,

/* The settings' ids follow those of the jobs. */
enum __attribute__((packed)) command_id { ALL_COMMANDS(COMMAND_ID) COMMANDS /* how many there are */ };

#define COMMAND_ONE(...) +1

enum { COMMANDS_JOBS = 0 JOB_COMMANDS(COMMAND_ONE), COMMANDS_SETTINGS = 0 SETTING_COMMANDS(COMMAND_ONE) };
