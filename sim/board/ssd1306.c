/*
 * A 128x64 OLED with an SSD1306 or an SH1106, as the two-wire bus sees it: what drivers of both need.
 *
 * SSD1306 (Solomon Systech, rev. 1.1); the SH1106 does the same, except for what follows below:
 *   address, 8.1.5: 0x3c; each transfer begins with a control byte: D/C is its bit 6, and with its bit 7 (Co)
 *     one byte and another control byte follow; the other bits are 0, or they are reported.
 *   power-on, 8.5: the display is off, the columns and the scan are normal, the column is 0, the contrast is
 *     7f; the RAM is not cleared.
 *   pump, application note "Charge Pump": without 8d 14 there is no voltage, and nothing is lit.
 *   off, 10.1.12 (AE, AF): the RAM keeps its contents while the display is off, and can be written.
 *   supply: the RAM loses its contents without supply.
 *   pages, 10.1.1 to 10.1.3, 10.1.13: B0 to B7 set the page, 00 to 1f the halves of the column; data
 *     increment the column, and after the last one it is the first of the same page.
 *   remap, 10.1.8: A0 and A1 exchange the columns of data that are written later, not those in the RAM.
 *   scan, 10.1.14: C0 and C8 turn the picture upside down at once.
 *   contrast, 10.1.7: 81 sets it, at once.
 *   usual: 20 02 (addressing by pages), A8 3F (64 rows), D3 00 (no offset), 40 (from line 0), A4 (the RAM),
 *     A6 (not inverse) and DA 12 (as the glass is wired) are simulated; other values are reported.
 *   timing: D5, D9 and DB change no picture.
 *   unknown: other commands are reported.
 *
 * SH1106 (Sino Wealth, version 2.3):
 *   columns, "Display Data RAM": there are 132 columns, of which the glass shows those from 2 on; data beyond
 *     the last one are reported.
 *   lacks, "Commands": it has no 20 and no 8d: they are ignored, and so the bytes after them are commands.
 *   dc-dc, "DC-DC Control": its pump is on after power-on.
 */
#include "sim/board/displays.h"

#include <string.h>

enum { SEGMENTS_LEFT = 2 }; /* of an SH1106, beside the glass */
enum { CONTRAST = 0x81, PUMP = 0x8d };

static bool is_sh1106(const struct ssd1306 *display)
{
    return display->display.layout.kind == UNO_SH1106;
}

static void refuse(struct ssd1306 *display, uint8_t byte)
{
    display_refuse(&display->display, "the OLED does not take %02x after the command %02x", byte,
                   display->command);
}

/* ---- commands ---- */

/* The commands with an operand: the value that is simulated; ANY: all are. */
enum { ANY = 0x100 };
static const struct {
    uint16_t operand;
    uint8_t command;
} with_operand[] = {{ANY, CONTRAST}, {ANY, PUMP},  {ANY, 0xd5},  {ANY, 0xd9}, {ANY, 0xdb},
                    {0x02, 0x20},    {0x3f, 0xa8}, {0x00, 0xd3}, {0x12, 0xda}};

/* The operand of the latest command; -1: it has none. */
static int operand_of(const struct ssd1306 *display)
{
    for (size_t i = 0; i < sizeof with_operand / sizeof *with_operand; i++)
        if (with_operand[i].command == display->command)
            return with_operand[i].operand;
    return -1;
}

static void operand_take(struct ssd1306 *display, uint8_t byte)
{
    int usual = operand_of(display);
    if (display->command == CONTRAST)
        display->seen.contrast = byte;
    if (display->command == PUMP)
        display->seen.pumps = byte & 4;
    if (usual != ANY && usual != byte)
        refuse(display, byte);
}

