/*
 * The shipped image under power cuts, noise and bit flips on the simulated Uno: a sample, or with `all` the
 * whole.
 */
#include "firmware/count/count_rows.h"
#include "tests/support/line.h"
#include "tests/support/words.h"

#include <ctype.h>
#include <limits.h>
#include <time.h>

/*
 *   stress            the sample that is part of `make test`, always with the same seed
 *   stress all [SEED [TEST [FLIPS]]]
 *                      the whole; the seed is printed, so that a failure can be repeated
 */
static bool whole;
static uint64_t seed = 20, chance_state = 20;

static uint64_t chance(uint64_t below)
{
    return chance_next(&chance_state) % below;
}

static unsigned often(unsigned all, unsigned sample)
{
    return whole ? all : sample;
}

/* ---- a count under power cuts ---- */

#define COUNT_N   "count 12"
#define SOLUTIONS 14200

static struct {
    struct uno *uno;
    uint64_t placed; /* queens that the count places when nobody disturbs it */
    unsigned writes; /* to the EEPROM since it was asked to save */
} count;

static void on_write(void *, uint16_t, uint8_t)
{
    count.writes++;
}

static bool write_begins(struct uno *, void *wanted)
{
    return count.writes >= *(unsigned *)wanted;
}

static void count_begin(void)
{
    struct uno *uno = line_board(NQUEENS_ELF, seed);
    line_boot(uno);
    PLAY(uno, {"auto off", 0, NULL}, {"save", 0, "ok@"});
    count.uno = uno;
    count.placed = line_number(line_ask(uno, COUNT_N), "queens");
    line_run(uno, UNO_MS(50));
    uno_settings(uno)->on_eeprom = on_write;
}

static void type_count(void)
{
    uno_mark(count.uno);
    line_type_to(count.uno, COUNT_N "\r", COUNT_N "\r\n", 100);
}

/*
 * Pauses the count, which saves it, until this write begins.  Returns whether there is such a write; if not,
 * all is written.  queens: those placed so far, in the memory of the board.
 */
static bool save_until(unsigned write, uint64_t *queens)
{
    uint8_t job[JOB_TOTAL + 16];
    count.writes = 0;
    uno_type(count.uno, "!");
    bool is_within = uno_run_until(count.uno, write_begins, &write, UNO_MS(400)) == UNO_FOUND;
    line_get(count.uno, "job", job, sizeof job);
    *queens = 0;
    for (int i = 15; i >= 8; i--)
        *queens = *queens << 8 | job[JOB_TOTAL + i];
    return is_within;
}

/* Cuts the power; the queens with which the count resumes, 0 if it does not. */
static uint64_t cut(void)
{
    uno_power_cut(count.uno);
    line_boot(count.uno);
    line_run(count.uno, UNO_MS(20)); /* the checkpoint is loaded after the prompt */
    const char *text = strstr(uno_unread(count.uno), COUNT_N " resumed: ");
    return text ? line_number(text, "queens") : 0;
}

static void assert_exact_end(void)
{
    line_run_to(count.uno, ", as known", 1000);
    const char *closing = uno_unread(count.uno); /* begins behind these words */
    while (closing[-1] != '\n')
        closing--;
    assert_int_equal(line_number(closing, "solutions"), SOLUTIONS);
    assert_int_equal(line_number(closing, "queens"), count.placed);
    line_run(count.uno, UNO_MS(400)); /* that it is over is saved, too */
    uno_mark(count.uno);
}

