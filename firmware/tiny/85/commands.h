/* The rows of the ATtiny85's commands, for firmware/console/commands.h, which explains a row. */
#pragma once

#define JOB_COMMANDS(ROW)                                                                                    \
    ROW(SOLVE, "solve", SIZE, "every solution")                                                              \
    ROW(COUNT, "count", SIZE, "only their number")

#define SETTING_COMMANDS(ROW)                                                                                \
    ROW(FORMAT, "format", FORMAT, "layout", format)                                                          \
    ROW(PACE, "pace", MS, "how long a solution stays, in ms", pace)                                          \
    ROW(BRIGHT, "bright", LEVEL, "brightness", bright)                                                       \
    ROW(ECHO, "echo", SWITCH, "echoes typed input", echo)

#define OTHER_COMMANDS(ROW)                                                                                  \
    ROW(STOP, "stop", NOTHING, "stops the job, as Ctrl-C does")                                              \
    ROW(HELP, "help", NOTHING, "this list")

/* Commands that the ATtiny85 does not have, but that command.c names. */
enum {
    COMMAND_COMPLETE = 0xfd,  /* its board may have gaps */
    COMMAND_IMAGES = 0xfe,    /* its board has one queen a column */
    COMMAND_ORIENT_ASK = 0xff /* `orient ?` */
};
