/* The commands of the ATtiny85, in the place of firmware/console/commands.h, which says what a row is. */
#ifndef COMMANDS_H
#define COMMANDS_H

#define JOB_COMMANDS(ROW)                                                                                    \
    ROW(SOLVE, "solve", SIZE, "every solution")                                                              \
    ROW(COUNT, "count", SIZE, "only their number")

#define SETTING_COMMANDS(ROW)                                                                                \
    ROW(FORMAT, "format", FORMAT, "how solutions look", format)                                              \
    ROW(PACE, "pace", MS, "how long a solution stays, in ms", pace)                                          \
    ROW(BRIGHT, "bright", LEVEL, "brightness of the matrix", bright)                                         \
    ROW(ECHO, "echo", SWITCH, "of typed input", echo)

#define OTHER_COMMANDS(ROW)                                                                                  \
    ROW(STOP, "stop", NOTHING, "stops the job, as Ctrl-C does")                                              \
    ROW(HELP, "help", NOTHING, "this list")

#define ALL_COMMANDS(ROW) JOB_COMMANDS(ROW) SETTING_COMMANDS(ROW) OTHER_COMMANDS(ROW)

#define COMMAND_ID(id, ...) COMMAND_##id,

enum command_id {
    ALL_COMMANDS(COMMAND_ID) COMMANDS, /* how many there are */
    COMMAND_CHECK,                     /* not here; it alone may have two queens in a column */
    COMMAND_ASK                        /* nor this */
};

#define COMMAND_ONE(...) +1

enum { COMMANDS_JOBS = 0 JOB_COMMANDS(COMMAND_ONE) };

#endif
