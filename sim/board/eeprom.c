/* Loads the EEPROM from a file and saves it. */
#define _GNU_SOURCE
#include "sim/board/board.h"
#include "sim/board/uno.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool uno_eeprom_load(struct uno *uno, const char *path)
{
    FILE *in = fopen(path, "rb");
    bool ok;

    if (!in)
        return errno == ENOENT;
    ok = fread(uno->nv.io->eeprom, 1, uno->nv.io->size, in) == uno->nv.io->size || !ferror(in);
    fclose(in);
    return ok;
}

bool uno_eeprom_save(struct uno *uno, const char *path)
{
    size_t length = strlen(path) + 5;
    char *temporary = malloc(length);
    FILE *out;
    bool ok;

    if (!temporary)
        abort();
    snprintf(temporary, length, "%s.new", path);
    out = fopen(temporary, "wb");
    ok = out && fwrite(uno->nv.io->eeprom, 1, uno->nv.io->size, out) == uno->nv.io->size;
    ok = out && !fflush(out) && !fsync(fileno(out)) && ok;
    if (out)
        ok = !fclose(out) && ok;
    ok = ok && !rename(temporary, path);
    free(temporary);
    return ok;
}
