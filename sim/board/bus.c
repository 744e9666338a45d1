/* The bus: what the parts of the simulated board share. */
#include "sim/board/bus.h"

#include <avr_ioport.h>

#include <string.h>

void *part_find(avr_t *avr, const char *kind)
{
    avr_io_t *first = NULL;

    for (avr_io_t *part = avr->io_port; part; part = part->next)
        if (!strcmp(part->kind, kind))
            first = part; /* the list is in reverse: USART0 comes last */
    return first;
}

void vector_follow(avr_int_vector_t *vector, avr_irq_notify_t again, void *part)
{
    if (vector->vector)
        avr_irq_register_notify(vector->irq + AVR_INT_IRQ_RUNNING, again, part);
}

void wire_set(struct bus *bus, enum uno_wire wire, uint64_t cycle, bool level)
{
    if (bus->wire_hook)
        bus->wire_hook(bus->wire_arg, wire, cycle, level);
}

uint16_t port_address(avr_t *avr, char port)
{
    for (avr_io_t *part = avr->io_port; part; part = part->next)
        if (!strcmp(part->kind, "port") && ((avr_ioport_t *)part)->name == port)
            return (uint16_t)((avr_ioport_t *)part)->r_pin;
    return 0;
}
