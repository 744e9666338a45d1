/* What went wrong on the board, counted and put into words. */
#define _GNU_SOURCE
#include "sim/board/inside.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

char error_text[ERROR_ROOM];

const char *uno_error(void)
{
    return error_text;
}

static const char *function_at(const struct uno *uno, uint32_t pc)
{
    const struct image_symbol *best = NULL;

    for (size_t i = 0; i < uno->image.symbol_count; i++) {
        const struct image_symbol *symbol = &uno->image.symbols[i];

        if (symbol->address <= pc && pc < uno->code_end && (!best || symbol->address >= best->address))
            best = symbol;
    }
    return best ? best->name : NULL;
}

void fault_note(struct uno *uno, enum uno_fault fault, const char *format, ...)
{
    const char *name = function_at(uno, uno->avr->pc);
    va_list args;
    int at;

    uno->fault_count[fault]++;
    if (!uno->tolerated[fault])
        uno->fault_due = true;
    va_start(args, format);
    at = vsnprintf(uno->fault_text, sizeof uno->fault_text, format, args);
    va_end(args);
    if (at > 0 && (size_t)at < sizeof uno->fault_text)
        snprintf(uno->fault_text + at, sizeof uno->fault_text - (size_t)at,
                 " (cycle %" PRIu64 ", %.6f s, PC 0x%04x%s%.60s)", uno->avr->cycle,
                 (double)uno->avr->cycle / UNO_HZ, uno->avr->pc, name ? " in " : "", name ? name : "");
}

void uno_tolerate(struct uno *uno, enum uno_fault fault, bool tolerated)
{
    uno->tolerated[fault] = tolerated;
}

uint32_t uno_faults(const struct uno *uno, enum uno_fault fault)
{
    uint32_t sum = 0;

    if (fault != UNO_FAULTS)
        return uno->fault_count[fault];
    for (int i = 0; i < UNO_FAULTS; i++)
        sum += uno->fault_count[i];
    return sum;
}

const char *uno_fault_text(const struct uno *uno)
{
    return uno->fault_text;
}

const char *uno_fault_name(enum uno_fault fault)
{
    static const char *const names[UNO_FAULTS] = {
        [UNO_FAULT_CRASH] = "crash",       [UNO_FAULT_STRAY] = "stray jump", [UNO_FAULT_RESTART] = "restart",
        [UNO_FAULT_WATCHDOG] = "watchdog", [UNO_FAULT_STACK] = "stack",      [UNO_FAULT_SLEEP] = "sleep mode",
        [UNO_FAULT_MATRIX] = "matrix",     [UNO_FAULT_SPI] = "SPI",          [UNO_FAULT_UART] = "UART",
        [UNO_FAULT_EEPROM] = "EEPROM"};

    return fault < UNO_FAULTS ? names[fault] : "?";
}

/* simavr's words go to the board that they are about. */
void simavr_log(avr_t *avr, const int level, const char *format, va_list args)
{
    struct uno *uno = avr ? avr->custom.data : NULL;

    if (level != LOG_ERROR)
        return;
    if (uno)
        vsnprintf(uno->complaint, sizeof uno->complaint, format, args);
    else
        vsnprintf(error_text, sizeof error_text, format, args);
}

/* The last complaint without colours and line ends. */
const char *complaint_plain(struct uno *uno)
{
    char *text = uno->complaint, *colon = strstr(text, "***");

    text[strcspn(text, "\n")] = '\0';
    if (strrchr(text, '\033') > text)
        *strrchr(text, '\033') = '\0';
    return colon ? colon + 4 : text;
}
