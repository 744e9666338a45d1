/* What happens rarely on the simulated Uno: odd input, damaged records, damaged memory. */
#include "firmware/count/count_rows.h"
#include "firmware/job/state.h"
#include "tests/support/line.h"
#include "tests/support/words.h"

/* ---- odd input ---- */

#define TOO_LONG "1111111111111111111111111111111111"

/* Typed lines and their answers.  What is allowed follows each error; it is here once for each parameter. */
static const char *const asked[][2] = {
    {"modules 9x1", "error: out of range: '9x1'; allowed: modules [WxH], 1x1 to 8x8, at most 16"},
    {"modules 1x0", "error: out of range: '1x0'"},
    {"modules 3x6", "error: out of range: '3x6'"},
    {"modules 4", "error: out of range: '4'"},
    {"modules 4x1x1", "error: not a number: '4x1x1'"},
    {"modules 8x2", "ok\r\n> "},
    {"modules", "ok\r\n> "},
    {"settings", "@\r\nmodules 1x1\r\n@"},
    {"solve 8x", "error: not a number: '8x'; allowed: solve [n], 1 to 32"},
    {"solve :", "error: not a number: ':'"},
    {"solve /", "error: not a number: '/'"},
    {"solve -1", "error: not a number: '-1'"},
    {"solve 8 8", "error: one word too many: '8'"},
    {"   solve    4   ", "2413\r\n3142\r\n@"},
    {"pace 72819", "error: out of range: '72819'; allowed: pace [MS], 0 to 10000"}, /* modulo 65536: 7283 */
    {"bright 0", "ok\r\n> "},
    {"count 16 3/64 5",
     "error: one word too many: '5'; allowed: count [n [K/M]], 1 to 32; K to M, M to 65535"},
    {"count 9 1/1", "352 solutions, @, as known: 352 @"},
    {"count 9 65535/65535", "part 65535/65535 of count 9: @"},
    {"count 4 2/2", "part 2/2 of count 4: 0 solutions,@"},
    {"count 8 1/2", "part 1/2 of count 8: 50 solutions,@"},
    {"count 8 2/2", "part 2/2 of count 8: 42 solutions,@"},
    {"echo", "error: a word is missing; allowed: echo off|on"},
    {"echo onn", "error: unknown word 'onn'"},
    {"echo on off", "error: one word too many: 'off'"},
    {"auto count 0", "error: out of range: '0'; allowed: auto off|on|count|search [n], 1 to 32"},
    {"auto count 33", "error: out of range: '33'"},
    {"auto count 8x", "error: out of range: '8x'"},
    {"auto search 32", "ok\r\n> "},
    {"settings", "@\r\nauto search 32\r\n@"},
    {"check", "error: a board is missing; allowed: check BOARD (a column per row: 1-9, a-w)"},
    {"check 2413 2", "error: one word too many: '2'"},
    {"check 15863724", "solution: class 15863724, size 8\r\nok\r\n> "},
    {"check 84136275", "solution: class 15863724, size 8\r\nok\r\n> "},
    {"check " TOO_LONG, "error: board too long: '" TOO_LONG "'"},
    {"check 0", "error: not a column: '0'"},
    {"check 1:", "error: not a column: ':'"},
    {"check 1{", "error: not a column: '{'"},
    {"check 1w", "error: board too short for column 'w'"},
    {"images 1122", "error: two queens in column '2'"},
    {"images 1234", "1234\r\n4321\r\n2 images\r\nok\r\n> "},
    {"images 231", "231\r\n213\r\n312\r\n132\r\n4 images\r\nok\r\n> "},
    {"images 15863724", "15863724\r\n36428571\r\n57263148\r\n82417536\r\n17582463\r\n84136275\r\n63571428\r\n"
                        "42736851\r\n8 images\r\nok\r\n> "},
    {"images 25314", "25314\r\n41352\r\n2 images\r\nok\r\n> "},
    {"images 1", "1\r\n1 image\r\nok\r\n> "},
    {"complete ..x.", "error: not a column: 'x'"},
    {"complete 2468aceg....qs13579bdfhjlnpr", "@1 solution, @"},
    {"usaco 4", "2 4 1 3\r\n3 1 4 2\r\n2\r\n2 solutions,@"},
    {"usaco 9", "1 3 6 8 2 4 9 7 5\r\n1 3 7 2 8 5 9 4 6\r\n1 3 8 6 9 2 5 7 4\r\n352\r\n352 solutions,@"},
    {"helps", "error: unknown command 'helps'; allowed: the commands that help lists"},
    {TOO_LONG "222222", "error: unknown command '" TOO_LONG "222222'"},
    {"help me", "error: one word too many: 'me'; allowed: help"},
    {"orient ?x", "error: not a number: '?x'"},
    {"orient ?", "0 @Which of these does the matrix show?  Type its number.\r\nok\r\n> "},
    {"8", "error: out of range: '8'"},
    {"3", "orient 3\r\nsave preserves it\r\nok\r\n> "},
    {"3", "error: unknown command '3'"},
    {"modules 2x1", "ok@"},
    {"orient ?", "0 @Which of these does the matrix show?  Type its number.\r\nok\r\n> "},
    {"3", "orient 3\r\n0  1 at the top left, 2 on its right\r\n1  1 at the bottom left, 2 above it\r\n"
          "2  1 at the bottom right, 2 on its left\r\n3  1 at the top right, 2 below it\r\n"
          "4  1 at the top left, 2 below it\r\n5  1 at the top right, 2 on its left\r\n"
          "6  1 at the bottom right, 2 above it\r\n7  1 at the bottom left, 2 on its right\r\n"
          "@Type its number.\r\nok\r\n> "},
    {"8", "error: out of range: '8'; allowed: chain [C], 0 to 7"},
    {"1", "chain 1\r\nsave preserves it\r\nok\r\n> "},
    {"1", "error: unknown command '1'"},
    {"settings", "@\r\norient 3\r\n@chain 1\r\n@"},
    {"orient ?", NULL},
    {"orient 0", "ok@"},
    {"1", "error: unknown command '1'"},
    {"orient ?", NULL},
    {"bright 3", "ok@"}, /* another setting does not withdraw the question */
    {"1", "orient 1\r\n@"},
    {"chain 0", "ok@"},
    {"1", "error: unknown command '1'"},
};

