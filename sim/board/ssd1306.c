/*
 * A 128x64 OLED with an SSD1306 or an SH1106, as the two-wire bus sees it.
 *
 * SSD1306 (Solomon Systech, rev. 1.1); the SH1106 does the same, except for what follows below:
 *   address, 8.1.5: 0x3c; each transfer begins with a control byte: D/C is its bit 6, and with its bit 7 (Co)
 *     one byte and another control byte follow; the other bits are 0, or they are reported.
 *   power-on, 8.5: the display is off, the columns and the scan are normal, the start line and the column are
 *     0, the contrast is 7f, the addressing is that of pages; the RAM is not cleared.
 *   pump, application note "Charge Pump": without 8d 14 there is no voltage, and nothing is lit.
 *   off, 10.1.12 (AE, AF): the RAM keeps its contents while the display is off, and can be written.
 *   supply: the RAM loses its contents without supply.
 *   pages, 10.1.1 to 10.1.3, 10.1.13: with 20 02, B0 to B7 set the page, 00 to 1f the halves of the column;
 *     data increment the column, and after the last one it is the first of the same page.
 *   horizontal, 10.1.3 to 10.1.5: with 20 00, after the last column of the range 21 comes its first one in
 *     the next page of the range 22, after the last page the first one; 21 and 22 set column and page.
 *   vertical, 10.1.3: with 20 01, the pages of a column come first.
 *   remap, 10.1.8: A0 and A1 exchange the columns of data that are written later, not those in the RAM.
 *   scan, 10.1.14: C0 and C8 turn the picture upside down at once.
 *   start, 10.1.6: 40 to 7f are the line of RAM in the first row.
 *   contrast, 10.1.7: 81 sets it, at once.
 *   whole, 10.1.9: A5 lights every pixel, whatever the RAM contains; A4 shows the RAM again.
 *   inverse, 10.1.10: A7 lights the pixels whose bit is 0; A6 is normal.
 *   multiplex, 10.1.11: A8 limits the scan to so many rows, 16 to 64; the others are dark.
 *   offset, 10.1.15: D3 is the row at the first common line (with C0; with C8 it is reported).
 *   timing: D5, D9 and DB change no picture; DA 12 suits the glass, another one is reported.
 *   nop, table 9-1: E3 does nothing; 2E stops scrolling.
 *   unknown: other commands are reported, also those that are not simulated: scrolling, and of an SH1106
 *     30 to 33, E0 and EE.
 *
 * SH1106 (Sino Wealth, version 2.3):
 *   columns, "Display Data RAM": there are 132 columns, of which the glass shows those from 2 on; data beyond
 *     the last one are reported.
 *   lacks, "Commands": it has no 20 and no 8d: they are ignored, and so the bytes after them are commands.
 *   dc-dc, "DC-DC Control": its pump is on after power-on; AD 8A switches it off, AD 8B on.
 */
#include "sim/board/displays.h"

#include <string.h>

enum { SEGMENTS_LEFT = 2 }; /* of an SH1106, beside the glass */
enum mode { HORIZONTAL, VERTICAL, PAGES };

static bool is_sh1106(const struct ssd1306 *display)
{
    return display->display.layout.kind == UNO_SH1106;
}

static uint8_t last_column(const struct ssd1306 *display)
{
    return (uint8_t)((is_sh1106(display) ? SH1106_COLUMNS : SSD1306_WIDTH) - 1);
}

static void refuse(struct ssd1306 *display, uint8_t byte)
{
    display_refuse(&display->display, "the OLED does not take %02x after the command %02x", byte,
                   display->command);
}

/* ---- commands ---- */

/* How many bytes belong to the commands that have any. */
static uint8_t operands_of(const struct ssd1306 *display, uint8_t command)
{
    static const uint8_t of_both[] = {0x81, 0xa8, 0xd3, 0xd5, 0xd9, 0xda, 0xdb};
    for (size_t i = 0; i < sizeof of_both; i++)
        if (of_both[i] == command)
            return 1;
    if (is_sh1106(display))
        return command == 0xad;
    return command == 0x20 || command == 0x8d ? 1 : command == 0x21 || command == 0x22 ? 2 : 0;
}

/* A range of columns or of pages: its first, then its last one. */
static void range_take(uint8_t range[2], uint8_t *now, uint8_t number, uint8_t value)
{
    range[number] = value;
    *now = range[0];
}

