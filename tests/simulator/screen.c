/* The simulated Uno's screen: lines that wrap, light that melts. */
#include "tests/support/test.h"

#include "sim/screen/eye.c"
#include "sim/screen/scroll.c"

static struct scroll scroll;
static struct scroll_row rows[10];
static size_t x, y;

static void type(const char *text)
{
    while (*text)
        scroll_byte(&scroll, (uint8_t)*text++);
}

/* Fails unless the rows, in a window of this size that is scrolled back so far, are these: "first|second". */
static void shows(size_t width, size_t height, size_t back, const char *expected)
{
    char text[200] = "";
    size_t count = scroll_rows(&scroll, width, height, &back, rows, &x, &y);
    for (size_t i = 0; i < count; i++) {
        strcat(text, i ? "|" : "");
        strncat(text, rows[i].text, rows[i].length);
    }
    assert_string_equal(text, expected);
}

static void cursor_is_at(size_t column, size_t row)
{
    assert_int_equal(x, column);
    assert_int_equal(y, row);
}

static int fresh(void **state)
{
    (void)state;
    scroll = (struct scroll){0};
    return 0;
}

static int over(void **state)
{
    (void)state;
    scroll_end(&scroll);
    return 0;
}

#define SCROLL_TEST(name) TEST_WITH(name, fresh, over)

SCROLL_TEST(an_empty_session_has_its_cursor_in_the_corner)
{
    shows(5, 3, 0, "");
    cursor_is_at(0, 0);
}

SCROLL_TEST(long_lines_wrap_at_any_width)
{
    type("abcdefgh\r\nij");
    shows(3, 10, 0, "abc|def|gh|ij");
    cursor_is_at(2, 3);
    shows(8, 10, 0, "abcdefgh|ij");
}

SCROLL_TEST(rows_end_at_spaces_not_within_a_number)
{
    type("12 queens, 14200 x");
    shows(12, 10, 0, "12 queens, |14200 x");
    cursor_is_at(7, 1);
    shows(10, 10, 0, "12 queens,|14200 x"); /* the space after a full row is not drawn */
}

SCROLL_TEST(a_full_row_leaves_the_cursor_in_the_next)
{
    type("abc");
    shows(3, 10, 0, "abc|");
    cursor_is_at(0, 1);
}

SCROLL_TEST(only_the_end_is_seen_and_one_can_go_back)
{
    type("1\r\n2\r\n345\r\n6");
    shows(2, 3, 0, "34|5|6");
    shows(2, 2, 0, "5|6"); /* half of a line */
    shows(2, 3, 1, "2|34|5");
    assert_int_equal(y, (size_t)-1);
    shows(2, 3, 100, "1|2|34"); /* no further than to the first line */
}

SCROLL_TEST(backspace_goes_back_and_what_follows_writes_over)
{
    type("abx\b \bc\tz\rA");
    shows(20, 3, 0, "Abc     z");
    assert_int_equal(x, 1);
    type("\b\b\b\aB");
    shows(20, 3, 0, "Bbc     z");
}

SCROLL_TEST(a_lone_line_feed_stays_in_its_column)
{
    type("ab\nc");
    shows(20, 3, 0, "ab|  c");
}

SCROLL_TEST(the_oldest_lines_make_room)
{
    char line[16];
    for (int i = 1; i <= SCROLL_LINES + 500; i++) {
        snprintf(line, sizeof line, "%d\r\n", i);
        type(line);
    }
    type("end");
    shows(20, 3, 0, "4499|4500|end");
    shows(20, 3, 1000000, "502|503|504"); /* 3999 lines and the one with the cursor */
}

TEST(a_static_picture_has_the_brightness_of_its_duty_cycle)
{
    struct eye eye = {0};
    struct uno_frame frame = {.cycle = 0, .rows = {0x80}, .intensity = 4};
    double duty[UNO_LEDS];
    eye_frame(&eye, &frame);
    eye_glance(&eye, 1000, duty);
    assert_true(duty[0] == 9 / 32.0);
    assert_true(duty[1] == 0);
    eye_glance(&eye, 5000, duty);
    assert_true(duty[0] == 9 / 32.0);
}

TEST(pictures_between_two_glances_melt)
{
    struct eye eye = {0};
    double duty[UNO_LEDS];
    eye_frame(&eye, &(struct uno_frame){.cycle = 0, .rows = {0x80}, .intensity = 15});
    eye_frame(&eye, &(struct uno_frame){.cycle = 250, .rows = {0x40}, .intensity = 15});
    eye_glance(&eye, 1000, duty);
    assert_true(duty[0] == 31 / 32.0 / 4);
    assert_true(duty[1] == 31 / 32.0 * 3 / 4);
    eye_glance(&eye, 2000, duty);
    assert_true(duty[0] == 0);
}
