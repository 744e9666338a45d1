/* What the chip's parts tell the board. */
#include "sim/board/inside.h"

#include <stdlib.h>
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

void wire_set(struct uno *uno, enum uno_wire wire, uint64_t cycle, bool level)
{
    if (uno->wire_hook)
        uno->wire_hook(uno->wire_arg, wire, cycle, level);
}

void usart_output(struct uno *uno, uint8_t byte, uint64_t cycle)
{
    if (uno->count + 1 >= uno->room) {
        uno->room = uno->room ? 2 * uno->room : 4096;
        uno->text = realloc(uno->text, uno->room);
        uno->cycle = realloc(uno->cycle, uno->room * sizeof *uno->cycle);
        if (!uno->text || !uno->cycle)
            abort();
    }
    uno->text[uno->count] = (char)byte;
    uno->cycle[uno->count++] = cycle;
    uno->text[uno->count] = '\0';
    if (uno->output_hook)
        uno->output_hook(uno->output_arg, byte);
}

bool spi_pins_drive(struct uno *uno)
{
    uint8_t ddr = uno->avr->data[0x24]; /* DDRB, on all of these chips */

    return (ddr >> uno->pins->mosi & 1) && (ddr >> uno->pins->sck & 1);
}

void spi_bit(struct uno *uno, bool level)
{
    uint32_t stray = uno->matrix.stray;

    max7219_clock(&uno->matrix, level);
    if (uno->matrix.stray != stray && stray == 0)
        fault_note(uno, UNO_FAULT_MATRIX, "bits are clocked into the MAX7219 while CS is high");
}

void nv_written(struct uno *uno, uint16_t address, uint8_t value)
{
    if (uno->eeprom_hook)
        uno->eeprom_hook(uno->eeprom_arg, address, value);
}

void uno_on_wire(struct uno *uno, void (*hook)(void *arg, enum uno_wire wire, uint64_t cycle, bool level),
                 void *arg)
{
    uno->wire_hook = hook;
    uno->wire_arg = arg;
}
