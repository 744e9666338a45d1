/* Makes simavr's chips, corrects them, and connects the board's parts to them. */
#include "sim/board/chip.h"

#include <avr_ioport.h>
#include <avr_timer.h>
#include <avr_watchdog.h>
#include <sim_cycle_timers.h>
#include <sim_regbit.h>

#include <stdlib.h>
#include <string.h>

/* ---- the second stage of the watchdog (datasheet 11.9.2) ---- */

/* Just before simavr's timeout: with the watchdog's interrupt disabled, simavr resets the chip. */
static avr_cycle_count_t second_timeout(avr_t *avr, avr_cycle_count_t when, void *param)
{
    const avr_watchdog_t *watchdog = param;
    (void)when;
    if (watchdog->watchdog.pending)
        avr_regbit_clear(avr, watchdog->watchdog.enable);
    return 0;
}

static void watchdog_pending(struct avr_irq_t *irq, uint32_t pending, void *param)
{
    avr_watchdog_t *watchdog = param;
    (void)irq;
    if (pending)
        avr_cycle_timer_register(watchdog->io.avr, watchdog->cycle_count - 1, second_timeout, watchdog);
    else
        avr_cycle_timer_cancel(watchdog->io.avr, second_timeout, watchdog);
}

/* ---- the chip ---- */

avr_t *chip_make(const char *mcu, const uint8_t *flash)
{
    avr_t *avr = avr_make_mcu_by_name(mcu);
    if (!avr)
        abort();
    avr_init(avr);
    if (!avr->ioend) /* simavr lacks the end of the ATtiny13's registers */
        avr->ioend = 0x5f;
    for (avr_io_t *part = avr->io_port; part; part = part->next) {
        avr_timer_t *timer = (avr_timer_t *)part;
        /* simavr stops the ATtiny85's Timer1 when it has no task; on the chip it continues. */
        if (!strcmp(part->kind, "timer") && timer->wgm_op[0].kind == avr_timer_wgm_none)
            timer->wgm_op[0] = (avr_timer_wgm_t)AVR_TIMER_WGM_NORMAL8();
    }

    /* Room for every address of 16 bits; addresses wrap around at the end of the flash. */
    size_t size = avr->flashend + 1u;
    avr->data = realloc(avr->data, 65536 + 2);
    avr->flash = realloc(avr->flash, 2 * size + 65536);
    if (!avr->data || !avr->flash)
        abort();
    memset(avr->data + avr->ramend + 1, 0, 65536 + 2 - (avr->ramend + 1u));
    memcpy(avr->flash, flash, size);
    memcpy(avr->flash + size, flash, size);
    memset(avr->flash + 2 * size, 0xff, 65536);

    avr_watchdog_t *watchdog = part_find(avr, "watchdog");
    avr_irq_register_notify(&watchdog->watchdog.irq[AVR_INT_IRQ_PENDING], watchdog_pending, watchdog);
    return avr;
}

void chip_drop(avr_t *avr)
{
    avr_terminate(avr); /* does not free the IRQs of registers and vectors */
    for (int i = 0; i < MAX_IOs; i++)
        avr_free_irq(avr->io[i].irq, 9);
    for (int i = 0; i < avr->irq_pool.count; i++)
        avr_free_irq(avr->irq_pool.irq[i], 1);
    free(avr->irq_pool.irq);
    free(avr);
}

/* ---- its parts ---- */

void *part_find(avr_t *avr, const char *kind)
{
    avr_io_t *first = NULL;
    for (avr_io_t *part = avr->io_port; part; part = part->next)
        if (!strcmp(part->kind, kind))
            first = part; /* the list is in reverse order: USART0 is last */
    return first;
}

void vector_follow(avr_int_vector_t *vector, avr_irq_notify_t again, void *part)
{
    if (vector->vector)
        avr_irq_register_notify(vector->irq + AVR_INT_IRQ_RUNNING, again, part);
}

uint16_t port_address(avr_t *avr, char port)
{
    for (avr_io_t *part = avr->io_port; part; part = part->next)
        if (!strcmp(part->kind, "port") && ((avr_ioport_t *)part)->name == port)
            return (uint16_t)((avr_ioport_t *)part)->r_pin;
    return 0;
}

void on_register_read(avr_t *avr, uint16_t address, avr_io_read_t hook, void *param)
{
    avr->io[AVR_DATA_TO_IO(address)].r.c = hook;
    avr->io[AVR_DATA_TO_IO(address)].r.param = param;
}

void on_register_write(avr_t *avr, uint16_t address, avr_io_write_t hook, void *param)
{
    avr->io[AVR_DATA_TO_IO(address)].w.c = hook;
    avr->io[AVR_DATA_TO_IO(address)].w.param = param;
}
