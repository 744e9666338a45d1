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
    size_t flash_end; /* after the last byte that was loaded */
    uint32_t flash_used;
    uint8_t *eeprom; /* NULL: none in the image */
    size_t eeprom_size;
    uint32_t ram_end; /* after the last static variable; 0 for a HEX file */
    struct image_symbol *symbols;
    size_t symbol_count;
    char *names;
};

/* Reads `path` into a flash of `flash_size` bytes.  False: `error` is the reason; nothing is allocated. */
bool image_load(struct image *image, const char *path, size_t flash_size, char error[256]);
void image_free(struct image *image);
/* The address of a symbol, also of one that the compiler gave a suffix (name.1234); -1: none. */
int64_t image_symbol(const struct image *image, const char *name);

#endif