static void assert_error(const char *answer, const char *error)
{
    assert_matches(answer, text_of("%s%s\r\n> ", error, strchr(error, ';') ? "" : "; allowed: @"));
}

QUIET_TEST(odd_parameters_are_read_or_refused_on_the_chip_too)
{
    EACH(row, asked) {
        const char *answer = line_ask(uno, (*row)[0]), *wanted = (*row)[1];
        if (wanted && strncmp(wanted, "error", 5) == 0)
            assert_error(answer, wanted);
        else if (wanted)
            assert_matches(answer, wanted);
    }
    EACH_TEXT(part, "3", "3/", "/64", "0/64", "65/64", "3/0", "3/64x", "x3/64", "3//64", "3/65536",
              "1/131073")
        assert_error(line_askf(uno, "count 16 %s", part), text_of("error: not a part: '%s'", part));
    EACH_TEXT(word, "digit", "nonee")
        assert_error(line_askf(uno, "format %s", word),
                     text_of("error: unknown word '%s'; allowed: format %s", word, FORMAT_CHOICE));
    EACH_TEXT(word, "solve", "fundamental", "usaco", "search")
        EACH_TEXT(size, "0", "33", "255", "256", "264", "65544", "131080", "4294967304",
                  "18446744073709551624", "00000000000000000000033")
            assert_error(line_askf(uno, "%s %s", word, size),
                         text_of("error: out of range: '%s'; allowed: %s [n], 1 to 32", size, word));
    PLAY(uno, {"    \r", 50, "    \r\n> "}, {"?x\b-", 50, "\r\nidle\r\n> x\b \b\r\npace 10\r\n> "},
         {"orient ?\r", 20, NULL}, {"!", 20, NULL}, {"3\r", 50, "3\r\nerror: unknown command '3'; @"});
}

QUIET_TEST(a_line_of_help_has_a_command_and_its_effect_and_fits_a_terminal)
{
    for (const char *line = line_ask(uno, "help"); *line; line += strcspn(line, "\n") + (*line != '>')) {
        size_t width = strcspn(line, "\r");
        assert_in_range(width, 2, 79);
        if (*line == ' ')
            assert_matches(text_of("%.*s", (int)width, line), "  @: @");
    }
}

QUIET_TEST(escape_sequences_and_each_end_of_a_line_are_taken)
{
    PLAY(uno, {"pace\033[A \033OB7\033[1;5C7\r", 50, "pace 77\r\nok\r\n> "},
         {"\033xstop\n\rstop\n\rstop\r\n", 50,
          "xstop\r\nerror: unknown command 'xstop'@\r\n> stop\r\nok\r\n> stop\r\nok\r\n> "});
    uno_send(uno, "stop\r\0stop\r\0", 12); /* telnet */
    PLAY(uno, {"", 50, "stop\r\nok\r\n> stop\r\nok\r\n> "});
}

/* ---- records in the EEPROM: the CRC is right, the content is not ---- */

enum {
    VERSION_COUNT = 0x63,
    VERSION_SETTINGS = 0x70,
    SETTINGS_AT = 992,
    CHECKPOINT_SIZE = JOB_FORMAT - JOB_SECONDS
};

