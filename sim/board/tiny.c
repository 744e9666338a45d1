/* The serial line and the matrix of an ATtiny: bits on pins, timed by an inexact oscillator. */
#include "sim/board/board.h"

enum { DDRB = 0x37, PORTB = 0x38, OSCCAL = 0x51 };

#define STEP 0.008 /* relative change of the clock per step of OSCCAL */

/* The time of a bit at the far end, which has an exact clock, in cycles of this chip. */
static double true_bit(const struct uno *uno)
{
    double rate = (1 + uno->settings.oscillator) * (1 + STEP * (uno->avr->data[OSCCAL] - uno->pins->factory));
    return uno->avr->frequency * rate / uno->settings.baud;
}

/* ---- from the chip to the far end ---- */

/* Samples the middle of a bit: the start bit, eight data bits, the stop bit. */
static avr_cycle_count_t sample(avr_t *, avr_cycle_count_t when, void *param)
{
    struct uno *uno = param;
    uno->tiny.shift = (uint16_t)(uno->tiny.shift >> 1 | (uno->tiny.high ? 0x200 : 0));
    if (uno->tiny.bits == 0 && uno->tiny.high) { /* a glitch, not a start bit */
        uno->tiny.is_receiving = false;
        return 0;
    }
    if (++uno->tiny.bits < 10)
        return uno->tiny.start + (uint64_t)((uno->tiny.bits + 0.5) * uno->tiny.bit_time);
    uno->tiny.is_receiving = false;
    if (!uno->tiny.high)
        fault_note(uno, UNO_FAULT_UART, "sends at a rate that %u 8N1 does not understand",
                   uno->settings.baud);
    output_add(uno, (uint8_t)(uno->tiny.shift >> 1), when);
    return 0;
}

/* The line is low only if the chip drives it low: while the pin is an input, a pull-up makes it high. */
static void line_changed(struct avr_irq_t *, uint32_t, void *param)
{
    struct uno *uno = param;
    const uint8_t *data = uno->avr->data;
    bool high = !(data[DDRB] >> TINY_TX & 1) || (data[PORTB] >> TINY_TX & 1);
    if (high == uno->tiny.high)
        return;
    uno->tiny.high = high;
    wire_set(uno, UNO_WIRE_TX, uno->avr->cycle, high);
    if (high || uno->tiny.is_receiving)
        return;
    uno->tiny.is_receiving = true;
    uno->tiny.bits = 0;
    uno->tiny.bit_time = true_bit(uno);
    uno->tiny.start = uno->avr->cycle;
    avr_cycle_timer_register(uno->avr, (avr_cycle_count_t)(uno->tiny.bit_time / 2), sample, uno);
}

/* ---- from the far end to the chip ---- */

/* Sends the next bit; after the stop bit, the next byte. */
static avr_cycle_count_t bit_sent(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct uno *uno = param;
    struct serial *serial = &uno->serial;
    if (!uno->tiny.sent_bits && uno->settings.flow &&
        !(avr->data[DDRB] >> TINY_TX & 1)) { /* the firmware has not started */
        uno->tiny.sent_from = when + (uint64_t)(10 * true_bit(uno));
        return uno->tiny.sent_from;
    }
    if (uno->tiny.sent_bits == 10) {
        serial->head++;
        uno->status.received++;
        uno->busy_at = when;
        uno->tiny.sent_bits = 0;
        uno->tiny.sent_from = when;
        serial->is_sending = serial->head != serial->tail;
        if (!serial->is_sending)
            return 0;
    }
    bool high = (serial->frames[serial->head] ^ FRAME_BROKEN) << 1 >> uno->tiny.sent_bits & 1u;
    wire_set(uno, UNO_WIRE_RX, when, high);
    button_pull(uno, !high);
    uno->tiny.sent_bits++;
    return uno->tiny.sent_from + (uint64_t)(uno->tiny.sent_bits * true_bit(uno));
}

void tiny_input_start(struct uno *uno)
{
    if (uno->serial.is_sending)
        return;
    uno->serial.is_sending = true;
    uno->tiny.sent_bits = 0;
    uno->tiny.sent_from = uno->avr->cycle + 1;
    avr_cycle_timer_register(uno->avr, 1, bit_sent, uno);
}

/* ---- the matrix ---- */

static void clock_changed(struct avr_irq_t *, uint32_t value, void *param)
{
    struct uno *uno = param;
    bool high = value & 1, din = uno->avr->data[PORTB] >> TINY_DIN & 1;
    if (high == uno->tiny.clock)
        return;
    uno->tiny.clock = high;
    wire_set(uno, UNO_WIRE_MOSI, uno->avr->cycle, din);
    wire_set(uno, UNO_WIRE_SCK, uno->avr->cycle, high);
    if (high)
        matrix_edge(uno, DISPLAY_CLK, din);
}

/* ---- connection and reset ---- */

void tiny_reset(struct uno *uno)
{
    uno->avr->data[OSCCAL] = uno->pins->factory;
    uno->tiny.is_receiving = false;
    uno->tiny.clock = false;
    if (uno->serial.is_sending) /* the far end does not notice a reset */
        avr_cycle_timer_register(uno->avr, 1, bit_sent, uno);
    else
        button_pull(uno, false);
    if (!uno->tiny.high)
        wire_set(uno, UNO_WIRE_TX, uno->avr->cycle, true);
    uno->tiny.high = true;
}

void tiny_attach(struct uno *uno)
{
    uno->tiny.high = true;
    pin_follow(uno, 'B', TINY_TX, line_changed);
    pin_follow(uno, 'B', TINY_CLK, clock_changed);
}
