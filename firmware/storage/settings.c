/* The settings of the user. */
#include "firmware/storage/settings.h"

struct settings settings;

void settings_default(void)
{
    /* Sets each field: a compound literal would need a copy in RAM. */
#define USUAL(type, field, usual, most) settings.field = (usual);
    SETTINGS(USUAL)
}

bool settings_are_valid(void)
{
    return SETTINGS(SETTINGS_IS_WITHIN) true;
}