/* Writes bytes over the payload of a record, and its CRC-32 (IEEE 802.3) after it. */
static void record_change(uint8_t *record, uint8_t length, const int16_t change[][2])
{
    for (; change[0][0]; change++)
        record[change[0][0]] = (uint8_t)change[0][1];
    uint32_t sum = reference_crc(record, 2U + length);
    for (unsigned i = 0; i < 4; i++)
        record[2 + length + i] = (uint8_t)(sum >> 8 * i);
}

/* The only record of a count. */
static uint8_t *record_of_count(struct uno *uno)
{
    uint8_t *cell = uno_eeprom(uno, NULL);
    for (unsigned at = 32; at < 1024; at += 64)
        if (cell[at] == VERSION_COUNT + CHECKPOINT_SIZE)
            return cell + at;
    fail_msg("no record");
    return NULL;
}

/* Where a field is in the record of a count. */
#define AT(field)          (2 + (field)-JOB_SECONDS)
#define BOARD(field)       (AT(JOB_BOARD) + (int)offsetof(struct board, field))
#define ROWS(field)        (BOARD(col) + (int)offsetof(struct rows, field))
#define ROW(at)            BOARD(row), at
#define QUEEN(row, column) BOARD(col) + (row), column
#define CROSS(a, b, c, d)                                                                                    \
    {ROWS(cross[0]), a}, {ROWS(cross[1]), b}, {ROWS(cross[2]), c},                                           \
    {                                                                                                        \
        ROWS(cross[3]), d                                                                                    \
    }

static const struct {
    const char *line;
    bool resumes;
    int16_t change[8][2];
} checkpoints[] = {
    {"count 12", true, {{0}}},
    {"count 20 9/65535", true, {{0}}},
    {"count 12", true, {{ROW(ROWS_NEW)}}},
    {"count 12", false, {{BOARD(n), 33}}},
    {"count 12", false, {{AT(JOB_TOTAL) + 5, 1}}}, /* more solutions than there are */
    {"count 12", false, {{AT(JOB_PART), 2}}},
    {"count 12", false, {{ROWS(turn), 1}}},
    {"count 12", false, {{ROWS(edge), 1}}},
    {"count 17", false, {{ROWS(edge[1]), 0}}},
    {"count 17 3/64", true, {{0}}},
    {"count 17 3/64", false, {{AT(JOB_PART), 0}}},
    {"count 17 3/64", false, {{AT(JOB_PART), 65}}},
    {"count 21 3/64", false, {{AT(JOB_PART), 0}}},
    {"count 12", false, {{ROW(ROWS_NEW)}, {ROWS(cross[0]), 11}}},
    {"count 12", false, {CROSS(1, 0, 5, 5)}},
    {"count 12", false, {CROSS(1, 5, 0, 5)}},
    {"count 12", false, {CROSS(1, 5, 11, 5)}},
    {"count 12", false, {CROSS(1, 5, 5, 0)}},
    {"count 12", false, {CROSS(1, 5, 5, 11)}},
    {"count 13", false, {CROSS(6, 6, 6, 6)}},                   /* the least line is not below the middle */
    {"count 12", false, {{ROW(ROWS_NEW)}, CROSS(0, 0, 3, 5)}},  /* the second queen is attacked */
    {"count 12", false, {{ROW(ROWS_NEW)}, CROSS(0, 3, 3, 11)}}, /* the last one has no square */
    {"count 12", false, {{ROW(ROWS_NEW)}, CROSS(0, 3, 3, 3)}},  /* the last one is attacked */
    {"count 12", false, {{ROW(ROWS_NEW)}, CROSS(0, 3, 0, 8)}},
    {"count 12", false, {{ROW(ROWS_NEW)}, CROSS(0, 3, 11, 4)}}, /* another image is searched */
    {"count 12", false, {{ROW(LEVELS_MAX + 1)}}},
    {"count 12", false, {{ROW(1)}, {ROWS(open), 255}, {ROWS(open) + 1, 255}}},
    {"count 12", false, {{ROW(3)}, {ROWS(open[1]), 0}, {ROWS(open[1]) + 1, 0}}},
    {"count 21", false, {{ROW(22)}}},
    {"count 21", false, {{ROW(0)}, {QUEEN(0, 8)}}},
    {"count 21", true, {{ROW(0)}, {QUEEN(0, 9)}}},
    {"count 21", false, {{ROW(1)}, {QUEEN(1, 21)}}},
    {"count 21", false, {{ROW(2)}, {QUEEN(0, 12)}, {QUEEN(1, 12)}}}, /* they attack each other */
    {"count 21", true, {{ROW(1)}, {QUEEN(1, -1)}}},
    {"count 21",
     true,
     {{BOARD(n), 5}, {ROW(5)}, {QUEEN(0, 2)}, {QUEEN(1, 4)}, {QUEEN(2, 1)}, {QUEEN(3, 3)}, {QUEEN(4, 0)}}},
    {"count 21", false, {{QUEEN(1, 21)}}},
};

