/* The bus: what the components of the simulated board share, and how they reach simavr's chip. */
#include "sim/board/bus.h"

#include <avr_ioport.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

char error_text[ERROR_ROOM];

void fault_note(struct bus *bus, enum uno_fault fault, const char *format, ...)
{
    uint32_t pc = bus->avr->pc;
    bus->fault_count[fault]++;
    if (!bus->settings.tolerated[fault])
        bus->is_fault_due = true;
    va_list args;
    va_start(args, format);
    int at = vsnprintf(bus->fault_text, sizeof bus->fault_text, format, args);
    va_end(args);
    const struct image_symbol *function = NULL; /* the one that contains the PC */
    for (size_t i = 0; i < bus->image.symbol_count; i++) {
        const struct image_symbol *symbol = &bus->image.symbols[i];
        if (symbol->address <= pc && pc < bus->code_end &&
            (!function || symbol->address >= function->address))
            function = symbol;
    }
    if (at > 0 && (size_t)at < sizeof bus->fault_text)
        snprintf(bus->fault_text + at, sizeof bus->fault_text - (size_t)at,
                 " (cycle %" PRIu64 ", %.6f s, PC 0x%04x%s%.60s)", bus->avr->cycle,
                 (double)bus->avr->cycle / bus->avr->frequency, pc, function ? " in " : "",
                 function ? function->name : "");
}

void simavr_log(avr_t *avr, int level, const char *format, va_list args)
{
    struct bus *bus = avr ? avr->custom.data : NULL;
    char text[sizeof bus->message], *start;
    if (level != LOG_ERROR)
        return;
    if (!bus) {
        vsnprintf(error_text, sizeof error_text, format, args);
        return;
    }
    vsnprintf(text, sizeof text, format, args);
    text[strcspn(text, "\n")] = '\0';
    if (strrchr(text, '\033') > text) /* the end of a colour */
        *strrchr(text, '\033') = '\0';
    start = strstr(text, "***");
    snprintf(bus->message, sizeof bus->message, "%s", start ? start + 4 : text);
}

void wire_set(struct bus *bus, enum uno_wire wire, uint64_t cycle, bool level)
{
    if (bus->settings.on_wire)
        bus->settings.on_wire(bus->settings.arg, wire, cycle, level);
}

/* ---- the chip ---- */

void *io_find(avr_t *avr, const char *kind)
{
    avr_io_t *first = NULL;
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, kind))
            first = io; /* the list is in reverse order: USART0 is last */
    return first;
}

void vector_follow(avr_int_vector_t *vector, avr_irq_notify_t again, void *component)
{
    if (vector->vector)
        avr_irq_register_notify(vector->irq + AVR_INT_IRQ_RUNNING, again, component);
}

uint16_t port_address(avr_t *avr, char port)
{
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "port") && ((avr_ioport_t *)io)->name == port)
            return (uint16_t)((avr_ioport_t *)io)->r_pin;
    return 0;
}

void on_register(avr_t *avr, uint16_t address, avr_io_read_t read, avr_io_write_t write, void *param)
{
    avr->io[AVR_DATA_TO_IO(address)].r.c = read;
    avr->io[AVR_DATA_TO_IO(address)].w.c = write;
    avr->io[AVR_DATA_TO_IO(address)].r.param = avr->io[AVR_DATA_TO_IO(address)].w.param = param;
}
