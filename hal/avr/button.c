/* The push button between its pin (D2, see pins.h) and ground. */
#include "hal/button.h"

#include "hal/avr/pins.h"

void button_init(void)
{
    BUTTON_PORT |= _BV(BUTTON_BIT);
}

bool button_is_down(void)
{
    return !(BUTTON_PIN & _BV(BUTTON_BIT));
}
