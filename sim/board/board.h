/* The board with all its parts (struct uno), for the files that are the board. */
#ifndef BOARD_H
#define BOARD_H

#include "sim/board/bus.h"
#include "sim/board/button.h"
#include "sim/board/decoder.h"
#include "sim/board/matrix.h"
#include "sim/board/nv.h"
#include "sim/board/output.h"
#include "sim/board/spi.h"
#include "sim/board/stack.h"
#include "sim/board/tiny.h"
#include "sim/board/twi.h"
#include "sim/board/usart.h"

/* A family of chips: its registers for sleep and watchdog, and the parts it has. */
struct family {
    uint16_t sleep; /* the register with these bits */
    uint8_t mode, enable;
    uint16_t watchdog;
    bool is_bare; /* no USART, no SPI */
};

/* The pins of a board: port letter and bit. */
struct pins {
    const char *mcu;
    const struct family *family;
    uint32_t hz;
    char spi_port;
    uint8_t mosi, sck, cs;
    char button_port;
    uint8_t button, button_twi; /* the latter with a display on the two-wire bus, which has its pins too */
    uint8_t factory;            /* OSCCAL of an ATtiny */
};

enum { MCUSR = 0x54, WDE = 0x08 };

struct uno {
    struct bus bus;
    const struct pins *pins;
    uint32_t hz;   /* of the chip's clock */
    uint32_t boot; /* where the boot loader starts, 0: none */

    struct usart usart;
    struct output output;
    struct spi spi;
    struct twi twi;
    struct tiny tiny; /* instead of these two */
    struct nv nv;
    struct matrix matrix;
    struct button button;
    struct stack stack;

    struct decoder decoder;
    bool is_plain;   /* no instruction runs decoded in advance */
    uint64_t ask_at; /* the cycle when the condition of the run must be asked next */

    uint64_t asleep;
    uint32_t resets;
    bool is_starting, is_halted, is_straying;
    uint32_t came_from;
    uint64_t busy_at;                  /* cycle of the latest sign of life */
    uint64_t sample_at, sample_asleep; /* the chip's sleep is sampled every 50 ms */
};

void chip_plug(struct uno *uno, uint64_t cycle, const uint8_t *flash); /* a new chip, with this flash */
void power_on(struct uno *uno);
void watchdog_reset(struct uno *uno);
uint64_t quiet_cycles(const struct uno *uno); /* cycles since the latest sign of life */

#endif
