/* The board as a picture on the 8x8 LED matrix behind its MAX7219. */
#include "firmware/tiny/picture.h"

#include "hal/flash.h"
#include "hal/spi.h"

/* Registers of the MAX7219 and what they are set to (Maxim datasheet 19-4452, tables 2 to 10). */
static const uint8_t control[] FLASH = {
    15, 0, /* no display test */
    9,  0, /* no decoding */
    11, 7, /* all digits scanned */
    10, 4, /* brightness, 0 .. 15 */
    12, 1  /* no shutdown */
};

/* The queen of a row that is filled, column 1 in the highest bit. */
static uint8_t row_lit(const struct board *board, uint8_t row)
{
    uint8_t lit = 0;
    if (row < board->row) {
        lit = 0x80;
        for (int8_t column = board->col[row]; column; column--)
            lit = (uint8_t)(lit >> 1);
    }
    return lit;
}

void picture_show(const struct board *board)
{
    for (uint8_t row = 0; row < 8; row++)
        spi_word((uint8_t)(row + 1), row_lit(board, row));
    for (const uint8_t *at = control; at != control + sizeof control; at += 2)
        spi_word(flash_byte(at), flash_byte(at + 1));
}
