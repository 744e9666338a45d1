/* Instructions that are decoded in advance have the same effects, and take the same cycles, as in simavr. */
#include "sim/board/decoder.c"
#include "sim/board/board.h"
#include "tests/support/line.h"

#include <sim_core.h>

enum { AT = 0x400, STATES = 6, INSTRUCTIONS = SBIS + 1 };

static const char *const names[INSTRUCTIONS] = {
#define ROW(name, mask, bits, operands, cycles, ...) [name] = #name,
#include "sim/board/instructions.h"
#undef ROW
};

static const struct kind {
    const char *elf;
    struct uno_options options;
} kinds[] = {{BUILD "/uno/nqueens.elf", {.mcu = NULL}},
             {BUILD "/mega/nqueens.elf", {.mcu = "atmega2560"}},  /* a long program counter */
             {BUILD "/tiny85/nqueens.elf", {.mcu = "attiny85"}}}; /* little memory */

static struct uno *board(const char *elf, const struct uno_options *options, bool is_plain)
{
    struct uno_options own = *options;
    own.is_plain = is_plain;
    struct uno *uno = line_board_with(elf, &own);
    line_tolerate(uno, true);
    return uno;
}

/* ---- each instruction ---- */

/* Registers, flags, stack pointer, and the words of flash and RAM that an instruction can meet. */
static void state_set(avr_t *avr, uint64_t *chance, unsigned opcode)
{
    uint16_t sp = (uint16_t)(avr->ioend - 1 + chance_next(chance) % (avr->ramend - avr->ioend + 4u));
    for (int i = 0; i < 32; i++)
        avr->data[i] = (uint8_t)(chance_next(chance) % 4 ? chance_next(chance) : 0);
    for (int i = 27; i < 32; i += 2) /* pointers into RAM, and a little past it */
        avr->data[i] = (uint8_t)(chance_next(chance) % ((avr->ramend >> 8) + 2u));
    for (int i = 0; i < 8; i++)
        avr->sreg[i] = chance_next(chance) & 1;
    if (chance_next(chance) % 8)
        avr->sreg[S_S] = avr->sreg[S_N] ^ avr->sreg[S_V];
    avr->data[R_SPL] = (uint8_t)sp;
    avr->data[R_SPH] = (uint8_t)(sp >> 8);
    uint16_t words[3] = {(uint16_t)opcode, (uint16_t)(chance_next(chance) % (avr->ramend + 2u)),
                         (uint16_t)(chance_next(chance) % 2 ? 0x9000 : chance_next(chance))};
    if (chance_next(chance) % 2) /* what is skipped has two words */
        words[1] = words[2];
    if ((words[1] & 0xfe0c) == 0x960c) /* simavr skips a word too many at some ADIW and SBIW */
        words[1] = 0;
    memcpy(avr->flash + AT, words, sizeof words);
    avr->pc = AT;
}

static void states_are_equal(const struct uno *fast, const struct uno *plain, unsigned opcode)
{
    const avr_t *a = fast->avr, *b = plain->avr;
    bool same = a->pc == b->pc && a->cycle == b->cycle && !memcmp(a->sreg, b->sreg, 8) &&
                !memcmp(a->data, b->data, a->ramend + 1u) && fast->stack.deepest == plain->stack.deepest &&
                fast->stack.is_bad == plain->stack.is_bad;
    if (!same)
        fail_msg("opcode %04x: PC %x and %x, cycles %lu and %lu, flags %02x and %02x", opcode, a->pc, b->pc,
                 (unsigned long)a->cycle, (unsigned long)b->cycle, uno_peek(fast, R_SREG),
                 uno_peek(plain, R_SREG));
}

