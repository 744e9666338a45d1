/* A 128x64 OLED with an SSD1306 or an SH1106, as the two-wire bus sees it (Solomon SSD1306, Sino SH1106). */
#include "sim/board/displays.h"

#include "sim/board/basics.h"

static uint8_t columns_of(const struct ssd1306 *display)
{
    return display->is_sh1106 ? SH1106_COLUMNS : SSD1306_WIDTH;
}

static void operand_take(struct ssd1306 *display, uint8_t byte)
{
    switch (display->command) {
    case 0x81: display->contrast = byte; break;
    case 0x8d: display->pumps = byte & 4; break;
    case 0x20: display->refused += byte != 2; break;    /* only page addressing is simulated */
    case 0xa8: display->refused += byte != 0x3f; break; /* the glass has 64 rows, */
    case 0xda: display->refused += byte != 0x12; break; /* and its columns end on both sides */
    case 0xd3: display->refused += byte != 0; break;
    }
    display->command = 0;
}

/* An SH1106 has a charge pump that is on, and ignores the commands of an SSD1306 that it lacks. */
static void command_take(struct ssd1306 *display, uint8_t byte)
{
    if (display->command) {
        operand_take(display, byte);
    } else if (byte < 0x10) {
        display->column = (uint8_t)((display->column & 0xf0) | byte);
    } else if (byte < 0x20) {
        display->column = (uint8_t)((display->column & 0x0f) | (byte & 15) << 4);
    } else if ((byte & 0xf8) == 0xb0) {
        display->page = byte & 7;
    } else {
        switch (byte) {
        case 0x20:
        case 0x8d: display->command = display->is_sh1106 ? 0 : byte; break;
        case 0x81:
        case 0xa8:
        case 0xd3:
        case 0xd5:
        case 0xd9:
        case 0xda:
        case 0xdb: display->command = byte; break;
        case 0xa0:
        case 0xa1: display->is_mirrored = byte == 0xa0; break;
        case 0xc0:
        case 0xc8: display->is_upside_down = byte == 0xc0; break;
        case 0xae:
        case 0xaf: display->on = byte & 1; break;
        case 0x40: /* the RAM's first row is at the top */
        case 0xa4: /* the RAM is shown, */
        case 0xa6: /* and not inverted */ break;
        default: display->refused++;
        }
    }
}

/*
 * The remap of the segments acts on data that is written later, not on what is in the RAM (10.1.8): it is
 * applied here.  A byte of data beyond the last column goes nowhere.
 */
static void data_take(struct ssd1306 *display, uint8_t byte)
{
    uint8_t column = display->column, last = (uint8_t)(columns_of(display) - 1);
    if (column > last) {
        display->refused++;
        return;
    }
    display->ram[display->page][display->is_mirrored ? column : last - column] = byte;
    display->column++;
}

static void byte_take(struct slave *slave, uint8_t byte)
{
    struct ssd1306 *display = (struct ssd1306 *)slave;
    if (slave->bytes == 1 || display->is_control) {
        display->refused += byte & 0x3f ? 1 : 0;
        display->control = byte;
        display->is_control = false;
        return;
    }
    if (display->control & 0x40)
        data_take(display, byte);
    else
        command_take(display, byte);
    display->is_control = display->control & 0x80;
}

void ssd1306_power_up(struct ssd1306 *display, uint64_t *chance)
{
    slave_start(&display->slave);
    display->slave.address = 0x3c;
    display->slave.take = byte_take;
    for (int page = 0; page < SSD1306_PAGES; page++)
        for (int column = 0; column < SH1106_COLUMNS; column++)
            display->ram[page][column] = (uint8_t)chance_next(chance);
    display->on = display->is_control = false;
    display->pumps = display->is_sh1106;
    display->is_mirrored = display->is_upside_down = true;
    display->contrast = 0x7f;
    display->page = display->column = display->command = 0;
}

/*
 * The glass is mounted so that 0xa1 and 0xc8 are upright, as on the modules that are sold: segment 0 is on
 * the right, row 0 of the common lines at the bottom.  The direction of their scan acts at once (10.1.12).
 */
bool ssd1306_pixel(const struct ssd1306 *display, unsigned row, unsigned column)
{
    if (!display->slave.plugged || !display->on || !display->pumps)
        return false;
    if (display->is_upside_down)
        row = 8 * SSD1306_PAGES - 1 - row;
    column = SSD1306_WIDTH - 1 - column + (display->is_sh1106 ? 2 : 0);
    return display->ram[row / 8][column] >> row % 8 & 1;
}
