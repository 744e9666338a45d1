/* The commands: all that is to know of each, in one row. */
#ifndef COMMANDS_H
#define COMMANDS_H

/*
 * To add a command, add its row:
 *
 *   ROW(ID, its name on the line, what it takes, what it does, its line in `help`)
 *
 * It is then COMMAND_ID, in `help` in its place, and its errors say what is allowed.  What it takes is a row
 * of PARAMETERS in command.c.  What it does is C that stands in a switch of app.c, where `command` is what
 * was read; of a setting it is the field of `settings` that it sets, which `settings` then lists, too.
 */

/* They stop the job before them. */
#define JOB_COMMANDS(ROW)                                                                                    \
    ROW(SOLVE, "solve", SIZE, start(command), "every solution, printed and shown")                           \
    ROW(FUNDAMENTAL, "fundamental", SIZE, start(command),                                                    \
        "one solution of each symmetry class, with its size")                                                \
    ROW(COUNT, "count", PART, start(command), "how many there are, fast")                                    \
    ROW(USACO, "usaco", SIZE, start(command), "the first three solutions, then how many there are")          \
    ROW(SEARCH, "search", SIZE, start(command), "the search itself, move by move")                           \
    ROW(CHECK, "check", BOARD, start_board(command), "is it a solution, and if not, why not")                \
    ROW(IMAGES, "images", BOARD, start_board(command), "its different turns and mirrors")                    \
    ROW(TEST, "test", NOTHING, start_test(), "lights each LED of the matrix, each row, each column, all")

#define SETTING_COMMANDS(ROW)                                                                                \
    ROW(FORMAT, "format", FORMAT, format, "how solutions look")                                              \
    ROW(PACE, "pace", MS, pace, "how long a solution or a move stays, in ms")                                \
    ROW(BRIGHT, "bright", LEVEL, bright, "brightness of the matrix")                                         \
    ROW(ORIENT, "orient", TURN, orient, "turns and mirrors the matrix; ? helps to find which")               \
    ROW(MODULES, "modules", SHAPE, modules, "modules of the matrix, wide x high")                            \
    ROW(CHAIN, "chain", ORDER, chain, "turns and mirrors the order of the modules")                          \
    ROW(ECHO, "echo", SWITCH, echo, "of what is typed")                                                      \
    ROW(AUTO, "auto", SWITCH, autostart, "solve 8 over and over after a reset")

#define OTHER_COMMANDS(ROW)                                                                                  \
    ROW(STOP, "stop", NOTHING, stop_job(), "ends what runs, as Ctrl-C does")                                 \
    ROW(SAVE, "save", NOTHING, keep_save(KEEP_SETTINGS), "keeps the settings over a reset")                  \
    ROW(DEFAULTS, "defaults", NOTHING, forget_settings(), "forgets the settings, saved ones too")            \
    ROW(SETTINGS, "settings", NOTHING, answer_start(ANSWER_SETTINGS), "each as the line that sets it")       \
    ROW(HELP, "help", NOTHING, answer_start(ANSWER_HELP), "this list")                                       \
    ROW(INFO, "info", NOTHING, answer_start(ANSWER_INFO), "version, memory, last reset")

#define ALL_COMMANDS(ROW) JOB_COMMANDS(ROW) SETTING_COMMANDS(ROW) OTHER_COMMANDS(ROW)

#define COMMAND_ID(id, name, takes, does, help) COMMAND_##id,

/* The settings' ids follow those of the jobs. */
enum __attribute__((packed)) command_id { ALL_COMMANDS(COMMAND_ID) COMMANDS /* how many there are */ };

#define COMMAND_ONE(id, name, takes, does, help) +1

enum { COMMANDS_JOBS = 0 JOB_COMMANDS(COMMAND_ONE), COMMANDS_SETTINGS = 0 SETTING_COMMANDS(COMMAND_ONE) };

#endif
