/* The count on the host: its numbers, its slices, what it accepts to go on from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "count.h"

#define FULL_MAX 13

static uint64_t expected[QUEENS_MAX + 1];

static int expected_read(void **state)
{
    FILE *file = fopen("tests/vectors/counts.tsv", "r");
    char line[256];

    (void)state;
    if (file == NULL)
        return -1;
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned n;
        unsigned long long solutions;

        if (sscanf(line, "%u %llu", &n, &solutions) == 2 && n <= QUEENS_MAX)
            expected[n] = solutions;
    }
    fclose(file);
    return expected[FULL_MAX] == 0;
}

static void every_board_has_its_known_number_of_solutions(void **state)
{
    (void)state;
    for (uint8_t n = 1; n <= FULL_MAX; n++) {
        struct count count;
        struct board board;
        uint16_t part = 0;

        count_start(&count, &board, n);
        while (count_run(&count, &board)) {
            assert_true(count_resume(&count, &board));
            assert_true(count_part(&board) >= part);
            part = count_part(&board);
        }
        assert_int_equal(count.solutions, expected[n]);
        assert_int_equal(count_part(&board), UINT16_MAX);
        assert_false(count_run(&count, &board));
        assert_int_equal(count.solutions, expected[n]);
    }
}

static void known_numbers_are_those_of_the_vectors(void **state)
{
    uint64_t solutions;

    (void)state;
    for (uint8_t n = 1; n <= 19; n++) {
        assert_true(count_known(n, &solutions));
        assert_int_equal(solutions, expected[n]);
    }
    assert_true(count_known(COUNT_KNOWN_MAX, &solutions));
    assert_true(solutions == UINT64_C(234907967154122528));
    assert_false(count_known(0, &solutions));
    assert_false(count_known(COUNT_KNOWN_MAX + 1, &solutions));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_board_has_its_known_number_of_solutions),
        cmocka_unit_test(known_numbers_are_those_of_the_vectors),
    };

    return cmocka_run_group_tests(tests, expected_read, NULL);
}
