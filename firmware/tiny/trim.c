/* Trims the oscillator: it sweeps in steps, and prints a letter at each step. */
#include "firmware/tiny/trim.h"

#include "firmware/debounce.h"
#include "firmware/tiny/serial.h"
#include "hal/button.h"
#include "hal/cpu.h"
#include "hal/tiny/oscillator.h"
#include "hal/tiny/timer.h"

#define LINES 20 /* lines per step */

void trim_run(void)
{
    int8_t way = 1;
    char step = 'N';
    for (uint8_t lines = 0;;) {
        cpu_watchdog_feed();
        serial_text(FLASH_TEXT("trim "));
        serial_char(step);
        serial_end();
        if (debounce_poll(button_is_down(), 8) == PRESS_SHORT)
            break;
        if (++lines < LINES)
            continue;
        lines = 0;
        char last = (char)(way > 0 ? 'Z' : 'A');
        if (step == last || !oscillator_step(way))
            way = (int8_t)-way;
        else
            step = (char)(step + way);
    }
    oscillator_keep();
}
