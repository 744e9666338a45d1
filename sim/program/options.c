/* What the command line of the simulated Uno asks for. */
#define _GNU_SOURCE
#include "sim/program/options.h"

#include "sim/board/uno.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: uno [OPTION]... FILE\n"
    "Runs FILE, an ELF or Intel HEX for the Arduino Uno, on a simulated one with a MAX7219 matrix on D11 "
    "(DIN),\n"
    "D13 (CLK), D10 (CS), a button on D2, and the serial line at 115200 baud.\n"
    "\n"
    "On a terminal the matrix is drawn beside the serial session, at the chip's real speed.  Keys go to the "
    "serial\n"
    "line at once, but for: F2 or Ctrl-B presses the button, F3 or Ctrl-N presses it for 1.2 s, F4 resets "
    "the chip,\n"
    "F5 pulls the plug and puts it in again, PgUp and PgDn scroll, Ctrl-L redraws, Ctrl-Z suspends, Ctrl-] "
    "or\n"
    "Ctrl-Q leaves.\n"
    "\n"
    "Otherwise stdin goes to the serial line, as fast as the chip takes it, and only what the chip sends "
    "goes to\n"
    "stdout.  It runs at full speed until the input has ended and the chip has been idle: asleep, silent, "
    "with a\n"
    "picture that stands still (--idle).  With no input at all it ends after 60 simulated seconds, because a "
    "demo\n"
    "never does; with input, it gives up one simulated hour after the end of the input, with status 1.\n"
    "\n"
    "  --speed=X          X times real time, or max\n"
    "  --seconds=S        end after S simulated seconds\n"
    "  --cycles=N         end after N cycles\n"
    "  --idle=S           how long the chip must have been idle after the end of input (11)\n"
    "  --headless         no drawing, even on a terminal\n"
    "  --ask              send a line of stdin only when the one before it was answered (ok or error:)\n"
    "  --no-flow          send input at full line rate, ready or not: the chip loses what it does not fetch\n"
    "  --pty=LINK         the serial line as a pseudo-terminal under this name, for picocom and such; "
    "opening it\n"
    "                     resets the chip, as on an Uno (--no-auto-reset: it does not)\n"
    "  --eeprom=FILE      keep the EEPROM in FILE\n"
    "  --reset=CAUSE      start from: power (default), external, brown-out, watchdog\n"
    "  --bootloader=HEX   a boot loader, started at each reset; FILE may then be left out\n"
    "  --baud=RATE        of the far end of the serial line, 115200 at first\n"
    "  --mcu=NAME         atmega328p (default), atmega2560, atmega32u4; attiny13, attiny85: at 9600 baud\n"
    "  --clock=HZ         of the chip: 16000000, attiny13 9600000, attiny85 8000000\n"
    "  --seed=N           another course of chance: noise in SRAM, bounce of the button, torn EEPROM bytes\n"
    "  --matrix=KIND      max7219 (default), or ht16k33: on the two-wire bus, SDA A4, SCL A5\n"
    "  --modules=WxH      so many MAX7219 modules in a chain, 1x1 (default) to 8x8, at most 16\n"
    "  --chain=C, --orient=O  how they are mounted, 0 to 7: what `chain` and `orient` must be set to (5 and "
    "5 for "
    "a\n"
    "                     4-in-1 FC-16)\n"
    "  --vcd=FILE         record TX, RX, DIN, CLK, CS, button and sleep as a Value Change Dump\n"
    "  --stamps=FILE      log the lines of text that the chip sends: the cycle of the end, how it begins\n"
    "  --frames=FILE      log each picture of the matrix: cycle, its rows in hex, intensity\n"
    "  --picture=FILE     the matrix at the end, as .png or .svg\n"
    "  --scene=FILE.svg   the matrix and the serial session at the end\n"
    "  --film=FILE.svg    all pictures of the matrix, animated\n"
    "  --scene-film=FILE.svg  the same beside the serial session\n"
    "  --stats            cycles, sleep, stack, bytes and more on stderr at the end\n"
    "  --keep-going       do not end at the first fault, go on as the chip would\n"
    "  --gdb[=PORT]       wait for avr-gdb on this TCP port of this machine (1234; 0 takes a free one): "
    "`avr-gdb\n"
    "                     -ex 'target remote :1234' build/uno/nqueens.elf`; the chip's time stands still "
    "where "
    "it does\n"
    "  --help             this\n"
    "\n"
    "Faults are: a crash, a restart or watchdog reset, a stack that runs into the variables, a malformed "
    "transfer\n"
    "to the MAX7219, and misuse of SPI, UART, EEPROM or sleep.\n"
    "Exit status: 0 all is well, 1 a fault or a file that cannot be used, 2 wrong usage.\n";

