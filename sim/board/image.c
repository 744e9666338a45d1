/* The image of a firmware: ELF or Intel HEX. */
#define _GNU_SOURCE
#include "sim/board/board.h"

#include <elf.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RAM_BASE    0x800000u
#define EEPROM_BASE 0x810000u
#define FUSE_BASE   0x820000u

#define INCOMPLETE "the ELF file is incomplete"

/* Stores the reason of an error; returns false. */
__attribute__((format(printf, 2, 3))) static bool fail(char error[256], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, 256, format, args);
    va_end(args);
    return false;
}

struct file {
    char *bytes; /* end with '\0'; to be freed */
    size_t size;
};

static bool file_read(struct file *file, const char *path, char error[256])
{
    FILE *in = fopen(path, "rb"), *copy = open_memstream(&file->bytes, &file->size);
    if (!copy)
        abort();
    for (int byte; in && (byte = getc(in)) != EOF;)
        putc(byte, copy);
    bool ok = in && !ferror(in);
    if (!ok)
        fail(error, "%s: %s", path, strerror(errno));
    if (in)
        fclose(in);
    return !fclose(copy) && ok;
}

/* Stores bytes of the image at an address as in an ELF file. */
static bool bytes_put(struct image *image, uint32_t address, const void *bytes, size_t size, char error[256])
{
    if (address >= FUSE_BASE) /* fuses, lock bits, signature */
        return true;
    if (address >= EEPROM_BASE) {
        size_t offset = address - EEPROM_BASE;
        if (offset + size > 65536)
            return fail(error, "EEPROM data at 0x%x does not fit", address);
        image->eeprom = realloc(image->eeprom, 65536);
        if (!image->eeprom)
            abort();
        memset(image->eeprom + image->eeprom_size, 0xff, 65536 - image->eeprom_size);
        memcpy(image->eeprom + offset, bytes, size);
        if (offset + size > image->eeprom_size)
            image->eeprom_size = offset + size;
        return true;
    }
    if (address > image->flash_size || size > image->flash_size - address)
        return fail(error, "%zu bytes at 0x%x do not fit into %zu bytes of flash", size, address,
                    image->flash_size);
    memcpy(image->flash + address, bytes, size);
    image->flash_used += (uint32_t)size;
    if (address + size > image->flash_end)
        image->flash_end = address + size;
    return true;
}

/* ---- ELF ---- */

static bool is_within(const struct file *file, uint32_t offset, uint32_t size)
{
    return offset <= file->size && size <= file->size - offset;
}

static void symbols_load(struct image *image, const struct file *file, const Elf32_Shdr *table,
                         const Elf32_Shdr *strings)
{
    size_t count = table->sh_size / sizeof(Elf32_Sym);
    if (!is_within(file, table->sh_offset, table->sh_size) ||
        !is_within(file, strings->sh_offset, strings->sh_size))
        return;
    image->names = memory_new(strings->sh_size + 1u);
    image->symbols = memory_new((count + 1) * sizeof *image->symbols);
    memcpy(image->names, file->bytes + strings->sh_offset, strings->sh_size);
    for (size_t i = 0; i < count; i++) {
        Elf32_Sym symbol;
        memcpy(&symbol, file->bytes + table->sh_offset + i * sizeof symbol, sizeof symbol);
        if (!symbol.st_name || symbol.st_name >= strings->sh_size || symbol.st_shndx == SHN_UNDEF)
            continue;
        /* For -mrelax, newer assemblers keep thousands of labels .L123, which would slow down each search. */
        if (image->names[symbol.st_name] == '.' || !image->names[symbol.st_name])
            continue;
        image->symbols[image->symbol_count].name = image->names + symbol.st_name;
        image->symbols[image->symbol_count++].address = symbol.st_value;
    }
}

static bool sections_load(struct image *image, const struct file *file, const Elf32_Ehdr *head,
                          char error[256])
{
    uint32_t shoff = head->e_shoff;
    if (head->e_shentsize != sizeof(Elf32_Shdr) ||
        !is_within(file, shoff, head->e_shnum * (uint32_t)sizeof(Elf32_Shdr)))
        return fail(error, INCOMPLETE);
    for (unsigned i = 0; i < head->e_shnum; i++) {
        Elf32_Shdr section, strings;
        memcpy(&section, file->bytes + shoff + i * sizeof section, sizeof section);
        if ((section.sh_flags & SHF_ALLOC) && section.sh_addr >= RAM_BASE && section.sh_addr < EEPROM_BASE &&
            section.sh_size && section.sh_addr + section.sh_size - RAM_BASE > image->ram_end)
            image->ram_end = section.sh_addr + section.sh_size - RAM_BASE;
        if (section.sh_type == SHT_SYMTAB && section.sh_link < head->e_shnum && !image->symbols) {
            memcpy(&strings, file->bytes + shoff + section.sh_link * sizeof strings, sizeof strings);
            symbols_load(image, file, &section, &strings);
        }
    }
    return true;
}

