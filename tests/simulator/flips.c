/*
 * The serial line after a bit of the static RAM or of its own registers has flipped: it answers, or the chip
 * has restarted.
 */
#define _GNU_SOURCE
#include "tests/support/line.h"

/* Is there an answer to `?`, or has the chip restarted?  Bytes that a key may have been taken for do not
 * count. */
static bool has_answered(struct uno *uno)
{
    const char *text = uno_unread(uno);
    return strstr(text, "idle") || strstr(text, " placed, ") || strstr(text, "nqueens " VERSION);
}

/* A flipped bit may have begun an escape sequence, which swallows `?`; Ctrl-C ends it. */
static bool answers(struct uno *uno)
{
    for (unsigned try = 0; try < 20; try++) {
        uno_mark(uno);
        uno_type(uno, try % 4 == 3 ? "\003?" : "?");
        for (unsigned ms = 0; ms < 50; ms += 5) {
            uno_run(uno, UNO_MS(5));
            if (has_answered(uno))
                return true;
        }
    }
    return false;
}

/* Brings the board into the state that `line` starts.  A reset starts the demo, which the first line ends. */
static void enter(struct uno *uno, const char *line)
{
    uno_type(uno, "\003\r\003");
    uno_run(uno, UNO_MS(10));
    uno_forget_logs(uno);
    uno_type(uno, line);
    uno_run(uno, UNO_MS(10));
}

/* Flips each bit of the static RAM once while `line` runs. */
static void flip_each_bit(struct uno *uno, const char *line)
{
    uint16_t start = uno_status(uno).ram_start, size = uno_status(uno).static_ram;
    line_tolerate(uno, true);
    for (unsigned bit = 0; bit < size * 8U; bit++) {
        uint16_t address = (uint16_t)(start + bit / 8);
        enter(uno, line);
        uno_poke(uno, address, (uint8_t)(uno_peek(uno, address) ^ 1U << bit % 8));
        uno_run(uno, UNO_MS(5));
        if (!answers(uno))
            fail_msg("bit %u of address 0x%x mutes the line after '%s'", bit % 8, address, line);
    }
    line_measured("%u bits flipped: the line answers after each", size * 8U);
}

QUIET_TEST(no_flipped_bit_mutes_the_line_when_nothing_runs)
{
    flip_each_bit(uno, "\r");
}

QUIET_TEST(no_flipped_bit_mutes_the_line_during_a_count)
{
    flip_each_bit(uno, "count 14\r");
}

QUIET_TEST(no_flipped_bit_mutes_the_line_while_solutions_are_printed)
{
    flip_each_bit(uno, "pace 0\rsolve 8\r");
}

/* A stray jump, which one flipped bit of a return address causes, may write to any register. */
static void flip_each_register_bit(struct uno *uno, const char *line)
{
    static const struct {
        uint16_t address;
        uint8_t bits; /* of the rate, the format, the directions, the interrupt of the receiver */
    } registers[] = {{0xc0, 0x02}, {0xc1, 0x9c}, {0xc2, 0xff}, {0xc4, 0xff}, {0xc5, 0x0f}};
    line_tolerate(uno, true);
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            uint16_t address = registers[i].address;
            if (!(registers[i].bits >> bit & 1))
                continue;
            enter(uno, line);
            uno_poke(uno, address, (uint8_t)(uno_peek(uno, address) ^ 1U << bit));
            uno_run(uno, UNO_MS(5));
            if (!answers(uno))
                fail_msg("bit %u of register 0x%x mutes the line after '%s'", bit, address, line);
        }
    }
}

QUIET_TEST(no_flipped_bit_of_its_registers_mutes_the_line)
{
    flip_each_register_bit(uno, "\r");
    flip_each_register_bit(uno, "count 14\r");
    flip_each_register_bit(uno, "pace 0\rsolve 8\r");
}
