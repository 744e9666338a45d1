/* Answers of several lines, and the word that ends every answer. */
#include "answer.h"

#include "apart.h"
#include "command.h"
#include "console.h"
#include "cpu.h"
#include "flash.h"
#include "mcu.h"
#include "print.h"
#include "settings.h"
#include "text.h"
#include "view.h"

static uint8_t which; /* enum answer */
static uint8_t line;  /* the next one to print */

void answer_start(enum answer answer)
{
    which = answer;
    line = 0;
}

bool answer_runs(void)
{
    return which != ANSWER_NONE;
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
    print_flash(FLASH_TEXT(T_HELP " " T_LIST "s " T_THE T_COMMAND "s, ? says what runs\r\n"));
    console_prompt();
}

static bool help_line(void)
{
    static const char keys[] FLASH = "keys: ? status, ! pause, ~ go on, . one step, + faster, - slower, "
                                     "Ctrl-C stop\r\n";
    if (line < COMMANDS)
        command_print_help(line);
    else
        print_flash(keys);
    return line < COMMANDS;
}

static void print_bytes(const char *what, uint16_t bytes)
{
    print_flash(what);
    print_number(bytes);
    print_flash(FLASH_TEXT(" bytes\r\n"));
}

static void print_reset(void)
{
    print_flash(FLASH_TEXT("last" T_RESET ": "));
    switch (cpu_reset_cause()) {
    case CPU_RESET_POWER: print_flash(FLASH_TEXT("power-on")); break;
    case CPU_RESET_EXTERNAL: print_flash(FLASH_TEXT("external")); break;
    case CPU_RESET_BROWNOUT: print_flash(FLASH_TEXT("brown-out")); break;
    case CPU_RESET_WATCHDOG: print_flash(FLASH_TEXT("watchdog")); break;
    case CPU_RESET_STACK: print_flash(FLASH_TEXT("stack overflow")); break;
    case CPU_RESET_INTERRUPT: print_flash(FLASH_TEXT("stray interrupt")); break;
    case CPU_RESET_RESTART: print_flash(FLASH_TEXT("stray jump")); break;
    default: print_flash(FLASH_TEXT(T_UNKNOWN)); break;
    }
    print_end();
}

static bool info_line(void)
{
    switch (line) {
    case 0: print_version(); break;
    case 1: print_bytes(FLASH_TEXT("static RAM: "), cpu_ram_static()); break;
    case 2: print_bytes(FLASH_TEXT("deepest stack: "), cpu_ram_stack()); break;
    case 3: print_bytes(FLASH_TEXT("free RAM: "), cpu_ram_free()); break;
    case 4: print_bytes(FLASH_TEXT("flash used: "), cpu_flash_used()); break;
    default: print_reset(); return false;
    }
    return true;
}

static bool settings_line(void)
{
    uint8_t id = (uint8_t)(COMMAND_FORMAT + line);
    uint16_t value = 0;
    switch (id) {
    case COMMAND_FORMAT: value = settings.format; break;
    case COMMAND_PACE: value = settings.pace; break;
    case COMMAND_BRIGHT: value = settings.bright; break;
    case COMMAND_ORIENT: value = settings.orient; break;
    case COMMAND_ECHO: value = settings.echo; break;
    default: value = settings.autostart; break;
    }
    command_print_setting(id, value);
    return id < COMMAND_AUTO;
}

/* A line of four pictures side by side: line 0 .. 7 of the orients 0 .. 3, or 4 .. 7 from `first`. */
static void print_pictures(uint8_t first, uint8_t row)
{
    for (uint8_t orient = first; orient < first + 4; orient++) {
        uint8_t rows[8];
        view_letter(rows);
        /* What is seen when this orient would mend it is its inverse: a quarter turn the other way. */
        view_orient(rows, orient == 1 || orient == 3 ? (uint8_t)(4 - orient) : orient);
        for (uint8_t bit = 0x80; bit; bit >>= 1)
            print_char(rows[row] & bit ? '#' : '.');
        print_flash(FLASH_TEXT("  "));
    }
    print_end();
}

/* Two blocks of nine lines: the numbers, then the pictures. */
static bool orient_line(void)
{
    uint8_t first = line < 9 ? 0 : 4, row = line % 9;
    if (line == 18) {
        print_flash(
            FLASH_TEXT("Which" T_OF "these does " T_THE T_MATRIX " show?  Type" T_IT "s " T_NUMBER ".\r\n"));
        return false;
    }
    if (row > 0) {
        print_pictures(first, (uint8_t)(row - 1));
        return true;
    }
    for (uint8_t orient = first; orient < first + 4; orient++) {
        print_number(orient);
        print_flash(FLASH_TEXT("         "));
    }
    print_end();
    return true;
}

static bool next_line(void)
{
    switch (which) {
    case ANSWER_ORIENT: return orient_line();
    case ANSWER_HELP: return help_line();
    case ANSWER_INFO: return info_line();
    default: return settings_line();
    }
}

APART bool answer_run(void)
{
    if (which == ANSWER_NONE)
        return false;
    console_interrupt();
    if (next_line())
        line++;
    else {
        which = ANSWER_NONE;
        answer_ok();
    }
    return true;
}
