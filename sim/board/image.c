/* The image of a firmware: ELF or Intel HEX. */
#define _GNU_SOURCE
#include "sim/board/board.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define RAM_BASE    0x800000u
#define EEPROM_BASE 0x810000u
#define FUSE_BASE   0x820000u

enum { CHIP_AT = 0x31 }; /* its name in .note.gnu.avr.deviceinfo of avr-libc */

#define INCOMPLETE "the ELF file is incomplete"

/* Stores the reason of an error; returns false. */
__attribute__((format(printf, 2, 3))) static bool fail(const struct image *image, const char *format, ...)
{
    va_list args;
    int length = snprintf(error_text, sizeof error_text, "%.120s: ", image->path);
    va_start(args, format);
    vsnprintf(error_text + length, sizeof error_text - (size_t)length, format, args);
    va_end(args);
    return false;
}

static bool file_read(struct image *image)
{
    FILE *in = fopen(image->path, "rb"), *copy = open_memstream(&image->file, &image->file_size);
    if (!copy)
        abort();
    for (int byte; in && (byte = getc(in)) != EOF;)
        putc(byte, copy);
    bool ok = in && !ferror(in);
    if (in)
        fclose(in);
    return !fclose(copy) && ok;
}

/* Stores bytes of the image at an address as in an ELF file. */
static bool bytes_put(struct image *image, uint32_t address, const void *bytes, size_t size)
{
    if (address >= FUSE_BASE) /* fuses, lock bits, signature */
        return true;
    if (address >= EEPROM_BASE) {
        size_t offset = address - EEPROM_BASE;
        if (offset + size > IMAGE_EEPROM)
            return fail(image, "EEPROM data at 0x%x does not fit", address);
        memcpy(image->eeprom + offset, bytes, size);
        return true;
    }
    if (address > image->flash_size || size > image->flash_size - address)
        return fail(image, "%zu bytes at 0x%x do not fit into %zu bytes of flash", size, address,
                    image->flash_size);
    memcpy(image->flash + address, bytes, size);
    image->flash_used += (uint32_t)size;
    if (address + size > image->flash_end)
        image->flash_end = address + size;
    return true;
}

/* ---- ELF ---- */

/* `size` bytes of the file, with this alignment; NULL: it has none there. */
static const void *part(const struct image *image, size_t offset, size_t size, size_t alignment)
{
    bool is_in = offset <= image->file_size && size <= image->file_size - offset;
    return is_in && offset % alignment == 0 ? image->file + offset : NULL;
}

static void symbols_load(struct image *image, const Elf32_Shdr *table, const Elf32_Shdr *strings)
{
    const Elf32_Sym *symbol = part(image, table->sh_offset, table->sh_size, sizeof(Elf32_Word));
    const char *names = part(image, strings->sh_offset, strings->sh_size, 1);
    if (!symbol || !names || image->symbols)
        return;
    image->symbols = memory_new((table->sh_size / sizeof *symbol + 1) * sizeof *image->symbols);
    for (size_t left = table->sh_size / sizeof *symbol; left; left--, symbol++) {
        const char *name = names + (symbol->st_name < strings->sh_size ? symbol->st_name : 0);
        /* For -mrelax, newer assemblers keep thousands of labels .L123 and L0\1, which are no functions. */
        if (*name && *name != '.' && !strpbrk(name, "\1\2") && symbol->st_shndx != SHN_UNDEF)
            image->symbols[image->symbol_count++] =
                (struct image_symbol){name, symbol->st_value, symbol->st_shndx == SHN_ABS};
    }
}

static bool elf_load(struct image *image)
{
    const Elf32_Ehdr *head = part(image, 0, sizeof *head, 1);
    if (!head)
        return fail(image, INCOMPLETE);
    if (head->e_ident[EI_CLASS] != ELFCLASS32 || head->e_machine != EM_AVR)
        return fail(image, "this ELF file is not for the AVR");
    const Elf32_Phdr *segments =
        part(image, head->e_phoff, head->e_phnum * sizeof *segments, sizeof(Elf32_Word));
    const Elf32_Shdr *sections =
        part(image, head->e_shoff, head->e_shnum * sizeof *sections, sizeof(Elf32_Word));
    if (!segments || !sections)
        return fail(image, INCOMPLETE);
    for (const Elf32_Phdr *segment = segments; segment < segments + head->e_phnum; segment++) {
        const void *bytes = part(image, segment->p_offset, segment->p_filesz, 1);
        if (segment->p_type == PT_LOAD && !bytes)
            return fail(image, INCOMPLETE);
        if (segment->p_type == PT_LOAD && segment->p_filesz &&
            !bytes_put(image, segment->p_paddr, bytes, segment->p_filesz))
            return false;
    }
    for (const Elf32_Shdr *section = sections; section < sections + head->e_shnum; section++) {
        uint32_t end = section->sh_addr + section->sh_size - RAM_BASE;
        if ((section->sh_flags & SHF_ALLOC) && section->sh_addr >= RAM_BASE &&
            section->sh_addr < EEPROM_BASE && section->sh_size && end > image->ram_end)
            image->ram_end = end;
        const char *note = part(image, section->sh_offset, section->sh_size, 1);
        if (section->sh_type == SHT_NOTE && note && section->sh_size > CHIP_AT && !note[section->sh_size - 1])
            image->chip = note + CHIP_AT;
        if (section->sh_type == SHT_SYMTAB && section->sh_link < head->e_shnum)
            symbols_load(image, section, &sections[section->sh_link]);
    }
    return true;
}

/* ---- Intel HEX ---- */

static bool hex_load(struct image *image)
{
    uint32_t base = 0;
    unsigned number = 0;
    char *rest, *line = strtok_r(image->file, "\r\n", &rest);
    for (; line; line = strtok_r(NULL, "\r\n", &rest)) {
        uint8_t record[5 + 255] = {0}, sum = 0;
        int length = 0;
        while (*line == ':' && length < 5 + 255 &&
               sscanf(line + 1 + 2 * length, "%2hhx", &record[length]) == 1)
            sum = (uint8_t)(sum + record[length++]);
        number++;
        if (length != record[0] + 5 || sum)
            return fail(image, "neither an ELF file for the AVR nor Intel HEX (line %u)", number);
        uint32_t offset = (uint32_t)record[1] << 8 | record[2], high = (uint32_t)record[4] << 8 | record[5];
        switch (record[3]) {
        case 0:
            if (!bytes_put(image, base + offset, record + 4, record[0]))
                return false;
            break;
        case 1: return true;
        case 2: base = high << 4; break;
        case 4: base = high << 16; break;
        default: break; /* start addresses: an AVR has none */
        }
    }
    return fail(image, "the HEX file is incomplete");
}

bool image_load(struct image *image, const char *path, size_t flash_size)
{
    *image = (struct image){.path = path, .flash_size = flash_size, .flash = memory_new(flash_size)};
    memset(image->flash, 0xff, flash_size);
    memset(image->eeprom, 0xff, sizeof image->eeprom);
    if (!path)
        return true;
    if (!file_read(image))
        return fail(image, "%s", strerror(errno));
    bool is_elf = image->file_size >= SELFMAG && !memcmp(image->file, ELFMAG, SELFMAG);
    return is_elf ? elf_load(image) : hex_load(image);
}

void image_free(struct image *image)
{
    free(image->flash);
    free(image->symbols);
    free(image->file);
}
