/* A serial line for unit tests: what is sent is kept, what is typed is there at once. */
#include "uart.h"

#include "fake.h"

#include <assert.h>
#include <string.h>

static char sent[1 << 16], typed[1 << 16];
static size_t sent_length, typed_length, taken;

uint8_t fake_uart_room = UART_RING;

const char *fake_uart_sent(void)
{
    return sent;
}

void fake_uart_clear(void)
{
    sent[sent_length = 0] = '\0';
}

void fake_uart_type(const char *bytes)
{
    typed_length = taken = 0;
    while (*bytes)
        typed[typed_length++] = *bytes++;
}

void uart_init(void) {}

bool uart_waiting(void)
{
    return taken < typed_length;
}

int16_t uart_peek(void)
{
    return uart_waiting() ? (uint8_t)typed[taken] : -1;
}

int16_t uart_get(void)
{
    return uart_waiting() ? (uint8_t)typed[taken++] : -1;
}

uint8_t uart_room(void)
{
    return fake_uart_room;
}

void uart_put(uint8_t byte)
{
    assert(sent_length + 1 < sizeof sent);
    sent[sent_length++] = (char)byte;
    sent[sent_length] = '\0';
}