static void restart_with_erased_eeprom(struct uno *uno)
{
    memset(uno_eeprom(uno, NULL), 0xff, 1024);
    uno_reset(uno, UNO_EXTERNAL);
    line_boot(uno);
}

/* Saves this count as the only record, changes it and cuts the power; what comes within so many ms. */
static const char *resumed(struct uno *uno, const char *line, const int16_t change[][2], uint32_t ms)
{
    restart_with_erased_eeprom(uno);
    PLAY(uno, {text_of("%s\r", line), 200, NULL}, {"!", 400, NULL}); /* saves it */
    record_change(record_of_count(uno), CHECKPOINT_SIZE, change);
    uno_mark(uno);
    uno_power_cut(uno);
    line_run(uno, UNO_MS(ms));
    return uno_unread(uno);
}

QUIET_TEST(a_count_resumes_only_from_a_record_whose_content_can_be)
{
    EACH(row, checkpoints) {
        const char *text = resumed(uno, row->line, row->change, 100);
        if ((strstr(text, " resumed: ") != NULL) != row->resumes)
            fail_msg("row %td, %s: %s", row - checkpoints, row->line, text);
        if (!row->resumes)
            line_lit(uno, (const uint8_t[8]){0}, text);
    }
}

/* A record of settings with another length, or one setting too great. */
QUIET_TEST(settings_are_loaded_only_from_a_record_whose_content_can_be)
{
    static const struct {
        int16_t change[2][2];
        uint8_t length, bright; /* 0: as it was; what is loaded */
    } rows[] = {{{{0}}, 0, 9},          {{{0}}, 7, 9},          {{{0}}, 6, 4},
                {{{2 + 1, 255}}, 0, 4}, {{{2 + 2, 16}}, 0, 4},  {{{2 + 3, 8}}, 0, 4},
                {{{2 + 4, 2}}, 0, 4},   {{{2 + 5, 128}}, 0, 4}, {{{2 + 6, FORMATS_LAST + 1}}, 0, 4},
                {{{2 + 7, 64}}, 0, 4},  {{{2 + 8, 8}}, 0, 4}};
    EACH(row, rows) {
        uint8_t *record = uno_eeprom(uno, NULL) + SETTINGS_AT;
        restart_with_erased_eeprom(uno);
        PLAY(uno, {"bright 9", 0, NULL}, {"save", 0, "ok@"});
        uint8_t length = row->length ? row->length : (uint8_t)(record[0] - VERSION_SETTINGS);
        record[0] = (uint8_t)(VERSION_SETTINGS + length);
        record_change(record, length, row->change);
        uno_reset(uno, UNO_EXTERNAL);
        line_boot(uno);
        PLAY(uno, {"settings", 0, text_of("@\r\nbright %u\r\n@", row->bright)});
    }
}

/* The last crosses of 17 rows are as good as counted; of 28 rows, no number is known. */
QUIET_TEST(a_count_that_resumes_at_its_end_is_compared_with_the_known_number)
{
    static const struct {
        const char *line, *closing;
        int16_t change[16][2];
    } rows[] = {
        {"count 17",
         "@95815104 solutions, # queens placed, #.# s, as known: 95815104 (OEIS A000170)\r\n@",
         {{ROW(ROWS_DONE)},
          CROSS(7, 9, 9, 9),
          {ROWS(edge[0]), EDGE_NONE},
          {AT(JOB_TOTAL), 0xc0},
          {AT(JOB_TOTAL) + 1, 0x05},
          {AT(JOB_TOTAL) + 2, 0xb6},
          {AT(JOB_TOTAL) + 3, 0x05}}},
        {"count 28", "@0 solutions, # queens placed, #.# s\r\n@", {{ROW(0)}, {QUEEN(0, 27)}}},
    };
    EACH(row, rows)
        assert_matches(resumed(uno, row->line, row->change, 1000), row->closing);
}

/* ---- damaged memory ---- */

static bool is_in_phase(struct uno *uno, void *phase)
{
    return uno_peek(uno, (uint16_t)(uno_symbol(uno, "job") + JOB_PHASE)) == *(uint8_t *)phase;
}

static void poke(struct uno *uno, const int16_t change[][2])
{
    for (; change[0][0]; change++)
        uno_poke(uno, (uint16_t)(line_address(uno, "job") + change[0][0]), (uint8_t)change[0][1]);
}

/* Changes bytes of the job: POKE(uno, {JOB_PHASE, 1}) */
#define POKE(uno, ...) poke(uno, (const int16_t[][2]){__VA_ARGS__, {0}})