enum {
    SPEED = 256,
    SECONDS,
    CYCLES,
    IDLE,
    HEADLESS,
    ASK,
    NO_FLOW,
    PTY,
    NO_AUTO_RESET,
    EEPROM,
    RESET,
    BOOTLOADER,
    BAUD,
    MCU,
    CLOCK,
    SEED,
    MATRIX,
    MODULES,
    CHAIN,
    ORIENT,
    STAMPS,
    VCD,
    FRAMES,
    PICTURE,
    SCENE,
    FILM,
    SCENE_FILM,
    STATS,
    KEEP_GOING,
    GDB,
    HELP
};

static const struct option table[] = {{"speed", required_argument, NULL, SPEED},
                                      {"seconds", required_argument, NULL, SECONDS},
                                      {"cycles", required_argument, NULL, CYCLES},
                                      {"idle", required_argument, NULL, IDLE},
                                      {"headless", no_argument, NULL, HEADLESS},
                                      {"ask", no_argument, NULL, ASK},
                                      {"no-flow", no_argument, NULL, NO_FLOW},
                                      {"pty", required_argument, NULL, PTY},
                                      {"no-auto-reset", no_argument, NULL, NO_AUTO_RESET},
                                      {"eeprom", required_argument, NULL, EEPROM},
                                      {"reset", required_argument, NULL, RESET},
                                      {"bootloader", required_argument, NULL, BOOTLOADER},
                                      {"baud", required_argument, NULL, BAUD},
                                      {"mcu", required_argument, NULL, MCU},
                                      {"clock", required_argument, NULL, CLOCK},
                                      {"seed", required_argument, NULL, SEED},
                                      {"matrix", required_argument, NULL, MATRIX},
                                      {"modules", required_argument, NULL, MODULES},
                                      {"chain", required_argument, NULL, CHAIN},
                                      {"orient", required_argument, NULL, ORIENT},
                                      {"stamps", required_argument, NULL, STAMPS},
                                      {"vcd", required_argument, NULL, VCD},
                                      {"frames", required_argument, NULL, FRAMES},
                                      {"picture", required_argument, NULL, PICTURE},
                                      {"scene", required_argument, NULL, SCENE},
                                      {"film", required_argument, NULL, FILM},
                                      {"scene-film", required_argument, NULL, SCENE_FILM},
                                      {"stats", no_argument, NULL, STATS},
                                      {"keep-going", no_argument, NULL, KEEP_GOING},
                                      {"gdb", optional_argument, NULL, GDB},
                                      {"help", no_argument, NULL, HELP},
                                      {NULL, 0, NULL, 0}};

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

static double number_read(const char *name, const char *text, double most)
{
    char *end;
    double value = strtod(text, &end);

    if (end == text || *end || !(value >= 0) || value > most)
        usage_error("--%s=%s: a number from 0 to %.0f is wanted", name, text, most);
    return value;
}

static uint64_t whole_read(const char *name, const char *text)
{
    char *end;
    unsigned long long value;

    errno = 0;
    value = strtoull(text, &end, 0);
    if (end == text || *end || *text == '-' || errno)
        usage_error("--%s=%s: a whole number is wanted", name, text);
    return value;
}

static double speed_read(const char *text)
{
    double speed = strcmp(text, "max") ? number_read("speed", text, 1000) : 0;

    if (speed == 0 && strcmp(text, "max"))
        usage_error("--speed=%s: a number above 0, or max, is wanted", text);
    return speed;
}

static uint32_t clock_read(const char *text)
{
    double hz = number_read("clock", text, 40e6);

    if (hz < 1e5)
        usage_error("--clock=%s: 100000 to 40000000 Hz is wanted", text);
    return (uint32_t)hz;
}

