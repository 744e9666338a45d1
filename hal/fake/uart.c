/* A serial line for unit tests: stores the output, and provides typed input at once. */
#include "hal/uart.h"

#include "hal/fake/fake.h"

#include <assert.h>
#include <string.h>

static char sent[1 << 18], typed[1 << 16];
static size_t sent_length, typed_length, taken;

uint8_t fake_uart_room = UART_RING;
bool fake_uart_is_paced;
unsigned fake_uart_waits;

static uint8_t put[UART_RING]; /* the last bytes, also after the text was cleared */
static uint8_t put_head;
static unsigned part; /* the sent part of a byte, in 1/100 */

const char *fake_uart_sent(void)
{
    return sent;
}

void fake_uart_clear(void)
{
    sent[sent_length = 0] = '\0';
}

void fake_uart_receive(const void *bytes, size_t length)
{
    if (taken == typed_length)
        typed_length = taken = 0;
    assert(typed_length + length <= sizeof typed);
    memcpy(typed + typed_length, bytes, length);
    typed_length += length;
}

void fake_uart_type(const char *bytes)
{
    fake_uart_receive(bytes, strlen(bytes));
}

void fake_uart_forget(void)
{
    typed_length = taken = 0;
}

void fake_uart_elapse(unsigned ms)
{
    part += ms * 1152; /* 115200 baud, ten bits a byte: 11.52 bytes a ms */
    unsigned bytes = part / 100;
    part %= 100;
    bytes += fake_uart_room;
    fake_uart_room = (uint8_t)(bytes < UART_RING ? bytes : UART_RING);
}

void uart_init(void) {}

uint8_t uart_waiting(void)
{
    size_t waiting = typed_length - taken;
    return waiting < UART_RING ? (uint8_t)waiting : UART_RING;
}

uint8_t uart_peek(uint8_t place)
{
    assert(place < uart_waiting());
    return (uint8_t)typed[taken + place];
}

void uart_pull(uint8_t place)
{
    assert(place < uart_waiting());
    memmove(typed + taken + 1, typed + taken, place);
    taken++;
}

void uart_listen(void) {}

void uart_drop(void)
{
    assert(uart_waiting());
    taken++;
}

uint8_t uart_room(void)
{
    return fake_uart_room;
}

uint8_t uart_sent(uint8_t back)
{
    return put[(uint8_t)(put_head - back) % UART_RING];
}

void uart_put(uint8_t byte)
{
    put[put_head++ % UART_RING] = byte;
    assert(byte != '\0' && sent_length + 1 < sizeof sent);
    sent[sent_length++] = (char)byte;
    sent[sent_length] = '\0';
    if (!fake_uart_is_paced)
        return;
    if (fake_uart_room)
        fake_uart_room--;
    else
        fake_uart_waits++;
}
