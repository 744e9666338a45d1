/* What every unit test includes: cmocka, the fakes, boards from text. */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hal/fake/fake.h"

/* Passes when just this was sent since the last look. */
#define assert_sent(text)                                                                                    \
    do {                                                                                                     \
        assert_string_equal(fake_uart_sent(), text);                                                         \
        fake_uart_clear();                                                                                   \
    } while (0)

#endif
