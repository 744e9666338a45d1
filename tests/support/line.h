/* The simulated Uno as a script or a person uses it: type a line, read the answer, look at the matrix. */
#pragma once

#include "sim/board/uno.h"
#include "tests/support/reference.h"
#include "tests/support/test.h"

/*
 * All of these fail the test when the chip does something that is not tolerated (uno.h: enum uno_fault), and
 * show the last output when the expected text does not come.
 */

#define LINE_BYTE 1389 /* cycles that a byte takes on the line */

/* A board with the shipped image, at its first prompt. */
struct uno *line_start(void);
/* The same, and `pace 0` typed: the demo does not start. */
struct uno *line_start_quiet(void);

/* Frees a board after a test. */
void line_end(struct uno *uno);

struct line_case {
    struct uno *(*start)(void);
    void (*test)(struct uno *uno);
};
void line_run_case(void **state);

/* A TEST with the variable `uno`: a board that `start` makes, and that goes after the test. */
#define UNO_TEST(name, start)                                                                                \
    static void name(struct uno *uno);                                                                       \
    static struct line_case name##_case = {start, name};                                                     \
    TEST_REGISTER(name, line_run_case, &name##_case)                                                         \
    static void name(UNUSED struct uno *uno)

#define LINE_TEST(name)  UNO_TEST(name, line_start)
#define QUIET_TEST(name) UNO_TEST(name, line_start_quiet)
/* A QUIET_TEST that plays these acts. */
#define PLAY_TEST(name, ...)                                                                                 \
    QUIET_TEST(name)                                                                                         \
    {                                                                                                        \
        PLAY(uno, __VA_ARGS__);                                                                              \
    }

/* A board with this image, powered on at this seed of its noise or with these options; nothing ran yet. */
struct uno *line_board(const char *elf, uint64_t seed);
struct uno *line_board_with(const char *elf, const struct uno_options *options);
/* Whether the chip continues after any fault, as real silicon would.  At first, each fault fails the test. */
void line_tolerate(struct uno *uno, bool tolerated);

void line_run(struct uno *uno, uint64_t cycles);
void line_run_to(struct uno *uno, const char *text, uint32_t ms);
/* Runs until the instruction at this symbol is next, for at most 20 s. */
void line_run_at(struct uno *uno, const char *symbol);
#define LINE_MARK 0x7f /* DIDR1: small images mark there what they measure */
/* Runs until that mark is no longer `from`; returns what it is.  For at most ten minutes. */
uint8_t line_run_from(struct uno *uno, uint8_t from);
/* Runs to the next prompt, for at most 100 ms: after a reset. */
void line_boot(struct uno *uno);

/* Types keys and runs for so many ms.  Returns what came since then; valid until the chip runs again. */
const char *line_type(struct uno *uno, const char *keys, uint32_t ms);
/* Types keys and runs until this text comes, which it must within so many ms. */
void line_type_to(struct uno *uno, const char *keys, const char *text, uint32_t ms);
#define LINE_AT_ONCE 50 /* ms from a live key on the wire to its answer */
/* Types a live key; its answer must be there, complete, in time. */
void line_key(struct uno *uno, const char *key, const char *answer);
/* Keys, the ms that pass after them, what comes meanwhile as assert_matches() has it (NULL: anything). */
struct line_act {
    const char *keys;
    uint32_t ms; /* 0: the keys are a line, and it passes until its answer has come */
    const char *comes;
};
/* Plays acts one after the other: PLAY(uno, {"solve 8\r", 100, NULL}, {"?", 50, "solve 8: @"}); */
#define PLAY(uno, ...) line_play(uno, (const struct line_act[]){__VA_ARGS__, {NULL, 0, NULL}})
void line_play(struct uno *uno, const struct line_act *acts);
/* Ctrl-C, and the answer of the job that it stops. */
void line_stop(struct uno *uno);

/*
 * Types a line and runs to the prompt after its `ok` or `error: ...`, for at most two minutes of the chip's
 * time.  Returns everything after the echo of the line, including the prompt; valid until the next call.
 */
const char *line_ask(struct uno *uno, const char *line);
/* Runs on to the prompt that follows an `ok` or `error: ...`; all that came until then, as for line_ask. */
const char *line_answer(struct uno *uno, uint32_t ms);

/* The same with a line as printf writes it. */
#define line_askf(uno, ...) line_ask(uno, text_of(__VA_ARGS__))

/* Asks, and the answer must be `ok` alone. */
void line_set(struct uno *uno, const char *line);
#define line_setf(uno, ...) assert_string_equal(line_askf(uno, __VA_ARGS__), "ok\r\n> ")

/* Fails unless `text` is in the answer, from the start of a line to the end of one. */
void line_has(const char *answer, const char *text);
/* Fails if a line of `format board` for n rows has other text in it. */
void line_boards_are_whole(const char *text, unsigned n);
/* The number in front of ` WHAT` in the text; the test fails if there is none. */
uint64_t line_number(const char *text, const char *what);

/* Prints a measurement beside the results. */
__attribute__((format(printf, 1, 2))) void line_measured(const char *format, ...);

/* The address of a variable of the firmware, which must be there. */
uint16_t line_address(struct uno *uno, const char *name);
/* Writes all bytes of such a variable; reads them. */
void line_put(struct uno *uno, const char *name, const void *from, size_t size);
void line_get(struct uno *uno, const char *name, void *to, size_t size);
/* Flips a bit of RAM; bit 8 is the first one of the byte after this address. */
void line_flip(struct uno *uno, uint16_t address, unsigned bit);

/* Fails unless the module at the top left shows these rows: what they are, or this board. */
void line_lit(struct uno *uno, const uint8_t rows[8], const char *what);
void line_shows(struct uno *uno, const struct reference *board);

/* Fails unless the frame is the picture of this board. */
void line_frame_shows(const struct uno_frame *frame, const struct reference *board);

/* Presses the button for so many ms, with its bounces, and runs for 60 ms after that. */
void line_press(struct uno *uno, uint32_t ms);
