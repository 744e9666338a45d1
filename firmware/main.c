/* The start of the firmware, and its main loop. */
#include "firmware/app.h"
#include "firmware/display/matrix.h"
#include "hal/button.h"
#include "hal/cpu.h"
#include "hal/tick.h"
#include "hal/uart.h"

/*
 * Returns whether the main loop has work: a byte has arrived, or `idle` ms have passed.  If `idle` is
 * APP_IS_SENDING, there is more to print: work begins when the transmit ring is empty, or with a tick.
 */
static bool has_work(uint8_t passed, uint8_t idle)
{
    if (uart_waiting())
        return true;
    if (idle == APP_IS_SENDING)
        return passed || uart_room() == UART_RING;
    return passed >= idle;
}

/*
 * Sleeps until there is work, `idle` ms after the tick `seen` at the latest.  A tick or a sent byte that does
 * not end the sleep costs 80 cycles here; a round of the main loop would cost 480.
 */
static void rest(uint8_t seen, uint8_t idle)
{
    for (;;) {
        cpu_lock();
        if (has_work(tick_now() - seen, idle))
            break;
        cpu_sleep(); /* enables interrupts in the same moment */
    }
    cpu_unlock();
}

__attribute__((OS_main)) int main(void)
{
    cpu_lock();
    cpu_watchdog_start();
    button_init();
    matrix_init();
    uart_init();
    tick_init();
    cpu_unlock();
    app_begin();
    for (uint8_t seen = tick_now();;) {
        uint8_t now = tick_now();
        uint8_t ms = now - seen;
        seen = now;
        if (!cpu_stack_is_intact())
            cpu_fail(CPU_RESET_STACK);
        if (ms) {
            uart_listen();           /* in case a flipped bit has disabled its interrupt */
            if (uart_is_intact())    /* if its registers are corrupted, the watchdog resets the chip */
                cpu_watchdog_feed(); /* nothing else feeds it */
            app_elapse(ms, button_is_down());
        }
        if (!app_run())
            rest(seen, app_idle_ms());
    }
}
