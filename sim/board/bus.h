/* The bus: what the parts of the simulated board share. */
#ifndef BUS_H
#define BUS_H

#include "sim/board/chance.h"
#include "sim/board/image.h"
#include "sim/board/types.h"

#include <sim_avr.h>

#include <stdarg.h>

/*
 * The parts know only the bus, not each other.  The board (uno.c) connects them: each part calls the
 * functions that the board has given it (`out`, `bit`, `hook`).
 *
 *      uno.c  power.c  run.c  access.c  eeprom.c                the board (struct uno, board.h)
 *        |
 *      usart  spi  twi  tiny  nv  matrix  button  decoder       its parts
 *      stack  output  watchdog
 *        |
 *      bus, fault                                               struct bus
 *        |
 *      image  layout  max7219  ht16k33  chance  chip  types
 */
#define FRAME_BROKEN 0x100u /* flag of a received byte: its stop bit is missing */

struct bus {
    avr_t *avr;         /* the chip in the socket */
    struct image image; /* its program; faults name its functions */
    uint32_t code_end;  /* no code from here on */
    uint64_t chance;

    uint32_t fault_count[UNO_FAULTS];
    bool tolerated[UNO_FAULTS];
    bool fault_due;
    char fault_text[256];
    char complaint[160]; /* simavr's message about the latest instruction */

    void (*wire_hook)(void *arg, enum uno_wire wire, uint64_t cycle, bool level);
    void *wire_arg;
};

/* Notes a fault in words. */
__attribute__((format(printf, 3, 4))) void fault_note(struct bus *bus, enum uno_fault fault,
                                                      const char *format, ...);
/* simavr's latest complaint without colours and line ends. */
const char *complaint_plain(struct bus *bus);
/* For avr_global_logger_set(): passes simavr's messages to the bus of their chip (avr->custom.data). */
void simavr_log(avr_t *avr, int level, const char *format, va_list args);

#define ERROR_ROOM 512
extern char error_text[ERROR_ROOM]; /* for uno_error(); also simavr's messages about no board */

void wire_set(struct bus *bus, enum uno_wire wire, uint64_t cycle, bool level);
/* simavr's part of this kind ("uart", "spi", "eeprom"), or NULL. */
void *part_find(avr_t *avr, const char *kind);
/* Calls `again` whenever the handler of this vector has returned: a level interrupt may be pending again. */
void vector_follow(avr_int_vector_t *vector, avr_irq_notify_t again, void *part);
/* The address of PINx; DDRx and PORTx follow. */
uint16_t port_address(avr_t *avr, char port);

#endif