TEST(a_count_is_exact_whichever_write_of_it_a_power_cut_tears)
{
    unsigned from_old = 0, from_new = 0;
    bool is_within = true;
    size_t size;
    count_begin();
    uint8_t *cells = uno_eeprom(count.uno, &size);
    for (unsigned write = 1; is_within; write += often(1, 9)) {
        uint64_t old, new;
        memset(cells + 32, 0xff, size - 32); /* a cell that holds the byte already is not written */
        type_count();
        line_run(count.uno, UNO_MS(100));
        save_until(UINT_MAX, &old);
        uno_type(count.uno, "~");
        line_run(count.uno, UNO_MS(50) + chance(UNO_MS(50)));
        is_within = save_until(write, &new);
        line_run(count.uno, is_within ? chance(54400) : 0);
        uint64_t came = cut();
        assert_true(old < new && (came == new || (came == old && is_within)));
        from_new += came == new;
        from_old += came == old;
        assert_exact_end();
    }
    line_measured(
        "counts cut at each of their EEPROM writes: %u resumed from the new record, %u from the old",
        from_new, from_old);
    assert_in_range(from_new, 1, 2);
    assert_true(from_old > often(50, 5));
    uno_free(count.uno);
}

TEST(a_count_is_exact_whenever_the_power_is_cut)
{
    unsigned cuts = often(10000, 150), done = 0, resumed = 0;
    uint64_t kept = 0; /* queens of the latest record that is complete; 0: nothing runs */
    count_begin();
    for (unsigned i = 0; i < cuts; i++) {
        if (!kept)
            type_count();
        line_run(count.uno, chance(UNO_MS(150)));
        uint64_t queens;
        if (chance(2) && !save_until((unsigned)chance(80), &queens))
            kept = queens;
        line_run(count.uno, chance(54400));
        if (strstr(uno_unread(count.uno), ", as known")) {
            assert_exact_end();
            done++;
            kept = 0;
            continue;
        }
        queens = cut();
        assert_true(queens >= kept);
        kept = queens;
        resumed += queens > 0;
    }
    line_measured("%u cuts at random cycles: %u counts came to their end, all exact; %u times one resumed",
                  cuts, done, resumed);
    assert_true(done > cuts / 20 && resumed > cuts / 4);
    uno_free(count.uno);
}

/* ---- noise on the line ---- */

static void send_noise(struct uno *uno)
{
    static const char *const words[] = {"15863724", "8", "32", "?", "!", ".", "~", "+", "-"};
    uint64_t kind = chance(8);
    if (kind < 4) { /* words, as a user may mean them */
        uint64_t word = chance(COMMAND_WORDS + sizeof words / sizeof *words);
        uno_type(uno, word < COMMAND_WORDS ? command_words[word] : words[word - COMMAND_WORDS]);
        uno_type(uno, chance(3) ? " " : "\r");
    } else if (kind < 5) {
        uno_send_broken(uno, (uint8_t)chance(256));
    } else { /* anything */
        for (uint64_t i = chance(12); i; i--)
            uno_send(uno, (uint8_t[]){(uint8_t)chance(256)}, 1);
    }
}

static void everything_works(struct uno *uno)
{
    struct reference last = reference_read("531642", 6);
    PLAY(uno, {"\003\r\n\003", 1000, NULL}, {"defaults", 0, NULL}, {"pace 30\r", 1000, NULL});
    EACH_TEXT(line, "help", "info", "settings", "fundamental 5", "count 8", "usaco 6", "images 2413",
              "check 2413", "test")
        PLAY(uno, {line, 0, "@ok\r\n> "});
    PLAY(uno, {"nonsense", 0, "error: @"}, {"solve 6", 0, NULL}, {"", 50, NULL});
    line_shows(uno, &last);
}

TEST(random_bytes_at_full_rate_do_no_harm)
{
    struct uno *uno = line_board(NQUEENS_ELF, seed);
    unsigned thousands = often(1000, 30);
    line_run_to(uno, "\n> ", 100);
    for (unsigned i = 1; i <= thousands; i++) {
        uno_settings(uno)->flow = false;
        while (uno_status(uno).unsent < 1000)
            send_noise(uno);
        while (uno_status(uno).unsent)
            line_run(uno, UNO_MS(1));
        if (i % 10 == 0) {
            uno_settings(uno)->flow = true;
            line_run(uno, UNO_MS(100));
            everything_works(uno);
            uno_forget_logs(uno);
        }
    }
    assert_int_equal(uno_status(uno).resets, 0);
    line_measured(
        "%u bytes of noise at full rate, %u of them lost: no reset, no fault, all commands work after it",
        thousands * 1000, (unsigned)uno_status(uno).overruns);
    uno_free(uno);
}

