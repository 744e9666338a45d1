/* Answers of several lines, and the word that ends every answer. */
#include "firmware/console/answer.h"

#include "firmware/console/command.h"
#include "firmware/console/console.h"
#include "firmware/console/print.h"
#include "firmware/console/text.h"
#include "firmware/display/matrix.h"
#include "firmware/display/shape.h"
#include "firmware/display/view.h"
#include "firmware/noinline.h"
#include "firmware/storage/settings.h"
#include "firmware/version.h"
#include "hal/cpu.h"
#include "hal/flash.h"
#include "hal/mcu.h"

/* The lines of all answers, one answer behind the other: one number says what is being printed. */
enum {
    NOTHING,
    SETTINGS,
    HELP = SETTINGS + COMMANDS_SETTINGS,
    INFO = HELP + COMMANDS + 1, /* the commands, then the keys */
    ORIENT = INFO + 7,
    CHAIN = ORIENT + 2 * 9 + 1, /* two blocks of pictures, then the question */
    END = CHAIN + 8 + 1         /* where the numbers stand in the eight orders, then the question */
};

static uint8_t line; /* the next one to print */

void answer_start(enum answer answer)
{
    static const uint8_t first[] FLASH = {NOTHING, SETTINGS, HELP, INFO, ORIENT, CHAIN};
    line = flash_byte(&first[answer]);
}

bool answer_runs(void)
{
    return line;
}

void answer_ok(void)
{
    print_fresh();
    print_flash(FLASH_TEXT("ok\r\n"));
    console_prompt();
}

static void print_version(void)
{
    print_flash(FLASH_TEXT("nqueens " VERSION " (" MCU_NAME ", "));
    print_number(F_CPU / 1000000);
    print_flash(FLASH_TEXT(" MHz)\r\n"));
}

void answer_banner(void)
{
    print_version();
    print_flash(FLASH_TEXT("help lists the commands, ? says what runs\r\n"));
    console_prompt();
}

static void print_help(uint8_t row)
{
    static const char keys[] FLASH = "keys: ? status, ! pause, ~ go on, . one step, + faster, - slower, "
                                     "Ctrl-C stop\r\n";
    if (row < COMMANDS)
        command_print_help(row);
    else
        print_flash(keys);
}

static void print_info(uint8_t row)
{
    static const char names[] FLASH = "static RAM: \0"
                                      "deepest stack: \0"
                                      "free RAM: \0"
                                      "flash used: \0"
                                      "last reset: ";
    static const char causes[] FLASH = "unknown\0" /* in the order of CPU_RESET_... */
                                       "stack overflow\0"
                                       "stray interrupt\0"
                                       "stray jump\0"
                                       "power-on\0"
                                       "external\0"
                                       "brown-out\0"
                                       "watchdog";
    uint16_t bytes;
    switch (row) {
    case 6:
        if (!matrix_is_present())
            print_flash(FLASH_TEXT("matrix: no answer\r\n"));
        return;
    case 0: print_version(); return;
    case 1: bytes = cpu_ram_static(); break;
    case 2: bytes = cpu_ram_stack(); break;
    case 3: bytes = cpu_ram_free(); break;
    default: bytes = cpu_flash_used(); break;
    }
    print_nth(names, (uint8_t)(row - 1));
    if (row == 5) {
        print_nth(causes, cpu_reset_cause());
        print_end();
    } else {
        print_number(bytes);
        print_flash(FLASH_TEXT(" bytes\r\n"));
    }
}

#define VALUE(id, name, takes, help, field)                                                                  \
    case COMMAND_##id: return settings.field;

static uint16_t value_of(uint8_t id)
{
    switch (id) {
        SETTING_COMMANDS(VALUE)
    default: return 0;
    }
}

static void print_setting(uint8_t id)
{
    command_print_setting(id, value_of(id));
}

/* Row 1 .. 8 of the letter as it is seen when `orient` would mend it. */
static void print_picture(uint8_t orient, uint8_t row)
{
    uint8_t turn = shape_turn(orient);
    row--;
    for (uint8_t column = 0; column < 8; column++) {
        uint8_t digit = turn & SHAPE_DOWN ? column : row, led = turn & SHAPE_DOWN ? row : column;
        uint8_t leds = view_letter(turn & SHAPE_LAST ? (uint8_t)(7 - digit) : digit);
        print_char(leds >> (turn & SHAPE_BACK ? led : 7 - led) & 1 ? '#' : '.');
    }
}

/*
 * Two blocks of nine lines, for the orients 0 .. 3 and 4 .. 7 side by side: their numbers, then their
 * pictures.
 */
static void print_orients(uint8_t row)
{
    static const char gap[] FLASH = "       ";
    uint8_t orient = 0;
    if (row >= 9) {
        row = (uint8_t)(row - 9);
        orient = 4;
    }
    do {
        if (row) {
            print_picture(orient, row);
        } else {
            print_number(orient);
            print_flash(gap);
        }
        print_flash(gap + 5);
    } while (++orient & 3);
    print_end();
}

/* Where 1 stands and where 2 does, in the order of `chain`. */
static void print_chains(uint8_t row)
{
    static const char from[] FLASH = "top left\0"
                                     "bottom left\0"
                                     "bottom right\0"
                                     "top right";
    static const char to[] FLASH = "on its right\0"
                                   "above it\0"
                                   "on its left\0"
                                   "below it";
    uint8_t start = row & 3, way = start;
    if (row >= 4) { /* the mirrors of the four turns */
        start = (uint8_t)(0 - start) & 3;
        way ^= 3;
    }
    print_number(row);
    print_flash(FLASH_TEXT("  1 at the "));
    print_nth(from, start);
    print_flash(FLASH_TEXT(", 2 "));
    print_nth(to, way);
    print_end();
}

static void print_line(uint8_t now)
{
    if (now < HELP)
        print_setting((uint8_t)(now - SETTINGS + COMMANDS_JOBS));
    else if (now < INFO)
        print_help((uint8_t)(now - HELP));
    else if (now < ORIENT)
        print_info((uint8_t)(now - INFO));
    else if (now < CHAIN - 1)
        print_orients((uint8_t)(now - ORIENT));
    else if (now >= CHAIN && now < END - 1)
        print_chains((uint8_t)(now - CHAIN));
    else
        print_flash(FLASH_TEXT("Which of these does the matrix show?  Type its number.\r\n"));
}

NOINLINE_FOR_STACK bool answer_run(void)
{
    if (!line)
        return false;
    console_interrupt();
    print_line(line);
    line++;
    if (line == HELP || line == INFO || line == ORIENT || line == CHAIN || line == END) {
        line = NOTHING;
        answer_ok();
    }
    return true;
}
