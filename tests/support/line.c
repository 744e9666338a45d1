/* The simulated Uno as a script or a person uses it: type a line, read the answer, look at the matrix. */
#include "tests/support/line.h"

#include <ctype.h>

#define CHUNK 1000 /* cycles: shorter than a byte, so that no end of an answer is run past */

struct uno *line_board_with(const char *elf, const struct uno_options *options)
{
    struct uno *uno = uno_new(elf, options);
    if (!uno)
        fail_msg("%s", uno_error());
    return uno;
}

struct uno *line_board(const char *elf, uint64_t seed)
{
    return line_board_with(elf, &(struct uno_options){.seed = seed});
}

void line_tolerate(struct uno *uno, bool tolerated)
{
    for (int fault = 0; fault < UNO_FAULTS; fault++)
        uno_settings(uno)->tolerated[fault] = tolerated;
}

struct uno *line_start(void)
{
    struct uno *uno = line_board(NQUEENS_ELF, 1);
    line_boot(uno);
    return uno;
}

struct uno *line_start_quiet(void)
{
    struct uno *uno = line_start();
    line_set(uno, "pace 0");
    return uno;
}

static const struct uno *latest; /* the board that ran last; NULL: it is gone */

void line_end(struct uno *uno)
{
    latest = NULL;
    uno_free(uno);
}

void line_run_case(void **state)
{
    const struct line_case *own = *state;
    struct uno *uno = own->start();
    own->test(uno);
    line_end(uno);
}

static const char *tail(const struct uno *uno)
{
    struct uno_output output = uno_output(uno);
    return output.text + (output.count > 300 ? output.count - 300 : 0);
}

static const char *latest_tail(void)
{
    return latest ? tail(latest) : "";
}

TEST_AT_START line_shows_what_is_sent(void)
{
    test_sent = latest_tail;
}

static void check_stop(const struct uno *uno, enum uno_stop stop)
{
    latest = uno;
    if (stop == UNO_FAULT)
        fail_msg("%s; its last output:\n%s", uno_fault_text(uno), tail(uno));
    if (stop == UNO_HALTED)
        fail_msg("the chip sleeps for ever; its last output:\n%s", tail(uno));
}

void line_run(struct uno *uno, uint64_t cycles)
{
    check_stop(uno, uno_run(uno, cycles));
}

/* Of the clock of this board. */
static uint64_t cycles_of(const struct uno *uno, uint32_t ms)
{
    return (uint64_t)ms * (uno_hz(uno) / 1000);
}

void line_run_to(struct uno *uno, const char *text, uint32_t ms)
{
    enum uno_stop stop = uno_run_to(uno, text, cycles_of(uno, ms));
    check_stop(uno, stop);
    if (stop != UNO_FOUND)
        fail_msg("'%s' did not come within %u ms; its last output:\n%s", text, (unsigned)ms, tail(uno));
}

static bool is_at(struct uno *uno, void *symbol)
{
    return uno_pc(uno) == *(uint32_t *)symbol;
}

void line_run_at(struct uno *uno, const char *symbol)
{
    uint32_t address = line_address(uno, symbol);
    assert_int_equal(uno_run_until(uno, is_at, &address, UNO_MS(20000)), UNO_FOUND);
}

static bool mark_has_changed(struct uno *uno, void *from)
{
    return uno_peek(uno, LINE_MARK) != *(const uint8_t *)from;
}

uint8_t line_run_from(struct uno *uno, uint8_t from)
{
    assert_int_equal(uno_run_until_io(uno, mark_has_changed, &from, 600 * (uint64_t)UNO_HZ), UNO_FOUND);
    return uno_peek(uno, LINE_MARK);
}

void line_boot(struct uno *uno)
{
    uno_mark(uno);
    line_run_to(uno, "\n> ", 100);
}

void line_key(struct uno *uno, const char *key, const char *answer)
{
    uno_mark(uno);
    line_type_to(uno, key, answer, LINE_AT_ONCE);
}

const char *line_type(struct uno *uno, const char *keys, uint32_t ms)
{
    size_t begin = uno_output(uno).count;
    uno_type(uno, keys);
    line_run(uno, cycles_of(uno, ms));
    return uno_output(uno).text + begin;
}

void line_type_to(struct uno *uno, const char *keys, const char *text, uint32_t ms)
{
    uno_type(uno, keys);
    line_run_to(uno, text, ms);
}

void line_play(struct uno *uno, const struct line_act *acts)
{
    for (; acts->keys; acts++) {
        const char *came = acts->ms ? line_type(uno, acts->keys, acts->ms) : line_ask(uno, acts->keys);
        assert_matches(came, acts->comes ? acts->comes : "@");
    }
}

void line_stop(struct uno *uno)
{
    uno_type(uno, "\003");
    line_answer(uno, 100);
}

