/* The chip in simavr: its corrections, its errors, its registers and pins, and the stack pointer. */
#include "sim/board/board.h"

#include <avr_ioport.h>
#include <avr_timer.h>
#include <avr_watchdog.h>
#include <sim_core.h>
#include <sim_cycle_timers.h>
#include <sim_regbit.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

char error_text[ERROR_ROOM];

/* ---- making it ---- */

/*
 * The second stage of the watchdog (datasheet 11.9.2), which simavr lacks: if the watchdog's interrupt has
 * not run by the next timeout, and WDE is set, the chip is reset.  This is called just before simavr's
 * timeout: with the interrupt disabled, simavr resets the chip.
 */
static avr_cycle_count_t second_timeout(avr_t *avr, avr_cycle_count_t, void *param)
{
    const avr_watchdog_t *watchdog = param;
    if (watchdog->watchdog.pending)
        avr_regbit_clear(avr, watchdog->watchdog.enable);
    return 0;
}

static void watchdog_pending(struct avr_irq_t *, uint32_t pending, void *param)
{
    avr_watchdog_t *watchdog = param;
    if (pending)
        avr_cycle_timer_register(watchdog->io.avr, watchdog->cycle_count - 1, second_timeout, watchdog);
    else
        avr_cycle_timer_cancel(watchdog->io.avr, second_timeout, watchdog);
}

avr_t *chip_make(const char *mcu, const uint8_t *flash)
{
    avr_t *avr = avr_make_mcu_by_name(mcu);
    if (!avr)
        abort();
    avr_init(avr);
    if (!avr->ioend) /* simavr lacks the end of the ATtiny13's registers */
        avr->ioend = 0x5f;
    for (avr_io_t *io = avr->io_port; io; io = io->next) {
        avr_timer_t *timer = (avr_timer_t *)io;
        /* simavr stops the ATtiny85's Timer1 when it has no task; on the chip it continues. */
        if (!strcmp(io->kind, "timer") && timer->wgm_op[0].kind == avr_timer_wgm_none)
            timer->wgm_op[0] = (avr_timer_wgm_t)AVR_TIMER_WGM_NORMAL8();
    }

    /*
     * Room for every address of 16 bits, so that a stray access stays within the arrays; addresses wrap
     * around at the end of the flash.
     */
    size_t size = avr->flashend + 1u;
    avr->data = realloc(avr->data, 65536 + 2);
    avr->flash = realloc(avr->flash, 2 * size + 65536);
    if (!avr->data || !avr->flash)
        abort();
    memset(avr->data + avr->ramend + 1, 0, 65536 + 2 - (avr->ramend + 1u));
    memcpy(avr->flash, flash, size);
    memcpy(avr->flash + size, flash, size);
    memset(avr->flash + 2 * size, 0xff, 65536);

    avr_watchdog_t *watchdog = io_find(avr, "watchdog");
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

/* ---- faults and wires ---- */

void fault_note(struct uno *uno, enum uno_fault fault, const char *format, ...)
{
    uint32_t pc = uno->avr->pc;
    uno->fault_count[fault]++;
    if (!uno->settings.tolerated[fault])
        uno->is_fault_due = true;
    va_list args;
    va_start(args, format);
    int at = vsnprintf(uno->fault_text, sizeof uno->fault_text, format, args);
    va_end(args);
    const struct image_symbol *function = NULL; /* the one that contains the PC */
    for (size_t i = 0; i < uno->image.symbol_count; i++) {
        const struct image_symbol *symbol = &uno->image.symbols[i];
        if (!symbol->is_number && symbol->address <= pc && pc < uno->code_end &&
            (!function || symbol->address >= function->address))
            function = symbol;
    }
    if (at > 0 && (size_t)at < sizeof uno->fault_text)
        snprintf(uno->fault_text + at, sizeof uno->fault_text - (size_t)at,
                 " (cycle %" PRIu64 ", %.6f s, PC 0x%04x%s%.60s)", uno->avr->cycle,
                 (double)uno->avr->cycle / uno->avr->frequency, pc, function ? " in " : "",
                 function ? function->name : "");
}

void simavr_log(avr_t *avr, int level, const char *format, va_list args)
{
    struct uno *uno = avr ? avr->custom.data : NULL;
    char text[sizeof uno->message], *start;
    if (level != LOG_ERROR || (uno && uno->message[0])) /* the first one says what was wrong */
        return;
    if (!uno) {
        vsnprintf(error_text, sizeof error_text, format, args);
        return;
    }
    vsnprintf(text, sizeof text, format, args);
    text[strcspn(text, "\n")] = '\0';
    if (strrchr(text, '\033') > text) /* the end of a colour */
        *strrchr(text, '\033') = '\0';
    start = strstr(text, "***");
    snprintf(uno->message, sizeof uno->message, "%s", start ? start + 4 : text);
}

void wire_set(struct uno *uno, enum uno_wire wire, uint64_t cycle, bool level)
{
    if (uno->settings.on_wire)
        uno->settings.on_wire(uno->settings.arg, wire, cycle, level);
}

/* ---- registers and pins ---- */

void *io_find(avr_t *avr, const char *kind)
{
    avr_io_t *first = NULL;
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, kind))
            first = io; /* the list is in reverse order: USART0 is last */
    return first;
}

