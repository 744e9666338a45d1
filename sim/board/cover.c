/* Records which instructions of one image run, and which ways they leave: for tests/checks/coverage.mjs. */
#define _GNU_SOURCE
#include "sim/board/components.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FLASH = 0x8000 };

/*
 * The file that UNO_COVER names has the flash of the image, then two bytes for each of its instructions.  All
 * programs share it: they only write ones.
 */
uint8_t *cover_open(const struct image *image)
{
    const char *name = getenv("UNO_COVER");
    int file = name && image->flash_size == FLASH ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return NULL;
    uint8_t *map = mmap(NULL, 2 * FLASH, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (map == MAP_FAILED)
        abort();
    if (image->flash_end && !memcmp(map, image->flash, image->flash_end))
        return map + FLASH;
    munmap(map, 2 * FLASH);
    return NULL;
}

void cover_close(uint8_t *cover)
{
    if (cover)
        munmap(cover - FLASH, 2 * FLASH);
}

/* One instruction after the other, because the decoder tells only of the last one that it has run. */
int64_t cover_run(uint8_t *cover, struct decoder *decoder, uint64_t until)
{
    const avr_t *avr = decoder->stack->bus->avr;
    int64_t last = -1;
    while (avr->cycle < until) {
        int64_t ran = decoder_run(decoder, avr->cycle + 1);
        if (ran < 0)
            break;
        last = ran;
        cover_note(cover, (uint32_t)ran, avr->pc);
    }
    return last;
}
