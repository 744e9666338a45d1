/* The MAX7219 LED driver with its 8x8 matrix, as the wires see it. */
#ifndef MAX7219_H
#define MAX7219_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Each rising edge of CLK shifts DIN into a register of 16 bits, at any level of CS.  The bit that leaves the
 * register goes to DOUT, for the next chip of a chain.  The rising edge of CS (LOAD) executes the 16 bits:
 * bits 11-8 are the number of a register, bits 7-0 its new value; register 0 has no effect.
 */
struct max7219 {
    uint8_t digit[8];  /* registers 1 .. 8 */
    uint8_t decode;    /* 9: code-B decoding, a bit per digit */
    uint8_t intensity; /* 10: 0 .. 15 */
    uint8_t scan;      /* 11: the last digit that is scanned, 0 .. 7 */
    bool on;           /* 12: not in shutdown */
    bool test;         /* 15: all LEDs are lit at full intensity */

    uint16_t shift;
    bool cs;             /* level of CS */
    uint16_t bits;       /* received since CS went low, at most UINT16_MAX */
    bool excused;        /* the sender was reset in the middle of a transfer */
    uint32_t latches;    /* rising edges of CS */
    uint32_t malformed;  /* of these: not after whole words of 16 bits, or to register 13 or 14 */
    uint32_t stray;      /* clocks while CS was high */
    uint32_t disturbing; /* one bit in this number is flipped on the wire; 0: none */
    uint64_t chance;     /* state of the random numbers for it */
};

/* Power-on: all registers are 0, and the display is in shutdown. */
void max7219_power_up(struct max7219 *matrix);
/* A rising edge of CLK.  Returns the level of DOUT, which is the bit of 16 edges before. */
bool max7219_clock(struct max7219 *matrix, bool din);
/* Sets the level of CS.  Returns false at a rising edge that does not follow whole words of 16 bits. */
bool max7219_select(struct max7219 *matrix, bool level);
/* The lit LEDs. */
void max7219_rows(const struct max7219 *matrix, uint8_t rows[8]);
/* The intensity of the lit LEDs, 0 .. 15; 0 in shutdown. */
uint8_t max7219_brightness(const struct max7219 *matrix);

/* Simulates a glitch: sets every register to a random value. */
void max7219_scramble(struct max7219 *matrix, uint64_t seed);
/* Simulates a disturbed wire: from now on, one of `one_in` bits is flipped (0: none). */
void max7219_disturb(struct max7219 *matrix, uint32_t one_in, uint64_t seed);

#endif
