/* What the parts of the simulated chip share, and its users need not see. */
#ifndef INSIDE_H
#define INSIDE_H

#include "sim/board/image.h"
#include "sim/board/uno.h"

#include <avr_eeprom.h>
#include <avr_spi.h>
#include <avr_uart.h>
#include <sim_avr.h>

#include <stdarg.h>

/* Notes a fault in words. */
__attribute__((format(printf, 3, 4))) void fault_note(struct uno *uno, enum uno_fault fault,
                                                      const char *format, ...);
void wire_set(struct uno *uno, enum uno_wire wire, uint64_t cycle, bool level);
/* simavr's part of this kind ("uart", "spi", "eeprom"), or NULL. */
void *part_find(avr_t *avr, const char *kind);
/* Calls `again` whenever the handler of this vector has returned: a level interrupt may be due once more. */
void vector_follow(avr_int_vector_t *vector, avr_irq_notify_t again, void *part);

/* ---- USART, as in the ATmega328P datasheet, chapter 19 --------------------------------------------------
 */

#define FRAME_BROKEN 0x100u /* of an input: the stop bit is missing */

struct usart {
    struct uno *uno;
    avr_t *avr;
    avr_uart_t *io;
    /* transmitter: a shift register behind a buffer of one byte */
    bool shifting, buffered;
    uint8_t shift, buffer;
    uint64_t sent;
    /* receiver: two bytes of buffer behind a shift register, which holds one more */
    uint16_t fifo[2], held;
    uint8_t fill;
    bool holding, overrun;
    uint8_t last;
    /* the far end of the line */
    uint16_t *queue;
    size_t head, tail, room;
    bool flow, under_way;
    uint32_t frame; /* of the far end, in 1/16 cycles */
    uint64_t next;  /* when the byte under way ends, in 1/16 cycles */
    uint32_t lost;
    uint64_t received;
    uint64_t busy_at; /* cycle of the latest traffic */
};
void usart_attach(struct usart *usart, struct uno *uno, avr_t *avr);
void usart_rate(struct usart *usart, uint32_t baud); /* of the far end */
void usart_reset(struct usart *usart);
void usart_send(struct usart *usart, uint16_t frame);
void usart_output(struct uno *uno, uint8_t byte, uint64_t cycle);

/* ---- SPI master, chapter 18 ------------------------------------------------------------------------------
 */

struct spi {
    struct uno *uno;
    avr_t *avr;
    avr_spi_t *io;
    uint8_t data;
    bool busy, flag_seen;
};
void spi_attach(struct spi *spi, struct uno *uno, avr_t *avr);
void spi_reset(struct spi *spi);
bool spi_pins_drive(struct uno *uno); /* MOSI and SCK are outputs */
void spi_bit(struct uno *uno, bool level);

/* ---- EEPROM, chapter 8.4 ---------------------------------------------------------------------------------
 */

struct nv {
    struct uno *uno;
    avr_t *avr;
    avr_eeprom_t *io;
    bool busy;
    uint16_t address;
    uint8_t before, after, mode;
    uint64_t armed, started, done; /* EEMPE was set; the write began, ends */
    uint32_t *writes;              /* of each cell */
    uint64_t busy_at;
};
void nv_attach(struct nv *nv, struct uno *uno, avr_t *avr);
void nv_reset(struct nv *nv);                 /* a write under way goes on */
void nv_tear(struct nv *nv, uint64_t chance); /* the supply fails: a write under way stays half done */
void nv_written(struct uno *uno, uint16_t address, uint8_t value);

/* ---- the board ------------------------------------------------------------------------------------------
 */

enum { MCUSR = 0x54, SMCR = 0x53, WDTCSR = 0x60, SM = 0x0e, SE = 0x01, WDE = 0x08 };


/* Where a board of the Arduino family has the wires of CONTRACT: port letter and bit. */
struct pins {
    const char *mcu;
    char spi_port;
    uint8_t mosi, sck, cs;
    char button_port;
    uint8_t button;
};

struct uno {
    avr_t *avr;
    const struct pins *pins;
    struct image image;
    uint32_t boot; /* where the boot loader starts, 0: none */
    uint32_t code_end;
    uint16_t stack_floor;
    uint64_t chance;

    struct usart usart;
    struct spi spi;
    struct nv nv;
    struct max7219 matrix;

    uint64_t asleep;
    uint32_t resets;
    bool starting, halted, straying, stack_bad, in_reset;
    uint32_t came_from;
    uint16_t deepest_sp;

    uint32_t fault_count[UNO_FAULTS];
    bool tolerated[UNO_FAULTS];
    bool fault_due;
    char fault_text[256];
    char complaint[160]; /* of simavr, about the instruction just run */

    char *text;
    uint64_t *cycle;
    size_t count, room, mark;
    void (*output_hook)(void *arg, uint8_t byte);
    void *output_arg;

    struct uno_frame *frames;
    size_t frame_count, frame_room;
    struct uno_frame shown;  /* the picture now, not yet logged while `unsettled` */
    struct uno_frame logged; /* the latest in the log */
    bool unsettled;
    uint64_t settle;
    uint64_t busy_at;                  /* cycle of the latest sign of life */
    uint64_t sample_at, sample_asleep; /* the chip's sleep is looked at every 50 ms */
    void (*frame_hook)(void *arg, const struct uno_frame *frame);
    void *frame_arg;

    bool button_down, button_level;
    unsigned bounces;
    avr_irq_t *button_irq;
    avr_io_read_t pin_read;
    void *pin_param;

    void (*eeprom_hook)(void *arg, uint16_t address, uint8_t value);
    void *eeprom_arg;
    void (*wire_hook)(void *arg, enum uno_wire wire, uint64_t cycle, bool level);
    void *wire_arg;
};

#define ERROR_ROOM 512
extern char error_text[ERROR_ROOM]; /* of uno_error() */

void simavr_log(avr_t *avr, const int level, const char *format, va_list args);
const char *complaint_plain(struct uno *uno);

void frame_log(struct uno *uno);
bool settled(const struct uno *uno);
void picture_update(struct uno *uno);
void cs_changed(struct avr_irq_t *irq, uint32_t value, void *param);

void button_attach(struct uno *uno);
void button_resync(struct uno *uno);
void sp_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param);

void watchdog_reset(struct uno *uno);
void chip_make(struct uno *uno, uint64_t cycle, const uint8_t *flash);
void chip_drop(struct uno *uno);
void power_on(struct uno *uno);

#endif