/* ---- bit flips, one after the other ---- */

/* Is there an answer to `?`, or has the chip restarted?  An `error: ` is neither. */
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

static void assert_answers_after_flip(struct uno *uno, const char *line, uint16_t address, unsigned bit)
{
    uno_type(uno, "\003\r\003"); /* a reset starts the demo, which the first line ends */
    uno_run(uno, UNO_MS(10));
    uno_forget_logs(uno);
    uno_type(uno, line);
    uno_run(uno, UNO_MS(10));
    line_flip(uno, address, bit);
    uno_run(uno, UNO_MS(5));
    if (!answers(uno))
        fail_msg("bit %u of address 0x%x mutes the line after '%s'", bit, address, line);
}

QUIET_TEST(no_flipped_bit_of_the_static_ram_mutes_the_line)
{
    uint16_t start = uno_status(uno).ram_start, size = uno_status(uno).static_ram;
    line_tolerate(uno, true);
    EACH_TEXT(line, "\r", "count 14\r", "pace 0\rsolve 8\r")
        for (unsigned bit = 0; bit < size * 8U; bit++)
            assert_answers_after_flip(uno, line, start, bit);
}

/* A stray jump, which one flipped bit of a return address causes, may write to any register. */
QUIET_TEST(no_flipped_bit_of_its_registers_mutes_the_line)
{
    static const struct {
        uint16_t address;
        uint8_t bits; /* of the rate, the format, the directions, the interrupt of the receiver */
    } registers[] = {{0xc0, 0x02}, {0xc1, 0x9c}, {0xc2, 0xff}, {0xc4, 0xff}, {0xc5, 0x0f}};
    line_tolerate(uno, true);
    EACH_TEXT(line, "\r", "count 14\r", "pace 0\rsolve 8\r")
        EACH(at, registers)
            for (unsigned bit = 0; bit < 8; bit++)
                if (at->bits >> bit & 1)
                    assert_answers_after_flip(uno, line, at->address, bit);
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

/* ---- bit flips at random ---- */

static unsigned flips_asked = 10000;

enum outcome { UNTOUCHED, REPORTED, RESTARTED, OTHERWISE, SILENT, WRONG, OUTCOMES };

static const char *const outcome_words[OUTCOMES] = {
    "changed nothing",
    "were found and reported",
    "led to a reset",
    "changed a setting, a pause, a text",
    "lost, doubled or changed a line or a total without a word",
    "brought a wrong board or a wrong count that was called right"};

static bool in_registers; /* flip a bit of r0 to r31 */

/* One bit of the RAM that is in use, variables or stack, or of a register.  Its address. */
static uint16_t flip(struct uno *uno)
{
    uint16_t variables = uno_status(uno).static_ram, stack = 72;
    uint64_t at = chance(variables + stack);
    uint16_t address = (uint16_t)(at < variables ? uno_status(uno).ram_start + at
                                                 : uno_status(uno).ram_end - (at - variables));
    if (in_registers)
        address = (uint16_t)chance(32);
    line_flip(uno, address, (unsigned)chance(8));
    return address;
}

/*
 * A line that was checked waits in the ring of the serial line.  A bit that flips there changes, loses or
 * doubles characters after the check, and only the far end could notice.
 */
static bool is_on_its_way(struct uno *uno, uint16_t address)
{
    uint16_t ring = line_address(uno, "uart_tx"), end = line_address(uno, "uart_rx_head");
    return (address >= ring && address < end) || address == line_address(uno, "uart_tx_head") ||
           address == line_address(uno, "uart_tx_tail");
}

/* To the prompt after an `ok`, or a reset, and then to 80 ms without a word: up to 1.5 s. */
static void run_to_rest(struct uno *uno)
{
    size_t length = 0;
    for (int i = 0, quiet = 0; i < 150 && quiet < 8; i++) {
        uno_run(uno, UNO_MS(10));
        const char *text = uno_unread(uno);
        bool ended = strstr(text, "\nok\r\n> ") || strstr(text, "nqueens");
        quiet = ended && strlen(text) == length ? quiet + 1 : 0;
        length = strlen(text);
    }
}

/* Flips a bit at some moment of this job; what came on the line from the command on, for up to 1.5 s. */
static char *flipped(struct uno **board, const char *job, uint64_t within, uint16_t *address)
{
    struct uno *uno = line_board(NQUEENS_ELF, chance(UINT64_MAX));
    *board = uno;
    line_run_to(uno, "\n> ", 100);
    line_set(uno, "pace 0");
    line_tolerate(uno, true);
    uno_type(uno, text_of("%s\r", job));
    line_run(uno, strlen(job) * LINE_BYTE + chance(within));
    *address = flip(uno);
    run_to_rest(uno);
    return strdup(uno_unread(uno));
}

/* Returns whether there is a whole line of eight digits that is no solution. */
static bool has_wrong_board(const char *text)
{
    bool is_wrong = false;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        struct reference board = reference_read(line, strspn(line, "12345678"));
        is_wrong |= board.n == 8 && line[8] == '\r' && !reference_sound(&board);
    }
    return is_wrong;
}

