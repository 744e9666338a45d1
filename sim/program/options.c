/* The command line of the simulated Uno. */
#define _GNU_SOURCE
#include "sim/program/session.h"

#include <argp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char description[] =
    "Runs FILE, an ELF or Intel HEX file for the Arduino Uno, on a simulated Uno with a MAX7219 matrix "
    "(DIN D11, CLK D13, CS D10), a button on D2 and a serial line at 115200 baud.\n\n"
    "On a terminal it draws the matrix below the serial session and runs in real time.  It sends every "
    "key to the serial line, except:\n"
    "  F2 or Ctrl-B  press the button        F3 or Ctrl-N  press it for 1.2 s\n"
    "  F4            reset                   F5            unplug and plug in again\n"
    "  Right, Left   one step forward or back: the live keys . and ,\n"
    "  Ctrl-L        redraw                  Ctrl-Z        suspend\n"
    "  Ctrl-] or Ctrl-Q  leave\n"
    "The display follows the command `modules`, unless --modules is given.  With NO_COLOR in the "
    "environment, LEDs differ by their shape.\n\n"
    "In a pipe it sends stdin to the serial line and prints the chip's output on stdout.  It sends each "
    "line after the answer to the line before it (ok or error:), and live keys (? ! ~ . , + - Ctrl-C) at "
    "once.  The end of the input ends its last line.  It runs at full speed until the input has ended and "
    "the chip has been idle: asleep, silent, the picture unchanged (--idle).  Without input it ends after "
    "120 simulated seconds, because a demo never ends; with input, it gives up one simulated hour after the "
    "end of the input, with status 1.\v"
    "The signal USR1 resets the chip.\n"
    "Faults: a crash, code outside of the image, a restart, a watchdog reset, a stack that overwrites "
    "variables, a malformed transfer to the display, and wrong use of SPI, USART, I2C, EEPROM or sleep.\n"
    "Exit status: 0 success, 1 a fault or an unusable file, 2 wrong usage.";

/* What it stores in its field of struct options: NUMBER and WHOLE a double, a WORD the number of the word. */
enum kind { HEADING, FLAG, TEXT, NUMBER, WHOLE, WORD, MODULES };

#define DISPLAY_WORD(number, name, ...)                   "|" #name
#define DISPLAY_HELP(number, name, image, modules, wires) ", " #name " (" wires ")"

static const struct row {
    const char *name, *argument, *help;
    enum kind kind;
    size_t field;
    double least, most;
    const char *words; /* of a WORD or TEXT, separated by `|`; of a NUMBER: the word for 0 */
} rows[] = {
#define AT(name) .field = offsetof(struct options, name)
    {.help = "Time:"},
    {"speed", "X", "X times real time, or max", NUMBER, AT(speed), 0.001, 1000, "max"},
    {"seconds", "S", "end after S simulated seconds", NUMBER, AT(seconds), .most = 1e9},
    {"cycles", "N", "end after N cycles", WHOLE, AT(cycles), .most = 1e18},
    {"idle", "S", "the idle time that ends a run in a pipe (11)", NUMBER, AT(idle), .most = 1e6},
    {.help = "Input and output:"},
    {"headless", NULL, "no drawing, as with TERM=dumb", FLAG, AT(headless)},
    {"type-ahead", NULL,
     "do not wait for answers: send all input as fast as the chip takes it; a new job then stops the one "
     "before it",
     FLAG, AT(type_ahead)},
    {"no-flow", NULL,
     "send input at the full rate of the line, ready or not: the chip loses what it does not fetch in time",
     FLAG, AT(no_flow)},
    {"pty", "LINK",
     "provide the serial line as a pseudo-terminal of this name, for picocom and others; opening it resets "
     "the chip, as on an Uno",
     TEXT, AT(pty)},
    {"baud", "RATE", "the rate of the far end of the serial line (115200)", WHOLE, AT(baud), 1, 2e6},
    {.help = "The chip:"},
    {"eeprom", "FILE", "load the EEPROM from FILE and save it there", TEXT, AT(eeprom)},
    {"reset", "CAUSE", "start after this reset: power (default), external, brown-out, watchdog", WORD,
     AT(reset), .words = "power|external|brown-out|watchdog"},
    {"bootloader", "HEX", "a boot loader, started at each reset; FILE is optional then", TEXT,
     AT(bootloader)},
    {"mcu", "NAME", "atmega328p (default), atmega2560, atmega32u4, or attiny13, attiny85 at 9600 baud", TEXT,
     AT(mcu), .words = "atmega328p|atmega2560|atmega32u4|attiny13|attiny85"},
    {"clock", "HZ", "16000000 (default), attiny13 9600000, attiny85 8000000", WHOLE, AT(clock), 1e5, 40e6},
    {"seed", "N", "other random numbers: noise in SRAM, bounce of the button, torn EEPROM bytes", WHOLE,
     AT(seed), .most = 1e15},
    {.help = "The display:"},
    {"matrix", "KIND", &UNO_DISPLAYS(DISPLAY_HELP) "; the first one is the default"[2], WORD,
     AT(display.kind), .words = &UNO_DISPLAYS(DISPLAY_WORD)[1]},
    {"modules", "WxH", "a chain of MAX7219 modules, 1x1 (default) to 8x8, at most 16", MODULES, AT(display)},
    {"chain", "C", "the order of the modules, 0 to 7: the value of `chain`", WHOLE, AT(chain), .most = 7},
    {"orient", "O",
     "the rotation of each module, 0 to 7: the value of `orient` (a 4-in-1 FC-16 has orient 0, chain 5)",
     WHOLE, AT(orient), .most = 7},
    {.help = "Files:"},
    {"vcd", "FILE", "TX, RX, DIN, CLK, CS, button, sleep as a Value Change Dump", TEXT, AT(logs[LOG_VCD])},
    {"stamps", "FILE", "each line that the chip sends: the cycle of its end, its text", TEXT,
     AT(logs[LOG_LINES])},
    {"frames", "FILE",
     "each picture of the matrix: cycle, rows in hex, intensity; of a strip also the rows of red, green and "
     "blue",
     TEXT, AT(logs[LOG_FRAMES])},
    {.help = "Analysis:"},
    {"stats", NULL, "print cycles, sleep, stack, bytes and more on stderr", FLAG, AT(stats)},
    {"keep-going", NULL, "continue after a fault, as the chip would", FLAG, AT(keep_going)},
    {"gdb", "PORT",
     "wait for avr-gdb, forwards and backwards, on this TCP port of this computer (1234; 0 takes a free "
     "one): avr-gdb -ex 'target "
     "remote :1234' ELF.  While the debugger stops the chip, its time stops, too.",
     WHOLE, AT(gdb), .most = 65535},
};

