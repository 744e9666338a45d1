/* The start of both editions: initializes the hardware and trims the clock. */
#include "firmware/tiny/tiny.h"

#include "firmware/console/print.h"
#include "firmware/debounce.h"
#include "hal/button.h"
#include "hal/cpu.h"
#include "hal/flash.h"
#include "hal/spi.h"
#include "hal/tick.h"
#include "hal/tiny/oscillator.h"
#include "hal/uart.h"

#define LINES 20 /* lines per step of the oscillator */

void start_parts(void)
{
    cpu_lock();
    cpu_watchdog_start();
    button_init();
    spi_init();
    uart_init();
    tick_init();
    cpu_unlock();
}

void start_clock(bool is_trim_wanted)
{
    int8_t way = 1;
    char step = 'N';
    if (!is_trim_wanted) {
        oscillator_start();
        return;
    }
    for (uint8_t lines = 0;;) {
        cpu_watchdog_feed();
        print_flash(FLASH_TEXT("trim "));
        print_char(step);
        print_end();
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
