/*
 * What a flipped bit of the RAM or of the serial line's registers leads to: the line answers or the chip has
 * restarted, and a part of a count is right or reported.
 */
#include "firmware/count/count_rows.h"
#include "tests/support/line.h"

/* Is there an answer to `?`, or has the chip restarted?  Bytes that a key may have been taken for do not
 * count. */
static bool has_answered(struct uno *uno)
{
    const char *text = uno_unread(uno);
    const char *status = strstr(text, ": ");
    while (status && status - text >= 5 && strncmp(status - 5, "error", 5) == 0)
        status = strstr(status + 2, ": ");
    return strstr(text, "idle") || status || strstr(text, "nqueens " VERSION);
}

/* Within 4 s: if the number of `ok`s that are owed has flipped, up to 4,095 come first. */
static bool answers(struct uno *uno)
{
    for (unsigned try = 0; try < 80; try++) {
        uno_mark(uno);
        uno_type(uno, "?");
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

static void assert_answers_after_flip(struct uno *uno, const char *line, uint16_t address, unsigned bit)
{
    enter(uno, line);
    line_flip(uno, address, bit);
    uno_run(uno, UNO_MS(5));
    if (!answers(uno))
        fail_msg("bit %u of address 0x%x mutes the line after '%s'", bit, address, line);
}

/* Flips each bit of the static RAM once while `line` runs. */
static void flip_each_bit(struct uno *uno, const char *line)
{
    uint16_t start = uno_status(uno).ram_start, size = uno_status(uno).static_ram;
    line_tolerate(uno, true);
    for (unsigned bit = 0; bit < size * 8U; bit++)
        assert_answers_after_flip(uno, line, (uint16_t)(start + bit / 8), bit % 8);
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
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
        for (unsigned bit = 0; bit < 8; bit++)
            if (registers[i].bits >> bit & 1)
                assert_answers_after_flip(uno, line, registers[i].address, bit);
}

QUIET_TEST(no_flipped_bit_of_its_registers_mutes_the_line)
{
    flip_each_register_bit(uno, "\r");
    flip_each_register_bit(uno, "count 14\r");
    flip_each_register_bit(uno, "pace 0\rsolve 8\r");
}

QUIET_TEST(a_flipped_kind_of_job_prints_no_characters_but_those_of_words)
{
    line_tolerate(uno, true);
    for (unsigned bit = 4; bit < 8; bit++) {
        line_type(uno, "solve 14\r", 20);
        line_flip(uno, line_address(uno, "job"), bit);
        for (const char *at = line_type(uno, "?", 100); *at; at++)
            assert_true((unsigned char)*at < 0x7f);
        line_type(uno, "\003\r", 100);
    }
}

#define PART      "count 12 2/3"
#define PART_TIME UNO_MS(155) /* of these, it counts */

/*
 * Runs until the count has been below level 1 for 500 cycles.  Then the entry of level 1 is 0, and the slice
 * has read the squares with which it began.
 */
static void run_below_level_1(struct uno *uno, uint16_t open)
{
    for (unsigned below = 0, all = 0; below < 10 && all < 1000; below++, all++) {
        if (uno_peek(uno, open) | uno_peek(uno, (uint16_t)(open + 1)))
            below = 0;
        uno_run(uno, 50);
    }
}

/* What the closing line of the part begins with, up to its time. */
static const char *part_closing(struct uno *uno)
{
    const char *text = line_ask(uno, PART), *end = strstr(text, "placed, ");
    assert_non_null(end);
    return text_of("%.*splaced, ", (int)(end - text), text);
}

/* Flips a bit of the squares to try on level 2 or 3.  Returns what the part prints. */
static const char *flip_a_square(struct uno *uno, unsigned bit, uint64_t cycle)
{
    uint16_t board = (uint16_t)(uno_symbol(uno, "job") + JOB_BOARD);
    uint16_t open = (uint16_t)(board + offsetof(struct board, col) + offsetof(struct rows, open));
    uno_mark(uno);
    uno_type(uno, PART "\r");
    uno_run(uno, (sizeof PART - 1) * LINE_BYTE + cycle);
    run_below_level_1(uno, open);
    line_flip(uno, (uint16_t)(open + 2), bit);
    return line_answer(uno, 1000);
}

/*
 * These levels often end before their slice does, so that nothing is left of the flip but a wrong total.  Of
 * 9,600 flips two were missed: one just before the position was stored, one by the hash.
 */
QUIET_TEST(a_flipped_square_to_try_makes_no_part_of_a_count_wrong_without_a_word)
{
    const char *closing = part_closing(uno);
    unsigned flips = 160, reported = 0, missed = 0;
    line_tolerate(uno, true);
    for (unsigned i = 0; i < flips; i++) {
        const char *text = flip_a_square(uno, i % 32, PART_TIME / flips * i);
        if (strstr(text, "corrupted"))
            reported++;
        else if (!strstr(text, closing))
            missed++;
    }
    line_measured("%u bits flipped while a part is counted: %u reported, %u missed", flips, reported, missed);
    assert_true(reported > flips / 8);
    assert_in_range(missed, 0, 2);
}

static bool enters_rows_run(struct uno *uno, void *symbol)
{
    return uno_pc(uno) == *(uint32_t *)symbol;
}

/* It is in the RAM for a whole slice. */
QUIET_TEST(a_flipped_return_address_of_a_slice_makes_no_part_of_a_count_wrong_without_a_word)
{
    const char *closing = part_closing(uno);
    uint32_t rows_run = (uint32_t)uno_symbol(uno, "rows_run");
    line_tolerate(uno, true);
    for (unsigned i = 0; i < 80; i++) {
        line_type(uno, "\003\r", 20);
        uno_mark(uno);
        uno_type(uno, PART "\r");
        uno_run(uno, (sizeof PART - 1) * LINE_BYTE + UNO_MS(i % 100));
        assert_int_equal(uno_run_until(uno, enters_rows_run, &rows_run, UNO_MS(20)), UNO_FOUND);
        unsigned stack = uno_peek(uno, 0x5d) + 256U * uno_peek(uno, 0x5e);
        uno_run(uno, 500);
        line_flip(uno, (uint16_t)(stack + 1 + i / 8 % 2), i % 8);
        uno_run(uno, UNO_MS(500));
        const char *text = uno_unread(uno);
        if (!strstr(text, closing) && !strstr(text, "corrupted") && !strstr(text, "nqueens " VERSION))
            fail_msg("bit %u of the return address: %s", i % 16, text);
    }
}
