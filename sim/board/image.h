/* The image of a firmware: ELF or Intel HEX. */
#ifndef IMAGE_H
#define IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image_symbol {
    const char *name;
    uint32_t address; /* flash in bytes; RAM from 0x800000, EEPROM from 0x810000 */
};

struct image {
    uint8_t *flash; /* erased bytes are 0xff */
    size_t flash_size;
    size_t flash_end;    /* after the last byte that was loaded */
    uint32_t flash_used; /* bytes that were loaded */
    uint8_t *eeprom;     /* NULL: the image has no EEPROM contents */
    size_t eeprom_size;
    uint32_t ram_end; /* after the last static variable; 0 for a HEX file */
    struct image_symbol *symbols;
    size_t symbol_count;
    char *names;
};

/* Reads `path` for a flash of `flash_size` bytes.  On an error: false; `error` is the reason. */
bool image_load(struct image *image, const char *path, size_t flash_size, char error[256]);
/* Frees its memory. */
void image_free(struct image *image);
/* The address of a symbol; its name may have a suffix of the compiler (name.1234).  -1: not found. */
int64_t image_symbol(const struct image *image, const char *name);

#endif
