/* The start of the ATtiny85's edition, and its one endless loop. */
#include "firmware/storage/settings.h"
#include "firmware/tiny/85/input.h"
#include "firmware/tiny/85/job.h"
#include "firmware/tiny/start.h"
#include "hal/cpu.h"
#include "hal/tick.h"
#include "hal/uart.h"

__attribute__((OS_main)) int main(void)
{
    start_parts();
    settings_default();
    job_begin(); /* dark; meanwhile the button's pull-up has risen */
    start_clock();
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
