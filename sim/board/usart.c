/* The USART of the simulated chip, with the far end of its line. */
#include "sim/board/components.h"

enum { RXC = 0x80, TXC = 0x40, UDRE = 0x20, FE = 0x10, DOR = 0x08, UPE = 0x04, U2X = 0x02, MPCM = 0x01 };
enum { RXCIE = 0x80, TXCIE = 0x40, UDRIE = 0x20, RXEN = 0x10, TXEN = 0x08, UCSZ2 = 0x04, RXB8 = 0x02 };

static uint8_t *status(const struct usart *usart)
{
    return &usart->bus->avr->data[usart->io->r_ucsra];
}

static bool is_enabled(const struct usart *usart, uint8_t bit)
{
    return usart->bus->avr->data[usart->io->r_ucsrb] & bit;
}

static uint32_t bit_cycles(const struct usart *usart)
{
    const uint8_t *data = usart->bus->avr->data;
    uint32_t ubrr = data[usart->io->ubrrl.reg] | (data[usart->io->ubrrh.reg] & 15u) << 8;
    return (ubrr + 1) * (*status(usart) & U2X ? 8 : 16);
}

/* The time of a byte from the far end, in 1/16 cycles. */
static uint32_t frame_time(const struct usart *usart)
{
    return (uint32_t)(160ull * usart->bus->avr->frequency / usart->bus->settings.baud);
}

/* Rate and format suit the far end: its rate within 4 %, 8 data bits, no parity. */
static bool is_understood(const struct usart *usart)
{
    uint32_t own = 10 * 16 * bit_cycles(usart), far = frame_time(usart);
    uint8_t c = usart->bus->avr->data[usart->io->r_ucsrc];
    return (c & 0xf6) == 0x06 && !is_enabled(usart, UCSZ2) && own > far / 100 * 96 && own < far / 100 * 104;
}

/* RXC and UDRE interrupt as long as the flag is set. */
static void level_interrupts(struct usart *usart)
{
    if ((*status(usart) & UDRE) && is_enabled(usart, UDRIE))
        avr_raise_interrupt(usart->bus->avr, &usart->io->udrc);
    if ((*status(usart) & RXC) && is_enabled(usart, RXCIE))
        avr_raise_interrupt(usart->bus->avr, &usart->io->rxc);
}

static void again(struct avr_irq_t *irq, uint32_t running, void *param)
{
    (void)irq;
    if (!running)
        level_interrupts(param);
}

/* ---- transmitter ---- */

static avr_cycle_count_t shifted_out(avr_t *avr, avr_cycle_count_t when, void *param);

static void shift_start(struct usart *usart, uint8_t byte, uint64_t now)
{
    uint8_t format = usart->bus->avr->data[usart->io->r_ucsrc];
    uint32_t data = is_enabled(usart, UCSZ2) ? 9 : 5u + (format >> 1 & 3u);
    uint32_t frame = 1 + data + (format & 0x20 ? 1 : 0) + (format & 0x08 ? 2 : 1); /* bits */
    uint32_t bit = bit_cycles(usart);
    usart->shift = byte;
    usart->is_shifting = true;
    for (unsigned i = 0; i < 10; i++)
        wire_set(usart->bus, UNO_WIRE_TX, now + i * bit, (0x200u | (unsigned)byte << 1) >> i & 1);
    avr_cycle_timer_register(usart->bus->avr, now + frame * bit - usart->bus->avr->cycle, shifted_out, usart);
}

static avr_cycle_count_t shifted_out(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct usart *usart = param;
    usart->bus->serial.sent++;
    usart->bus->serial.busy_at = when;
    if (!is_understood(usart))
        fault_note(usart->bus, UNO_FAULT_UART,
                   "sends at a rate or format that 115200 8N1 does not understand");
    usart->bus->serial.out(usart->bus->serial.arg, usart->shift, when);
    usart->is_shifting = false;
    if (usart->is_buffered) {
        usart->is_buffered = false;
        *status(usart) |= UDRE;
        shift_start(usart, usart->buffer, when);
        level_interrupts(usart);
    } else {
        *status(usart) |= TXC;
        avr_raise_interrupt(avr, &usart->io->txc);
    }
    return 0;
}

static void udr_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct usart *usart = param;
    (void)addr;
    if (!is_enabled(usart, TXEN))
        return;
    usart->bus->serial.busy_at = avr->cycle;
    if (!(*status(usart) & UDRE)) {
        fault_note(usart->bus, UNO_FAULT_UART, "byte 0x%02x written to a full UDR is lost", v);
    } else if (usart->is_shifting) {
        usart->buffer = v;
        usart->is_buffered = true;
        *status(usart) &= (uint8_t)~UDRE;
        avr_clear_interrupt(avr, &usart->io->udrc);
    } else {
        shift_start(usart, v, avr->cycle);
    }
}

/* ---- receiver ---- */

static void flags_update(struct usart *usart)
{
    uint8_t *a = status(usart);
    *a &= (uint8_t) ~(RXC | FE | DOR | UPE);
    if (usart->fill)
        *a |= RXC;
    if (usart->fill && (usart->fifo[0] & FRAME_BROKEN))
        *a |= FE;
    if (usart->is_overrun)
        *a |= DOR;
    if (!usart->fill)
        avr_clear_interrupt(usart->bus->avr, &usart->io->rxc);
}