static bool is_complete_list(const char *text)
{
    size_t solutions;
    const struct reference *all = reference_solve(8, &solutions);
    for (size_t i = 0; i < solutions && text; i++)
        text = strstr(text, reference_text(&all[i]));
    return text && !strncmp(text + 8, "\r\n92 solutions, 2056 queens placed, ", 36);
}

/*
 * What the serial line printed.  `is_wrong`: a wrong result is called right.  `is_right`: it is complete.
 * `is_over`: the job has come to its end, so that what is missing stays unnoticed.
 */
static enum outcome assess_text(const char *text, bool is_wrong, bool is_right, bool is_over)
{
    if (is_wrong)
        return WRONG;
    if (strstr(text, "corrupted"))
        return REPORTED;
    if (strstr(text, "nqueens"))
        return RESTARTED;
    if (strstr(text, "stopped: ")) /* by what was taken for a key or a line */
        return OTHERWISE;
    if (is_right)
        return UNTOUCHED;
    return is_over && strstr(text, "\nok\r\n> ") ? SILENT : OTHERWISE;
}

static enum outcome assess_solve(const char *text)
{
    return assess_text(text, has_wrong_board(text), is_complete_list(text), strstr(text, "84136275\r"));
}

/*
 * Is a number called known that is not the total of a board of 1 to 12 rows?  A flip in the typed line can
 * ask for another board.  The line begins with the number.  A stray jump may print texts of the flash, but
 * no number after them.
 */
static bool calls_wrong(const char *text)
{
    const char *known = strstr(text, "as known: "), *line = known;
    unsigned long number;
    int length = 0; /* 0: an answer in the middle of the line splits it */
    while (line && line > text && line[-1] != '\n')
        line--;
    bool is_called = known && isdigit((unsigned char)known[10]) && isdigit((unsigned char)*line) &&
                     sscanf(line, "%lu solution%n", &number, &length) == 1 && length;
    for (unsigned n = 1; n <= 12 && is_called; n++)
        is_called = number != reference_counts(n).solutions;
    return is_called;
}

/* If the typed line has changed, another board may have been counted: its total is known, too. */
static enum outcome assess_count(const char *text)
{
    bool is_right = strstr(text, "\n724 solutions, ") && strstr(text, "as known: 724");
    bool is_known = strstr(text, "\n724") == NULL && strstr(text, "as known: ");
    return assess_text(text, calls_wrong(text), is_right, !is_known);
}

#define PART "count 10 2/3"