static void operand_take(struct ssd1306 *display, uint8_t byte)
{
    uint8_t number = display->operand++;
    bool is_valid = true;
    switch (display->command) {
    case 0x20: is_valid = (display->mode = byte & 3) <= PAGES; break;
    case 0x21: range_take(display->columns, &display->column, number, byte & 127); break;
    case 0x22: range_take(display->pages, &display->page, number, byte & 7); break;
    case 0x81: display->seen.contrast = byte; break;
    case 0x8d: display->seen.pumps = byte & 4; break;
    case 0xad: display->seen.pumps = byte & 1; break;
    case 0xa8:
        display->seen.rows = (uint8_t)((byte & 63) + 1);
        is_valid = display->seen.rows >= 16;
        break;
    case 0xd3:
        display->seen.offset = byte & 63;
        is_valid = !(display->seen.offset && display->seen.is_reversed);
        break;
    case 0xda: is_valid = byte == 0x12; break;
    }
    if (!is_valid)
        refuse(display, byte);
}

/* The commands that contain a number: returns whether this is one of them. */
static bool number_take(struct ssd1306 *display, uint8_t byte)
{
    bool is_column = byte < 0x20 && display->mode == PAGES, is_start = byte >> 6 == 1;
    bool is_page = byte >> 3 == 0xb0 >> 3 && display->mode == PAGES;
    if (is_column && byte < 0x10)
        display->column = (display->column & 0xf0) | byte;
    else if (is_column)
        display->column = (uint8_t)((display->column & 0x0f) | (byte & 15) << 4);
    if (is_start)
        display->seen.start = byte & 63;
    if (is_page)
        display->page = byte & 7;
    return is_column || is_start || is_page;
}

static void command_take(struct ssd1306 *display, uint8_t byte)
{
    bool is_on = byte & 1, is_lacking = is_sh1106(display) && (byte == 0x20 || byte == 0x8d);
    display->command = byte;
    display->operands = operands_of(display, byte);
    display->operand = 0;
    if (display->operands || is_lacking || number_take(display, byte))
        return;
    switch (byte) {
    case 0xa0:
    case 0xa1: display->is_remapped = is_on; break;
    case 0xa4:
    case 0xa5: display->seen.is_whole = is_on; break;
    case 0xa6:
    case 0xa7: display->seen.is_inverse = is_on; break;
    case 0xae:
    case 0xaf: display->seen.on = is_on; break;
    case 0xc0:
    case 0xc8:
        display->seen.is_reversed = byte & 8;
        if (display->seen.is_reversed && display->seen.offset)
            refuse(display, byte);
        break;
    case 0x2e:
    case 0xe3: break;
    default: refuse(display, byte);
    }
}

/* ---- data ---- */

/* Moves to the next of a range; returns whether it was the last one. */
static bool step(uint8_t *now, const uint8_t range[2])
{
    bool is_last = *now == range[1];
    *now = is_last ? range[0] : (uint8_t)(*now + 1);
    return is_last;
}

static void data_take(struct ssd1306 *display, uint8_t byte)
{
    uint8_t last = last_column(display), column = display->column;
    if (column > last) {
        refuse(display, byte);
        return;
    }
    uint8_t *pixels = &display->ram[display->page][display->is_remapped ? last - column : column];
    display->display.is_same = *pixels == byte;
    *pixels = byte;
    if (display->mode == PAGES)
        display->column = column == last && !is_sh1106(display) ? 0 : column + 1;
    else if (display->mode == HORIZONTAL && step(&display->column, display->columns))
        step(&display->page, display->pages);
    else if (display->mode == VERTICAL && step(&display->page, display->pages))
        step(&display->column, display->columns);
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
    else if (display->operands) {
        display->operands--;
        operand_take(display, byte);
    } else
        command_take(display, byte);
    base->is_same &= !memcmp(before, &display->seen, sizeof before);
}

static void power_up(struct display *base)
{
    static const struct ssd1306 reset = {.mode = PAGES,
                                         .pages = {0, SSD1306_PAGES - 1},
                                         .columns = {0, SSD1306_WIDTH - 1},
                                         .seen.rows = 8 * SSD1306_PAGES,
                                         .seen.contrast = 0x7f};
    struct ssd1306 *display = (struct ssd1306 *)base;
    struct display kept = *base;
    *display = reset;
    *base = kept;
    display->seen.pumps = is_sh1106(display);
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
    unsigned common = 63 - row, segment = SSD1306_WIDTH - 1 - column;
    unsigned scanned =
        display->seen.is_reversed ? display->seen.rows - 1u - common : (common + display->seen.offset) % 64;
    if (scanned >= display->seen.rows)
        return false;
    unsigned line = (scanned + display->seen.start) % 64;
    if (is_sh1106(display))
        segment += SEGMENTS_LEFT;
    return display->seen.is_whole ||
           (display->ram[line / 8][segment] >> line % 8 & 1) != display->seen.is_inverse;
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
