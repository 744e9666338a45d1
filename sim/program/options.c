/* The command line of the simulated Uno. */
#define _GNU_SOURCE
#include "sim/program/session.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: uno [OPTION]... FILE\n"
    "Runs FILE, an ELF or Intel HEX file for the Arduino Uno, on a simulated Uno with\n"
    "a MAX7219 matrix (DIN D11, CLK D13, CS D10), a button on D2 and a serial line at\n"
    "115200 baud.\n"
    "\n"
    "On a terminal it draws the matrix below the serial session and runs in real\n"
    "time.  It sends every key to the serial line, except:\n"
    "  F2 or Ctrl-B  press the button        F3 or Ctrl-N  press it for 1.2 s\n"
    "  F4            reset                   F5            unplug and plug in again\n"
    "  Right, Left   one step forward or back: the live keys . and ,\n"
    "  Ctrl-L        redraw                  Ctrl-Z        suspend\n"
    "  Ctrl-] or Ctrl-Q  leave\n"
    "The display follows the command `modules`, unless --modules is given.  With\n"
    "NO_COLOR in the environment, LEDs differ by their shape.\n"
    "\n"
    "In a pipe it sends stdin to the serial line and prints the chip's output on\n"
    "stdout.  It sends each line after the answer to the line before it (ok or\n"
    "error:), and live keys (? ! ~ . , + - Ctrl-C) at once.  It runs at full speed\n"
    "until the input has ended and the chip has been idle: asleep, silent, the\n"
    "picture unchanged (--idle).  Without input it ends after 120 simulated seconds,\n"
    "because a demo never ends; with input, it gives up one simulated hour after the\n"
    "end of the input, with status 1.\n"
    "\n"
    "Time:\n"
    "  --speed=X         X times real time, or max\n"
    "  --seconds=S       end after S simulated seconds\n"
    "  --cycles=N        end after N cycles\n"
    "  --idle=S          the idle time that ends a run in a pipe (11)\n"
    "Input and output:\n"
    "  --headless        no drawing, even on a terminal\n"
    "  --type-ahead      do not wait for answers: send all input as fast as the chip\n"
    "                    takes it; a new job then stops the one before it\n"
    "  --ask             no effect: waiting for answers is the default\n"
    "  --no-flow         send input at the full rate of the line, ready or not: the\n"
    "                    chip loses what it does not fetch in time\n"
    "  --pty=LINK        provide the serial line as a pseudo-terminal of this name,\n"
    "                    for picocom and others; opening it resets the chip, as on\n"
    "                    an Uno\n"
    "  --baud=RATE       the rate of the far end of the serial line (115200)\n"
    "The chip:\n"
    "  --eeprom=FILE     load the EEPROM from FILE and save it there\n"
    "  --reset=CAUSE     start after this reset: power (default), external,\n"
    "                    brown-out, watchdog\n"
    "  --bootloader=HEX  a boot loader, started at each reset; FILE is optional then\n"
    "  --mcu=NAME        atmega328p (default), atmega2560, atmega32u4, or attiny13,\n"
    "                    attiny85 at 9600 baud\n"
    "  --clock=HZ        16000000 (default), attiny13 9600000, attiny85 8000000\n"
    "  --seed=N          other random numbers: noise in SRAM, bounce of the button,\n"
    "                    torn EEPROM bytes\n"
    "The display:\n"
    "  --matrix=KIND     max7219 (default); ht16k33, ssd1306 or sh1106 on I2C (SDA A4,\n"
    "                    SCL A5); ws2812 (data on D6)\n"
    "  --modules=WxH     a chain of MAX7219 modules, 1x1 (default) to 8x8, at most 16\n"
    "  --chain=C         the order of the modules, 0 to 7: the value of `chain`\n"
    "  --orient=O        the rotation of each module, 0 to 7: the value of `orient`\n"
    "                    (a 4-in-1 FC-16 has orient 0, chain 5)\n"
    "Files:\n"
    "  --vcd=FILE        TX, RX, DIN, CLK, CS, button, sleep as a Value Change Dump\n"
    "  --stamps=FILE     each line that the chip sends: the cycle of its end, its text\n"
    "  --frames=FILE     each picture of the matrix: cycle, rows in hex, intensity; of a\n"
    "                    strip also the rows of red, green and blue\n"
    "Analysis:\n"
    "  --stats           print cycles, sleep, stack, bytes and more on stderr\n"
    "  --keep-going      continue after a fault, as the chip would\n"
    "  --gdb[=PORT]      wait for avr-gdb on this TCP port of this computer (1234; 0\n"
    "                    takes a free one): avr-gdb -ex 'target remote :1234' ELF.\n"
    "                    While the debugger stops the chip, its time stops, too.\n"
    "  --help            print this text\n"
    "\n"
    "The signal USR1 resets the chip.\n"
    "Faults: a crash, a restart, a watchdog reset, a stack that overwrites variables,\n"
    "a malformed transfer to the MAX7219, and wrong use of SPI, UART, EEPROM or\n"
    "sleep.\n"
    "Exit status: 0 success, 1 a fault or an unusable file, 2 wrong usage.\n";

