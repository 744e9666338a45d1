/* The data wire of a strip of LEDs: bits as pulses, each timed to the cycle, with interrupts between them. */
#include "hal/strip.h"

#include <avr/io.h>

#define STRIP_PORT PORTD /* D6 of an Uno and a Nano */
#define STRIP_DDR  DDRD
#define STRIP_BIT  PD6

void strip_init(void)
{
    STRIP_PORT &= (uint8_t)~_BV(STRIP_BIT);
    STRIP_DDR |= _BV(STRIP_BIT);
}

/*
 * A bit takes 21 cycles: a 0 is high for 6 and a 1 for 11.  The low may be longer: the chip runs one more
 * instruction after `sei`, then at most one handler, and after its `reti` one more, the `cli`.  Interrupts
 * are disabled for 19 cycles of a bit.
 */
void strip_send(uint8_t green, uint8_t red, uint8_t blue)
{
    uint8_t bits = 24;
    __asm__ volatile("   cli          \n"
                     "0: sbi  %4, %5  \n\t" /* high from the end of this instruction on */
                     "   rjmp .+0     \n\t"
                     "   nop          \n\t"
                     "   sbrs %1, 7   \n\t"
                     "   cbi  %4, %5  \n\t" /* 0: low after 6 cycles */
                     "   sbrc %1, 7   \n\t"
                     "   rjmp .+0     \n\t"
                     "   nop          \n\t"
                     "   cbi  %4, %5  \n\t" /* 1: low after 11 cycles */
                     "   lsl  %3      \n\t"
                     "   rol  %2      \n\t"
                     "   rol  %1      \n\t"
                     "   sei          \n\t"
                     "   dec  %0      \n\t"
                     "   cli          \n\t"
                     "   brne 0b      \n\t"
                     "   sei          \n\t"
                     : "+r"(bits), "+r"(green), "+r"(red), "+r"(blue)
                     : "I"(_SFR_IO_ADDR(STRIP_PORT)), "I"(STRIP_BIT));
}
