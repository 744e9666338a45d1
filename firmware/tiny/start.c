/* The start of both editions: initializes the hardware and trims the clock. */
#include "firmware/tiny/start.h"

#include "firmware/tiny/trim.h"
#include "hal/button.h"
#include "hal/cpu.h"
#include "hal/spi.h"
#include "hal/tick.h"
#include "hal/tiny/oscillator.h"
#include "hal/uart.h"

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
    if (is_trim_wanted)
        trim_run();
    else
        oscillator_start();
}
