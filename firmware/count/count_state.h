/* Where a count stands, beside the board: its totals, and which part of the work it is. */
#ifndef COUNT_STATE_H
#define COUNT_STATE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Beside this, the count keeps where it stands in the board; both together are the whole state, and between
 * two slices they may be saved byte for byte.  Whoever goes on from the saved bytes counts nothing twice and
 * misses nothing.  The column array is scratch space to the count: it holds no board to be shown.
 */
struct count {
    uint64_t solutions; /* found so far; the mirrored and turned images are in it */
    uint64_t placed; /* queens that the count itself has put on the board; depends on n and the part alone */
};

/* Which part of the work it is: 1 of 1 is all of it.  Belongs to the state, too, and never changes. */
struct part {
    uint16_t number; /* 1 .. of */
    uint16_t of;
};

/* Adds to a total of 64 bits, or of 32 that do not run over, byte by byte as far as it carries. */
void sum_add(void *sum, uint16_t more);
void sum_add_one(void *sum);

/* Takes one from a total; the residue does not follow. */
void sum_take_one(void *sum);

/*
 * All that sum_add adds, modulo 255, is a residue: a flipped bit in a total changes the total modulo 255, and
 * not the residue.  sum_restore sets the residue by `size` bytes of totals; sum_is_right compares them.
 */
void sum_restore(const void *totals, uint8_t size);
bool sum_is_right(const void *totals, uint8_t size);

#endif
