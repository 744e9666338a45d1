/* The start of the ATtiny85's edition, and its main loop. */
#include "firmware/storage/settings.h"
#include "firmware/tiny/85/input.h"
#include "firmware/tiny/85/job.h"
#include "firmware/tiny/start.h"
#include "hal/button.h"
#include "hal/cpu.h"
#include "hal/tick.h"
#include "hal/tiny/timer.h"
#include "hal/uart.h"

#define HELD_MAX 3000 /* ms that the button may be held at the start */

/*
 * Waits while the button's pin is low, for HELD_MAX at most, with the tick running.  False if the pin has not
 * risen by then: it is also the serial input, and an adapter without power or USB pulls it low for ever.
 */
static bool was_button_held(void)
{
    uint16_t ms = 0;
    while (button_is_down() && ms < HELD_MAX) {
        uint8_t now = tick_now();
        cpu_watchdog_feed();
        while (tick_now() == now)
            cpu_sleep();
        ms += TICK;
    }
    return ms && ms < HELD_MAX;
}

__attribute__((OS_main)) int main(void)
{
    start_parts();
    settings_default();
    job_begin(); /* the matrix is dark; meanwhile the button's pull-up has raised the pin */
    start_clock(was_button_held());
    input_begin();
    for (uint8_t seen = tick_now();;) {
        uint8_t ms = (uint8_t)(tick_now() - seen);
        seen = (uint8_t)(seen + ms);
        cpu_watchdog_feed();
        if (ms) {
            job_elapse(ms);
            input_elapse(ms);
        }
        input_run();
        if (!job_run())
            do
                cpu_sleep(); /* until the next bit at the latest */
            while (tick_now() == seen && !uart_waiting());
    }
}