#define COLUMN    (JOB_BOARD + (int)offsetof(struct board, col))
#define CORRUPTED "error: memory is corrupted; allowed: the command again\r\n> "

/* Bytes that are changed when this job enters a phase, or just before its n-th solution is verified. */
struct damage {
    const char *line;
    uint8_t phase, nth; /* nth: 0 for the phase */
    int16_t change[7][2];
};

static void assert_answer_to(struct uno *uno, struct damage damage, const char *answer)
{
    uno_mark(uno);
    uno_type(uno, text_of("%s\r", damage.line));
    if (!damage.nth)
        assert_int_equal(uno_run_until(uno, is_in_phase, &damage.phase, UNO_MS(3000)), UNO_FOUND);
    for (unsigned n = 0; n < damage.nth; n++) {
        line_run(uno, 1000);
        line_run_at(uno, "verify_solution");
    }
    line_run(uno, damage.phase == JOB_WORKS ? UNO_MS(5) : 0);
    poke(uno, damage.change);
    line_run(uno, UNO_MS(1000));
    assert_has(uno_unread(uno), answer);
}

QUIET_TEST(a_job_whose_memory_cannot_be_gives_up)
{
    static const struct damage rows[] = {
        {"fundamental 6", JOB_ENDS, 0, {{JOB_PART, 5}}},
        {"solve 4", JOB_ENDS, 0, {{JOB_BOARD, 0}}},
        {"solve 31", JOB_WORKS, 0, {{JOB_PHASE, 1}}},
        {"solve 4", JOB_ENDS, 0, {{JOB_BOARD, 33}}},
        {"solve 4", JOB_ENDS, 0, {{JOB_LIST, 1}}},       /* not every solution was printed */
        {"solve 4", JOB_ENDS, 0, {{JOB_TOTAL + 8, 17}}}, /* queens placed */
        {"solve 4", JOB_ENDS, 0, {{JOB_TOTAL + 15, 1}}},
        /* The residue is the same; 352 solutions are known. */
        {"count 9 2/3", JOB_ENDS, 0, {{JOB_TOTAL + 6, 0xff}}},
        {"count 9", JOB_ENDS, 0, {{JOB_TOTAL, 0x61}, {JOB_TOTAL + 1, 0}}},
        {"count 9", JOB_ENDS, 0, {{JOB_TOTAL, 0x5f}, {JOB_TOTAL + 1, 2}}},
        {"count 9 2/3", JOB_ENDS, 0, {{COLUMN, 0}}}, /* not at its end */
        {"count 12 1/3", JOB_WORKS, 0, {{JOB_PART, 3}, {JOB_PART + 2, 1}}},
        {"solve 4",
         JOB_ENDS,
         0,
         {{JOB_BOARD, 17},
          {JOB_TOTAL, 0xc0},
          {JOB_TOTAL + 1, 5},
          {JOB_TOTAL + 2, 0xb6},
          {JOB_TOTAL + 3, 5},
          {JOB_LIST, 0xc0}}},
    };
    EACH(row, rows) {
        bool can_be = row->change[1][0] == JOB_TOTAL; /* after days */
        assert_answer_to(uno, *row, can_be ? "95815104 solutions, " : CORRUPTED);
        if (!can_be && *row->line != 'c') /* a count leaves its progress */
            line_lit(uno, (const uint8_t[8]){0}, row->line);
    }
}

QUIET_TEST(a_board_that_is_no_solution_is_never_called_one)
{
    static const struct damage rows[] = {
        {"solve 6", 0, 1, {{JOB_BOARD, 33}, {JOB_BOARD + 1, 33}}},
        {"solve 6", 0, 1, {{JOB_BOARD + 1, 5}}},
        {"solve 6", 0, 1, {{COLUMN + 1, 1}}},
        {"solve 6", 0, 2, {{COLUMN + 1, 3}}},
        {"solve 6", 0, 3, {{COLUMN + 1, 2}}},
        {"fundamental 6", 0, 2, {{COLUMN + 1, 4}}},
        {"solve 6", 0, 1, {{COLUMN, 6}}},
    };
    EACH(row, rows)
        assert_answer_to(uno, *row, CORRUPTED);
}

