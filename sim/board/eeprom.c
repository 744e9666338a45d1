/* The EEPROM seen from outside, and its file. */
#define _GNU_SOURCE
#include "sim/board/inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uint8_t *uno_eeprom(struct uno *uno, size_t *size)
{
    if (size)
        *size = uno->nv.io->size;
    return uno->nv.io->eeprom;
}

uint32_t uno_eeprom_writes(const struct uno *uno, uint16_t address)
{
    return address < uno->nv.io->size ? uno->nv.writes[address] : 0;
}

void uno_on_eeprom(struct uno *uno, void (*hook)(void *arg, uint16_t address, uint8_t value), void *arg)
{
    uno->eeprom_hook = hook;
    uno->eeprom_arg = arg;
}

bool uno_eeprom_busy(const struct uno *uno)
{
    return uno->nv.busy;
}

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