static int reset_read(const char *text)
{
    static const struct {
        const char *name;
        enum uno_reset cause;
    } causes[] = {{"power", UNO_POWER_ON},
                  {"external", UNO_EXTERNAL},
                  {"brown-out", UNO_BROWN_OUT},
                  {"watchdog", UNO_WATCHDOG}};

    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
        if (!strcmp(causes[i].name, text))
            return causes[i].cause;
    usage_error("--reset=%s: power, external, brown-out or watchdog is wanted", text);
}

static enum uno_matrix_kind kind_read(const char *text)
{
    if (!strcmp(text, "max7219"))
        return UNO_MAX7219;
    if (!strcmp(text, "ht16k33"))
        return UNO_HT16K33;
    usage_error("--matrix=%s: max7219 or ht16k33 is wanted", text);
}

static void modules_read(struct uno_display *display, const char *text)
{
    unsigned wide, high;
    char rest;

    if (sscanf(text, "%ux%u%c", &wide, &high, &rest) != 2 || wide < 1 || wide > 8 || high < 1 || high > 8 ||
        wide * high > UNO_MODULES)
        usage_error("--modules=%s: 1x1 to 8x8, at most 16 modules, are wanted", text);
    display->wide = (uint8_t)wide;
    display->high = (uint8_t)high;
}

static uint64_t turn_read(const char *name, const char *text)
{
    uint64_t value = whole_read(name, text);

    if (value > 7)
        usage_error("--%s=%s: a number from 0 to 7 is wanted", name, text);
    return value;
}

static void ending_check(const char *name, const char *path, const char *endings[2])
{
    const char *dot = path ? strrchr(path, '.') : NULL;

    for (int i = 0; i < 2; i++)
        if (dot && !strcasecmp(dot, endings[i]))
            return;
    usage_error("--%s=%s: the name must end with %s%s%s", name, path, endings[0],
                strcmp(endings[0], endings[1]) ? " or " : "",
                strcmp(endings[0], endings[1]) ? endings[1] : "");
}

static void option_apply(struct options *options, int option)
{
    static const char *pictures[2] = {".png", ".svg"}, *drawings[2] = {".svg", ".svg"};

    switch (option) {
    case SPEED: options->speed = speed_read(optarg); break;
    case SECONDS: options->seconds = number_read("seconds", optarg, 1e9); break;
    case CYCLES: options->limit = whole_read("cycles", optarg) + 1; break;
    case IDLE: options->idle = number_read("idle", optarg, 1e6); break;
    case HEADLESS: options->headless = true; break;
    case ASK: options->ask = true; break;
    case NO_FLOW: options->no_flow = true; break;
    case PTY: options->pty = optarg; break;
    case NO_AUTO_RESET: options->no_auto_reset = true; break;
    case EEPROM: options->eeprom = optarg; break;
    case RESET: options->reset = reset_read(optarg); break;
    case BOOTLOADER: options->bootloader = optarg; break;
    case BAUD: options->baud = (uint32_t)number_read("baud", optarg, 2e6); break;
    case MCU: options->mcu = optarg; break;
    case CLOCK: options->clock = clock_read(optarg); break;
    case MATRIX: options->display.kind = kind_read(optarg); break;
    case MODULES: modules_read(&options->display, optarg); break;
    case CHAIN: options->display.chain = (uint8_t)turn_read("chain", optarg); break;
    case ORIENT: options->display.orient = (uint8_t)turn_read("orient", optarg); break;
    case SEED: options->seed = whole_read("seed", optarg); break;
    case STAMPS: options->stamps = optarg; break;
    case VCD: options->recording.vcd = optarg; break;
    case FRAMES: options->recording.frames = optarg; break;
    case PICTURE: ending_check("picture", options->recording.drawing = optarg, pictures); break;
    case SCENE: ending_check("scene", options->recording.scene = optarg, drawings); break;
    case FILM: ending_check("film", options->recording.film = optarg, drawings); break;
    case SCENE_FILM: ending_check("scene-film", options->recording.scene_film = optarg, drawings); break;
    case STATS: options->stats = true; break;
    case KEEP_GOING: options->keep_going = true; break;
    case GDB: options->gdb = optarg ? (int)number_read("gdb", optarg, 65535) : 1234; break;
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
    options->firmware = argv[optind];
    if (!options->firmware && !options->bootloader)
        usage_error("which firmware shall run?  Give an ELF or HEX file");
    if (options->firmware && argv[optind + 1])
        usage_error("one FILE is enough: what is %s?", argv[optind + 1]);
}
