/* A button for unit tests: nobody presses it. */
#include "hal/button.h"

bool button_is_down(void)
{
    return false;
}