static uint8_t udr_read(avr_t *avr, avr_io_addr_t addr, void *param)
{
    struct usart *usart = param;
    (void)addr;
    (void)avr;
    usart->is_overrun = false;
    if (usart->fill) {
        usart->last = (uint8_t)usart->fifo[0];
        usart->fifo[0] = usart->fifo[1];
        usart->fill--;
    }
    if (usart->is_held && usart->fill < 2) {
        usart->fifo[usart->fill++] = usart->held;
        usart->is_held = false;
    }
    flags_update(usart);
    level_interrupts(usart);
    usart_input_start(usart);
    return usart->last;
}

/* ---- the far end ---- */

/* The end of a byte of input. */
static avr_cycle_count_t frame_over(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct usart *usart = param;
    struct serial *serial = &usart->bus->serial;
    uint16_t frame = serial->frames[serial->head++];
    (void)avr;
    serial->is_sending = false;
    serial->busy_at = when;
    if (!is_enabled(usart, RXEN)) {
        serial->lost++;
    } else {
        if (!is_understood(usart)) {
            fault_note(usart->bus, UNO_FAULT_UART, "listens at a rate or format that is not 115200 8N1");
            frame = (uint16_t)((frame ^ 0x5a) | FRAME_BROKEN);
        }
        serial->received++;
        if (usart->fill < 2) {
            usart->fifo[usart->fill++] = frame;
        } else {
            usart->held = frame;
            usart->is_held = true;
        }
        flags_update(usart);
        level_interrupts(usart);
    }
    usart_input_start(usart);
    return 0;
}

/* Calls frame_over() at the end of the current byte of input. */
static void frame_wait(struct usart *usart)
{
    uint64_t now = usart->bus->avr->cycle, end = usart->next / 16;
    avr_cycle_timer_register(usart->bus->avr, end > now ? end - now : 1, frame_over, usart);
}

void usart_input_start(struct usart *usart)
{
    struct serial *serial = &usart->bus->serial;
    uint64_t now = usart->bus->avr->cycle * 16;
    if (serial->is_sending || serial->head == serial->tail)
        return;
    if (usart->bus->settings.flow && (usart->is_held || !is_enabled(usart, RXEN)))
        return;
    if (usart->is_held) { /* this start bit overwrites the byte in the shift register */
        usart->is_held = false;
        usart->is_overrun = true;
        serial->lost++;
        serial->received--;
        flags_update(usart);
    }
    if (usart->next + 16 * 16 < now) /* the line was idle; otherwise the bytes follow without a gap */
        usart->next = now;
    uint32_t time = frame_time(usart);
    uint16_t frame = serial->frames[serial->head];
    for (unsigned i = 0; i < 10; i++)
        wire_set(usart->bus, UNO_WIRE_RX, (usart->next + i * time / 10) / 16,
                 ((frame & FRAME_BROKEN ? 0u : 0x200u) | (frame & 0xffu) << 1) >> i & 1);
    wire_set(usart->bus, UNO_WIRE_RX, (usart->next + time) / 16, true);
    usart->next += time;
    serial->is_sending = true;
    frame_wait(usart);
}

/* ---- registers ---- */

static void ucsra_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct usart *usart = param;
    (void)addr;
    *status(usart) = (uint8_t)((*status(usart) & ~(U2X | MPCM)) | (v & (U2X | MPCM)));
    if (v & TXC) {
        avr_clear_interrupt(avr, &usart->io->txc);
        *status(usart) &= (uint8_t)~TXC;
    }
}

static void ucsrb_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct usart *usart = param;
    avr->data[addr] = (uint8_t)(v & ~RXB8);
    if (!(v & RXEN)) {
        usart->fill = 0;
        usart->is_held = usart->is_overrun = false;
        flags_update(usart);
    }
    if ((*status(usart) & TXC) && (v & TXCIE))
        avr_raise_interrupt(avr, &usart->io->txc);
    level_interrupts(usart);
    usart_input_start(usart);
}

void usart_reset(struct usart *usart)
{
    usart->is_shifting = usart->is_buffered = false;
    usart->fill = 0;
    usart->is_held = usart->is_overrun = false;
    *status(usart) = UDRE;
    usart->bus->avr->data[usart->io->r_ucsrb] = 0;
    usart->bus->avr->data[usart->io->r_ucsrc] = 0x06;
    if (usart->bus->serial.is_sending) /* the far end continues during a reset */
        frame_wait(usart);
    wire_set(usart->bus, UNO_WIRE_TX, usart->bus->avr->cycle, true);
}

void usart_attach(struct usart *usart, struct bus *bus)
{
    avr_t *avr = bus->avr;
    avr_uart_t *io = io_find(avr, "uart");
    usart->bus = bus;
    usart->io = io;
    on_register(avr, io->r_udr, udr_read, udr_write, usart);
    on_register(avr, io->r_ucsra, NULL, ucsra_write, usart);
    on_register(avr, io->r_ucsrb, NULL, ucsrb_write, usart);
    on_register(avr, io->ubrrl.reg, NULL, NULL, NULL);
    vector_follow(&io->rxc, again, usart);
    vector_follow(&io->udrc, again, usart);
}
