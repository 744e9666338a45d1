/* The push button, with the bounce of its contact. */
#include "sim/board/inside.h"

#include "sim/board/chance.h"

#include <avr_extint.h>
#include <avr_ioport.h>

static uint16_t port_address(char port)
{
    return (uint16_t)(0x20 + 3 * (port - 'A')); /* PINx; DDRx and PORTx follow */
}

/* Pressed: ground.  Released: the pull-up, if it is on; else whatever is in the air. */
static uint8_t pin_with_button(avr_t *avr, avr_io_addr_t addr, void *param)
{
    struct uno *uno = param;
    uint8_t value = uno->pin_read(avr, addr, uno->pin_param);
    uint8_t mask = (uint8_t)(1u << uno->pins->button);
    bool output = avr->data[addr + 1] & mask, port = avr->data[addr + 2] & mask;
    bool level = output ? port : !uno->button_level && (port || (chance_next(&uno->chance) & 1));

    value = (uint8_t)(level ? value | mask : value & ~mask);
    avr->data[addr] = value;
    return value;
}

static void button_contact(struct uno *uno, bool down)
{
    avr_ioport_external_t pull = {.name = (unsigned)uno->pins->button_port & 0x7fu,
                                  .mask = down ? 1u << uno->pins->button : 0,
                                  .value = 0};

    uno->button_level = down;
    avr_ioctl(uno->avr, (uint32_t)AVR_IOCTL_IOPORT_SET_EXTERNAL(uno->pins->button_port), &pull);
    avr_raise_irq(uno->button_irq, !down);
    wire_set(uno, UNO_WIRE_BUTTON, uno->avr->cycle, !down);
}

/* A reset of the CPU does not move the button; simavr forgets where it stands. */
void button_resync(struct uno *uno)
{
    for (uint8_t i = 0; i < 2; i++)
        avr_extint_set_strict_lvl_trig(uno->avr, i, 0); /* it would poll at every cycle */
    uno->bounces = 0;
    uno->button_irq->value = uno->button_down;
    button_contact(uno, uno->button_down);
}

static avr_cycle_count_t bounce(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct uno *uno = param;

    (void)avr;
    if (uno->bounces == 0)
        return 0;
    uno->bounces--;
    button_contact(uno, uno->bounces & 1 ? !uno->button_down : uno->button_down);
    return when + 100 + chance_next(&uno->chance) % 8000;
}

void uno_button(struct uno *uno, bool down)
{
    uno->bounces = 0;
    uno->button_down = down;
    button_contact(uno, down);
}

void uno_button_bounce(struct uno *uno, bool down)
{
    uno_button(uno, down);
    uno->bounces = 2 + 2 * (unsigned)(chance_next(&uno->chance) % 4);
    avr_cycle_timer_register(uno->avr, 100 + chance_next(&uno->chance) % 8000, bounce, uno);
}

void button_attach(struct uno *uno)
{
    uint16_t pin = port_address(uno->pins->button_port);

    uno->button_irq =
        avr_io_getirq(uno->avr, (uint32_t)AVR_IOCTL_IOPORT_GETIRQ(uno->pins->button_port), uno->pins->button);
    uno->pin_read = uno->avr->io[AVR_DATA_TO_IO(pin)].r.c;
    uno->pin_param = uno->avr->io[AVR_DATA_TO_IO(pin)].r.param;
    uno->avr->io[AVR_DATA_TO_IO(pin)].r.c = pin_with_button;
    uno->avr->io[AVR_DATA_TO_IO(pin)].r.param = uno;
}