/* While a picture stays, two bytes of the job change: more than can be corrected. */
QUIET_TEST(a_job_that_was_damaged_while_it_waited_gives_up_when_it_continues)
{
    static const struct {
        uint8_t first, second;
        const char *typed, *keys;
    } rows[] = {{0xff, 0xff, "solve 32\003solve 8\r", "\003"},
                {1, 2, "solve 32\003solve 8\r", ","},
                {2, 1, "solve 32\003solve 8\r", "."},
                {5, 0x41, "search 8\r", ","},
                {3, 0xf0, "search 8\r", "\r"},
                {0x53, 0x0e, "pace 100\rsearch 8\r", ""}, /* the next move */
                {0x53, 0x0e, "search 8\r", "pace\r"}};
    EACH(row, rows)
        for (int16_t at = JOB_TOTAL + 4; at < JOB_TOTAL + 40; at += 19) {
            PLAY(uno, {"pace 10000", 0, NULL}, {row->typed, 200, NULL});
            POKE(uno, {JOB_TOTAL + 3, row->first}, {at, row->second});
            PLAY(uno, {row->keys, 600, "@" CORRUPTED "@"});
        }
    PLAY(uno, {"count 12 1/3\r", 20, NULL}, {"!", 20, NULL});
    POKE(uno, {COLUMN + (int)offsetof(struct rows, turn), 0x55});
    PLAY(uno, {"~", 400, "@" CORRUPTED});
}

/* The checksum of its position is computed at the end of a slice and before the next one. */
QUIET_TEST(a_part_whose_position_changes_between_two_slices_gives_up)
{
    uint64_t before;
    line_type(uno, "count 12 1/3\r", 20);
    do {
        line_run(uno, 10);
        before = uno_cycle(uno);
        line_run_at(uno, "position");
    } while (uno_cycle(uno) - before > UNO_MS(2));
    POKE(uno, {COLUMN + (int)offsetof(struct rows, open), 0x55});
    PLAY(uno, {"", 100, "@" CORRUPTED});
}

/* That is reported, and the line is printed again. */
QUIET_TEST(a_flipped_bit_of_the_format_is_corrected_within_the_line)
{
    line_set(uno, "format coords");
    for (unsigned bit = 0; bit < 8; bit++) {
        uno_mark(uno);
        line_type_to(uno, "solve 6\r", "\n(2", 100);
        line_flip(uno, (uint16_t)(line_address(uno, "job") + JOB_FORMAT), bit);
        const char *rest = line_type(uno, "", 300);
        assert_has(rest, "a bit flipped in memory");
        assert_int_equal(text_times(rest, "\r\n(2, 1)(4, 2)(6, 3)(1, 4)(3, 5)(5, 6)\r\n"), 1);
    }
}

/* ---- rare numbers ---- */

QUIET_TEST(the_time_left_of_a_count_is_printed_up_to_thirty_years)
{
    line_type(uno, "count 16\r", 2000);
    POKE(uno, {JOB_SECONDS, 0}, {JOB_SECONDS + 1, 0}, {JOB_SECONDS + 2, 1});
    PLAY(uno, {"?", 50, "@ s, # %, about # s left\r\n"});
    POKE(uno, {JOB_SECONDS, 0}, {JOB_SECONDS + 3, 0x3f});
    PLAY(uno, {"?", 50, "@ s, # %\r\n"});
}

QUIET_TEST(a_search_that_finds_nothing_for_3_s_says_so_and_solve_when_it_will)
{
    PLAY(uno, {"complete 1.......................\r", 2500, NULL}, {"be", 1000, "be\r\nno solution yet\r\n"},
         {"\003pace 10000\rsolve 8\r", 100, NULL}, {"", 3500, ""}, {"\003solve 20\r", 20, NULL});
    POKE(uno, {JOB_SECONDS, 2});
    PLAY(uno, {"", 1200, "@no solution yet\r\n"},
         {"solve 30\r", 4000, "@no solution yet; the first is expected after about 426 s\r\n"},
         {"\003", 100, NULL}, {"count 32\r", 3500, "count 32\r\n"}, {"\003", 500, NULL},
         {"fundamental 30\r", 3500, "fundamental 30\r\n"});
}

/* Two modules beside the board show two digits each. */
QUIET_TEST(a_number_that_is_too_long_for_its_modules_is_dashes)
{
    static const uint8_t dashes[8] = {0, 0, 0, 0x77};
    struct uno_frame frame;
    uno_modules_set(uno, 3, 1);
    line_type(uno, "modules 3x1\rcount 14\r", 100);
    for (int16_t byte = 3; byte < 5; byte++) {
        POKE(uno, {(int16_t)(JOB_TOTAL + byte), 1});
        line_run(uno, UNO_MS(2000));
        uno_picture(uno, &frame);
        assert_memory_equal(frame.modules[1], dashes, 8);
        assert_memory_equal(frame.modules[2], dashes, 8);
    }
    uno_modules_set(uno, 2, 2);
    line_type(uno, "modules 2x2\rsolve 32\r", 3050);
    uno_picture(uno, &frame);
    assert_int_equal(frame.modules[0][0], 0xc0); /* up to column 3, where the second queen is */
    assert_int_equal(frame.modules[1][0], 0);
}

/* ---- rare moments ---- */