#define PART_NAME    "\npart 2/3 of count 10"
#define PART_FORM    PART_NAME ": %llu solutions, %llu queens placed, "
#define PART_CLOSING PART_NAME ": 188 solutions, 1448 queens placed, "

/* The closing line of a part, up to its time, from an undisturbed board; empty if it takes 2 s. */
static const char *undisturbed(const char *line)
{
    struct uno *uno = line_board(NQUEENS_ELF, seed);
    line_run_to(uno, "\n> ", 100);
    uno_type(uno, text_of("%s\r", line));
    uno_run_to(uno, "placed, ", UNO_MS(2000));
    const char *text = strstr(uno_output(uno).text, "\npart "), *end = text ? strstr(text, "placed, ") : NULL;
    const char *closing = text_of("%.*s", end ? (int)(end + 8 - text) : 0, text ? text : "");
    uno_free(uno);
    return closing;
}

/*
 * A flip in the typed line can ask for another part or another board.  Does the text name what was counted,
 * and is its number right?  Then it is no wrong number.
 */
static bool is_right_for_another(const char *text)
{
    const char *own = strstr(text, "\npart ");
    unsigned number, parts, n;
    if (!own || sscanf(own, "\npart %u/%u of count %u:", &number, &parts, &n) != 3)
        return strstr(text, "as known: ") && !calls_wrong(text);
    const char *line = text_of("count %u %u/%u", n, number, parts);
    if (!strcmp(line, PART))
        return false;
    const char *closing = undisturbed(line);
    return *closing && !strncmp(own, closing, strlen(closing));
}

/* Is the closing line there, but with damaged words, so that nobody takes its numbers? */
static bool has_damaged_words(const char *text)
{
    const char *own = strstr(text, PART_NAME);
    unsigned long long solutions, placed;
    int length = 0;
    return own && (sscanf(own, PART_FORM "%n", &solutions, &placed, &length) != 2 || !length);
}

static enum outcome assess_part(const char *text)
{
    enum outcome outcome = assess_text(text, false, strstr(text, PART_CLOSING), true);
    if (outcome == SILENT && (has_damaged_words(text) || is_right_for_another(text)))
        return OTHERWISE;
    return outcome;
}

/* A sample may have three standard deviations more than what is expected of it, and two at least. */
static unsigned margin(unsigned flips, unsigned most)
{
    unsigned more = 2;
    while (more * more < 9 * flips * most / 1000)
        more++;
    return more;
}

/* `most`: of 1000 flips so many may stay silent, those in the ring apart. */
static void flips_in(const char *job, uint64_t within, enum outcome (*assess)(const char *text),
                     unsigned most)
{
    unsigned flips = often(flips_asked, 100), seen[OUTCOMES] = {0}, in_ring = 0, mute = 0;
    for (unsigned i = 1; i <= flips; i++) {
        struct uno *uno;
        uint16_t address = 0;
        char *text = flipped(&uno, job, within, &address);
        enum outcome outcome = assess(text);
        bool is_mute = !answers(uno);
        if (outcome == WRONG && is_on_its_way(uno, address))
            outcome = SILENT;
        seen[outcome]++;
        in_ring += outcome == SILENT && is_on_its_way(uno, address);
        mute += is_mute;
        if ((outcome >= SILENT || is_mute) && getenv("SHOW"))
            printf("%s: %s by address 0x%x%s\n%s\n", job, outcome_words[outcome], address,
                   is_mute ? ", mute" : "", text);
        free(text);
        uno_free(uno);
    }
    line_measured("%s: of %u flips of a bit of %s", job, flips,
                  in_registers ? "the registers" : "the RAM in use");
    for (int i = 0; i < OUTCOMES; i++)
        line_measured("  %6.2f %% %s", 100.0 * seen[i] / flips, outcome_words[i]);
    line_measured("  %6.2f %% of these in the ring of the serial line, after the check",
                  100.0 * in_ring / flips);
    line_measured("  %6.2f %% left a serial line that does not answer", 100.0 * mute / flips);
    assert_int_equal(seen[WRONG], 0);
    assert_int_equal(mute, 0);
    assert_in_range(seen[SILENT] - in_ring, 0, flips * most / 1000 + (whole ? 0 : margin(flips, most)));
}

