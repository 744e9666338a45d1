/* The USART of the simulated chip, with the far end of its line. */
#include "sim/board/board.h"

enum { RXC = 0x80, TXC = 0x40, UDRE = 0x20, FE = 0x10, DOR = 0x08, UPE = 0x04, U2X = 0x02, MPCM = 0x01 };
enum { RXCIE = 0x80, TXCIE = 0x40, UDRIE = 0x20, RXEN = 0x10, TXEN = 0x08, UCSZ2 = 0x04, RXB8 = 0x02 };
enum { USBS = 0x08 };

static uint32_t bit_cycles(const struct uno *uno)
{
    const avr_uart_t *io = uno->usart.io;
    uint32_t ubrr = uno->avr->data[io->ubrrl.reg] | (uno->avr->data[io->ubrrh.reg] & 15u) << 8;
    return (ubrr + 1) * (REGISTER(usart, ucsra) & U2X ? 8 : 16);
}

/* The time of a byte from the far end, in 1/16 cycles. */
static uint32_t frame_time(const struct uno *uno)
{
    return (uint32_t)(160ull * uno->avr->frequency / uno->settings.baud);
}

/* Rate and format suit the far end: its rate within 4 %, 8 data bits, no parity. */
static bool is_understood(const struct uno *uno)
{
    uint32_t own = 10 * 16 * bit_cycles(uno), far = frame_time(uno);
    uint8_t c = REGISTER(usart, ucsrc);
    return (c & 0xf6) == 0x06 && !(REGISTER(usart, ucsrb) & UCSZ2) && own > far / 100 * 96 &&
           own < far / 100 * 104;
}

/* RXC and UDRE interrupt as long as the flag is set. */
static void level_interrupts(struct uno *uno)
{
    if ((REGISTER(usart, ucsra) & UDRE) && (REGISTER(usart, ucsrb) & UDRIE))
        avr_raise_interrupt(uno->avr, &uno->usart.io->udrc);
    if ((REGISTER(usart, ucsra) & RXC) && (REGISTER(usart, ucsrb) & RXCIE))
        avr_raise_interrupt(uno->avr, &uno->usart.io->rxc);
}

static void again(struct avr_irq_t *, uint32_t running, void *param)
{
    if (!running)
        level_interrupts(param);
}

/* ---- transmitter ---- */

static avr_cycle_count_t shifted_out(avr_t *avr, avr_cycle_count_t when, void *param);

static void shift_start(struct uno *uno, uint8_t byte, uint64_t now)
{
    uint32_t frame = REGISTER(usart, ucsrc) & USBS ? 11 : 10; /* bits */
    uint32_t bit = bit_cycles(uno);
    uno->usart.shift = byte;
    uno->usart.is_shifting = true;
    for (unsigned i = 0; i < 10; i++)
        wire_set(uno, UNO_WIRE_TX, now + i * bit, (0x200u | (unsigned)byte << 1) >> i & 1);
    avr_cycle_timer_register(uno->avr, now + frame * bit - uno->avr->cycle, shifted_out, uno);
}

static avr_cycle_count_t shifted_out(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct uno *uno = param;
    if (!is_understood(uno))
        fault_note(uno, UNO_FAULT_UART, "sends at a rate or format that 115200 8N1 does not understand");
    output_add(uno, uno->usart.shift, when);
    uno->usart.is_shifting = false;
    if (!(REGISTER(usart, ucsra) & UDRE)) {
        REGISTER(usart, ucsra) |= UDRE;
        shift_start(uno, uno->usart.buffer, when);
        level_interrupts(uno);
    } else {
        avr_raise_interrupt(avr, &uno->usart.io->txc); /* and sets TXC */
    }
    return 0;
}

static void udr_write(avr_t *avr, avr_io_addr_t, uint8_t v, void *param)
{
    struct uno *uno = param;
    if (!(REGISTER(usart, ucsrb) & TXEN))
        return;
    uno->busy_at = avr->cycle;
    if (!(REGISTER(usart, ucsra) & UDRE)) {
        fault_note(uno, UNO_FAULT_UART, "byte 0x%02x written to a full UDR is lost", v);
    } else if (uno->usart.is_shifting) {
        uno->usart.buffer = v;
        REGISTER(usart, ucsra) &= (uint8_t)~UDRE;
        avr_clear_interrupt(avr, &uno->usart.io->udrc);
    } else {
        shift_start(uno, v, avr->cycle);
    }
}

/* ---- receiver ---- */

static void flags_update(struct uno *uno)
{
    bool is_broken = uno->usart.fill && (uno->usart.fifo[0] & FRAME_BROKEN);
    REGISTER(usart, ucsra) &= (uint8_t) ~(RXC | FE | DOR | UPE);
    REGISTER(usart, ucsra) |=
        (uno->usart.fill ? RXC : 0) | (is_broken ? FE : 0) | (uno->usart.is_overrun ? DOR : 0);
    if (!uno->usart.fill)
        avr_clear_interrupt(uno->avr, &uno->usart.io->rxc);
    level_interrupts(uno);
}

