/* Text on the serial line: characters, texts from flash, small numbers. */
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

void serial_number(uint8_t number)
{
    uint8_t tens = '0';
    for (; number >= 10; number = (uint8_t)(number - 10))
        tens++;
    if (tens != '0')
        serial_char((char)tens);
    serial_char((char)('0' + number));
}

void serial_end(void)
{
    serial_text(FLASH_TEXT("\r\n"));
}
