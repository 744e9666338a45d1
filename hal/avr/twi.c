/* The TWI as master, without interrupts; every wait is bounded. */
#include "hal/twi.h"

#include <avr/io.h>
#include <util/delay_basic.h>

#define RATE   400000UL
#define ROUNDS 375 /* of eight cycles each: 3000 cycles, the time of seven bytes */

enum { STARTED = 0x08, ADDRESS_TAKEN = 0x18, BYTE_TAKEN = 0x28 };

#if defined __AVR_ATmega2560__ || defined __AVR_ATmega32U4__
#define TWI_PORT PORTD
#define TWI_PINS PIND
#define TWI_DDR  DDRD
#define TWI_SCL  PD0
#define TWI_SDA  PD1
#else
#define TWI_PORT PORTC
#define TWI_PINS PINC
#define TWI_DDR  DDRC
#define TWI_SCL  PC5
#define TWI_SDA  PC4
#endif

void twi_init(void)
{
    TWI_PORT |= _BV(TWI_SCL) | _BV(TWI_SDA);
}

/* A slave that was interrupted within a byte holds SDA low: up to nine clocks let it finish the byte. */
static void bus_free(void)
{
    TWCR = 0;
    TWI_PORT &= (uint8_t)~_BV(TWI_SCL);
    for (uint8_t i = 0; i < 9 && !(TWI_PINS & _BV(TWI_SDA)); i++) {
        TWI_DDR |= _BV(TWI_SCL);
        _delay_loop_1(7);
        TWI_DDR &= (uint8_t)~_BV(TWI_SCL);
        _delay_loop_1(7);
    }
    TWI_PORT |= _BV(TWI_SCL);
}

/* Starts the action `control`; returns whether it led to this state. */
static bool leads_to(uint8_t control, uint8_t state)
{
    TWCR = (uint8_t)(control | _BV(TWINT) | _BV(TWEN));
    for (uint16_t i = ROUNDS; !(TWCR & _BV(TWINT)); i--)
        if (i == 0) {
            bus_free();
            return false;
        }
    if ((TWSR & 0xf8) == state)
        return true;
    twi_stop();
    return false;
}

/* Sets the rate each time: between transfers the count has its own use for TWBR (hal/avr/slice.h). */
bool twi_start(uint8_t address)
{
    TWBR = (F_CPU / RATE - 16) / 2;
    if (!leads_to(_BV(TWSTA), STARTED))
        return false;
    TWDR = (uint8_t)(address << 1);
    return leads_to(0, ADDRESS_TAKEN);
}

bool twi_put(uint8_t byte)
{
    TWDR = byte;
    return leads_to(0, BYTE_TAKEN);
}

void twi_stop(void)
{
    TWCR = _BV(TWINT) | _BV(TWEN) | _BV(TWSTO);
    for (uint8_t i = 50; i && (TWCR & _BV(TWSTO)); i--)
        ;
}

bool twi_answers(uint8_t address)
{
    bool answers = twi_start(address);
    if (answers)
        twi_stop();
    return answers;
}