static uint8_t udr_read(avr_t *, avr_io_addr_t, void *param)
{
    struct uno *uno = param;
    struct usart *usart = &uno->usart;
    usart->is_overrun = false;
    if (usart->fill) {
        usart->last = (uint8_t)usart->fifo[0];
        usart->fifo[0] = usart->fifo[1];
        usart->fifo[1] = usart->fifo[2];
        usart->fill--;
    }
    flags_update(uno);
    usart_input_start(uno);
    return usart->last;
}

/* ---- the far end ---- */

/* The end of a byte of input. */
static avr_cycle_count_t frame_over(avr_t *, avr_cycle_count_t when, void *param)
{
    struct uno *uno = param;
    struct serial *serial = &uno->serial;
    uint16_t frame = serial->frames[serial->head++];
    serial->is_sending = false;
    uno->busy_at = when;
    if (!(REGISTER(usart, ucsrb) & RXEN)) {
        uno->status.overruns++;
    } else {
        if (!is_understood(uno)) {
            fault_note(uno, UNO_FAULT_UART, "listens at a rate or format that is not 115200 8N1");
            frame = (uint16_t)((frame ^ 0x5a) | FRAME_BROKEN);
        }
        uno->status.received++;
        uno->usart.fifo[uno->usart.fill++] = frame;
        flags_update(uno);
    }
    usart_input_start(uno);
    return 0;
}

/* Calls frame_over() at the end of the current byte of input. */
static void frame_wait(struct uno *uno)
{
    uint64_t now = uno->avr->cycle, end = uno->usart.next / 16;
    avr_cycle_timer_register(uno->avr, end > now ? end - now : 1, frame_over, uno);
}

void usart_input_start(struct uno *uno)
{
    struct serial *serial = &uno->serial;
    uint64_t now = uno->avr->cycle * 16;
    if (serial->is_sending || serial->head == serial->tail)
        return;
    if (uno->settings.flow && (uno->usart.fill == 3 || !(REGISTER(usart, ucsrb) & RXEN)))
        return;
    if (uno->usart.fill == 3) { /* this start bit overwrites the byte in the shift register */
        uno->usart.fill = 2;
        uno->usart.is_overrun = true;
        uno->status.overruns++;
        uno->status.received--;
        flags_update(uno);
    }
    if (uno->usart.next + 16 * 16 < now) /* the line was idle; otherwise the bytes follow without a gap */
        uno->usart.next = now;
    uint32_t time = frame_time(uno);
    uint16_t frame = serial->frames[serial->head];
    for (unsigned i = 0; i < 10; i++)
        wire_set(uno, UNO_WIRE_RX, (uno->usart.next + i * time / 10) / 16,
                 ((frame & FRAME_BROKEN ? 0u : 0x200u) | (frame & 0xffu) << 1) >> i & 1);
    wire_set(uno, UNO_WIRE_RX, (uno->usart.next + time) / 16, true);
    uno->usart.next += time;
    serial->is_sending = true;
    frame_wait(uno);
}

/* ---- registers ---- */

static void ucsra_write(avr_t *avr, avr_io_addr_t, uint8_t v, void *param)
{
    struct uno *uno = param;
    REGISTER(usart, ucsra) = (uint8_t)((REGISTER(usart, ucsra) & ~(U2X | MPCM)) | (v & (U2X | MPCM)));
    if (v & TXC)
        avr_clear_interrupt(avr, &uno->usart.io->txc);
}

static void ucsrb_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct uno *uno = param;
    avr->data[addr] = (uint8_t)(v & ~RXB8);
    if (!(v & RXEN)) {
        uno->usart.fill = 0;
        uno->usart.is_overrun = false;
        flags_update(uno);
    }
    if ((REGISTER(usart, ucsra) & TXC) && (v & TXCIE))
        avr_raise_interrupt(avr, &uno->usart.io->txc);
    level_interrupts(uno);
    usart_input_start(uno);
}

void usart_reset(struct uno *uno)
{
    uno->usart.is_shifting = uno->usart.is_overrun = false;
    uno->usart.fill = 0;
    REGISTER(usart, ucsra) = UDRE;
    REGISTER(usart, ucsrb) = 0;
    REGISTER(usart, ucsrc) = 0x06;
    if (uno->serial.is_sending) /* the far end continues during a reset */
        frame_wait(uno);
    wire_set(uno, UNO_WIRE_TX, uno->avr->cycle, true);
}

void usart_attach(struct uno *uno)
{
    avr_uart_t *io = uno->usart.io = io_find(uno->avr, "uart");
    on_register(uno, io->r_udr, udr_read, udr_write);
    on_register(uno, io->r_ucsra, NULL, ucsra_write);
    on_register(uno, io->r_ucsrb, NULL, ucsrb_write);
    on_register(uno, io->ubrrl.reg, NULL, NULL);
    vector_follow(&io->rxc, again, uno);
    vector_follow(&io->udrc, again, uno);
}