QUIET_TEST(a_solution_keeps_the_format_in_which_it_was_begun)
{
    EACH_TEXT(format, "digits", "table", "list", "array", "coords", "grid", "none") {
        PLAY(uno, {"format board", 0, NULL}, {"pace 500", 0, NULL});
        line_type_to(uno, "solve 8\r", "**\r\n", 100); /* in the middle of it */
        const char *rest = line_type(uno, text_of("format %s\r", format), 300);
        assert_int_equal(text_times(rest, "********\r\n"), 1);
        assert_int_equal(text_times(rest, "#"), 8);
        assert_lacks(line_type(uno, "", 500), "*");
        line_stop(uno);
    }
}

/* Boards of 17 rows fill the line: most input arrives within one, without echo. */
QUIET_TEST(input_within_a_line_of_a_solution_is_taken_and_every_fault_is_reported)
{
    line_type(uno, "echo off\rformat board\rsolve 17\r", 300);
    uno_mark(uno);
    for (unsigned i = 0; i < 60; i++) {
        line_run(uno, 30011 * (uint64_t)i);
        for (unsigned x = 0; i % 3 == 0 && x < 290; x++)
            uno_type(uno, "x");
        if (i % 3 == 1)
            uno_send_broken(uno, 'b');
        line_type(uno, i % 3 == 2 ? "save\rx\b\r?" : "\r", 120);
    }
    const char *out = uno_unread(uno);
    assert_int_equal(text_times(out, "\r\nerror: line too long"), 20);
    assert_int_equal(text_times(out, "\r\nerror: input lost"), 20);
    assert_int_equal(text_times(out, "\r\nsolve 17: "), 20);
    assert_int_equal(text_times(out, "\r\nok\r\n"), 20);
    line_boards_are_whole(out, 17);
}

LINE_TEST(a_line_within_a_line_of_the_demo_ends_it_after_that_line)
{
    PLAY(uno, {"echo off\rformat board\rpace 0\r", 50, NULL}, {"save\r", 200, "@ok@"});
    for (unsigned i = 0; i < 10; i++) {
        uno_reset(uno, UNO_EXTERNAL);
        line_boot(uno);
        line_run(uno, UNO_MS(700) + 12345 * (uint64_t)i);
        const char *answer = line_type(uno, "stop\r", 100);
        assert_has(answer - 2, "\r\nstopped: "); /* the line before may just have ended */
        line_boards_are_whole(answer, 8);
    }
}

QUIET_TEST(parts_of_the_largest_boards_with_crosses_are_counted)
{
    for (unsigned n = 17; n <= 20; n++)
        for (unsigned part = 1; part <= 3; part++) {
            uno_mark(uno);
            line_type(uno, text_of("count %u %u/65535\r", n, 21111 * part), 1500);
            line_type(uno, "\003", 50);
            assert_has(uno_unread(uno), " queens placed, ");
        }
}

/* Keys that wait for the end of an answer. */
QUIET_TEST(a_question_mark_after_orient_waits_and_a_step_at_the_start_of_a_line_does_not)
{
    static const char *const typed[][2] = {
        {"help\rorient\t?\r", "Which of these"}, {"help\rorient ?\r", "Which of these"},
        {"help\rORIENT?\r", "unknown command"},  {"help\rsolve -1\r", "not a number: '-1'"},
        {"help\nstop\n,", "nothing runs"},       {"help\rstop\r,", "nothing runs"}};
    EACH(row, typed) {
        assert_has(line_type(uno, (*row)[0], 1000), (*row)[1]);
        line_stop(uno);
    }
}

/* What `?` says, up to the time. */
static const char *totals(struct uno *uno)
{
    const char *status = line_type(uno, "?", 50);
    return text_of("%.*s", (int)(strstr(status, "placed") - status), status);
}

QUIET_TEST(a_job_that_is_stepped_forwards_and_back_is_where_it_was)
{
    line_set(uno, "pace 10000");
    EACH_TEXT(typed, "solve 8", "search 6", "complete ...24...", "complete 1.......", "complete .......4",
              "complete 25......", "complete ..5.....", "complete 17......") {
        unsigned steps = strchr(typed, '.') ? 1 : 90;
        line_type(uno, text_of("%s\r", typed), 300);
        const char *before = totals(uno);
        for (unsigned i = 0; i < 2 * steps; i++) {
            if (i == steps)
                line_run(uno, UNO_MS(2000));
            uno_type(uno, i < steps ? "." : ",");
        }
        line_run(uno, UNO_MS(2000));
        assert_string_equal(totals(uno), before);
        /* Only a search has a move to undo: its first. */
        PLAY(uno, {",,", 300, "@at the start\r\n"}, {"\003", 100, NULL});
    }
}

