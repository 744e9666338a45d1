/* The fake hardware as a unit test holds it. */
#ifndef FAKE_H
#define FAKE_H

#include <stdbool.h>
#include <stdint.h>

/* All that was sent since fake_uart_clear, as a string. */
const char *fake_uart_sent(void);
void fake_uart_clear(void);

/* Bytes for uart_get to find. */
void fake_uart_type(const char *bytes);

/* What uart_room says; the ring takes everything all the same. */
extern uint8_t fake_uart_room;

/* The words that went over SPI since fake_spi_clear: high byte first. */
#define FAKE_SPI_MAX 64
extern uint16_t fake_spi_words[FAKE_SPI_MAX];
extern uint8_t fake_spi_count;

extern uint8_t fake_nv[1024];
extern bool fake_nv_busy;

#endif
