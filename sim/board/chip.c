/* A chip of simavr's, with the room that stray code needs. */
#include "sim/board/chip.h"

#include <avr_timer.h>

#include <stdlib.h>
#include <string.h>

/* Room for every address that 16 bits can name: a stray access must not leave the array. */
static void memory_widen(avr_t *avr)
{
    size_t flash = avr->flashend + 1u;

    avr->data = realloc(avr->data, 65536 + 2);
    avr->flash = realloc(avr->flash, 2 * flash + 65536);
    if (!avr->data || !avr->flash)
        abort();
    memset(avr->data + avr->ramend + 1, 0, 65536 + 2 - (avr->ramend + 1u));
    memset(avr->flash + flash, 0xff, flash + 65536);
}

/* What lies above the end of the flash is the flash once more. */
static void flash_fill(avr_t *avr, const uint8_t *bytes)
{
    size_t flash = avr->flashend + 1u;

    memcpy(avr->flash, bytes, flash);
    memcpy(avr->flash + flash, bytes, flash);
}

/* simavr does not know that the ATtiny85's Timer1 counts on when no bit asks for anything else. */
static void timers_mend(avr_t *avr)
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
    timers_mend(avr);
    memory_widen(avr);
    flash_fill(avr, flash);
    return avr;
}

/* avr_terminate() leaves the interrupt lines of registers and vectors behind. */
static void lines_free(avr_t *avr)
{
    for (int i = 0; i < MAX_IOs; i++)
        avr_free_irq(avr->io[i].irq, 9);
    for (int i = 0; i < avr->irq_pool.count; i++)
        avr_free_irq(avr->irq_pool.irq[i], 1);
    free(avr->irq_pool.irq);
}

void chip_drop(avr_t *avr)
{
    avr_terminate(avr);
    lines_free(avr);
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
