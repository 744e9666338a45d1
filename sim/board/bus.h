/* The bus: what the components of the simulated board share, and how they reach simavr's chip. */
#pragma once

#include "sim/board/types.h"

#include <sim_avr.h>

#include <stdarg.h>

/*
 * The components know only the bus, not each other.  The board (uno.c) connects them: each component calls
 * the functions that the board has given it (`out`, `bit`, `in`).
 *
 *      uno.c  run.c  access.c                                   the board (struct uno, board.h)
 *        |
 *      usart  spi  twi  tiny  nv  matrix  button  stack         its components (components.h)
 *      decoder
 *        |
 *      bus                                                      struct bus
 *        |
 *      image  types   display  max7219  ht16k33  ssd1306  ws2812 (displays.h)
 */

/* ---- the image of a firmware: ELF or Intel HEX (image.c) ---- */

struct image_symbol {
    const char *name;
    uint32_t address; /* flash in bytes; RAM from 0x800000, EEPROM from 0x810000 */
};

struct image {
    uint8_t *flash; /* erased bytes are 0xff */
    size_t flash_size;
    size_t flash_end;    /* after the last byte that was loaded */
    uint32_t flash_used; /* bytes that were loaded */
    uint8_t *eeprom;     /* NULL: the image has no EEPROM contents */
    size_t eeprom_size;
    uint32_t ram_end; /* after the last static variable; 0 for a HEX file */
    struct image_symbol *symbols;
    size_t symbol_count;
    char *names;
};

/* Reads `path` for a flash of `flash_size` bytes.  On an error: false; `error` is the reason. */
bool image_load(struct image *image, const char *path, size_t flash_size, char error[256]);
/* Frees its memory. */
void image_free(struct image *image);
/* The address of a symbol; its name may have a suffix of the compiler (name.1234).  -1: not found. */
int64_t image_symbol(const struct image *image, const char *name);

/* ---- the bus ---- */

#define FRAME_BROKEN 0x100u /* flag of a byte of input: its stop bit is missing */

/* The far end of the serial line, whether the USART or an ATtiny's pins are at the near end. */
struct serial {
    void (*out)(void *arg, uint8_t byte, uint64_t cycle); /* it has received a byte */
    void *arg;
    uint16_t *frames; /* input that the chip has not received yet: bytes, perhaps with FRAME_BROKEN */
    size_t head, tail, room;
    bool is_sending;   /* a byte of input is under way */
    uint64_t sent;     /* bytes that have left the chip */
    uint64_t received; /* bytes of input that the chip has accepted */
    uint32_t lost;     /* bytes of input */
    uint64_t busy_at;  /* cycle of the latest traffic */
};

struct matrix;

struct bus {
    avr_t *avr;         /* the chip in the socket */
    struct image image; /* its program; texts of faults name its functions */
    uint32_t code_end;  /* address after the last byte of code */
    uint64_t chance;    /* state of the random numbers */
    struct serial serial;
    struct matrix *matrix;                          /* the display */
    void (*bit)(struct matrix *matrix, bool level); /* it gets a bit, with a rising edge of CLK */
    void (*changed)(struct matrix *matrix);         /* it has received bytes on the two-wire bus */
    struct uno_settings settings;

    uint32_t fault_count[UNO_FAULTS];
    bool is_fault_due; /* the run must stop */
    char fault_text[256];
    char message[160]; /* of simavr, about the latest instruction; "": none */
};

/* Counts a fault, describes it for uno_fault_text(), and stops the run unless it is tolerated. */
__attribute__((format(printf, 3, 4))) void fault_note(struct bus *bus, enum uno_fault fault,
                                                      const char *format, ...);
/* For avr_global_logger_set(): stores errors of simavr, without colours, in the bus of avr->custom.data. */
void simavr_log(avr_t *avr, int level, const char *format, va_list args);

#define ERROR_ROOM 512
extern char error_text[ERROR_ROOM]; /* for uno_error(); also errors of simavr without a board */

/* Reports the level of a wire from this cycle on. */
void wire_set(struct bus *bus, enum uno_wire wire, uint64_t cycle, bool level);

/* ---- the chip ---- */

/* The IO module of simavr of this kind ("uart", "spi", "eeprom", "watchdog"), or NULL. */
void *io_find(avr_t *avr, const char *kind);
/* Calls `again` when the handler of this vector has returned: a level interrupt may be pending again. */
void vector_follow(avr_int_vector_t *vector, avr_irq_notify_t again, void *component);
/* The address of PINx; DDRx and PORTx follow it. */
uint16_t port_address(avr_t *avr, char port);
/* Lets the hooks handle reads and writes of an I/O register; NULL: it only stores a value. */
void on_register(avr_t *avr, uint16_t address, avr_io_read_t read, avr_io_write_t write, void *param);
