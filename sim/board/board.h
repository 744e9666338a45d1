/* The state of the board and its components, and what its files offer each other. */
#pragma once

#include "sim/board/displays.h"
#include "sim/board/uno.h"

#include <avr_eeprom.h>
#include <avr_spi.h>
#include <avr_twi.h>
#include <avr_uart.h>
#include <sim_avr.h>

#include <stdarg.h>

/*
 *      board.c  run.c  access.c                                     uno.h: power, running, looking
 *      usart.c  spi.c  twi.c  tiny.c  nv.c  button.c  matrix.c      the components on the chip's pins
 *      chip.c  decoder.c  image.c                                   the chip in simavr, and its program
 *      display.c  max7219.c  ht16k33.c  ssd1306.c  ws2812.c         displays.h: without simavr
 *
 * NAME_attach() connects a component with a new chip; NAME_reset() is called after each reset of the chip,
 * of which the world around it knows nothing.  Chapters are those of the ATmega328P's datasheet.
 */

/* ---- the image of a firmware: ELF or Intel HEX (image.c) ---- */

struct image_symbol {
    const char *name;
    uint32_t address; /* flash in bytes; RAM from 0x800000, EEPROM from 0x810000 */
    bool is_number;   /* in no section, such as the length of one */
};

#define IMAGE_EEPROM 4096 /* bytes: that of the largest chip */

struct image {
    const char *path; /* NULL: none */
    uint8_t *flash;   /* erased bytes are 0xff */
    size_t flash_size;
    size_t flash_end;             /* after the last byte that was loaded */
    uint32_t flash_used;          /* bytes that were loaded */
    uint32_t ram_end;             /* after the last static variable; 0 for a HEX file */
    uint8_t eeprom[IMAGE_EEPROM]; /* erased bytes are 0xff */
    char *file;                   /* all of it; names point into it */
    const char *chip;             /* for which an ELF file was linked; NULL: it does not say */
    size_t file_size;
    struct image_symbol *symbols;
    size_t symbol_count;
};

/*
 * Reads `path` (NULL: nothing is in the flash) for a flash of `flash_size` bytes.  On an error: false;
 * error_text is the reason.
 */
bool image_load(struct image *image, const char *path, size_t flash_size);
void image_free(struct image *image);

/* ---- the far end of the serial line ---- */

#define FRAME_BROKEN 0x100u /* flag of a byte of input: its stop bit is missing */

struct serial {
    uint16_t *frames; /* input that the chip has not received yet: bytes, perhaps with FRAME_BROKEN */
    size_t head, tail, room;
    bool is_sending; /* a byte of input is under way */
};

/* ---- the USART (chapter 19) ---- */

struct usart {
    avr_uart_t *io;
    /* transmitter: a buffer of one byte before a shift register */
    bool is_shifting;
    uint8_t shift, buffer; /* the buffer is in use while UDRE is 0 */
    /* receiver: a buffer of two bytes after a shift register, which can contain one more */
    uint16_t fifo[3];
    uint8_t fill;
    bool is_overrun; /* a byte was lost */
    uint8_t last;    /* the value of UDR if it is read again */
    uint64_t next;   /* when the byte of input under way ends, in 1/16 cycles */
};

void usart_attach(struct uno *uno);
void usart_reset(struct uno *uno);
/* Starts the next byte of input if there is one and flow control permits it. */
void usart_input_start(struct uno *uno);

/* ---- the SPI master (chapter 18) ---- */

struct spi {
    avr_spi_t *io;
    uint16_t ddr;            /* address of the direction register of the pins */
    bool is_busy, flag_seen; /* a transfer is under way; SPIF or WCOL was read */
};

void spi_attach(struct uno *uno);
void spi_reset(struct uno *uno);

/* ---- the TWI master (chapter 21) ---- */

struct twi {
    avr_twi_t *io;
    bool is_busy, started; /* a transfer is under way; after START and before STOP */
};

void twi_attach(struct uno *uno);
void twi_reset(struct uno *uno);

/* ---- the EEPROM, with the duration of a write, and torn bytes (chapter 8.4) ---- */

struct nv {
    avr_eeprom_t *io;
    bool is_busy; /* a write is under way */
    uint16_t address;
    uint8_t after;           /* the current write */
    uint64_t armed, started; /* the cycles when EEMPE was set, and when the write began */
};

