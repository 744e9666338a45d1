/* Text on the serial line: characters, texts from flash, small numbers. */
#include "firmware/tiny/say.h"

#include "hal/uart.h"

void say_char(char c)
{
    uart_put((uint8_t)c);
}

void say_text(const char *text)
{
    for (char c; (c = (char)flash_byte(text)) != '\0'; text++)
        say_char(c);
}

void say_number(uint8_t number)
{
    uint8_t tens = '0';
    for (; number >= 10; number = (uint8_t)(number - 10))
        tens++;
    if (tens != '0')
        say_char((char)tens);
    say_char((char)('0' + number));
}

void say_end(void)
{
    say_text(FLASH_TEXT("\r\n"));
}