TEST(a_flipped_bit_never_makes_solve_8_print_a_board_that_is_no_solution)
{
    flips_in("solve 8", UNO_MS(80), assess_solve, 1);
}

TEST(a_flipped_bit_never_makes_count_10_call_a_wrong_number_right)
{
    flips_in("count 10", UNO_MS(45), assess_count, 1);
}

TEST(a_flipped_bit_seldom_makes_a_part_of_a_count_wrong_without_a_word)
{
    assert_string_equal(undisturbed(PART), PART_CLOSING);
    flips_in(PART, UNO_MS(24), assess_part, 1);
}

TEST(a_flipped_register_makes_a_part_wrong_without_a_word_at_most_one_time_of_eight)
{
    in_registers = true;
    flips_in(PART, UNO_MS(24), assess_part, 120);
    in_registers = false;
}

#define LONGER_PART "count 12 2/3"
#define LONGER_TIME UNO_MS(155) /* of these, it counts */

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

/* Flips a bit of the squares to try on level 2 or 3.  Returns what the part prints. */
static const char *flip_a_square(struct uno *uno, unsigned bit, uint64_t cycle)
{
    uint16_t board = (uint16_t)(uno_symbol(uno, "job") + JOB_BOARD);
    uint16_t open = (uint16_t)(board + offsetof(struct board, col) + offsetof(struct rows, open));
    uno_mark(uno);
    uno_type(uno, LONGER_PART "\r");
    uno_run(uno, (sizeof LONGER_PART - 1) * LINE_BYTE + cycle);
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
    const char *closing = undisturbed(LONGER_PART);
    unsigned flips = 160, reported = 0, missed = 0;
    line_tolerate(uno, true);
    for (unsigned i = 0; i < flips; i++) {
        const char *text = flip_a_square(uno, i % 32, LONGER_TIME / flips * i);
        if (strstr(text, "corrupted"))
            reported++;
        else if (!strstr(text, closing))
            missed++;
    }
    line_measured("%u bits flipped while a part is counted: %u reported, %u missed", flips, reported, missed);
    assert_true(reported > flips / 8);
    assert_in_range(missed, 0, 2);
}

/* It is in the RAM for a whole slice. */
QUIET_TEST(a_flipped_return_address_of_a_slice_makes_no_part_wrong_without_a_word)
{
    const char *closing = undisturbed(LONGER_PART);
    line_tolerate(uno, true);
    for (unsigned i = 0; i < 80; i++) {
        line_type(uno, "\003\r", 20);
        uno_mark(uno);
        uno_type(uno, LONGER_PART "\r");
        uno_run(uno, (sizeof LONGER_PART - 1) * LINE_BYTE + UNO_MS(i % 100));
        line_run_at(uno, "rows_run");
        unsigned stack = uno_peek(uno, 0x5d) + 256U * uno_peek(uno, 0x5e);
        uno_run(uno, 500);
        line_flip(uno, (uint16_t)(stack + 1 + i / 8 % 2), i % 8);
        uno_run(uno, UNO_MS(500));
        const char *text = uno_unread(uno);
        if (!strstr(text, closing) && !strstr(text, "corrupted") && !strstr(text, "nqueens " VERSION))
            fail_msg("bit %u of the return address: %s", i % 16, text);
    }
}

void test_words(int count_of_words, char **words)
{
    whole = count_of_words > 1 && !strcmp(words[1], "all");
    if (whole)
        seed = chance_state = count_of_words > 2 ? strtoull(words[2], NULL, 0) : (uint64_t)time(NULL);
    line_measured("seed %llu", (unsigned long long)seed);
    if (count_of_words > 3)
        cmocka_set_test_filter(words[3]);
    if (count_of_words > 4)
        flips_asked = (unsigned)strtoul(words[4], NULL, 0);
}
