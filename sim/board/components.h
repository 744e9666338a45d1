/* The components of the board that are connected to its chip; each is a file of that name. */
#pragma once

#include "sim/board/bus.h"
#include "sim/board/displays.h"

#include <avr_eeprom.h>
#include <avr_spi.h>
#include <avr_twi.h>
#include <avr_uart.h>

/*
 * NAME_attach() connects a new chip; NAME_reset() is called after each reset of the chip.  Chapters are those
 * of the ATmega328P's datasheet.
 */

/* ---- the USART, with the far end of its line (chapter 19) ---- */

struct usart {
    struct bus *bus;
    avr_uart_t *io;
    /* transmitter: a buffer of one byte before a shift register */
    bool is_shifting, is_buffered;
    uint8_t shift, buffer;
    /* receiver: a buffer of two bytes after a shift register, which can contain one more */
    uint16_t fifo[2], held;
    uint8_t fill;
    bool is_held, is_overrun; /* `held` is in the shift register; a byte was lost */
    uint8_t last;             /* the value of UDR if it is read again */
    uint64_t next;            /* when the byte of input under way ends, in 1/16 cycles */
};

void usart_attach(struct usart *usart, struct bus *bus);
/* After a reset of the chip; the far end continues. */
void usart_reset(struct usart *usart);
/* Starts the next byte of input if there is one and flow control permits it. */
void usart_input_start(struct usart *usart);

/* ---- the SPI master (chapter 18) ---- */

struct spi {
    struct bus *bus;
    avr_spi_t *io;
    uint16_t ddr;            /* address of the direction register of the pins */
    uint8_t mosi, sck;       /* their numbers */
    uint8_t data;            /* the byte that is sent */
    bool is_busy, flag_seen; /* a transfer is under way; SPIF or WCOL was read */
};

void spi_attach(struct spi *spi, struct bus *bus);
void spi_reset(struct spi *spi);

/* ---- the TWI master (chapter 21) ---- */

struct twi {
    struct bus *bus;
    avr_twi_t *io;
    struct display *slave; /* NULL: no slave is on the bus */
    uint8_t state;         /* of the bus, as in TWSR: 0xf8 if it is idle */
    uint8_t data;          /* the byte that is sent */
    bool is_busy, started; /* a transfer is under way; after START and before STOP */
};

void twi_attach(struct twi *twi, struct bus *bus);
void twi_reset(struct twi *twi);

/* ---- the EEPROM, with the duration of a write, and torn bytes (chapter 8.4) ---- */

struct nv {
    struct bus *bus;
    avr_eeprom_t *io;
    bool is_busy; /* a write is under way */
    uint16_t address;
    uint8_t before, after;         /* of the current write */
    uint64_t armed, started, done; /* the cycles when EEMPE was set, and when the write begins and ends */
    uint32_t *writes, write_count; /* to each cell; in all */
    uint64_t busy_at;              /* cycle of the latest write */
};

void nv_attach(struct nv *nv, struct bus *bus);
/* After a reset of the chip: a write continues. */
void nv_reset(struct nv *nv);
/* The power fails: a write remains incomplete, and its byte has some random bits. */
void nv_tear(struct nv *nv, uint64_t chance);

/* ---- the serial line and the matrix of an ATtiny: bits on pins, timed by an inexact oscillator ---- */

/* Bits of port B; the chip receives on the pin of the button. */
enum { TINY_DIN, TINY_CS, TINY_CLK, TINY_BUTTON, TINY_TX };

struct button;

struct tiny {
    struct bus *bus;
    void (*in)(struct button *button, bool low); /* the level that the far end drives */
    struct button *button;
    uint8_t factory;  /* OSCCAL after a reset */
    bool high, clock; /* levels of TX and CLK */
    /* the byte that the far end is receiving */
    bool is_receiving;
    double bit_time; /* cycles */
    uint64_t start;
    uint8_t bits;
    uint16_t shift;
    /* the byte that it is sending */
    uint8_t sent_bits;
    uint64_t sent_from;
};

void tiny_attach(struct tiny *tiny, struct bus *bus);
/* After a reset of the chip; the far end continues. */
void tiny_reset(struct tiny *tiny);
/* Starts to send the input unless it is being sent. */
void tiny_input_start(struct tiny *tiny);