/* The options: identifier, name, and whether it has an argument. */
#define OPTIONS(ROW)                                                                                         \
    ROW(SPEED, "speed", required_argument)                                                                   \
    ROW(SECONDS, "seconds", required_argument)                                                               \
    ROW(CYCLES, "cycles", required_argument)                                                                 \
    ROW(IDLE, "idle", required_argument)                                                                     \
    ROW(HEADLESS, "headless", no_argument)                                                                   \
    ROW(ASK, "ask", no_argument)                                                                             \
    ROW(TYPE_AHEAD, "type-ahead", no_argument)                                                               \
    ROW(NO_FLOW, "no-flow", no_argument)                                                                     \
    ROW(PTY, "pty", required_argument)                                                                       \
    ROW(EEPROM, "eeprom", required_argument)                                                                 \
    ROW(RESET, "reset", required_argument)                                                                   \
    ROW(BOOTLOADER, "bootloader", required_argument)                                                         \
    ROW(BAUD, "baud", required_argument)                                                                     \
    ROW(MCU, "mcu", required_argument)                                                                       \
    ROW(CLOCK, "clock", required_argument)                                                                   \
    ROW(SEED, "seed", required_argument)                                                                     \
    ROW(MATRIX, "matrix", required_argument)                                                                 \
    ROW(MODULES, "modules", required_argument)                                                               \
    ROW(CHAIN, "chain", required_argument)                                                                   \
    ROW(ORIENT, "orient", required_argument)                                                                 \
    ROW(STAMPS, "stamps", required_argument)                                                                 \
    ROW(VCD, "vcd", required_argument)                                                                       \
    ROW(FRAMES, "frames", required_argument)                                                                 \
    ROW(STATS, "stats", no_argument)                                                                         \
    ROW(KEEP_GOING, "keep-going", no_argument)                                                               \
    ROW(GDB, "gdb", optional_argument)                                                                       \
    ROW(HELP, "help", no_argument)

enum {
#define ROW(id, name, argument) id,
    BEFORE_FIRST = 255, /* getopt_long() returns characters for other things */
    OPTIONS(ROW)
#undef ROW
};

static const struct option table[] = {
#define ROW(id, name, argument) {name, argument, NULL, id},
    OPTIONS(ROW){NULL, 0, NULL, 0}
#undef ROW
};

__attribute__((noreturn, format(printf, 1, 2))) static void usage_error(const char *format, ...)
{
    va_list args;
    fputs("uno: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputs("\nTry `uno --help`.\n", stderr);
    exit(2);
}

static double number_read(const char *name, const char *text, double least, double most)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= least) || value > most)
        usage_error("--%s=%s: must be a number from %.0f to %.0f", name, text, least, most);
    return value;
}

static uint64_t whole_read(const char *name, const char *text)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 0);
    if (end == text || *end || *text == '-' || errno)
        usage_error("--%s=%s: must be a whole number, 0 or more", name, text);
    return value;
}

static double speed_read(const char *text)
{
    char *end;
    double speed = strtod(text, &end);
    if (!strcmp(text, "max"))
        return 0;
    if (end == text || *end || !(speed > 0) || speed > 1000)
        usage_error("--speed=%s: must be a number above 0, up to 1000, or max", text);
    return speed;
}