/* Runs each opcode in some states, if it is decoded in advance; counts the runs of each instruction. */
static void all_opcodes_agree(const struct kind *kind, unsigned runs[INSTRUCTIONS])
{
    struct uno *fast = board(kind->elf, &kind->options, false);
    struct uno *plain = board(kind->elf, &kind->options, true);
    memcpy(plain->avr->data, fast->avr->data, fast->avr->ramend + 1u);
    for (unsigned opcode = 0; opcode < 0x10000; opcode++)
        for (unsigned state = 0; state < STATES && opcode != 0x95e8; state++) {
            uint64_t chance = opcode * STATES + state, same = chance;
            state_set(fast->avr, &chance, opcode);
            state_set(plain->avr, &same, opcode);
            for (int i = 0; i < 3; i++)
                fast->decoder.table[AT / 2 + i].instruction = NOT_DECODED;
            if (decoder_run(fast, fast->avr->cycle + 1) < 0)
                continue;
            plain->avr->pc = avr_run_one(plain->avr);
            runs[fast->decoder.table[AT / 2].instruction]++;
            states_are_equal(fast, plain, opcode);
        }
    uno_free(fast);
    uno_free(plain);
}

TEST(every_opcode_leaves_the_same_state_and_time_on_each_kind_of_chip)
{
    unsigned runs[INSTRUCTIONS] = {0};
    EACH(kind, kinds)
        all_opcodes_agree(kind, runs);
    for (int i = NOP; i < INSTRUCTIONS; i++)
        if (!runs[i])
            fail_msg("%s never ran", names[i]);
}

/* ---- whole sessions ---- */

/* And frees them. */
static void boards_are_equal(struct uno *fast, struct uno *plain, const char *when)
{
    struct uno_output a = uno_output(fast), b = uno_output(plain);
    size_t frames, plain_frames;
    const struct uno_frame *pictures = uno_frames(fast, &frames), *others = uno_frames(plain, &plain_frames);
    if (a.count != b.count || strcmp(a.text, b.text) || (a.count && memcmp(a.cycle, b.cycle, a.count * 8)))
        fail_msg("%s: other output, at cycles %lu and %lu:\n%.200s\n%.200s", when,
                 (unsigned long)uno_cycle(fast), (unsigned long)uno_cycle(plain), uno_unread(fast),
                 uno_unread(plain));
    assert_int_equal(frames, plain_frames);
    for (size_t i = 0; i < frames; i++)
        assert_memory_equal(&pictures[i], &others[i], sizeof *pictures);
    assert_int_equal(uno_status(fast).asleep, uno_status(plain).asleep);
    for (int i = 0; i < UNO_FAULTS; i++)
        if (uno_faults(fast, (enum uno_fault)i) != uno_faults(plain, (enum uno_fault)i))
            fail_msg("%s: %u and %u faults of kind %d", when, uno_faults(fast, (enum uno_fault)i),
                     uno_faults(plain, (enum uno_fault)i), i);
    assert_string_equal(uno_fault_text(fast), uno_fault_text(plain));
    states_are_equal(fast, plain, 0);
    for (uint32_t i = 0; i < uno_status(fast).flash_size; i++)
        assert_int_equal(uno_flash(fast, i), uno_flash(plain, i));
    uno_free(fast);
    uno_free(plain);
}

