/*
 * The time slices of the count on the shipped image, for each n that it counts by crosses: how often it looks
 * for input, how long a slice is, how soon it ends after a byte, and that no press of the button is lost.
 *
 *   build/simulator/slices [SECONDS]      of the chip's time for each n; the default is 0.75
 *
 * The assembly of the count polls a flag of the timer, which is set each millisecond.  When it is set, the
 * count checks for a received byte; if there is one, or after 10 ms, the slice ends.
 */
#include "sim/board/board.h"
#include "sim/board/uno.h"
#include "tests/support/line.h"

enum {
    LOOK = 0x99b2, /* sbic TIFR1, OCF1B */
    LDS = 0x9000,  /* of the byte below the stack: the main loop begins another round */
    ANY_REGISTER = 0x01f0,
    MOST_APART = 17000, /* 12 bytes: the receive ring has room for them */
    MOST_END = 24000,   /* 1.5 ms */
    MOST_ROUND = 11 * 16000,
    PRESS = 32, /* ms: a round, and the 20 ms that the button must be steady */
};

static double seconds = 0.75;

void test_words(int count, char **words)
{
    if (count > 1)
        seconds = atof(words[1]);
}

/* The longest times so far, in cycles awake. */
struct times {
    uint16_t head, tail; /* addresses of the receive ring's indices */
    uint16_t guard;      /* and of the byte below the stack, which main compares in each round */
    uint64_t looked, round, came;
    uint32_t apart, slice, end;
    uint64_t looks;
};

static void keep_most(uint32_t *most, uint64_t cycles)
{
    if (cycles > *most)
        *most = (uint32_t)cycles;
}

/* Asked in front of each instruction; never stops the run. */
static bool look(struct uno *uno, void *arg)
{
    struct times *times = arg;
    const avr_t *avr = uno->avr;
    uint64_t awake = avr->cycle - uno->status.asleep;
    unsigned word = word_at(avr, avr->pc), address = word_at(avr, avr->pc + 2);
    bool is_round = (word & ~(unsigned)ANY_REGISTER) == LDS && address == times->guard;
    bool has_byte = avr->data[times->head] != avr->data[times->tail];
    if ((word == LOOK || is_round) && times->looked)
        keep_most(&times->apart, awake - times->looked);
    if (word == LOOK) {
        times->looked = awake;
        times->looks++;
    } else if (is_round) {
        if (times->round)
            keep_most(&times->slice, awake - times->round);
        if (times->came)
            keep_most(&times->end, awake - times->came);
        times->looked = times->came = 0;
        times->round = awake;
    }
    if (has_byte && !times->came && times->looked)
        times->came = awake;
    return false;
}

static void run(struct uno *uno, struct times *times, uint64_t cycles)
{
    if (uno_run_until(uno, look, times, cycles) == UNO_FAULT)
        fail_msg("%s", uno_fault_text(uno));
}

/* Counts to the end, but for at most so many cycles; a key is typed when the last one is answered. */
static struct times times_of(struct uno *uno, const char *count, uint64_t cycles)
{
    struct times times = {.head = line_address(uno, "uart_rx_head"),
                          .tail = line_address(uno, "uart_rx_tail"),
                          .guard = line_address(uno, "_end")};
    uint64_t chance = cycles, end = uno_cycle(uno) + cycles;
    uno_forget_logs(uno);
    line_type(uno, text_of("%s\r", count), 3);
    while (uno_cycle(uno) < end && !strstr(uno_output(uno).text, "\nok")) {
        run(uno, &times, UNO_MS(15) + chance_next(&chance) % UNO_MS(15));
        uno_type(uno, "?");
        if (uno_output(uno).count > 100000)
            uno_forget_logs(uno);
    }
    return times;
}

QUIET_TEST(for_every_n_slices_are_short_and_end_1_5_ms_after_a_byte)
{
    for (unsigned n = 9; n <= 24; n++) {
        const char *count = text_of(n > 20 ? "count %u 3/64" : "count %u", n > 20 ? n - 4 : n);
        struct times times = times_of(uno, count, (uint64_t)(seconds * UNO_HZ));
        line_measured(
            "%s: %lu looks, at most %u cycles apart; rounds of at most %.2f ms, ended %.2f ms after a byte",
            count, (unsigned long)times.looks, times.apart, (double)times.slice / UNO_MS(1),
            (double)times.end / UNO_MS(1));
        assert_in_range(times.looks, 100, UINT32_MAX);
        assert_in_range(times.apart, 0, MOST_APART);
        assert_in_range(times.slice, 0, MOST_ROUND);
        assert_in_range(times.end, 0, MOST_END);
        line_type(uno, "\003", 200);
    }
}

static void press(struct uno *uno, uint64_t *chance)
{
    line_run(uno, UNO_MS(PRESS) + chance_next(chance) % UNO_MS(20));
    uno_button(uno, true);
    line_run(uno, UNO_MS(PRESS));
    uno_button(uno, false);
    line_run(uno, UNO_MS(PRESS));
}

QUIET_TEST(a_press_of_32_ms_is_never_lost_in_a_count)
{
    uint64_t chance = 1;
    line_type(uno, "count 16\r", 100);
    for (unsigned i = 1; i <= 20; i++) {
        press(uno, &chance);
        assert_int_equal(text_times(uno_output(uno).text, "paused"), i);
        press(uno, &chance);
    }
}