static bool elf_load(struct image *image, const struct file *file, char error[256])
{
    Elf32_Ehdr head;
    if (file->size < sizeof head)
        return fail(error, INCOMPLETE);
    memcpy(&head, file->bytes, sizeof head);
    if (head.e_ident[EI_CLASS] != ELFCLASS32 || head.e_machine != EM_AVR)
        return fail(error, "this ELF file is not for the AVR");
    for (unsigned i = 0; i < head.e_phnum; i++) {
        uint32_t at = head.e_phoff + i * head.e_phentsize;
        Elf32_Phdr segment;
        if (!is_within(file, at, sizeof segment))
            return fail(error, INCOMPLETE);
        memcpy(&segment, file->bytes + at, sizeof segment);
        if (segment.p_type != PT_LOAD || !segment.p_filesz)
            continue;
        if (!is_within(file, segment.p_offset, segment.p_filesz))
            return fail(error, INCOMPLETE);
        if (!bytes_put(image, segment.p_paddr, file->bytes + segment.p_offset, segment.p_filesz, error))
            return false;
    }
    image->ram_end = 0;
    return sections_load(image, file, &head, error);
}

/* ---- Intel HEX ---- */

static int hex_byte(const char *text)
{
    char pair[3] = {text[0], text[0] ? text[1] : '\0', '\0'};
    char *end;
    long value = strtol(pair, &end, 16);
    return end == pair + 2 ? (int)value : -1;
}

/* Loads the record in this line.  On an error: false, with its reason unless the line is malformed. */
static bool record_load(struct image *image, const char *line, uint32_t *base, bool *end, char error[256])
{
    int length = *line == ':' ? hex_byte(line + 1) : -1;
    uint8_t record[5 + 255], sum = 0;
    if (length < 0)
        return false;
    for (int i = 0; i < length + 5; i++) {
        int value = hex_byte(line + 1 + 2 * i);
        if (value < 0)
            return false;
        record[i] = (uint8_t)value;
        sum = (uint8_t)(sum + value);
    }
    if (sum)
        return false;
    uint32_t offset = (uint32_t)record[1] << 8 | record[2], high = (uint32_t)record[4] << 8 | record[5];
    switch (record[3]) {
    case 0: return bytes_put(image, *base + offset, record + 4, (size_t)length, error);
    case 1: *end = true; break;
    case 2: *base = length >= 2 ? high << 4 : 0; break;
    case 4: *base = length >= 2 ? high << 16 : 0; break;
    default: break; /* start addresses: an AVR has none */
    }
    return true;
}

static bool hex_load(struct image *image, const struct file *file, char error[256])
{
    uint32_t base = 0;
    bool end = false;
    unsigned number = 0;
    for (char *line = file->bytes, *next; *line && !end; line = next) {
        number++;
        next = line + strcspn(line, "\r\n");
        next += strspn(next, "\r\n");
        if (!record_load(image, line, &base, &end, error)) {
            if (!error[0])
                fail(error, "neither an ELF file for the AVR nor Intel HEX (line %u)", number);
            break;
        }
    }
    if (!error[0] && !end)
        fail(error, "the HEX file is incomplete");
    return !error[0];
}

bool image_load(struct image *image, const char *path, size_t flash_size, char error[256])
{
    struct file file;
    char why[256] = "";
    memset(image, 0, sizeof *image);
    if (!file_read(&file, path, error)) {
        free(file.bytes);
        return false;
    }
    image->flash_size = flash_size;
    image->flash = memory_new(flash_size);
    memset(image->flash, 0xff, flash_size);
    bool ok = file.size >= 4 && !memcmp(file.bytes, ELFMAG, SELFMAG) ? elf_load(image, &file, why)
                                                                     : hex_load(image, &file, why);
    free(file.bytes);
    if (!ok) {
        fail(error, "%.120s: %.120s", path, why);
        image_free(image);
    }
    return ok;
}

void image_free(struct image *image)
{
    free(image->flash);
    free(image->eeprom);
    free(image->symbols);
    free(image->names);
    memset(image, 0, sizeof *image);
}

int64_t image_symbol(const struct image *image, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < image->symbol_count; i++)
        if (!strcmp(image->symbols[i].name, name))
            return image->symbols[i].address;
    for (size_t i = 0; i < image->symbol_count; i++)
        if (!strncmp(image->symbols[i].name, name, length) && image->symbols[i].name[length] == '.')
            return image->symbols[i].address;
    return -1;
}
