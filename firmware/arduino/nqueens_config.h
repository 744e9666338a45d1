/* The user's choices; a `#define` in a sketch would not reach the files of a library. */
#ifndef NQUEENS_CONFIG_H
#define NQUEENS_CONFIG_H

/*
 * The display is a MAX7219, or a chain of them.  For an HT16K33 on the two-wire bus (I2C), remove the two
 * slashes from the next line, save, and press Upload:
 */
// #define NQUEENS_HT16K33

#endif
