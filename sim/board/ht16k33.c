/*
 * An HT16K33 LED driver on an 8x8 backpack, as the two-wire bus sees it.
 *
 * HT16K33 (Holtek, rev. 1.10):
 *   address, "Slave Addressing": 0x70 as long as the address pins float.
 *   power-on, "Power-on Reset": oscillator and display are off, the dimming is 16/16; the RAM is not cleared.
 *   standby, "Standby Mode": without the oscillator nothing is lit, and all but the system setup is ignored.
 *   pointer, "Page write operation": the first byte is a command; 00 to 0f set the address of the data that
 *     follow in the same transfer.
 *   wrap, "Page write operation": each byte of data increments the address; after 0f comes 00.
 *   display, "Display setup": 80 switches the LEDs off, 81 on; the RAM keeps its contents.
 *   blink, "Display setup": 82 to 87 are frequencies; only "off" is simulated, the others are reported.
 *   dimming, "Digital dimming data input": e0 to ef are 16 steps.
 *   unknown: data after a command that is no address, and codes that the table of commands lacks, are
 *     reported.
 */
#include "sim/board/displays.h"

static void command_take(struct ht16k33 *display, uint8_t byte)
{
    display->is_address = byte < 0x10 && display->oscillator;
    if (byte >> 4 == 2)
        display->oscillator = byte & 1;
    if (byte >> 4 == 2 || !display->oscillator)
        return;
    switch (byte >> 4) {
    case 0: display->pointer = byte; break;
    case 8:
        display->on = byte & 1;
        if (byte & 6)
            display_refuse(&display->display, "the HT16K33 blinks");
        break;
    case 10: break; /* the pins of the keys, which the backpack lacks */
    case 14: display->dimming = byte & 15; break;
    default: display_refuse(&display->display, "the HT16K33 lacks the command %02x", byte);
    }
}

static void take(struct display *base, uint8_t byte)
{
    struct ht16k33 *display = (struct ht16k33 *)base;
    if (base->bytes == 1)
        command_take(display, byte);
    else if (display->is_address)
        display->ram[display->pointer++ & 15] = byte;
    else if (display->oscillator)
        display_refuse(base, "the HT16K33 gets data without an address");
}

static void power_up(struct display *base)
{
    struct ht16k33 *display = (struct ht16k33 *)base;
    for (int i = 0; i < 16; i++)
        display->ram[i] = (uint8_t)chance_next(&base->chance);
    display->oscillator = display->on = display->is_address = false;
    display->dimming = 15;
}

/* As the backpack is wired: the left column is bit 7, the others from left to right are bits 0 to 6. */
static void light(const struct display *base, struct uno_frame *frame)
{
    const struct ht16k33 *display = (const struct ht16k33 *)base;
    frame->wide = frame->high = 1;
    for (unsigned i = 0; i < 64 && base->plugged && display->oscillator && display->on; i++)
        if (display->ram[i / 8 * 2] >> (i % 8 + 7) % 8 & 1) {
            display_light(frame, i / 8, i % 8);
            frame->intensity = display->dimming;
        }
}

const struct display_kind ht16k33_kind = {
    .address = 0x70, .power_up = power_up, .take = take, .light = light};
