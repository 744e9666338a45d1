/* The firmware's start, and its one endless loop. */
#include "app.h"
#include "button.h"
#include "cpu.h"
#include "spi.h"
#include "tick.h"
#include "uart.h"

/* Sleeps until an interrupt, unless one has brought a tick or a byte since they were looked at. */
static void rest(uint8_t seen)
{
    cpu_lock();
    if (tick_now() != seen || uart_waiting())
        cpu_unlock();
    else
        cpu_sleep();
}

/* Nothing is returned to, so nothing is kept on the stack. */
__attribute__((OS_main)) int main(void)
{
    cpu_lock();
    cpu_watchdog_start();
    button_init();
    spi_init();
    uart_init();
    tick_init();
    cpu_unlock();
    app_begin();
    for (uint8_t seen = tick_now();;) {
        uint8_t now = tick_now();
        uint8_t ms = (uint8_t)(now - seen);
        seen = now;
        cpu_watchdog_feed(); /* here alone */
        if (!cpu_stack_intact())
            cpu_fail(CPU_RESET_STACK);
        if (ms)
            app_elapse(ms, button_down());
        if (!app_run())
            rest(seen);
    }
}