/* The index of the argument among the words of a list that are separated by `|`. */
static int word_read(const char *name, const char *text, const char *list)
{
    size_t length = strlen(text);
    int index = 0;
    for (const char *word = list; word; word = strchr(word, '|'), index++) {
        word += *word == '|';
        if (strcspn(word, "|") == length && !strncmp(word, text, length))
            return index;
    }
    usage_error("--%s=%s: must be one of %s", name, text, list);
}

static void modules_read(struct uno_display *display, const char *text)
{
    unsigned wide, high;
    char rest;
    if (sscanf(text, "%ux%u%c", &wide, &high, &rest) != 2 || wide < 1 || wide > 8 || high < 1 || high > 8 ||
        wide * high > UNO_MODULES)
        usage_error("--modules=%s: must be from 1x1 to 8x8 and have at most 16 modules", text);
    display->wide = (uint8_t)wide;
    display->high = (uint8_t)high;
}

static uint64_t turn_read(const char *name, const char *text)
{
    uint64_t value = whole_read(name, text);
    if (value > 7)
        usage_error("--%s=%s: must be a number from 0 to 7", name, text);
    return value;
}

static void option_apply(struct options *options, int option)
{
    switch (option) {
    case SPEED: options->speed = speed_read(optarg); break;
    case SECONDS: options->seconds = number_read("seconds", optarg, 0, 1e9); break;
    case CYCLES: options->limit = whole_read("cycles", optarg) + 1; break;
    case IDLE: options->idle = number_read("idle", optarg, 0, 1e6); break;
    case HEADLESS: options->headless = true; break;
    case ASK: break;
    case TYPE_AHEAD: options->type_ahead = true; break;
    case NO_FLOW: options->no_flow = true; break;
    case PTY: options->pty = optarg; break;
    case EEPROM: options->eeprom = optarg; break;
    case RESET: options->reset = 1 << word_read("reset", optarg, "power|external|brown-out|watchdog"); break;
    case BOOTLOADER: options->bootloader = optarg; break;
    case BAUD: options->baud = (uint32_t)number_read("baud", optarg, 0, 2e6); break;
    case MCU: options->mcu = optarg; break;
    case CLOCK: options->clock = (uint32_t)number_read("clock", optarg, 1e5, 40e6); break;
    case MATRIX:
        options->display.kind =
            (enum uno_matrix_kind)word_read("matrix", optarg, "max7219|ht16k33|ws2812|ssd1306|sh1106");
        break;
    case MODULES: modules_read(&options->display, optarg); break;
    case CHAIN: options->display.chain = (uint8_t)turn_read("chain", optarg); break;
    case ORIENT: options->display.orient = (uint8_t)turn_read("orient", optarg); break;
    case SEED: options->seed = whole_read("seed", optarg); break;
    case STAMPS: options->stamps = optarg; break;
    case VCD: options->recording.vcd = optarg; break;
    case FRAMES: options->recording.frames = optarg; break;
    case STATS: options->stats = true; break;
    case KEEP_GOING: options->keep_going = true; break;
    case GDB: options->gdb = optarg ? (int)number_read("gdb", optarg, 0, 65535) : 1234; break;
    case HELP: fputs(help, stdout); exit(0);
    default: fputs("Try `uno --help`.\n", stderr); exit(2);
    }
}

void options_read(struct options *options, int argc, char **argv)
{
    int option;
    *options = (struct options){.idle = 11, .seconds = -1, .speed = -1, .reset = UNO_POWER_ON, .gdb = -1};
    while ((option = getopt_long(argc, argv, "", table, NULL)) != -1)
        option_apply(options, option);
    /* The firmware of the ATtinys does not answer lines. */
    options->type_ahead |= options->mcu && !strncmp(options->mcu, "attiny", 6);
    options->firmware = argv[optind];
    if (!options->firmware && !options->bootloader)
        usage_error("FILE is missing: name the firmware, an ELF or HEX file");
    if (options->firmware && argv[optind + 1])
        usage_error("only one FILE is allowed, but %s follows", argv[optind + 1]);
}
