/* The push button, with the bounce of its contact. */
#include "sim/board/board.h"

#include <avr_extint.h>
#include <avr_ioport.h>

/* A pressed button connects the pin to ground.  Otherwise the pull-up sets its level, or it is random. */
static uint8_t pin_with_button(avr_t *avr, avr_io_addr_t addr, void *param)
{
    struct uno *uno = param;
    uint8_t value = uno->button.pin_read(avr, addr, uno->button.pin_param);
    uint8_t mask = (uint8_t)(1u << uno->button.bit);
    bool low = uno->button.contact || uno->button.pulled;
    bool output = avr->data[addr + 1] & mask, port = avr->data[addr + 2] & mask;
    bool level = output ? port : !low && (port || (chance_next(&uno->chance) & 1));
    value = (uint8_t)(level ? value | mask : value & ~mask);
    avr->data[addr] = value;
    return value;
}

static void pin_update(struct uno *uno)
{
    bool low = uno->button.contact || uno->button.pulled;
    avr_ioport_external_t pull = {.name = (unsigned)uno->pins->button_port & 0x7fu,
                                  .mask = low ? 1u << uno->button.bit : 0,
                                  .value = 0};
    avr_ioctl(uno->avr, (uint32_t)AVR_IOCTL_IOPORT_SET_EXTERNAL(uno->pins->button_port), &pull);
    avr_raise_irq(uno->button.irq, !low);
}

void button_pull(struct uno *uno, bool low)
{
    uno->button.pulled = low;
    pin_update(uno);
}

static void contact_set(struct uno *uno, bool down)
{
    uno->button.contact = down;
    pin_update(uno);
    wire_set(uno, UNO_WIRE_BUTTON, uno->avr->cycle, !down);
}

void button_reset(struct uno *uno)
{
    for (uint8_t i = 0; i < 2; i++)
        avr_extint_set_strict_lvl_trig(uno->avr, i, 0); /* otherwise simavr polls the pin in every cycle */
    uno->button.bounces = 0;
    uno->button.irq->value = uno->button.down;
    contact_set(uno, uno->button.down);
}

static avr_cycle_count_t bounce(avr_t *, avr_cycle_count_t when, void *param)
{
    struct uno *uno = param;
    if (uno->button.bounces == 0)
        return 0;
    uno->button.bounces--;
    contact_set(uno, uno->button.bounces & 1 ? !uno->button.down : uno->button.down);
    return when + 100 + chance_next(&uno->chance) % 8000;
}

void uno_button(struct uno *uno, bool down)
{
    uno->button.down = down;
    uno->button.bounces = 0;
    contact_set(uno, down);
}

void uno_button_bounce(struct uno *uno, bool down)
{
    uno_button(uno, down);
    uno->button.bounces = 2 + 2 * (unsigned)(chance_next(&uno->chance) % 4);
    avr_cycle_timer_register(uno->avr, 100 + chance_next(&uno->chance) % 8000, bounce, uno);
}

void button_attach(struct uno *uno)
{
    uint16_t pin = port_address(uno->avr, uno->pins->button_port);
    uno->button.irq =
        avr_io_getirq(uno->avr, (uint32_t)AVR_IOCTL_IOPORT_GETIRQ(uno->pins->button_port), uno->button.bit);
    uno->button.pin_read = uno->avr->io[AVR_DATA_TO_IO(pin)].r.c;
    uno->button.pin_param = uno->avr->io[AVR_DATA_TO_IO(pin)].r.param;
    uno->avr->io[AVR_DATA_TO_IO(pin)].r.c = pin_with_button;
    uno->avr->io[AVR_DATA_TO_IO(pin)].r.param = uno;
}
