/* What the user has set. */
#include "settings.h"

#include "format.h"

struct settings settings;

void settings_default(void)
{
    settings.pace = 500; /* field by field: a literal would take RAM for its copy */
    settings.format = FORMAT_DIGITS;
    settings.bright = 4;
    settings.orient = 0;
    settings.echo = true;
    settings.autostart = true;
}

bool settings_valid(void)
{
    return settings.pace <= SETTINGS_PACE_MAX && settings.bright <= SETTINGS_BRIGHT_MAX &&
           settings.orient <= SETTINGS_ORIENT_MAX && settings.format <= FORMAT_NONE;
}
