/* The user's choices.  They are here because the Arduino IDE compiles a library apart from the sketch. */
#ifndef NQUEENS_CONFIG_H
#define NQUEENS_CONFIG_H

/*
 * The display is a MAX7219, or a chain of them.  For an HT16K33 on the two-wire bus (I2C), remove the two
 * slashes from the next line, save, and press Upload:
 */
// #define NQUEENS_HT16K33

#endif