/* Types, presses the button, resets, cuts the power and jumps astray on both boards, as chance draws it. */
static void sessions_agree(const struct kind *kind)
{
    static const char *const lines[] = {
        "solve 8\r",        "pace 0\r",  "count 9\r", "search 6\r", "?", "\003",   "solve 31\r",
        "check 15863724\r", "usaco 7\r", "info\r",    "count 15\r", "~", "help\r", "count 12 3/7\r"};
    struct uno *boards[2] = {board(kind->elf, &kind->options, false), board(kind->elf, &kind->options, true)};
    uint64_t chance = 7;
    for (unsigned step = 0; step < 100; step++) {
        uint64_t cycles = chance_next(&chance) % 1000000, what = chance_next(&chance) % 20;
        uint32_t astray = chance_next(&chance) % uno_status(boards[0]).flash_size & ~1u;
        const char *line = lines[chance_next(&chance) % (sizeof lines / sizeof *lines)];
        enum uno_stop stops[2];
        for (int i = 0; i < 2; i++) {
            if (what < 14)
                uno_type(boards[i], line);
            else if (what < 17)
                uno_button_bounce(boards[i], what & 1);
            else if (what == 17)
                uno_reset(boards[i], UNO_EXTERNAL);
            else if (what == 18)
                uno_power_cut(boards[i]);
            else {
                uno_jump(boards[i], astray);
                uno_poke(boards[i], (uint16_t)(R_SPL + step % 2), (uint8_t)cycles);
            }
            stops[i] = step % 2 ? uno_run(boards[i], cycles) : uno_run_to(boards[i], "ok\r\n", cycles);
        }
        assert_int_equal(stops[0], stops[1]);
        assert_int_equal(uno_cycle(boards[0]), uno_cycle(boards[1]));
    }
    boards_are_equal(boards[0], boards[1], kind->elf);
}

TEST(whole_sessions_of_each_kind_of_chip_agree_to_the_cycle_and_fault_by_fault)
{
    EACH(kind, kinds)
        sessions_agree(kind);
}

static bool step_count(struct uno *, void *steps)
{
    ++*(unsigned *)steps;
    return false;
}

/* What makes the simulator fast.  Where each runs alone, there are 80 in 100 cycles. */
TEST(in_100_cycles_of_a_count_less_than_one_instruction_or_event_interrupts_the_decoder)
{
    if (getenv("UNO_COVER"))
        skip(); /* each instruction runs alone then */
    EACH(kind, kinds) {
        struct uno *uno = board(kind->elf, &kind->options, false);
        unsigned steps = 0;
        uno_type(uno, "count 9\rcount 14\r");
        uno_run(uno, uno_cycles(uno, 0.3));
        uno_run_until_io(uno, step_count, &steps, uno_hz(uno));
        line_measured("%s: %u steps in a second", kind->elf, steps);
        assert_in_range(steps, 1, uno_hz(uno) / 100);
        uno_free(uno);
    }
}

/* ---- self-programming ---- */

/* Sends 'A' or another byte for ever. */
static void page_write(struct uno *uno, uint8_t byte)
{
    uint8_t page[128] = {
        0x88, 0xe0,             /* ldi r24, TXEN0 */
        0x80, 0x93, 0xc1, 0x00, /* sts UCSR0B, r24 */
        0x90, 0x91, 0xc0, 0x00, /* lds r25, UCSR0A */
        0x95, 0xff,             /* sbrs r25, UDRE0 */
        0xfc, 0xcf,             /* rjmp .-8 */
        0x80, 0xe0,             /* ldi r24, byte */
        0x80, 0x93, 0xc6, 0x00, /* sts UDR0, r24 */
        0xf8, 0xcf              /* rjmp .-16 */
    };
    page[14] = 0x80 | (byte & 15);
    page[15] = (uint8_t)(0xe0 | byte >> 4);
    uno_reset(uno, UNO_EXTERNAL);
    uno_send(uno, "0 U\0\0 d\0\200F", 10);
    uno_send(uno, page, sizeof page);
    uno_send(uno, " Q ", 3);
    uno_run(uno, UNO_MS(1000));
}

TEST(a_boot_loader_that_replaces_the_code_in_the_middle_of_a_run_agrees)
{
    const struct uno_options options = {.bootloader = BUILD "/sim/optiboot.hex"};
    struct uno *boards[2];
    for (int i = 0; i < 2; i++) {
        boards[i] = board(NULL, &options, i);
        page_write(boards[i], 'A');
        assert_has(uno_unread(boards[i]), "AAA");
        page_write(boards[i], 'B');
        assert_has(uno_unread(boards[i]), "BBB");
    }
    boards_are_equal(boards[0], boards[1], "after self-programming");
}
