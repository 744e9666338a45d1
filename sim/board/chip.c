/* A chip of simavr, with memory for stray accesses. */
#include "sim/board/chip.h"

#include <avr_timer.h>

#include <stdlib.h>
#include <string.h>

/*
 * Makes room for every address that 16 bits can name, so that a stray access stays within the arrays.  Above
 * the end of the flash its contents repeat.
 */
static void memory_set_up(avr_t *avr, const uint8_t *bytes)
{
    size_t flash = avr->flashend + 1u;

    avr->data = realloc(avr->data, 65536 + 2);
    avr->flash = realloc(avr->flash, 2 * flash + 65536);
    if (!avr->data || !avr->flash)
        abort();
    memset(avr->data + avr->ramend + 1, 0, 65536 + 2 - (avr->ramend + 1u));
    memset(avr->flash + flash, 0xff, flash + 65536);
    memcpy(avr->flash, bytes, flash);
    memcpy(avr->flash + flash, bytes, flash);
}

/* simavr stops the ATtiny85's Timer1 when it has no task; on the chip it continues. */
static void timers_fix(avr_t *avr)
{
    for (avr_io_t *part = avr->io_port; part; part = part->next) {
        avr_timer_t *timer = (avr_timer_t *)part;

        if (!strcmp(part->kind, "timer") && timer->wgm_op[0].kind == avr_timer_wgm_none)
            timer->wgm_op[0] = (avr_timer_wgm_t)AVR_TIMER_WGM_NORMAL8();
    }
}

avr_t *chip_make(const char *mcu, const uint8_t *flash)
{
    avr_t *avr = avr_make_mcu_by_name(mcu);

    if (!avr)
        abort();
    avr_init(avr);
    if (!avr->ioend) /* simavr does not know where the ATtiny13's registers end */
        avr->ioend = 0x5f;
    timers_fix(avr);
    memory_set_up(avr, flash);
    return avr;
}

void chip_drop(avr_t *avr)
{
    avr_terminate(avr); /* it does not free the IRQs of registers and vectors */
    for (int i = 0; i < MAX_IOs; i++)
        avr_free_irq(avr->io[i].irq, 9);
    for (int i = 0; i < avr->irq_pool.count; i++)
        avr_free_irq(avr->irq_pool.irq[i], 1);
    free(avr->irq_pool.irq);
    free(avr);
}

size_t chip_flash_size(const char *mcu)
{
    avr_t *avr = avr_make_mcu_by_name(mcu);
    size_t size;

    if (!avr)
        return 0;
    size = avr->flashend + 1u;
    free(avr);
    return size;
}
