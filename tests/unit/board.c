/* Host tests of firmware/queens/board.c: a board as text. */
#include "firmware/queens/board.h"
#include "tests/unit/unit.h"

#define ALL "123456789abcdefghijklmnopqrstuvw"

TEST(each_column_has_a_character_of_its_own)
{
    for (int8_t column = 0; column < QUEENS_MAX; column++)
        assert_int_equal(board_character(column), ALL[column]);
}

TEST(a_board_is_read_row_by_row)
{
    static const int8_t columns[] = {0, 4, 7, 5, 2, 6, 1, 3};
    struct board board;
    board_read(&board, "15863724");
    assert_int_equal(board.n, 8);
    assert_int_equal(board.row, 8);
    assert_memory_equal(board.col, columns, sizeof columns);
}

TEST(boards_of_one_to_32_rows_are_good)
{
    char text[QUEENS_MAX + 1], at = '?';
    struct board board;
    for (uint8_t n = 1; n <= QUEENS_MAX; n++) {
        snprintf(text, sizeof text, "%.*s", n, ALL);
        assert_int_equal(board_find_fault(text, &at, false), BOARD_GOOD);
        board_read(&board, text);
        assert_int_equal(board.n, n);
        for (uint8_t row = 0; row < n; row++)
            assert_int_equal(board.col[row], row);
    }
    assert_int_equal(at, '?');
}

struct fault {
    const char *text;
    enum board_fault fault;
    char at;
};

static void assert_faults(const struct fault *faults, size_t count, bool has_gaps)
{
    for (size_t i = 0; i < count; i++) {
        char at = '?';
        assert_int_equal(board_find_fault(faults[i].text, &at, has_gaps), faults[i].fault);
        assert_int_equal(at, faults[i].at);
    }
}

TEST(each_fault_of_a_board_is_named_the_graver_one_first)
{
    static const struct fault faults[] = {
        {"0", BOARD_ALPHABET, '0'},         {"x", BOARD_ALPHABET, 'x'},
        {"z1", BOARD_ALPHABET, 'z'},        {"{", BOARD_ALPHABET, '{'},
        {"`", BOARD_ALPHABET, '`'},         {":", BOARD_ALPHABET, ':'},
        {"1586/724", BOARD_ALPHABET, '/'},  {"A", BOARD_ALPHABET, 'A'},
        {"1 2", BOARD_ALPHABET, ' '},       {"1\xe4", BOARD_ALPHABET, '\xe4'},
        {"\xff", BOARD_ALPHABET, '\xff'},   {"2", BOARD_TOO_SHORT, '2'},
        {"1234567a", BOARD_TOO_SHORT, 'a'}, {"15863729", BOARD_TOO_SHORT, '9'},
        {ALL + 1, BOARD_TOO_SHORT, 'w'},    {"11", BOARD_CROWDED, '1'},
        {"15863725", BOARD_CROWDED, '5'},   {"1231", BOARD_CROWDED, '1'},
        {"1150", BOARD_TOO_SHORT, '5'},     {"1140", BOARD_ALPHABET, '0'},
        {ALL "1", BOARD_TOO_LONG, '?'},
    };
    assert_faults(faults, sizeof faults / sizeof *faults, false);
}

TEST(a_row_may_lack_its_queen_where_gaps_are_allowed)
{
    static const struct fault faults[] = {
        {"...24...", BOARD_GOOD, '?'}, {"........", BOARD_GOOD, '?'},      {".", BOARD_GOOD, '?'},
        {"..", BOARD_GOOD, '?'},       {"1.1", BOARD_CROWDED, '1'},        {".0", BOARD_ALPHABET, '0'},
        {".3", BOARD_TOO_SHORT, '3'},  {"." ALL ".", BOARD_TOO_LONG, '?'}, {"15863724", BOARD_GOOD, '?'},
    };
    static const struct fault without[] = {{"...24...", BOARD_ALPHABET, '.'}};
    assert_faults(faults, sizeof faults / sizeof *faults, true);
    assert_faults(without, 1, false);
}

TEST(a_row_without_a_queen_has_column_minus_1)
{
    static const int8_t columns[] = {-1, -1, -1, 1, 3, -1, -1, -1};
    struct board board;
    board_read(&board, "...24...");
    assert_int_equal(board.n, 8);
    assert_int_equal(board.row, 8);
    assert_memory_equal(board.col, columns, sizeof columns);
}
