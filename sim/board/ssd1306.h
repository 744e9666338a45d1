/* A 128x64 OLED with an SSD1306 or an SH1106, as the two-wire bus sees it (Solomon SSD1306, Sino SH1106). */
#ifndef SSD1306_H
#define SSD1306_H

#include "sim/board/slave.h"

enum { SSD1306_WIDTH = 128, SSD1306_PAGES = 8, SH1106_COLUMNS = 132 };

struct ssd1306 {
    struct slave slave; /* the first member */
    bool is_sh1106; /* 132 columns of RAM, of which the glass shows those from 2 on; page addressing only */
    uint8_t ram[SSD1306_PAGES][SH1106_COLUMNS]; /* bit 0 is the topmost pixel of a page */
    uint8_t page, column;
    uint8_t control; /* the latest control byte: 0x80: another one follows the next byte; 0x40: data */
    bool is_control; /* the next byte is a control byte */
    uint8_t command; /* whose operand comes next; 0: none */
    bool on, pumps;  /* the display; the charge pump, which supplies its voltage */
    bool is_mirrored, is_upside_down;
    uint8_t contrast;
    uint32_t refused; /* bytes that a real one would not take, or not as they were meant */
};

/* Power-on: the display is dark, and the contents of the RAM are undefined. */
void ssd1306_power_up(struct ssd1306 *display);
/* The pixel at this row and column from the top left of the glass is lit. */
bool ssd1306_pixel(const struct ssd1306 *display, unsigned row, unsigned column);

#endif
