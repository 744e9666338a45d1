/*
 * A chain of MAX7219 LED drivers, each with its 8x8 matrix, as the wires see it.
 *
 * MAX7219 (Maxim 19-4452, rev. 4):
 *   shift, "Serial-Addressing Modes": each rising edge of CLK shifts DIN into a register of 16 bits, whatever
 *     the level of CS.
 *   latch, "Serial-Addressing Modes": the rising edge of CS latches the last 16 bits into the register that
 *     bits 11 to 8 name; nothing changes before.
 *   dout, "Serial-Addressing Modes": what came into DIN appears at DOUT 16.5 clocks later, for the next chip.
 *   short, table 1 and "Timing": a transfer that is not of whole words of 16 bits is reported.
 *   no-op, "No-Op Register": register 0 has no effect: it passes a word to another chip of a chain.
 *   power-on, "Initial Power-Up": the display is in shutdown, scans one digit, does not decode, and has the
 *     least intensity; nothing clears the digits.
 *   shutdown, "Shutdown Mode": all LEDs are dark; the registers keep their contents and can be written.
 *   decode, table 4 and 5: each bit of register 9 decodes a digit in code B; D7 is its point in either case.
 *   intensity, table 7: bits 3 to 0 of register 10 are 16 steps.
 *   scan, table 8: register 11 is the last digit that is scanned.
 *   test, table 10: all LEDs are lit at full intensity, also in shutdown; the registers are not altered.
 *   unused, table 2: registers 13 and 14 do not exist; they are reported.
 */
#include "sim/board/displays.h"

/* Segments of the code-B font, bit 6 is A, bit 0 is G (table 5). */
static const uint8_t code_b[16] = {0x7e, 0x30, 0x6d, 0x79, 0x33, 0x5b, 0x5f, 0x70,
                                   0x7f, 0x7b, 0x01, 0x4f, 0x37, 0x0e, 0x67, 0x00};

enum { DECODE = 9, INTENSITY, SCAN, SHUTDOWN, TEST = 15 };

static void power_up(struct display *display)
{
    struct chain *chain = (struct chain *)display;
    chain->bits = 0;
    chain->excused = true;
    for (int i = 0; i < UNO_MODULES; i++) {
        chain->chips[i] = (struct max7219){.on = false};
        for (int j = 0; j < 8; j++)
            chain->chips[i].digit[j] = (uint8_t)chance_next(&display->chance);
    }
}

/* ---- wires ---- */

/* A rising edge of CLK: DOUT of each chip is DIN of the next one. */
static void clocked(struct chain *chain, bool din)
{
    uint32_t disturbing = chain->display.disturbing;
    for (uint8_t i = 0; i < display_modules(&chain->display); i++) {
        uint16_t *shift = &chain->chips[i].shift;
        bool out = *shift >> 15;
        din ^= disturbing && chance_next(&chain->display.chance) % disturbing == 0;
        *shift = (uint16_t)(*shift << 1 | din);
        din = out;
    }
    if (!chain->cs && chain->bits < UINT16_MAX)
        chain->bits++;
    if (chain->cs && !chain->is_stray)
        display_refuse(&chain->display, "bits are clocked into the MAX7219 while CS is high");
    chain->is_stray |= chain->cs;
}

/* Returns whether there is such a register. */
static bool register_write(struct max7219 *chip)
{
    uint8_t reg = chip->shift >> 8 & 15, value = (uint8_t)chip->shift;
    if (reg >= 1 && reg <= 8)
        chip->digit[reg - 1] = value;
    switch (reg) {
    case DECODE: chip->decode = value; break;
    case INTENSITY: chip->intensity = value & 15; break;
    case SCAN: chip->scan = value & 7; break;
    case SHUTDOWN: chip->on = value & 1; break;
    case TEST: chip->test = value & 1; break;
    case 13:
    case 14: return false;
    }
    return true;
}

static void latched(struct chain *chain)
{
    bool is_whole = chain->bits && chain->bits % 16 == 0;
    if (is_whole)
        chain->display.words = chain->bits / 16;
    for (uint8_t i = 0; i < display_modules(&chain->display); i++)
        is_whole &= register_write(&chain->chips[i]);
    if (!is_whole && !chain->excused)
        display_refuse(&chain->display, "the MAX7219 latched 0x%04x after %u bits instead of 16",
                       chain->chips[0].shift, chain->bits);
}

static void edge(struct display *display, enum display_wire wire, bool level, uint64_t)
{
    struct chain *chain = (struct chain *)display;
    if (wire == DISPLAY_RESET)
        chain->excused = !chain->cs;
    else if (wire == DISPLAY_CLK && display->plugged)
        clocked(chain, level);
    else if (wire == DISPLAY_CS && level != chain->cs) {
        chain->cs = level;
        if (level && display->plugged)
            latched(chain);
        chain->bits = 0;
        chain->excused = false;
    }
}

/* ---- the picture ---- */

/* The LEDs of a digit that are lit. */
static uint8_t lit(const struct max7219 *chip, unsigned digit)
{
    uint8_t value = chip->digit[digit];
    if (chip->decode >> digit & 1)
        value = (uint8_t)((value & 0x80) | code_b[value & 15]);
    if (!chip->on || digit > chip->scan)
        value = 0;
    return chip->test ? 0xff : value;
}

static void light(const struct display *display, struct uno_frame *frame)
{
    const struct chain *chain = (const struct chain *)display;
    const struct uno_display *layout = &display->layout;
    for (unsigned i = 0; i < 64u * display_modules(display) && display->plugged; i++) {
        const struct max7219 *chip = &chain->chips[i / 64];
        uint8_t bright = chip->test ? 15 : chip->intensity;
        unsigned module_row, module_column, row, column;
        if (!(lit(chip, i / 8 % 8) << i % 8 & 0x80))
            continue;
        display_walk(layout->chain, layout->wide, layout->high, false, i / 64, &module_row, &module_column);
        display_walk(display_way(layout->orient), 8, 8, false, i % 64, &row, &column);
        display_light(frame, 8 * module_row + row, 8 * module_column + column);
        frame->intensity = bright > frame->intensity ? bright : frame->intensity;
    }
}

const struct display_kind max7219_kind = {.power_up = power_up, .edge = edge, .light = light};

/* ---- disturbances ---- */

void max7219_scramble(struct max7219 *matrix, uint64_t seed)
{
    for (unsigned reg = 1; reg < 16; reg++) {
        matrix->shift = (uint16_t)(reg << 8 | (chance_next(&seed) & 0xff));
        register_write(matrix);
    }
}