enum { ROWS = sizeof rows / sizeof *rows, FIRST_KEY = 256 }; /* argp has short options for smaller keys */

/* The index of `text` among words that are separated by `|`; -1: it is none of them. */
static int word_find(const char *text, const char *words)
{
    size_t length = strlen(text);
    int index = 0;
    for (const char *word = words; word; word = strchr(word, '|'), index++) {
        word += *word == '|';
        if (strcspn(word, "|") == length && !strncmp(word, text, length))
            return index;
    }
    return -1;
}

static void number_read(const struct row *row, const char *text, double *field,
                        const struct argp_state *state)
{
    char *end;
    *field = strtod(text, &end);
    if (row->words && !strcmp(text, row->words))
        *field = 0;
    else if (end == text || *end || !(*field >= row->least && *field <= row->most) ||
             (row->kind == WHOLE && *field != (double)(uint64_t)*field))
        argp_error(state, "--%s=%s: must be %s%sa %snumber from %g to %.19g", row->name, text,
                   row->words ? row->words : "", row->words ? " or " : "", row->kind == WHOLE ? "whole " : "",
                   row->least, row->most);
}

static void modules_read(struct uno_display *display, const char *text, const struct argp_state *state)
{
    unsigned wide, high;
    char rest;
    if (sscanf(text, "%1ux%1u%c", &wide, &high, &rest) != 2 || wide < 1 || wide > 8 || high < 1 || high > 8 ||
        wide * high > UNO_MODULES)
        argp_error(state, "--modules=%s: must be from 1x1 to 8x8 and have at most 16 modules", text);
    display->wide = (uint8_t)wide;
    display->high = (uint8_t)high;
}

static error_t option_apply(int key, char *text, struct argp_state *state)
{
    struct options *options = state->input;
    const struct row *row = &rows[key >= FIRST_KEY && key < FIRST_KEY + ROWS ? key - FIRST_KEY : 0];
    void *field = (char *)options + row->field;
    int word = row->words && row->kind != NUMBER ? word_find(text, row->words) : 0;
    if (key == ARGP_KEY_ARG && options->firmware)
        argp_error(state, "only one FILE is allowed, but %s follows", text);
    if (key == ARGP_KEY_ARG)
        options->firmware = text;
    else if (key == ARGP_KEY_END && !options->firmware && !options->bootloader)
        argp_error(state, "FILE is missing: name the firmware, an ELF or HEX file");
    if (word < 0)
        argp_error(state, "--%s=%s: must be one of %s", row->name, text, row->words);
    switch (row->kind) {
    case HEADING: return key == ARGP_KEY_ARG ? 0 : ARGP_ERR_UNKNOWN;
    case FLAG: *(bool *)field = true; break;
    case TEXT: *(const char **)field = text; break;
    case NUMBER:
    case WHOLE: number_read(row, text ? text : "1234", field, state); break; /* --gdb without a port */
    case WORD: *(int *)field = word; break;
    case MODULES: modules_read(field, text, state); break;
    }
    return 0;
}

void options_read(struct options *options, int argc, char **argv)
{
    struct argp_option table[ROWS + 1] = {{.name = NULL}};
    const struct argp parser = {table, option_apply, "FILE", description, NULL, NULL, NULL};
    for (int i = 0; i < ROWS; i++)
        table[i] = (struct argp_option){
            rows[i].name,     rows[i].name ? FIRST_KEY + i : 0,
            rows[i].argument, rows[i].field == offsetof(struct options, gdb) ? OPTION_ARG_OPTIONAL : 0,
            rows[i].help,     0};
    *options = (struct options){.idle = 11, .cycles = -1, .seconds = -1, .speed = -1, .gdb = -1};
    argp_err_exit_status = 2;
    argp_parse(&parser, argc, argv, 0, NULL, options);
    options->display.chain = (uint8_t)options->chain;
    options->display.orient = (uint8_t)options->orient;
    options->reset = 1 << options->reset;
    /* An ATtiny13A does not receive. */
    options->type_ahead |= options->mcu && !strcmp(options->mcu, "attiny13");
}