QUIET_TEST(a_job_that_cannot_step_back_says_so_and_only_a_valid_preview_parks_a_count)
{
    line_set(uno, "pace 10000");
    EACH_TEXT(typed, "fundamental 8", "usaco 8", "images 15863724", "test", "count 16") {
        const char *answer = text_of("@%.*s cannot step back\r\n", (int)strcspn(typed, " "), typed);
        PLAY(uno, {text_of("%s\r", typed), 100, NULL}, {",", 50, answer});
    }
    EACH_TEXT(line, "orient 3", "testx", "orient 9", "check", "check 9", "images 11", "test 1", "orient")
        line_ask(uno, line);
    PLAY(uno, {"?", 20, "@count 16: @"});
    assert_int_equal(uno_status(uno).eeprom_writes, 0);
    PLAY(
        uno, {"check 2413\r", 2000, "@; ~ resumes it@"}, {",", 50, "@nothing runs\r\n> "},
        {"solve 12\r!", 100, NULL},
        {"check 2413\r", 500, "@\r\nstopped: # solutions, # queens placed, #.# s\r\n@solution: class 2413@"});
}

/*
 * The cause is in memory; old boot loaders clear it, and pass none.  What they leave in r2 instead may look
 * like a cause: 0x61 is how memory stores a stack overflow, and 0xa1 how it does so before the reset.
 */
QUIET_TEST(a_cause_of_the_reset_that_cannot_be_is_unknown)
{
    static const struct {
        uint8_t memory, passed;
        const char *cause;
    } starts[] = {{0, 0, "unknown"},
                  {0, UNO_EXTERNAL, "external"},
                  {0, 16, "unknown"},
                  {0, 0x61, "unknown"},
                  {0xa1, 16, "stack overflow"}};
    uno_poke(uno, line_address(uno, "cpu_cause"), 0x6f);
    line_has(line_ask(uno, "info"), "last reset: unknown");
    EACH(start, starts) {
        uno_reset(uno, (enum uno_reset)0);
        uno_poke(uno, line_address(uno, "cpu_cause"), start->memory);
        uno_poke(uno, 2, start->passed); /* r2 */
        line_boot(uno);
        line_has(line_ask(uno, "info"), text_of("last reset: %s", start->cause));
    }
}

/* More rows and columns than there can be, in the picture of a board and in that of a search. */
QUIET_TEST(a_board_that_cannot_be_is_shown_without_a_fault)
{
    line_set(uno, "orient 1");
    EACH_TEXT(typed, "check 123456789abcdefghijklmnopqrstuvw\r", "solve 32\r!", "modules 2x2\rsolve 32\r!") {
        line_type(uno, typed, 3000);
        POKE(uno, {JOB_BOARD, 40}, {JOB_BOARD + 1, 60}, {COLUMN + 1, 60}, {COLUMN + 3, 60}, {COLUMN + 7, 0});
        PLAY(uno, {"", 2000, NULL}, {"?", 50, *typed == 'c' ? "@idle@" : "@solve@"}, {"\003", 50, NULL});
    }
}

/* Compiled code takes r1 for 0 and never writes to it. */
QUIET_TEST(a_flipped_bit_of_r1_is_cleared_within_a_quarter_of_a_second)
{
    for (uint8_t bit = 0; bit < 8; bit++) {
        uno_poke(uno, 1, (uint8_t)(1 << bit));
        line_run(uno, UNO_MS(250));
        assert_int_equal(uno_peek(uno, 1), 0);
    }
    assert_has(line_ask(uno, "count 8"), "as known: 92");
}

/* The bytes that wait to be sent change. */
QUIET_TEST(a_line_that_is_damaged_on_its_way_is_marked_and_printed_again)
{
    uint16_t ring = line_address(uno, "uart_tx");
    uno_type(uno, "solve 10\r");
    for (unsigned i = 0; i < 40; i++) {
        line_run(uno, 5003);
        for (unsigned byte = 0; byte < 16; byte++)
            line_flip(uno, (uint16_t)(ring + byte), i % 3);
        line_run(uno, UNO_MS(12));
    }
    assert_has(uno_unread(uno), "corrupted: a bit flipped in memory; printed again\r\n");
}

PLAY_TEST(an_empty_line_runs_a_search_to_its_next_solution_or_to_its_end,
          {"pace 10000\rsearch 14\r", 100, NULL}, {"\r", 2000, "1357cad4e9268b\r\n"},
          {"\003search 4\r", 100, NULL}, {"\r", 500, NULL},
          {"?", 50, "search 4: row 4 of 4, 1 solution, @, paused\r\n"},
          {"stop\r", 50, "@\r\nstopped: 1 solution, @"}, {"search 1\r", 50, NULL},
          {"?", 50, "search 1: row 1 of 1, @"}, {"search 3\r", 100, NULL},
          {"\r", 500, "@0 solutions, 5 queens placed@"})
