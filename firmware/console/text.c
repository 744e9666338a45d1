/* Lists of texts in flash. */
#include "firmware/console/text.h"

#include "hal/flash.h"

const char *text_nth(const char *texts, uint8_t n)
{
    while (n)
        if (!flash_byte(texts++))
            n--;
    return texts;
}
