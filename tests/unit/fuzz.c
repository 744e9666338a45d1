/* Host test that runs every file of the fuzzer's corpus through the whole application, without the fuzzer. */
#include "tests/fuzz/line_run.h"
#include "tests/unit/unit.h"

#include <dirent.h>

#define CORPUS "tests/fuzz/corpus"

static void what_the_fuzzer_once_found_holds(void **state)
{
    unsigned files = 0;
    DIR *folder = opendir(CORPUS);
    (void)state;
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[300];
        uint8_t bytes[4096];
        if (*entry->d_name == '.')
            continue;
        snprintf(path, sizeof path, CORPUS "/%s", entry->d_name);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        size_t length = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        const char *broken = line_run(bytes, length);
        if (broken)
            fail_msg("%s: does not hold: %s; last line: %s", path, broken, line_last);
        files++;
    }
    closedir(folder);
    assert_true(files > 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_fuzzer_once_found_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
