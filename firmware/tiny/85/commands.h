/* The commands of the ATtiny85, in the place of firmware/console/commands.h, which says what a row is. */
#ifndef COMMANDS_H
#define COMMANDS_H

#define JOB_COMMANDS(ROW)                                                                                    \
    ROW(SOLVE, "solve", SIZE, job_start(JOB_SOLVE, (uint8_t)command->value), "every solution")               \
    ROW(COUNT, "count", SIZE, job_start(JOB_COUNT, (uint8_t)command->value), "only their number")

#define SETTING_COMMANDS(ROW)                                                                                \
    ROW(FORMAT, "format", FORMAT, format, "how solutions look")                                              \
    ROW(PACE, "pace", MS, pace, "how long a solution stays, in ms")                                          \
    ROW(BRIGHT, "bright", LEVEL, bright, "brightness of the matrix")                                         \
    ROW(ECHO, "echo", SWITCH, echo, "of what is typed")

#define OTHER_COMMANDS(ROW)                                                                                  \
    ROW(STOP, "stop", NOTHING, stop(), "ends what runs, as Ctrl-C does")                                     \
    ROW(HELP, "help", NOTHING, help(), "this list")

#define ALL_COMMANDS(ROW) JOB_COMMANDS(ROW) SETTING_COMMANDS(ROW) OTHER_COMMANDS(ROW)

#define COMMAND_ID(id, name, takes, does, help) COMMAND_##id,

enum command_id {
    ALL_COMMANDS(COMMAND_ID) COMMANDS, /* how many there are */
    COMMAND_CHECK                      /* not here; it alone may have two queens in a column */
};

#endif
