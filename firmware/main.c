/* The firmware's start, and its one endless loop. */
#include "firmware/app.h"
#include "firmware/display/matrix.h"
#include "hal/button.h"
#include "hal/cpu.h"
#include "hal/tick.h"
#include "hal/uart.h"

/* Has what main sleeps for come? */
static bool is_due(uint8_t seen, uint8_t nap)
{
    uint8_t passed = tick_now() - seen;
    return uart_waiting() || (nap ? passed >= nap : passed || uart_room() == UART_RING);
}

/*
 * Sleeps until `nap` ms have passed since the tick `seen`, or a byte has come; with a nap of 0 until the line
 * has sent all, or the next ms has begun.  Each tick and each byte sent wake the core all the same, but 80
 * cycles later it sleeps again, where a round of the loop takes 480.
 */
static void rest(uint8_t seen, uint8_t nap)
{
    for (;;) {
        cpu_lock();
        if (is_due(seen, nap))
            break;
        cpu_sleep();
    }
    cpu_unlock();
}

/* Nothing is returned to, so nothing is kept on the stack. */
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
        cpu_watchdog_feed(); /* here alone */
        if (!cpu_stack_is_intact())
            cpu_fail(CPU_RESET_STACK);
        if (ms)
            app_elapse(ms, button_is_down());
        if (!app_run())
            rest(seen, app_nap());
    }
}
