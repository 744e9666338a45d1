/* The serial line and the matrix of an ATtiny: bits on pins, timed by an inexact oscillator. */
#include "sim/board/components.h"

#include <avr_ioport.h>

enum { DDRB = 0x37, PORTB = 0x38, OSCCAL = 0x51 };

#define STEP 0.008 /* relative change of the clock per step of OSCCAL */

/* The time of a bit at the far end, which has an exact clock, in cycles of this chip. */
static double true_bit(const struct tiny *tiny)
{
    double rate =
        (1 + tiny->bus->settings.oscillator) * (1 + STEP * (tiny->bus->avr->data[OSCCAL] - tiny->factory));
    return tiny->bus->avr->frequency * rate / tiny->bus->settings.baud;
}

/* ---- from the chip to the far end ---- */

/* Samples the middle of a bit: the start bit, eight data bits, the stop bit. */
static avr_cycle_count_t sample(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct tiny *tiny = param;
    tiny->shift = (uint16_t)(tiny->shift >> 1 | (tiny->high ? 0x200 : 0));
    if (tiny->bits == 0 && tiny->high) { /* a glitch, not a start bit */
        tiny->is_receiving = false;
        return 0;
    }
    if (++tiny->bits < 10)
        return tiny->start + (uint64_t)((tiny->bits + 0.5) * tiny->bit_time);
    tiny->is_receiving = false;
    tiny->bus->serial.busy_at = avr->cycle;
    tiny->bus->serial.sent++;
    if (!tiny->high)
        fault_note(tiny->bus, UNO_FAULT_UART, "sends at a rate that %u 8N1 does not understand",
                   tiny->bus->settings.baud);
    tiny->bus->serial.out(tiny->bus->serial.arg, (uint8_t)(tiny->shift >> 1), when);
    return 0;
}

/* The line is low only if the chip drives it low: while the pin is an input, a pull-up makes it high. */
static void line_changed(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct tiny *tiny = param;
    const uint8_t *data = tiny->bus->avr->data;
    bool high = !(data[DDRB] >> TINY_TX & 1) || (data[PORTB] >> TINY_TX & 1);
    (void)irq;
    (void)value;
    if (high == tiny->high)
        return;
    tiny->high = high;
    wire_set(tiny->bus, UNO_WIRE_TX, tiny->bus->avr->cycle, high);
    if (high || tiny->is_receiving)
        return;
    tiny->is_receiving = true;
    tiny->bits = 0;
    tiny->bit_time = true_bit(tiny);
    tiny->start = tiny->bus->avr->cycle;
    avr_cycle_timer_register(tiny->bus->avr, (avr_cycle_count_t)(tiny->bit_time / 2), sample, tiny);
}

/* ---- from the far end to the chip ---- */

/* Sends the next bit; after the stop bit, the next byte. */
static avr_cycle_count_t bit_sent(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct tiny *tiny = param;
    struct serial *serial = &tiny->bus->serial;
    if (!tiny->sent_bits && tiny->bus->settings.flow &&
        !(avr->data[DDRB] >> TINY_TX & 1)) { /* the firmware has not started */
        tiny->sent_from = when + (uint64_t)(10 * true_bit(tiny));
        return tiny->sent_from;
    }
    if (tiny->sent_bits == 10) {
        serial->head++;
        serial->received++;
        serial->busy_at = when;
        tiny->sent_bits = 0;
        tiny->sent_from = when;
        serial->is_sending = serial->head != serial->tail;
        if (!serial->is_sending)
            return 0;
    }
    bool high = (serial->frames[serial->head] ^ FRAME_BROKEN) << 1 >> tiny->sent_bits & 1u;
    wire_set(tiny->bus, UNO_WIRE_RX, when, high);
    tiny->in(tiny->button, !high);
    tiny->sent_bits++;
    return tiny->sent_from + (uint64_t)(tiny->sent_bits * true_bit(tiny));
}

void tiny_input_start(struct tiny *tiny)
{
    if (tiny->bus->serial.is_sending)
        return;
    tiny->bus->serial.is_sending = true;
    tiny->sent_bits = 0;
    tiny->sent_from = tiny->bus->avr->cycle + 1;
    avr_cycle_timer_register(tiny->bus->avr, 1, bit_sent, tiny);
}

/* ---- the matrix ---- */

static void clock_changed(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct tiny *tiny = param;
    bool high = value & 1, din = tiny->bus->avr->data[PORTB] >> TINY_DIN & 1;
    (void)irq;
    if (high == tiny->clock)
        return;
    tiny->clock = high;
    wire_set(tiny->bus, UNO_WIRE_MOSI, tiny->bus->avr->cycle, din);
    wire_set(tiny->bus, UNO_WIRE_SCK, tiny->bus->avr->cycle, high);
    if (high)
        tiny->bus->bit(tiny->bus->matrix, din);
}

/* ---- connection and reset ---- */

void tiny_reset(struct tiny *tiny)
{
    tiny->bus->avr->data[OSCCAL] = tiny->factory;
    tiny->is_receiving = false;
    tiny->clock = false;
    if (tiny->bus->serial.is_sending) /* the far end does not notice a reset */
        avr_cycle_timer_register(tiny->bus->avr, 1, bit_sent, tiny);
    else
        tiny->in(tiny->button, false);
    if (!tiny->high)
        wire_set(tiny->bus, UNO_WIRE_TX, tiny->bus->avr->cycle, true);
    tiny->high = true;
}

void tiny_attach(struct tiny *tiny, struct bus *bus)
{
    avr_irq_t *port = avr_io_getirq(bus->avr, (uint32_t)AVR_IOCTL_IOPORT_GETIRQ('B'), 0);
    tiny->bus = bus;
    tiny->high = true;
    avr_irq_register_notify(port + TINY_TX, line_changed, tiny);
    avr_irq_register_notify(port + TINY_CLK, clock_changed, tiny);
}
