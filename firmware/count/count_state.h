/* The state of a count besides the board: its totals, and its part of the work. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * With the board, which contains the position of the count, this is the whole state: between two slices both
 * may be saved byte by byte.  The count has its own data in the column array, which cannot be shown.
 */
struct count {
    uint64_t found;  /* solutions so far, including the reflected and rotated images */
    uint64_t placed; /* queens that the count itself has placed; depends only on n and the part */
};

/* The part of the work; 1 of 1 is all of it.  It is part of the state, too, and never changes. */
struct part {
    uint16_t number; /* 1 .. of */
    uint16_t of;
};

/* Adds to a total of 64 bits, or of 32 bits that do not overflow, byte by byte as far as it carries. */
void sum_add(void *sum, uint16_t more);
void sum_add_one(void *sum);

/* Returns whether a total is greater than a small number: a comparison of 64 bits costs 30 bytes each. */
bool sum_exceeds(const uint64_t *sum, uint8_t limit);

/* Subtracts one from a total; does not change the residue. */
void sum_take_one(void *sum);

/*
 * The residue is the sum of everything that sum_add adds, modulo 255, which a flipped bit of a total does not
 * change.  sum_restore computes it from `size` bytes of totals; sum_is_right compares them.  sum_disturb
 * changes these bits of the residue alone: then sum_is_right returns false.
 */
void sum_disturb(uint8_t bits);
void sum_clear(void); /* all totals are 0 */
void sum_restore(const void *totals, uint8_t size);
bool sum_is_right(const void *totals, uint8_t size);

/* Returns all bytes from `from` to before `end`, XORed: a flipped bit changes the result. */
uint8_t sum_xor(const void *from, const void *end);