void nv_attach(struct uno *uno);
void nv_reset(struct uno *uno);
/* The power fails: a write remains incomplete, and its byte has some random bits. */
void nv_tear(struct uno *uno);

/* ---- the serial line and the matrix of an ATtiny: bits on pins, timed by an inexact oscillator ---- */

/* Bits of port B; the chip receives on the pin of the button. */
enum { TINY_DIN, TINY_CS, TINY_CLK, TINY_BUTTON, TINY_TX };

struct tiny {
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

void tiny_attach(struct uno *uno);
void tiny_reset(struct uno *uno);
/* Starts to send the input unless it is being sent. */
void tiny_input_start(struct uno *uno);

/* ---- the push button, with the bounce of its contact ---- */

struct button {
    uint8_t bit;        /* of its port */
    bool down, contact; /* the button is pressed; its contact is closed */
    bool pulled;        /* the far end of the serial line pulls the pin low (ATtiny) */
    unsigned bounces;   /* changes of the contact that remain */
    avr_irq_t *irq;
    avr_io_read_t pin_read;
    void *pin_param;
};

void button_attach(struct uno *uno);
/* simavr has lost the level of the pin. */
void button_reset(struct uno *uno);
/* Pulls the pin low or releases it. */
void button_pull(struct uno *uno, bool low);

/* ---- the display on its wires, and the log of its pictures ---- */

struct matrix {
    union any_display any;
    struct uno_frame *frames; /* the log; to be freed */
    size_t count, room;
    struct uno_frame shown;  /* the present picture, not logged yet if is_unsettled */
    struct uno_frame logged; /* the latest picture in the log */
    bool is_unsettled;
    uint32_t reported; /* faults of the display that are reported */
};

/* The data wire of a strip is D6. */
void matrix_attach(struct uno *uno);
/* A change of a wire, at the present cycle. */
void matrix_edge(struct uno *uno, enum display_wire wire, bool level);
/* Notes a change of the picture; to be called after each change of the display. */
void matrix_update(struct uno *uno);
/* Adds the present picture to the log if it has remained for the settling time. */
void matrix_settle(struct uno *uno);

/* ---- instructions that are decoded once, not each time they run ---- */

struct decoded {
    uint8_t instruction; /* 0: simavr runs it */
    uint8_t d, r;        /* addresses of the registers of the operands */
    uint8_t skip;        /* words that it skips if it is a skip and its condition is true */
    uint32_t k;          /* constant, or the number of the word to jump to */
};

struct decoder {
    struct decoded *table; /* an entry per word of flash; to be freed */
    uint16_t below, last;  /* it accesses RAM above `below` up to `last`, and leaves the rest to simavr, */
    const uint8_t *breaks; /* and the instructions that are marked here; NULL: none */
};

/*
 * Runs instructions until the chip's clock has reached `until`, which must be in the future, or until an
 * instruction comes that simavr has to run.  avr->pc is then the next instruction.  Returns the address of
 * the last instruction that was run, in bytes, or -1 if there was none.
 *
 * Each instruction has the same effect, and takes the same cycles, as in simavr.  (Where simavr skips ADIW
 * and SBIW as if they had two words, this follows the chip.)  No timer or interrupt is processed in the
 * meantime: the caller limits `until` to the next event.
 */
int64_t decoder_run(struct uno *uno, uint64_t until);
/* The flash may change: all instructions are decoded again. */
void decoder_clear(struct uno *uno);

/* ---- the board ---- */

/* A family of chips: its registers for sleep and watchdog. */
struct family {
    uint16_t sleep; /* address of the register with these bits */
    uint8_t mode, enable;
    uint16_t watchdog;
    bool is_bare; /* without USART and SPI */
};

/* The pins of a board: port letter and bit. */
struct pins {
    const char *mcu;
    const struct family *family;
    uint32_t flash; /* bytes */
    uint32_t hz;
    char spi_port;
    uint8_t mosi, sck, ss, cs;
    char button_port;
    uint8_t button, button_twi; /* the second one with a display on the two-wire bus */
    uint8_t factory;            /* OSCCAL of an ATtiny after a reset */
};

/* The check of the stack pointer. */
struct stack {
    uint16_t floor;   /* the lowest address that the stack may use */
    uint16_t deepest; /* the lowest value of the stack pointer so far */
    bool is_bad;      /* it is outside of the RAM for the stack; the fault is noted */
    bool is_ignored;  /* during a reset, simavr writes the stack pointer */
};

enum { MCUSR = 0x54, WDE = 0x08 };

struct uno {
    avr_t *avr; /* the chip in the socket */
    const struct pins *pins;
    struct image image; /* its flash and EEPROM are also what remains without power */
    uint32_t hz;        /* of the chip's clock */
    uint32_t boot;      /* where the boot loader starts, 0: none */
    uint32_t code_end;  /* address after the last byte of code */
    uint64_t chance;    /* state of the random numbers */
    struct uno_settings settings;
    struct uno_status status; /* what is not derived in uno_status() */

