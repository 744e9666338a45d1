/* The start of the edition for 64 bytes of RAM, and its main loop. */
#include "firmware/debounce.h"
#include "firmware/tiny/13/solve.h"
#include "firmware/tiny/serial.h"
#include "firmware/tiny/start.h"
#include "firmware/version.h"
#include "hal/button.h"
#include "hal/cpu.h"
#include "hal/mcu.h"
#include "hal/tick.h"
#include "hal/tiny/timer.h"

static void tick(struct solve *solve)
{
    solve_tick(solve);
    switch (debounce_poll(button_is_down(), TICK)) {
    case PRESS_SHORT: solve_pause(solve); break;
    case PRESS_LONG_REACHED: solve_next_size(solve); break;
    default: break;
    }
}

/* OS_main: main never returns, so it saves no registers on the stack. */
__attribute__((OS_main)) int main(void)
{
    struct solve solve;
    start_parts();
    solve_begin(&solve); /* the matrix is dark; meanwhile the button's pull-up has raised the pin */
    start_clock(button_is_down());
    serial_text(FLASH_TEXT("nqueens " VERSION " (" MCU_NAME ", " CLOCK_MHZ " MHz)\r\n"));
    for (uint8_t seen = tick_now();;) {
        cpu_watchdog_feed(); /* the only place, except while trimming */
        for (; seen != tick_now(); seen = (uint8_t)(seen + TICK))
            tick(&solve);
        if (!solve_run(&solve))
            cpu_sleep(); /* until the next bit at the latest */
    }
}