/* ---- the display, and the log of its pictures ---- */

struct matrix {
    struct bus *bus;
    union any_display any;
    struct uno_frame *frames; /* the log; to be freed */
    size_t count, room;
    struct uno_frame shown;  /* the present picture, not logged yet if is_unsettled */
    struct uno_frame logged; /* the latest picture in the log */
    bool is_unsettled;
    uint32_t reported; /* of what the display has refused */
    uint64_t busy_at;  /* cycle of the latest change of the picture */
};

/* Connects a new chip; CS is pin `cs` of this port, the data wire of a strip is D6. */
void matrix_attach(struct matrix *matrix, struct bus *bus, char port, uint8_t cs);
/* A rising edge of CLK with this level of DIN. */
void matrix_clock(struct matrix *matrix, bool din);
/* Notes a change of the picture; to be called after each change of the display. */
void matrix_update(struct matrix *matrix);
/* Adds the present picture to the log. */
void matrix_log(struct matrix *matrix);

/* The picture has remained for the settling time and must be logged. */
static inline bool matrix_due(const struct matrix *matrix)
{
    return matrix->is_unsettled &&
           matrix->bus->avr->cycle - matrix->shown.cycle >= matrix->bus->settings.settle;
}

/* ---- the push button, with the bounce of its contact ---- */

struct button {
    struct bus *bus;
    char port;
    uint8_t bit;
    bool down, contact; /* the button is pressed; its contact is closed */
    bool pulled;        /* the far end of the serial line pulls the pin low (ATtiny) */
    unsigned bounces;   /* changes of the contact that remain */
    avr_irq_t *irq;
    avr_io_read_t pin_read;
    void *pin_param;
};

void button_attach(struct button *button, struct bus *bus);
/* After a reset of the chip: simavr has lost the level of the pin. */
void button_reset(struct button *button);
/* Pulls the pin low or releases it. */
void button_pull(struct button *button, bool low);
/* Presses or releases the button, with a clean edge or a contact that bounces for up to 5 ms. */
void button_press(struct button *button, bool down, bool bounces);

/* ---- the check of the stack pointer ---- */

struct stack {
    struct bus *bus;
    uint16_t floor;   /* the lowest address that the stack may use */
    uint16_t deepest; /* the lowest value of the stack pointer so far */
    bool is_bad;      /* it is outside of the RAM for the stack; the fault is noted */
    bool is_ignored;  /* during a reset, simavr writes the stack pointer */
};

void stack_attach(struct stack *stack, struct bus *bus);
/* The present value of the stack pointer. */
uint16_t stack_pointer(const struct stack *stack);

/* ---- instructions that are decoded once, not each time they run ---- */

struct decoded {
    uint8_t instruction; /* 0: simavr runs it */
    uint8_t d, r;        /* addresses of the registers of the operands */
    uint8_t skip;        /* words that it skips if it is a skip and its condition is true */
    uint32_t k;          /* constant, or the number of the word to jump to */
};

struct decoder {
    struct stack *stack;   /* of the board */
    struct decoded *table; /* an entry per word of flash; to be freed */
    uint16_t below, last;  /* it accesses RAM above `below` up to `last`, and leaves the rest to simavr, */
    const uint8_t *breaks; /* and the instructions that are marked here; NULL: none */
};

/* Connects a new chip.  If there was a chip before, the new one has the same flash contents. */
void decoder_attach(struct decoder *decoder, struct stack *stack);

/* Decodes again, and leaves marked instructions (NULL: none) to simavr. */
void decoder_break(struct decoder *decoder, const uint8_t *breaks);

/*
 * Runs instructions until the chip's clock has reached `until`, which must be in the future, or until an
 * instruction comes that simavr has to run.  avr->pc is then the next instruction.  Returns the address of
 * the last instruction that was run, in bytes, or -1 if there was none.
 *
 * Each instruction has the same effect, and takes the same cycles, as in simavr.  (Where simavr skips ADIW
 * and SBIW as if they had two words, this follows the chip.)  No timer or interrupt is processed in the
 * meantime: the caller limits `until` to the next event.
 */
int64_t decoder_run(struct decoder *decoder, uint64_t until);
