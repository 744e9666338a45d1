/* The serial line as its far end sees it. */
#include "sim/board/inside.h"

#include <string.h>

void uno_send(struct uno *uno, const void *bytes, size_t count)
{
    const uint8_t *byte = bytes;

    for (size_t i = 0; i < count; i++)
        usart_send(&uno->usart, byte[i]);
}

void uno_type(struct uno *uno, const char *text)
{
    uno_send(uno, text, strlen(text));
}

void uno_send_broken(struct uno *uno, uint8_t byte)
{
    usart_send(&uno->usart, (uint16_t)(byte | FRAME_BROKEN));
}

void uno_baud(struct uno *uno, uint32_t baud)
{
    usart_rate(&uno->usart, baud);
}

void uno_flow_control(struct uno *uno, bool on)
{
    uno->usart.flow = on;
}

size_t uno_unsent(const struct uno *uno)
{
    return uno->usart.tail - uno->usart.head;
}

uint64_t uno_received(const struct uno *uno)
{
    return uno->usart.received;
}

uint32_t uno_overruns(const struct uno *uno)
{
    return uno->usart.lost;
}

uint64_t uno_sent(const struct uno *uno)
{
    return uno->usart.sent;
}

struct uno_output uno_output(const struct uno *uno)
{
    return (struct uno_output){uno->text ? uno->text : "", uno->cycle, uno->count};
}

const char *uno_unread(const struct uno *uno)
{
    return uno->text ? uno->text + uno->mark : "";
}

void uno_mark(struct uno *uno)
{
    uno->mark = uno->count;
}

void uno_forget_output(struct uno *uno)
{
    uno->count = uno->mark = 0;
    if (uno->text)
        uno->text[0] = '\0';
}

void uno_on_output(struct uno *uno, void (*hook)(void *arg, uint8_t byte), void *arg)
{
    uno->output_hook = hook;
    uno->output_arg = arg;
}
