/* Which pin of the board does what. */
#ifndef PINS_H
#define PINS_H

#include <avr/io.h>

/* Arduino Uno and Nano: D10 = PB2, D11 = PB3, D13 = PB5, D2 = PD2 */
#define SPI_PORT PORTB
#define SPI_DDR  DDRB
#define SPI_CS   PB2
#define SPI_MOSI PB3
#define SPI_SCK  PB5

#define BUTTON_PORT PORTD
#define BUTTON_PIN  PIND
#define BUTTON_BIT  PD2

#endif
