/* What the unit tests include that use the fakes. */
#pragma once

#include "hal/fake/fake.h"
#include "tests/support/test.h"

TEST_AT_START unit_shows_what_is_sent(void)
{
    test_sent = fake_uart_sent;
}

/* Passes if exactly this was sent since the last check. */
#define assert_sent(text)                                                                                    \
    do {                                                                                                     \
        assert_string_equal(fake_uart_sent(), text);                                                         \
        fake_uart_clear();                                                                                   \
    } while (0)
