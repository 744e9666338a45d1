/* The board with all its components (struct uno), for uno.c, run.c, access.c and the tests of the board. */
#pragma once

#include "sim/board/bus.h"
#include "sim/board/components.h"

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
    uint8_t mosi, sck, cs;
    char button_port;
    uint8_t button, button_twi; /* the second one with a display on the two-wire bus */
    uint8_t factory;            /* OSCCAL of an ATtiny after a reset */
};

enum { MCUSR = 0x54, WDE = 0x08 };

/* The log of the serial output. */
struct output {
    char *text; /* ends with '\0'; NULL: nothing yet */
    uint64_t *cycle;
    size_t count, room;
    size_t mark; /* bytes before it have been read */
};

struct uno {
    struct bus bus;
    const struct pins *pins;
    uint32_t hz;   /* of the chip's clock */
    uint32_t boot; /* where the boot loader starts, 0: none */

    struct usart usart;
    struct output output;
    struct spi spi;
    struct twi twi;
    struct tiny tiny; /* instead of USART, SPI and TWI */
    struct nv nv;
    struct matrix matrix;
    struct button button;
    struct stack stack;

    struct decoder decoder;
    uint8_t *cover;  /* the record of what runs; NULL: none */
    bool is_plain;   /* simavr runs every instruction */
    uint64_t ask_at; /* the cycle when the condition of the run must be checked again */

    uint64_t asleep; /* cycles */
    uint32_t resets; /* by the watchdog */
    bool is_starting, is_halted, is_straying;
    uint32_t came_from;                /* address of the latest instruction */
    uint64_t busy_at;                  /* the latest cycle when the chip was not idle */
    uint64_t sample_at, sample_asleep; /* cycle and cycles asleep at the latest check, every 50 ms */
};

/* Adds a byte of output that left the chip at `cycle` to the log; `param` is a struct uno. */
void output_add(void *param, uint8_t byte, uint64_t cycle);
/* Cycles for which the board has been idle: see uno_run_idle(). */
uint64_t quiet_cycles(const struct uno *uno);
/* If the environment asks for a record of the instructions of this image, its bytes; else NULL. */
uint8_t *cover_open(const struct image *image);
void cover_close(uint8_t *cover);
