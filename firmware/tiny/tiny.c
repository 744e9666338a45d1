/* What both editions share: the start of the hardware, and the picture on an 8x8 matrix with a MAX7219. */
#include "firmware/tiny/tiny.h"

#include "firmware/console/print.h"
#include "firmware/debounce.h"
#include "hal/button.h"
#include "hal/cpu.h"
#include "hal/flash.h"
#include "hal/spi.h"
#include "hal/tick.h"
#include "hal/tiny/oscillator.h"
#include "hal/uart.h"

/* ---- The start ---- */

#define LINES 20 /* lines per step of the oscillator */

void start_hardware(void)
{
    cpu_lock();
    cpu_watchdog_start();
    button_init();
    spi_init();
    uart_init();
    tick_init();
    cpu_unlock();
}

void start_clock(bool is_trim_wanted)
{
    int8_t way = 1;
    char step = 'N';
    if (!is_trim_wanted) {
        oscillator_start();
        return;
    }
    for (uint8_t lines = 0;;) {
        cpu_watchdog_feed();
        print_flash(FLASH_TEXT("trim "));
        print_char(step);
        print_end();
        if (debounce_poll(button_is_down(), 8) == PRESS_SHORT)
            break;
        if (++lines < LINES)
            continue;
        lines = 0;
        char last = (char)(way > 0 ? 'Z' : 'A');
        if (step == last || !oscillator_step(way))
            way = (int8_t)-way;
        else
            step = (char)(step + way);
    }
    oscillator_keep();
}

/* ---- The picture ---- */

/* Registers of the MAX7219 and their values (Maxim datasheet 19-4452, tables 2 to 10). */
static const uint8_t control[] FLASH = {
    15, 0, /* no display test */
    9,  0, /* no decoding */
    11, 7, /* all digits scanned */
    12, 1  /* no shutdown */
};

#define INTENSITY 10

/* Returns whether an LED shows two by two squares. */
static bool is_halved(uint8_t n)
{
    return QUEENS_MAX > 8 && n > 8;
}

/* The queen of a filled row, column 1 in the highest bit. */
static uint8_t row_lit(const struct board *board, uint8_t row)
{
    uint8_t lit = 0;
    if (row < board->row) {
        uint8_t column = (uint8_t)board->col[row];
        if (is_halved(board->n))
            column >>= 1;
        for (lit = 0x80; column; column--)
            lit = (uint8_t)(lit >> 1);
    }
    return lit;
}

void picture_dim(uint8_t bright)
{
    spi_word(INTENSITY, bright);
}

void picture_show(const struct board *board, uint8_t bright)
{
    for (uint8_t digit = 0; digit < 8; digit++)
        if (is_halved(board->n))
            spi_word(digit + 1,
                     row_lit(board, (uint8_t)(2 * digit)) | row_lit(board, (uint8_t)(2 * digit + 1)));
        else
            spi_word(digit + 1, row_lit(board, digit));
    picture_dim(bright);
    for (const uint8_t *at = control; at != control + sizeof control; at += 2)
        spi_word(flash_byte(at), flash_byte(at + 1));
}