void vector_follow(avr_int_vector_t *vector, avr_irq_notify_t again, struct uno *uno)
{
    if (vector->vector)
        avr_irq_register_notify(vector->irq + AVR_INT_IRQ_RUNNING, again, uno);
}

uint16_t port_address(avr_t *avr, char port)
{
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "port") && ((avr_ioport_t *)io)->name == port)
            return (uint16_t)((avr_ioport_t *)io)->r_pin;
    return 0;
}

void pin_follow(struct uno *uno, char port, uint8_t bit, avr_irq_notify_t notify)
{
    avr_irq_t *pin = avr_io_getirq(uno->avr, (uint32_t)AVR_IOCTL_IOPORT_GETIRQ(port), bit);
    if (pin)
        avr_irq_register_notify(pin, notify, uno);
}

void on_register(struct uno *uno, uint16_t address, avr_io_read_t read, avr_io_write_t write)
{
    avr_io_addr_t io = AVR_DATA_TO_IO(address);
    uno->avr->io[io].r.c = read;
    uno->avr->io[io].w.c = write;
    uno->avr->io[io].r.param = uno->avr->io[io].w.param = uno;
}

/* ---- the stack pointer ---- */

uint16_t stack_pointer(const struct uno *uno)
{
    const uint8_t *data = uno->avr->data;
    return (uint16_t)(data[R_SPL] | data[R_SPH] << 8);
}

/*
 * Checks the stack pointer when both of its halves have changed.  Code writes SPH first (avr-gcc does, with
 * interrupts disabled); calls and pushes in simavr write SPL first.
 */
static void sp_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct uno *uno = param;
    bool by_code = (word_at(avr, avr->pc & avr->flashend) & 0xf800) == 0xb800; /* OUT */
    avr->data[addr] = v;
    if (addr != (by_code ? R_SPL : R_SPH) || uno->stack.is_ignored)
        return;
    uint16_t sp = stack_pointer(uno);
    bool bad = sp + 1 < uno->stack.floor || sp > avr->ramend;
    if (sp < uno->stack.deepest)
        uno->stack.deepest = sp;
    if (bad && !uno->stack.is_bad)
        fault_note(uno, UNO_FAULT_STACK, "the stack pointer is 0x%04x: RAM for the stack is 0x%04x to 0x%04x",
                   sp, uno->stack.floor, avr->ramend);
    uno->stack.is_bad = bad;
}

void stack_attach(struct uno *uno)
{
    on_register(uno, R_SPL, NULL, sp_write);
    on_register(uno, R_SPH, NULL, sp_write);
}
