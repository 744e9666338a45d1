/* The pins and the USART of each board. */
#pragma once

#include <avr/io.h>

#if defined __AVR_ATmega2560__ /* Arduino Mega 2560: D10 = PB4, D51 = PB2, D52 = PB1, D53 = PB0, D2 = PE4 */

#define SPI_CS      PB4
#define SPI_OUTPUTS (_BV(SPI_CS) | _BV(PB2) | _BV(PB1) | _BV(PB0)) /* CS, MOSI, SCK, /SS */

#define BUTTON_PORT PORTE
#define BUTTON_PIN  PINE
#define BUTTON_BIT  PE4

#define USART_RX_vect   USART0_RX_vect
#define USART_UDRE_vect USART0_UDRE_vect

#elif defined __AVR_ATmega32U4__ /* Leonardo: D10 = PB6, MOSI and SCK on the ICSP header, D2 = PD1 */

#define SPI_CS      PB6
#define SPI_OUTPUTS (_BV(SPI_CS) | _BV(PB2) | _BV(PB1) | _BV(PB0)) /* CS, MOSI, SCK, /SS */

/* D2 is also SDA: with a display on the two-wire bus the button is on D4, PD4. */
#ifdef NQUEENS_TWI
#define BUTTON_BIT PD4
#else
#define BUTTON_BIT PD1
#endif
#define BUTTON_PORT     PORTD
#define BUTTON_PIN      PIND

/* D0 and D1 are USART1, the only one; its registers have the same bits. */
#define UDR0            UDR1
#define UCSR0A          UCSR1A
#define UCSR0B          UCSR1B
#define UCSR0C          UCSR1C
#define UBRR0H          UBRR1H
#define UBRR0L          UBRR1L
#define U2X0            U2X1
#define FE0             FE1
#define DOR0            DOR1
#define UCSZ00          UCSZ10
#define UCSZ01          UCSZ11
#define UCSZ02          UCSZ12
#define RXEN0           RXEN1
#define TXEN0           TXEN1
#define RXCIE0          RXCIE1
#define UDRIE0          UDRIE1
#define USART_RX_vect   USART1_RX_vect
#define USART_UDRE_vect USART1_UDRE_vect

#else /* Arduino Uno and Nano: D10 = PB2, D11 = PB3, D13 = PB5, D2 = PD2 */

#define SPI_CS      PB2
#define SPI_OUTPUTS (_BV(SPI_CS) | _BV(PB3) | _BV(PB5)) /* CS, which is /SS, MOSI, SCK */

#define BUTTON_PORT PORTD
#define BUTTON_PIN  PIND
#define BUTTON_BIT  PD2

#endif

#define SPI_PORT PORTB
#define SPI_DDR  DDRB
