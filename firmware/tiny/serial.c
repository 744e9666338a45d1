/* Text on the serial line: characters, and texts from flash. */
#include "firmware/tiny/serial.h"

#include "hal/uart.h"

void serial_char(char c)
{
    uart_put((uint8_t)c);
}

void serial_text(const char *text)
{
    for (char c; (c = (char)flash_byte(text)) != '\0'; text++)
        serial_char(c);
}

void serial_end(void)
{
    serial_text(FLASH_TEXT("\r\n"));
}
