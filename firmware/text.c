/* Texts in flash, one behind the other. */
#include "text.h"

#include "apart.h"
#include "flash.h"

APART const char *text_nth(const char *texts, uint8_t n)
{
    while (n)
        if (!flash_byte(texts++))
            n--;
    return texts;
}
