/* The watchdog's second stage, which simavr's lacks (ATmega328P datasheet, chapter 11.9.2). */
#include "sim/board/watchdog.h"

#include "sim/board/bus.h"

#include <avr_watchdog.h>
#include <sim_cycle_timers.h>
#include <sim_regbit.h>

/* A moment before simavr's timeout, which resets where the interrupt is not enabled. */
static avr_cycle_count_t second_stage(avr_t *avr, avr_cycle_count_t when, void *param)
{
    const avr_watchdog_t *watchdog = param;

    (void)when;
    if (watchdog->watchdog.pending)
        avr_regbit_clear(avr, watchdog->watchdog.enable);
    return 0;
}

static void pending_changed(struct avr_irq_t *irq, uint32_t pending, void *param)
{
    avr_watchdog_t *watchdog = param;

    (void)irq;
    if (pending)
        avr_cycle_timer_register(watchdog->io.avr, watchdog->cycle_count - 1, second_stage, watchdog);
    else
        avr_cycle_timer_cancel(watchdog->io.avr, second_stage, watchdog);
}

void watchdog_attach(avr_t *avr)
{
    avr_watchdog_t *watchdog = part_find(avr, "watchdog");

    avr_irq_register_notify(&watchdog->watchdog.irq[AVR_INT_IRQ_PENDING], pending_changed, watchdog);
}
