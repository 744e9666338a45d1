/* The commands: one row of data for each. */
#pragma once

/*
 *   ROW(ID, its name, its parameter, its line in `help`)
 *
 * Its parameter is a row of PARAMETERS in command.c; what it does is a case of the switch in app.c.  The row
 * of a setting ends with the field of `settings` that it sets.
 */

#ifdef COMMAND_ROWS /* the rows of another edition: "firmware/tiny/85/commands.h" */
#include COMMAND_ROWS
#else

/* A job stops the previous one.  The rows are in the order of job/state.h.  `orient ?` is read as a parameter
 * of `orient`. */
#define JOB_COMMANDS(ROW)                                                                                    \
    ROW(SOLVE, "solve", SIZE, "every solution")                                                              \
    ROW(FUNDAMENTAL, "fundamental", SIZE, "one of each class")                                               \
    ROW(COUNT, "count", PART, "their number")                                                                \
    ROW(USACO, "usaco", SIZE, "three, the total")                                                            \
    ROW(SEARCH, "search", SIZE, "move by move")                                                              \
    ROW(COMPLETE, "complete", BOARD, "given queens")                                                         \
    ROW(CHECK, "check", BOARD, "is it a solution?")                                                          \
    ROW(IMAGES, "images", BOARD, "its images")                                                               \
    ROW(TEST, "test", NOTHING, "lights each LED")                                                            \
    ROW(MENU, "menu", SIZE, "for the button")                                                                \
    ROW(ORIENT_ASK, "orient ?", NOTHING, "asks what you see")

#define SETTING_COMMANDS(ROW)                                                                                \
    ROW(FORMAT, "format", FORMAT, "layout", format)                                                          \
    ROW(PACE, "pace", MS, "ms per picture", pace)                                                            \
    ROW(BRIGHT, "bright", LEVEL, "brightness", bright)                                                       \
    ROW(ORIENT, "orient", TURN, "turns modules", orient)                                                     \
    ROW(MODULES, "modules", SHAPE, "width x height", modules)                                                \
    ROW(CHAIN, "chain", ORDER, "their order", chain)                                                         \
    ROW(ECHO, "echo", SWITCH, "of typed input", echo)                                                        \
    ROW(AUTO, "auto", AUTO, "after reset", autostart)

#define OTHER_COMMANDS(ROW)                                                                                  \
    ROW(STOP, "stop", NOTHING, "as Ctrl-C")                                                                  \
    ROW(SAVE, "save", NOTHING, "keeps settings")                                                             \
    ROW(DEFAULTS, "defaults", NOTHING, "drops them")                                                         \
    ROW(SETTINGS, "settings", NOTHING, "lists them")                                                         \
    ROW(HELP, "help", NOTHING, "this list")                                                                  \
    ROW(INFO, "info", NOTHING, "version, memory")

#endif

#define ALL_COMMANDS(ROW) JOB_COMMANDS(ROW) SETTING_COMMANDS(ROW) OTHER_COMMANDS(ROW)

#define COMMAND_ID(id, ...) COMMAND_##id,

/* The settings' ids follow those of the jobs. */
enum __attribute__((packed)) command_id { ALL_COMMANDS(COMMAND_ID) COMMANDS /* how many there are */ };

#define COMMAND_ONE(...) +1

enum { COMMANDS_JOBS = 0 JOB_COMMANDS(COMMAND_ONE), COMMANDS_SETTINGS = 0 SETTING_COMMANDS(COMMAND_ONE) };