/* The start of the line that ends at `end`, where there is a CRLF. */
static const char *line_before(const char *text, const char *end)
{
    const char *start = end - 2;
    while (start > text && start[-1] != '\n')
        start--;
    return start;
}

/* Does an answer end here: `ok` or `error: ...` alone on a line, then the prompt? */
static bool is_complete(const char *text, size_t count)
{
    const char *prompt = text + count - 2;
    if (count < 6 || strcmp(prompt, "> ") != 0 || prompt[-1] != '\n')
        return false;
    const char *line = line_before(text, prompt);
    return !strncmp(line, "ok\r", 3) || !strncmp(line, "error: ", 7);
}

const char *line_answer(struct uno *uno, uint32_t ms)
{
    static char *kept;
    uint64_t end = uno_cycle(uno) + cycles_of(uno, ms);
    size_t begin = (size_t)(uno_unread(uno) - uno_output(uno).text), seen = begin;
    struct uno_output output = uno_output(uno);
    while (output.count == seen || !is_complete(output.text + begin, output.count - begin)) {
        seen = output.count;
        if (uno_cycle(uno) >= end)
            fail_msg("no answer within %u ms; its last output:\n%s", (unsigned)ms, tail(uno));
        line_run(uno, CHUNK);
        output = uno_output(uno);
    }
    free(kept);
    kept = strdup(output.text + begin);
    uno_mark(uno);
    return kept;
}

const char *line_ask(struct uno *uno, const char *line)
{
    size_t length = strlen(line);
    uno_mark(uno);
    uno_type(uno, line);
    uno_type(uno, "\r");
    const char *answer = line_answer(uno, 120000);
    if (!strncmp(answer, line, length))
        answer += length;
    assert_memory_equal(answer, "\r\n", 2);
    return answer + 2;
}

void line_set(struct uno *uno, const char *line)
{
    assert_string_equal(line_ask(uno, line), "ok\r\n> ");
}

void line_has(const char *answer, const char *text)
{
    size_t length = strlen(text);
    for (const char *at = answer; (at = strstr(at, text)) != NULL; at++)
        if ((at == answer || at[-1] == '\n') && at[length] == '\r')
            return;
    fail_msg("no line '%s' in:\n%s", text, answer);
}

void line_boards_are_whole(const char *text, unsigned n)
{
    for (const char *at = text; (at = strstr(at, "\n*")); at++)
        if (strchr(at, '\r'))
            assert_int_equal(strcspn(at + 1, "\r"), n + 2);
}

uint64_t line_number(const char *text, const char *what)
{
    const char *at = strstr(text, what);
    if (!at || at < text + 2 || at[-1] != ' ' || !isdigit((unsigned char)at[-2]))
        fail_msg("no number of '%s' in:\n%s", what, text);
    at--;
    while (at > text && isdigit((unsigned char)at[-1]))
        at--;
    return strtoull(at, NULL, 10);
}

void line_measured(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("# ");
    vprintf(format, args);
    printf("\n");
    fflush(stdout);
    va_end(args);
}

uint16_t line_address(struct uno *uno, const char *name)
{
    int32_t address = uno_symbol(uno, name);
    if (address < 0)
        fail_msg("the firmware has no variable %s", name);
    return (uint16_t)address;
}

void line_put(struct uno *uno, const char *name, const void *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        uno_poke(uno, (uint16_t)(line_address(uno, name) + i), ((const uint8_t *)from)[i]);
}

void line_get(struct uno *uno, const char *name, void *to, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)to)[i] = uno_peek(uno, (uint16_t)(line_address(uno, name) + i));
}

void line_flip(struct uno *uno, uint16_t address, unsigned bit)
{
    uint16_t at = (uint16_t)(address + bit / 8);
    uno_poke(uno, at, (uint8_t)(uno_peek(uno, at) ^ 1U << bit % 8));
}

void line_lit(struct uno *uno, const uint8_t rows[8], const char *what)
{
    uint8_t lit[8];
    uno_rows(uno, lit);
    if (memcmp(lit, rows, 8) == 0)
        return;
    for (int row = 0; row < 8; row++)
        printf("# %02x %02x\n", lit[row], rows[row]);
    fail_msg("left is lit, right is expected: %s", what);
}

void line_shows(struct uno *uno, const struct reference *board)
{
    uint8_t rows[8];
    reference_picture(board, rows);
    line_lit(uno, rows, reference_text(board));
}

void line_frame_shows(const struct uno_frame *frame, const struct reference *board)
{
    uint8_t rows[8];
    reference_picture(board, rows);
    assert_memory_equal(frame->rows, rows, 8);
}

void line_press(struct uno *uno, uint32_t ms)
{
    uno_button_bounce(uno, true);
    line_run(uno, cycles_of(uno, ms));
    uno_button_bounce(uno, false);
    line_run(uno, cycles_of(uno, 60));
}
