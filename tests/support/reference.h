/* The N queens problem solved in the plainest way, to compare the firmware with. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define REFERENCE_MAX 32

/* Columns, from 1, of the rows of a solution. */
struct reference {
    unsigned n;
    unsigned column[REFERENCE_MAX];
};

/* All solutions for n up to 12, in lexicographic order, and their number; valid until the next call. */
const struct reference *reference_solve(unsigned n, size_t *count);

/* What is known of boards with n rows up to 20, from tests/vectors/counts.tsv. */
struct reference_counts {
    unsigned long solutions, fundamental, eight, four, fewer; /* classes: all, and those of each size */
    unsigned long placed;                                     /* queens, in a whole search */
};
struct reference_counts reference_counts(unsigned n);

/* No two queens attack each other: compares every pair. */
bool reference_sound(const struct reference *board);

/* As digits, 1-9 then a-w. */
const char *reference_text(const struct reference *board);
/* The board of such a text. */
struct reference reference_read(const char *text, size_t length);

/* What an 8x8 matrix shows of it: one LED a square for n up to 8, else one for k x k squares. */
void reference_picture(const struct reference *board, uint8_t rows[8]);

/* The picture turned by `turns` times 90 degrees anticlockwise, then transposed if `mirrored`. */
void reference_turn(uint8_t rows[8], unsigned turns, bool mirrored);

/* The digit that 3x5 pixels show in the font of the firmware; -1: they are dark, -2: no digit. */
int reference_digit(unsigned pixels);

/*
 * A cross: the columns of the queens in the rows n / 2 - 1 and n - n / 2, then the rows of those in these
 * columns.  Whether no queen attacks another; and its image, 0 to 7: exchanges rows or columns, transposes.
 */
bool reference_cross_is_peaceful(int n, const uint8_t cross[4]);
void reference_cross_image(int n, unsigned turn, const uint8_t cross[4], uint8_t image[4]);

/*
 * n = 17 to 20: calls `each` for all ways to place a queen in each column outside of the 16 in the middle, so
 * that no queen of these and of the cross attacks another, and returns how many there are.  `rows` are those
 * of the columns on the left and on the right by turns, from the middle; -1: the cross has a queen there.
 */
unsigned reference_placements(int n, const uint8_t cross[4], void (*each)(const int *rows));

/* Prints it in the format of this name, as solution NUMBER; nothing if no such format is known here. */
void reference_print(FILE *out, const char *format, const struct reference *board, uint64_t number);

/* Every line that `search n`, or `solve n` in this format, prints until its closing line; to be freed. */
char *reference_search(unsigned n);
char *reference_list(const char *format, unsigned n);

/* CRC-32 of IEEE 802.3, as a record of the EEPROM has it. */
uint32_t reference_crc(const uint8_t *bytes, size_t length);
