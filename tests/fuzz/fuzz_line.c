/* The fuzzer of the serial line: random bytes through the whole application, for libFuzzer. */
#include "tests/fuzz/line_run.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    const char *broken = line_run(bytes, length);
    if (broken) {
        fprintf(stderr, "does not hold: %s\nlast line: %s\n", broken, line_last);
        abort();
    }
    return 0;
}
