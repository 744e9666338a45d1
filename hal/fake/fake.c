/* The hardware for unit tests: a core, a button, an EEPROM, a wire to the matrix, a serial line. */
#include "hal/fake/fake.h"

#include "hal/button.h"
#include "hal/cpu.h"
#include "hal/nv.h"
#include "hal/spi.h"
#include "hal/uart.h"

#include <assert.h>
#include <string.h>

/* ---- The core has just got power, and nobody presses the button ---- */

#define ALWAYS(type, name, value)                                                                            \
    type name(void)                                                                                          \
    {                                                                                                        \
        return value;                                                                                        \
    }
ALWAYS(uint8_t, cpu_reset_cause, CPU_RESET_POWER)
ALWAYS(bool, button_is_down, false)
ALWAYS(uint16_t, cpu_ram_static, 190)
ALWAYS(uint16_t, cpu_ram_stack, 60)
ALWAYS(uint16_t, cpu_ram_free, 1798)
ALWAYS(uint16_t, cpu_flash_used, 9000)

/* ---- The EEPROM is an array ---- */

uint8_t fake_nv[NV_SIZE];
uint8_t fake_nv_stuck[NV_SIZE];
uint8_t fake_nv_writes[NV_SIZE];
bool fake_nv_is_paced;

static unsigned busy_for; /* ms */

void fake_nv_elapse(unsigned ms)
{
    busy_for = busy_for > ms ? busy_for - ms : 0;
}

bool nv_is_busy(void)
{
    return fake_nv_is_paced && busy_for > 0;
}

uint8_t nv_read(uint16_t address)
{
    assert(address < NV_SIZE && !nv_is_busy());
    return fake_nv[address];
}

void nv_write(uint16_t address, uint8_t byte)
{
    assert(address < NV_SIZE && !nv_is_busy());
    if (fake_nv[address] == byte)
        return;
    uint8_t stuck = fake_nv_stuck[address];
    fake_nv_writes[address]++;
    fake_nv[address] = (uint8_t)((byte & ~stuck) | (fake_nv[address] & stuck));
    busy_for = 4;
}

/* ---- What is sent to the matrix is forgotten ---- */

void spi_init(void) {}

void spi_open(void) {}

void spi_shift(uint8_t high, uint8_t low)
{
    (void)high;
    (void)low;
}

void spi_latch(void) {}

/* ---- The serial line stores the output, and provides typed input at once ---- */

static char sent[1 << 18], typed[1 << 16];
static size_t sent_length, typed_length, taken;

uint8_t fake_uart_room = UART_RING;
bool fake_uart_is_paced;

static uint8_t put[UART_RING]; /* the last bytes, also after the text was cleared */
static uint8_t put_head;
static unsigned fraction; /* of a byte, in 1/100 */

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
    fraction += ms * 1152; /* 115200 baud, ten bits a byte: 11.52 bytes a ms */
    unsigned bytes = fraction / 100;
    fraction %= 100;
    bytes += fake_uart_room;
    fake_uart_room = (uint8_t)(bytes < UART_RING ? bytes : UART_RING);
}

uint8_t uart_waiting(void)
{
    size_t waiting = typed_length - taken;
    return waiting < UART_RING ? (uint8_t)waiting : UART_RING;
}

uint8_t uart_peek(uint8_t offset)
{
    assert(offset < uart_waiting());
    return (uint8_t)typed[taken + offset];
}

void uart_pull(uint8_t offset)
{
    assert(offset < uart_waiting());
    memmove(typed + taken + 1, typed + taken, offset);
    taken++;
}

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
    if (fake_uart_is_paced && fake_uart_room)
        fake_uart_room--;
}
