/* What the user has set. */
#include "firmware/storage/settings.h"

#include "firmware/console/command.h"
#include "firmware/console/format.h"
#include "hal/flash.h"

#include <stddef.h>

struct settings settings;

/* They lie in the order of their commands, so that no case is needed for each; but for the first, the format. */
#define LIES(field, command)                                                                                 \
    _Static_assert(offsetof(struct settings, field) == (command)-COMMAND_FORMAT, "as the commands")
LIES(bright, COMMAND_BRIGHT);
LIES(orient, COMMAND_ORIENT);
LIES(echo, COMMAND_ECHO);
LIES(autostart, COMMAND_AUTO);

uint8_t *settings_byte(uint8_t id)
{
    uint8_t at = (uint8_t)(id - COMMAND_FORMAT);
    return (uint8_t *)&settings + (at ? at : offsetof(struct settings, format));
}

void settings_default(void)
{
    settings.pace = SETTINGS_PACE_USUAL; /* field by field: a literal would take RAM for its copy */
    settings.format = FORMAT_DIGITS;
    settings.bright = 4;
    settings.orient = 0;
    settings.echo = true;
    settings.autostart = true;
}

bool settings_valid(void)
{
    static const uint8_t most[] FLASH = {SETTINGS_BRIGHT_MAX, SETTINGS_ORIENT_MAX, true, true, FORMAT_NONE};
    const uint8_t *byte = settings_byte(COMMAND_BRIGHT);
    for (uint8_t i = 0; i < sizeof most; i++)
        if (*byte++ > flash_byte(&most[i]))
            return false;
    return settings.pace <= SETTINGS_PACE_MAX;
}
