/* The MAX7219 LED driver with its 8x8 matrix, as the wires see it. */
#ifndef MAX7219_H
#define MAX7219_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Each rising edge of CLK shifts DIN into a register of 16 bits, whatever the level of CS.  The bit that is
 * shifted out goes to DOUT, for the next chip of a chain.  The rising edge of CS (LOAD) executes the 16 bits:
 * bits 11-8 are the register, bits 7-0 its new value; register 0 has no effect.
 */
struct max7219 {
    uint8_t digit[8];  /* registers 1 .. 8 */
    uint8_t decode;    /* 9: code-B decoding, a bit a digit */
    uint8_t intensity; /* 10: 0 .. 15 */
    uint8_t scan;      /* 11: the last digit scanned, 0 .. 7 */
    bool on;           /* 12: not in shutdown */
    bool test;         /* 15: every LED lit at full intensity */

    uint16_t shift;
    bool cs;          /* level of CS */
    uint16_t bits;    /* clocked in since CS went low, at most UINT16_MAX */
    bool excused;     /* the sender was reset in the middle of a transfer */
    uint32_t latches; /* rising edges of CS */
    uint32_t
        /* of these, not with whole words of 16 bits, or with register 13 or 14, which do not exist */
        malformed;
    uint32_t stray;      /* clocks while CS was high */
    uint32_t disturbing; /* one bit in so many is flipped on the wire; 0: none */
    uint64_t chance;     /* state of the disturbance */
};

void max7219_power_up(struct max7219 *matrix); /* all registers 0: dark, in shutdown */
/* A rising edge of CLK; the level that DOUT takes, which is the bit of 16 edges ago. */
bool max7219_clock(struct max7219 *matrix, bool din);
/* A level of CS.  False: a rising edge that does not follow whole words of 16 bits. */
bool max7219_select(struct max7219 *matrix, bool level);
void max7219_rows(const struct max7219 *matrix, uint8_t rows[8]); /* the LEDs that are lit */
uint8_t max7219_brightness(const struct max7219 *matrix);         /* 0 .. 15 */

/* What a glitch does: every register random; later bits flipped on the wire, one in `one_in` (0: no more). */
void max7219_scramble(struct max7219 *matrix, uint64_t seed);
void max7219_disturb(struct max7219 *matrix, uint32_t one_in, uint64_t seed);

#endif
