/* The push button, with the bounce of its contact. */
#include "sim/board/components.h"

#include <avr_extint.h>
#include <avr_ioport.h>

/* A pressed button connects the pin to ground.  Otherwise the pull-up sets its level, or it is random. */
static uint8_t pin_with_button(avr_t *avr, avr_io_addr_t addr, void *param)
{
    struct button *button = param;
    uint8_t value = button->pin_read(avr, addr, button->pin_param);
    uint8_t mask = (uint8_t)(1u << button->bit);
    bool low = button->contact || button->pulled;
    bool output = avr->data[addr + 1] & mask, port = avr->data[addr + 2] & mask;
    bool level = output ? port : !low && (port || (chance_next(&button->bus->chance) & 1));
    value = (uint8_t)(level ? value | mask : value & ~mask);
    avr->data[addr] = value;
    return value;
}

static void pin_update(struct button *button)
{
    bool low = button->contact || button->pulled;
    avr_ioport_external_t pull = {
        .name = (unsigned)button->port & 0x7fu, .mask = low ? 1u << button->bit : 0, .value = 0};
    avr_ioctl(button->bus->avr, (uint32_t)AVR_IOCTL_IOPORT_SET_EXTERNAL(button->port), &pull);
    avr_raise_irq(button->irq, !low);
}

void button_pull(struct button *button, bool low)
{
    button->pulled = low;
    pin_update(button);
}

static void contact_set(struct button *button, bool down)
{
    button->contact = down;
    pin_update(button);
    wire_set(button->bus, UNO_WIRE_BUTTON, button->bus->avr->cycle, !down);
}

void button_reset(struct button *button)
{
    for (uint8_t i = 0; i < 2; i++)
        avr_extint_set_strict_lvl_trig(button->bus->avr, i,
                                       0); /* otherwise simavr polls the pin in every cycle */
    button->bounces = 0;
    button->irq->value = button->down;
    contact_set(button, button->down);
}

static avr_cycle_count_t bounce(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct button *button = param;
    (void)avr;
    if (button->bounces == 0)
        return 0;
    button->bounces--;
    contact_set(button, button->bounces & 1 ? !button->down : button->down);
    return when + 100 + chance_next(&button->bus->chance) % 8000;
}

void button_press(struct button *button, bool down, bool bounces)
{
    uint64_t *chance = &button->bus->chance;
    button->down = down;
    contact_set(button, down);
    button->bounces = bounces ? 2 + 2 * (unsigned)(chance_next(chance) % 4) : 0;
    if (bounces)
        avr_cycle_timer_register(button->bus->avr, 100 + chance_next(chance) % 8000, bounce, button);
}

void button_attach(struct button *button, struct bus *bus)
{
    uint16_t pin = port_address(bus->avr, button->port);
    button->bus = bus;
    button->irq = avr_io_getirq(bus->avr, (uint32_t)AVR_IOCTL_IOPORT_GETIRQ(button->port), button->bit);
    button->pin_read = bus->avr->io[AVR_DATA_TO_IO(pin)].r.c;
    button->pin_param = bus->avr->io[AVR_DATA_TO_IO(pin)].r.param;
    bus->avr->io[AVR_DATA_TO_IO(pin)].r.c = pin_with_button;
    bus->avr->io[AVR_DATA_TO_IO(pin)].r.param = button;
}