static void command_take(struct ssd1306 *display, uint8_t byte)
{
    display->command = byte;
    if (is_sh1106(display) && (byte == 0x20 || byte == PUMP))
        return;
    display->is_operand = operand_of(display) >= 0;
    if (display->is_operand)
        return;
    if (byte < 0x10)
        display->column = (display->column & 0xf0) | byte;
    else if (byte < 0x20)
        display->column = (uint8_t)((display->column & 0x0f) | (byte & 15) << 4);
    else if (byte >> 3 == 0xb0 >> 3)
        display->page = byte & 7;
    else if (byte >> 1 == 0xa0 >> 1)
        display->is_remapped = byte & 1;
    else if (byte >> 1 == 0xae >> 1)
        display->seen.on = byte & 1;
    else if (byte == 0xc0 || byte == 0xc8)
        display->seen.is_reversed = byte & 8;
    else if (byte != 0x40 && byte != 0xa4 && byte != 0xa6)
        refuse(display, byte);
}

/* ---- data ---- */

static void data_take(struct ssd1306 *display, uint8_t byte)
{
    uint8_t last = (uint8_t)((is_sh1106(display) ? SH1106_COLUMNS : SSD1306_WIDTH) - 1);
    if (display->column > last) {
        refuse(display, byte);
        return;
    }
    uint8_t column = display->is_remapped ? last - display->column : display->column;
    display->display.is_same = display->ram[display->page][column] == byte;
    display->ram[display->page][column] = byte;
    display->column++;
    if (!is_sh1106(display))
        display->column %= SSD1306_WIDTH;
}

static void take(struct display *base, uint8_t byte)
{
    struct ssd1306 *display = (struct ssd1306 *)base;
    bool is_control = base->bytes == 1 || display->is_control;
    uint8_t before[sizeof display->seen];
    memcpy(before, &display->seen, sizeof before);
    base->is_same = true; /* a picture takes long to draw */
    display->is_control = !is_control && display->control & 0x80;
    if (is_control && byte & 0x3f)
        display_refuse(base, "the OLED does not take the control byte %02x", byte);
    if (is_control)
        display->control = byte;
    else if (display->control & 0x40)
        data_take(display, byte);
    else if (display->is_operand) {
        display->is_operand = false;
        operand_take(display, byte);
    } else
        command_take(display, byte);
    base->is_same &= !memcmp(before, &display->seen, sizeof before);
}

static void power_up(struct display *base)
{
    struct ssd1306 *display = (struct ssd1306 *)base;
    *display = (struct ssd1306){
        .display = *base, .seen.contrast = 0x7f, .seen.pumps = base->layout.kind == UNO_SH1106};
    for (int page = 0; page < SSD1306_PAGES; page++)
        for (int column = 0; column < SH1106_COLUMNS; column++)
            display->ram[page][column] = (uint8_t)chance_next(&base->chance);
}

/* ---- the picture ---- */

/*
 * The glass is mounted so that A1 and C8 are upright, as on the modules that are sold: the last segment is on
 * the left, the last common line at the top.
 */
static bool pixel(const struct ssd1306 *display, unsigned row, unsigned column)
{
    unsigned line = display->seen.is_reversed ? row : 63 - row;
    unsigned segment = SSD1306_WIDTH - 1 - column + (is_sh1106(display) ? SEGMENTS_LEFT : 0);
    return display->ram[line / 8][segment] >> line % 8 & 1;
}

static void light(const struct display *base, struct uno_frame *frame)
{
    const struct ssd1306 *display = (const struct ssd1306 *)base;
    frame->colour = UNO_RED | UNO_GREEN | UNO_BLUE;
    frame->wide = SSD1306_WIDTH / 8;
    frame->high = SSD1306_PAGES;
    for (unsigned i = 0; i < UNO_PIXELS && base->plugged && display->seen.on && display->seen.pumps; i++)
        if (pixel(display, i / SSD1306_WIDTH, i % SSD1306_WIDTH)) {
            display_light(frame, i / SSD1306_WIDTH, i % SSD1306_WIDTH);
            frame->intensity = display->seen.contrast / 16;
        }
}

const struct display_kind ssd1306_kind = {.address = 0x3c,
                                          .power_up = power_up,
                                          .take = take,
                                          .light = light},
                          sh1106_kind = {.address = 0x3c, .power_up = power_up, .take = take, .light = light};
