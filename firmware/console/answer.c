/* Answers of several lines. */
#include "firmware/console/answer.h"

#include "firmware/console/command.h"
#include "firmware/console/console.h"
#include "firmware/console/print.h"
#include "firmware/display/matrix.h"
#include "firmware/noinline.h"
#include "firmware/storage/settings.h"
#include "firmware/version.h"
#include "hal/button.h"
#include "hal/cpu.h"
#include "hal/flash.h"
#include "hal/mcu.h"

static uint8_t line; /* the next line to print; 0: none */

void answer_start(uint8_t answer)
{
    line = answer;
}

bool answer_runs(void)
{
    return line;
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
    print_flash(FLASH_TEXT("help lists commands, ? shows the status\r\n"));
    console_prompt();
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
        if (button_is_down()) /* stuck since the reset, it has no other effect */
            print_flash(FLASH_TEXT("button: down\r\n"));
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

NOINLINE_FOR_STACK bool answer_run(void)
{
    static const char keys[] FLASH_GAP = "keys: ? status, ! pause, ~ resume, . step, , back, + faster, "
                                         "- slower, Ctrl-C\r\n";
    uint8_t now = line;
    if (!now)
        return false;
    console_interrupt();
    if (now < ANSWER_HELP)
        command_print_setting((uint8_t)(now - ANSWER_SETTINGS + COMMANDS_JOBS));
    else if (now < ANSWER_KEYS)
        command_print_help((uint8_t)(now - ANSWER_HELP));
    else if (now == ANSWER_KEYS)
        print_flash(keys);
    else
        print_info((uint8_t)(now - ANSWER_INFO));
    line++;
    if (line == ANSWER_HELP || line == ANSWER_INFO || line >= ANSWER_END) {
        line = 0;
        console_ok();
    }
    return true;
}
