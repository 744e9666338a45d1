/* The push button between PB3 and ground. */
#include "hal/button.h"

#include "hal/tiny/pins.h"

void button_init(void)
{
    PORTB |= _BV(BUTTON_BIT);
}

bool button_is_down(void)
{
    return !(PINB & _BV(BUTTON_BIT));
}