    struct usart usart;
    struct spi spi;
    struct twi twi;
    struct tiny tiny; /* instead of USART, SPI and TWI */
    struct serial serial;
    struct uno_output output;
    size_t output_room, mark; /* the bytes before the mark have been read */
    struct nv nv;
    struct button button;
    struct matrix matrix;
    struct stack stack;
    struct decoder decoder;

    uint8_t *cover; /* the record of the instructions that were executed; NULL: none */
    bool is_plain;  /* simavr runs every instruction */
    bool is_asked;  /* the condition of the run must be checked after each instruction */

    bool is_starting, is_halted, is_straying;
    uint32_t came_from; /* address of the latest instruction */
    uint64_t busy_at;   /* the latest cycle with traffic, a new picture, an EEPROM write or work */
    uint64_t sample_at, sample_asleep; /* cycle and cycles asleep at the latest check, every 100 ms */

    uint32_t fault_count[UNO_FAULTS];
    bool is_fault_due; /* the run must stop */
    char fault_text[256];
    char message[160]; /* of simavr, about the latest instruction; "": none */
};

/* Adds a byte of output that left the chip at `cycle` to the log. */
void output_add(struct uno *uno, uint8_t byte, uint64_t cycle);
/* If the environment asks for a record of the instructions of this image, its bytes; else NULL. */
uint8_t *cover_of(const struct image *image);

/* ---- simavr's chip (chip.c) ---- */

#define ERROR_ROOM 512
extern char error_text[ERROR_ROOM]; /* for uno_error(); also errors of simavr without a board */

/* For avr_global_logger_set(): stores errors of simavr, without colours, in the board of avr->custom.data. */
void simavr_log(avr_t *avr, int level, const char *format, va_list args);

/* Makes a chip with this flash, and corrects simavr where it differs from silicon. */
avr_t *chip_make(const char *mcu, const uint8_t *flash);
void chip_drop(avr_t *avr);
/* The word of flash at an address in bytes. */
static inline unsigned word_at(const avr_t *avr, uint32_t address)
{
    return avr->flash[address] | (unsigned)avr->flash[address + 1] << 8;
}

/* Counts a fault, describes it for uno_fault_text(), and stops the run unless it is tolerated. */
__attribute__((format(printf, 3, 4))) void fault_note(struct uno *uno, enum uno_fault fault,
                                                      const char *format, ...);
/* Reports the level of a wire from this cycle on. */
void wire_set(struct uno *uno, enum uno_wire wire, uint64_t cycle, bool level);

/* The IO module of simavr of this kind ("uart", "spi", "eeprom", "watchdog"), or NULL. */
void *io_find(avr_t *avr, const char *kind);
/* Calls `again` when the handler of this vector has returned: a level interrupt may be pending again. */
void vector_follow(avr_int_vector_t *vector, avr_irq_notify_t again, struct uno *uno);
/* The address of PINx; DDRx and PORTx follow it. */
uint16_t port_address(avr_t *avr, char port);
/* Calls `notify` when this pin changes; a chip may lack the pin. */
void pin_follow(struct uno *uno, char port, uint8_t bit, avr_irq_notify_t notify);
/* A register of a component of `uno`, as simavr names it: REGISTER(spi, spcr). */
#define REGISTER(component, name) (uno->avr->data[uno->component.io->r_##name])
/* Lets the hooks handle reads and writes of an I/O register; NULL: it only stores a value. */
void on_register(struct uno *uno, uint16_t address, avr_io_read_t read, avr_io_write_t write);

/* The present value of the stack pointer. */
uint16_t stack_pointer(const struct uno *uno);
/* Checks each new value of the stack pointer. */
void stack_attach(struct uno *uno);
